"""The screen of Oh Claire!: cups, bids and tricks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.core.accounts import payment_list
from companion.core.entries.standard import Deal
from companion.core.errors import Refused
from companion.core.handlers import try_entry
from companion.core.ledger import Transfer
from companion.core.prompts import Prompt
from companion.core.sentences import Sentence, say, say_plural
from companion.core.words import Chips
from companion.games.oh_claire import game
from companion.games.oh_claire.game import ClaireOptions, OhClaireTable
from companion.games.oh_claire.prompts import current_prompt
from companion.web.components.card_picker import SheetView
from companion.web.components.entry_form import KEY, FormData, entry_from_form
from companion.web.components.screen import GlossaryWord, Screen, TableView
from companion.web.components.seats_and_pots import LastChange, tap_buttons

HINTS = {
    "between-hands": say("Deal the cards, then turn up the next one: its suit is trump."),
    "bids": say(
        "Say how many tricks you will take. The bids must not add up to the number of tricks."
    ),
    "tricks": say("Follow suit if you can. Trumps beat the suit that was led."),
}
ANY_BID = say("Take exactly as many tricks as you bid.")
TRICK = GlossaryWord(
    say("Trick"),
    say("A trick is one card from each player, and the best card takes them all."),
    ("5D", "9D", "KD"),
)
TRUMP = GlossaryWord(
    say("Trump"),
    say("Trump is the suit that beats the others: even its 2 beats an ace of another suit."),
    ("AD", "2S"),
)
BID = GlossaryWord(
    say("Bid"),
    say("Your bid is the number of tricks you say you will take: no more and no fewer."),
    ("AS", "KS"),
)
FOLLOW_SUIT = GlossaryWord(
    say("Follow suit"),
    say("To follow suit is to play a card of the suit that was led."),
    ("4C", "9C", "KC"),
)
WORDS = {"between-hands": (TRICK, TRUMP), "bids": (BID,), "tricks": (FOLLOW_SUIT,)}


def claire_hints(table: OhClaireTable) -> Mapping[str, Sentence]:
    """Return the hint for each kind of prompt; the one for bids follows the house rule `hook`."""
    return HINTS if table.options.hook else {**HINTS, "bids": ANY_BID}


def facts(options: ClaireOptions) -> Mapping[str, object]:
    return {
        "cups": game.CUPS,
        "cupless": range(game.CUPS[-1] + 1, max(options.sizes) + 1),
        "to_a_maker": game.TO_A_MAKER,
        "to_the_jackpot": game.TO_THE_JACKPOT,
    }


# The numbers that fit side by side on a phone.
NEAR_COUNT = 6


class TrickRow:
    """The tricks of one player; they equal the bid until they are tapped.

    `distant_numbers` are those far from the bid, which a narrow screen leaves out.
    """

    def __init__(self, table: OhClaireTable, player: str, took: int) -> None:
        self.player, self.field = player, f"{KEY}took:{player}"
        self.bid, self.took, self.size = table.bids[player], took, table.size
        self.makes_bid = self.bid == took
        first = max(0, min(self.bid - 2, self.size + 1 - NEAR_COUNT))
        near = range(first, first + NEAR_COUNT)
        self.distant_numbers = [n for n in range(self.size + 1) if n not in near]


class SettlementView:
    """The tricks, `took` or as bid, and the payments if their sum is right.

    `problem` is the error in the sum or the payments.
    """

    problem: Sentence | None = None
    lines: Sequence[Sentence] = ()

    def __init__(self, table: OhClaireTable, took: Mapping[str, int]) -> None:
        tricks = {player: took.get(player, table.bids[player]) for player in table.active_players}
        self.rows = [TrickRow(table, player, tricks[player]) for player in tricks]
        self.size = table.size
        missing = table.size - sum(tricks.values())
        if missing:
            self.problem = _missing_sentence(missing)
            return
        try:
            self.lines = _payment_sentences(self.rows, game.settlement(table, tricks))
        except Refused as error:
            self.problem = error.sentence

    @property
    def is_sure(self) -> bool:
        """Whether the tricks are certain: their sum is right, and at most one made the bid."""
        # Of two who seem to have made it, each may have missed by what the other won.
        return self.problem is None and sum(row.makes_bid for row in self.rows) < 2


def _missing_sentence(number: int) -> Sentence:
    if number > 0:
        return say_plural("{n} trick still missing.", "{n} tricks still missing.", n=number)
    return say_plural("{n} trick too many.", "{n} tricks too many.", n=-number)


def _payment_sentences(rows: Sequence[TrickRow], moves: tuple[Transfer, ...]) -> list[Sentence]:
    penalty = game.penalty_for_miss(sum(row.makes_bid for row in rows))
    lines = [_pay_sentence(row.player, penalty, moves) for row in rows if not row.makes_bid]
    return lines + [_maker_sentence(row, moves) for row in rows if row.makes_bid]


def _pay_sentence(player: str, owed_chips: int, moves: tuple[Transfer, ...]) -> Sentence:
    payments = {move.target: move.chips for move in moves if move.source == player}
    parts = payment_list(payments)
    if not payments:
        return say(
            "{player} owes {chips} but has nothing to pay with.",
            player=player,
            chips=Chips(owed_chips),
        )
    if sum(payments.values()) == owed_chips:
        return say("{player} pays {parts}.", player=player, parts=parts)
    sentence = say("{player} owes {chips} but pays only {parts}.")
    return sentence.with_facts(player=player, parts=parts, chips=Chips(owed_chips))


def _maker_sentence(row: TrickRow, moves: tuple[Transfer, ...]) -> Sentence:
    if any(move.target == game.cup_account(row.player, row.bid) for move in moves):
        return say(
            "{player}’s bid was exact: cup {cup} is covered.",
            player=row.player,
            cup=row.bid,
        )
    return say("{player}’s bid was exact.", player=row.player)


@dataclass(frozen=True, slots=True)
class CoveredCup:
    player: str
    chips: int
    is_out: bool


class Cup:
    def __init__(self, table: OhClaireTable, last_change: LastChange, number: int) -> None:
        self.number = number
        self.covered = tuple(
            CoveredCup(player, chips, player in table.eliminated)
            for player in table.seats
            if (chips := game.coverage(table, player).get(number))
        )
        self.change = last_change.of_all(game.cup_account(player, number) for player in table.seats)


class OhClaireView(TableView):
    """What the templates draw; `forbidden_bid` is the bid that may not be made now."""

    settlement: SettlementView | None = None

    def __init__(self, table: OhClaireTable, last_change: LastChange) -> None:
        super().__init__(table, last_change)
        first = _first_bid(table)
        self.cups = [Cup(table, last_change, number) for number in game.CUPS]
        self.jackpot = self.pot_view(game.JACKPOT, game.JACKPOT)
        self.bids = tap_buttons(self.prompt.tiles)
        self.forbidden_bid = next((bid for bid in self.bids if bid.refusal), None)
        self.sizes = table.options.sizes
        self.first_bidder = first.player if first else None
        self.first_bids = tap_buttons(first.tiles) if first else ()
        if table.phase == "tricks":
            self.settlement = SettlementView(table, table.bids)


def show_partial_tricks(table: OhClaireTable, view: OhClaireView, took: Mapping[str, int]) -> None:
    """Show the settlement by the tricks entered so far; for the other players, by their bids."""
    view.settlement = SettlementView(table, took)


def _first_bid(table: OhClaireTable) -> Prompt | None:
    """Return the prompt for the first bid of the next hand, by which its deal is entered."""
    after = try_entry(table, Deal()) if table.hand else None
    return current_prompt(after) if after else None


def tricks_sheet(table: OhClaireTable, fields: FormData) -> SheetView | None:
    """Return a sheet for everybody's tricks, with how they would be settled."""
    if table.phase != "tricks":
        return None
    settlement = _partial_settlement(table, fields)
    return SheetView(title=say("Who took how many tricks?"), settlement=settlement)


def _partial_settlement(table: OhClaireTable, fields: FormData) -> SettlementView:
    try:
        took = entry_from_form(table, {"do": "tricks"}, fields, KEY)["took"]
    except Refused as error:
        view = SettlementView(table, {})
        view.problem = error.sentence
        return view
    return SettlementView(table, took)


SCREEN = Screen(
    "oh-claire",
    OhClaireView,
    {"tricks": tricks_sheet},
    rule_facts=facts,
    hints=claire_hints,
    glossary=lambda _: WORDS,
    show_answers=show_partial_tricks,
)
