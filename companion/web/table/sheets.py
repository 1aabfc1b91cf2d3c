"""Sheets: separate pages for rare entries, so that nothing half typed is lost."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.core.accounts import Account, account_text
from companion.core.entries.schema import Entry, PartialEntry, serialize_entry
from companion.core.entries.standard import BreakOff, Misdeal, ReturnToSeat
from companion.core.game import Table
from companion.core.handlers import refusal_sentence, try_entry
from companion.core.ledger import POT
from companion.core.offers import END, agreements, ante_shortfall, is_kind_possible
from companion.core.prompts import Offer
from companion.core.sentences import Sentence, say
from companion.core.words import Chips, player_series, with_unit_once
from companion.web.components import entry_form
from companion.web.components.card_picker import PlayersSheet, SheetView
from companion.web.components.entry_form import FormData
from companion.web.components.screen import BuildSheet, end_sheet
from companion.web.components.seats_and_pots import tap_buttons
from companion.web.games import screen_of

# An account, its name, and its chips.
AccountChoice = tuple[str, str, int]


# a hand that cannot be finished


def break_off_sheet(table: Table, _: FormData) -> SheetView | None:
    after = try_entry(table, BreakOff())
    if after is None:
        return None
    pot_chips = sum(after.ledger.chips[pot] for pot in after.pot_accounts())
    return _confirm_sheet(
        BreakOff,
        say("Nobody wins this hand. Anything won, paid, or lent in it still counts."),
        say("The pots keep {chips}.", chips=Chips(pot_chips)),
        *_last_hand_sentences(after),
        say("{dealer} deals the next hand.", dealer=after.next_dealer()),
    )


def _last_hand_sentences(after: Table) -> Iterator[Sentence]:
    """Yield a sentence about the end of the evening if the hand was the last one."""
    if any(last is not None and after.hand >= last for last in (after.rounds, after.last)):
        yield say(
            "This hand counts as the last one. If you want one more, add it afterward with one tap."
        )


def misdeal_sheet(table: Table, _: FormData) -> SheetView | None:
    after = try_entry(table, Misdeal())
    if after is None:
        return None
    return _confirm_sheet(
        Misdeal,
        say(
            "This hand will count as never dealt. Anything won, paid, or lent in it will be "
            "reversed."
        ),
        *_returned_chip_sentences(table, after),
        say("{dealer} deals again.", dealer=after.next_dealer()),
    )


def _confirm_sheet(kind: type[Entry], *lines: Sentence) -> SheetView:
    return SheetView(title=kind.title, do=kind.do, lines=lines)


def _returned_chip_sentences(table: Table, after: Table) -> Iterator[Sentence]:
    changes = {
        player: after.ledger.chips[player] - table.ledger.chips[player]
        for player in after.present
        if player in after.ledger.chips
    }
    gains = {player: chips for player, chips in changes.items() if chips > 0}
    losses = {player: -chips for player, chips in changes.items() if chips < 0}
    get_back, give_back = say("Players get back: {chips}."), say("Players give back: {chips}.")
    for sentence, amounts in ((get_back, gains), (give_back, losses)):
        if amounts:
            yield sentence.with_facts(chips=player_series(with_unit_once(amounts, Chips)))


# The chips that a tap lends.
USUAL_AMOUNTS = (1, 2, 3, 5, 10, 20)


@dataclass(frozen=True, slots=True)
class AmountRow:
    """A row of amounts to tap: the entry, its label, and the highest amount."""

    do: str
    fields: Mapping[str, object]
    label: Sentence
    high: int | None = None


class PlayerSheet(SheetView):
    """What one player, who may have left, may do besides playing.

    `rows` are amounts to tap, `lenders` and `payees` accounts to tap before an amount. `missing` is
    the number of chips that the ante lacks, `chips` that in the purse. `buttons` are other entries.
    With `may_hold`, holding the player's plate on the board borrows; else a tap there is an answer.
    """

    def __init__(self, table: Table, name: str) -> None:
        super().__init__(title=name)
        is_present = name in table.present
        returns = () if is_present else _return_offers(table, name)
        corrections = table.setup.game.correction_offers(table).get(name, ())
        self.player = name
        self.rows = [*_amount_rows(table, name)]
        self.lenders = _lenders(table, name) if is_present else ()
        self.missing = ante_shortfall(table, name)
        self.chips = table.ledger.chips.get(name, 0)
        others = (other for other in (*table.present, *table.pot_accounts()) if other != name)
        has_payees = is_present and self.chips > 0 and _may_pay(table)
        self.payees = _account_choices(table, others) if has_payees else ()
        self.buttons = tap_buttons((*_deal_offers(table, name), *corrections, *returns))
        self.may_leave = is_entry_possible(table, "leave", player=name)
        self.may_hold = table.in_hand and name not in table.setup.game.current_prompt(table).seats

    @property
    def likely_lender(self) -> AccountChoice | None:
        """The most likely lender: the richest player; if none can lend, the richest pot."""
        players = [lender for lender in self.lenders if not lender[0].startswith(POT)]
        return max(players or self.lenders, key=lambda lender: lender[2], default=None)

    @property
    def amounts(self) -> tuple[int, ...]:
        """The amounts that a tap borrows, first what the ante lacks."""
        missing = (self.missing,) if self.missing else ()
        return (*missing, *(amount for amount in USUAL_AMOUNTS if amount != self.missing))

    @property
    def has_choices(self) -> bool:
        return bool(self.rows or self.lenders or self.payees or self.buttons or self.may_leave)


class MoreSheet(SheetView):
    """All rare entries: `buttons` for the possible ones, and `players` with sheets of their own.

    With `may_join` somebody may join now, with `may_join_later` after the hand; `join_refusal` is
    the reason why nobody may any more. With `may_count` chips may be counted.
    """

    def __init__(self, table: Table, _: FormData) -> None:
        super().__init__(title=say("More"))
        game, entries = table.setup.game, table.setup.game.entries
        end = game.current_prompt(table).end_offer or END
        always = [o for o in (*GENERAL_OFFERS, end) if is_entry_possible(table, o.raw["do"])]
        returns = (offer for name in table.seats for offer in _return_offers(table, name))
        rare = (*game.rare_offers(table), *agreements(table))
        self.buttons = tap_buttons((*rare, *always, *returns))
        self.players = [name for name in table.seats if PlayerSheet(table, name).has_choices]
        self.has_loans = "borrow" in entries
        self.may_join = "join" in entries and is_kind_possible(table, game.kinds["join"])
        self.may_join_later = table.in_hand and "join" in entries
        self.join_refusal = game.late_join_refusal
        self.may_count = table.phase != "over" and "count" in entries
        self.has_memory_aid = screen_of(game).memory is not None


# What the sheet "More" offers in every game, besides what a game itself says is rare.
GENERAL_OFFERS = (
    Offer(Misdeal(), say("Misdeal: deal the hand again"), needs_form=True),
    Offer(BreakOff(), say("Call off the hand"), needs_form=True),
)


def is_entry_possible(table: Table, do: str, **values: object) -> bool:
    return do in table.setup.game.entries and not refusal_sentence(table, {"do": do, **values})


def open_sheet(table: Table, name: str, fields: FormData) -> SheetView | None:
    """Return the sheet `name` with the values of the form; None if it is not possible now."""
    screen = screen_of(table.setup.game)
    if name in screen.sheets:
        view, page = screen.sheets[name](table, fields), f"games/{screen.folder}/sheets/{name}.html"
    elif name in SHEETS:
        view, page = SHEETS[name](table, fields), f"table/sheets/{name}.html"
    else:
        view, page = entry_form.entry_sheet(table, name, fields), "table/sheets/entry.html"
    if view is not None:
        view.template = page
    return view


def own_sheet(table: Table, name: str, fields: FormData, who: str) -> SheetView | None:
    """Return a sheet as the player `who` may use it; their player sheet if it is impossible now.

    It lacks the entries that the player may not make alone.
    """
    view = open_sheet(table, name, fields) or open_sheet(table, "player", FormData({"player": who}))
    if isinstance(view, PlayersSheet):
        view.players = (who,)
    elif isinstance(view, PlayerSheet):
        kinds, pots = table.setup.game.kinds, table.pot_accounts()
        view.rows = [row for row in view.rows if kinds[row.do].own_field]
        view.lenders = tuple(lender for lender in view.lenders if lender[0] in pots)
        view.buttons = tap_buttons(_return_offers(table, who))
    return view


def _return_offers(table: Table, name: str) -> Iterator[Offer]:
    """Yield an offer by which a former player returns, with the reason if it is refused."""
    is_gone = name not in table.present and name not in table.eliminated
    if table.phase == "between-hands" and is_gone:
        entry = ReturnToSeat(name)
        refusal = refusal_sentence(table, serialize_entry(entry))
        yield Offer(entry, entry.describe(), refusal=refusal)


def player_sheet(table: Table, fields: FormData) -> PlayerSheet | None:
    name = entry_form.form_value(fields, "player") or ""
    return PlayerSheet(table, name) if name in table.seats else None


def _deal_offers(table: Table, name: str) -> Iterator[Offer]:
    """Yield an offer to deal the next hand out of turn."""
    if name != table.next_dealer() and is_entry_possible(table, "deal", dealer=name):
        words = say("{player} deals the next hand", player=name)
        yield Offer(PartialEntry(table.setup.game.kinds["deal"], {"dealer": name}), words)


def _amount_rows(table: Table, name: str) -> Iterator[AmountRow]:
    chips = table.ledger.chips.get(name, 0)
    for iou in table.ledger.ious:
        if iou.issuer == name and chips and table.phase != "over":
            fields = entry_form.hidden_fields({"player": name, "to": iou.holder})
            words = say("Repay {holder} ({chips} owed)")
            label = words.with_facts(holder=Account(iou.holder), chips=Chips(iou.chips))
            yield AmountRow("repay", fields, label, min(chips, iou.chips))
    if name in table.present and is_entry_possible(table, "buy-in", player=name, chips=1):
        fields = entry_form.hidden_fields({"player": name})
        yield AmountRow("buy-in", fields, say("{player} buys chips", player=name))


def _lenders(table: Table, name: str) -> tuple[AccountChoice, ...]:
    if "borrow" not in table.setup.game.entries or table.phase == "over":
        return ()
    accounts = (*table.others(name), *table.pot_accounts())
    return tuple(choice for choice in _account_choices(table, accounts) if choice[2])


def _account_choices(table: Table, accounts: Iterable[str]) -> tuple[AccountChoice, ...]:
    return tuple((name, account_text(name), table.ledger.chips[name]) for name in accounts)


def join_sheet(table: Table, _: FormData) -> SheetView | None:
    """Return the sheet for a new player; None if nobody can join this game.

    It has the possible neighbours, and the starting chips.
    """
    setup = table.setup
    if "join" not in setup.game.entries:
        return None
    chips = next(iter(setup.chips.values()), setup.game.starting_chips)
    return SheetView(title=say("Add a player"), seats=table.present, chips=chips)


# payments by hand


def _may_pay(table: Table) -> bool:
    return "pay" in table.setup.game.entries and table.phase != "over"


def pot_payment_sheet(table: Table, fields: FormData) -> SheetView | None:
    """Return a sheet for payments into a pot and out of it, with the chips that it holds."""
    pot = entry_form.form_value(fields, "pot") or ""
    if pot not in table.pots or not _may_pay(table):
        return None
    account, chips = POT + pot, table.ledger.chips
    purses = [(player, player, chips[player]) for player in table.present]
    return SheetView(
        title=account_text(account),
        account=account,
        chips=chips[account],
        payers=[purse for purse in purses if purse[2]],
        payees=purses if chips[account] else [],
    )


# The sheets that every game has.
SHEETS: Mapping[str, BuildSheet[Table]] = {
    "more": MoreSheet,
    "player": player_sheet,
    "join": join_sheet,
    "end": end_sheet,
    "pot": pot_payment_sheet,
    "break-off": break_off_sheet,
    "misdeal": misdeal_sheet,
}
