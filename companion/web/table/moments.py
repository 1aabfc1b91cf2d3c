"""Odd moments of a table: chips paid freely, and a hand that cannot be finished."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from companion.core.accounts import account_text
from companion.core.entries.common import BreakOff, Misdeal
from companion.core.entries.entry import Entry, Raw
from companion.core.entries.incoming import InvalidJson, parse_json
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.handlers import apply_entry, refusal_sentence
from companion.core.ledger import POT
from companion.core.lending import require_chips
from companion.core.sentences import Sentence, say
from companion.core.words import Chips, player_series
from companion.web.parts import by_keys
from companion.web.parts.forms import FormData
from companion.web.parts.screen import BuildSheet
from companion.web.parts.sheet import SheetView

EVERYBODY = ""
"""Stands for all the others where somebody is paid; no account is called so."""

DEAL_FIRST = "dealt"
"""The field of an answer that says besides that the hand was dealt."""

AccountChoice = tuple[str, str, int]
"""An account, its name, and its chips."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PotPaymentSheet(SheetView):
    """The account of a pot: who may pay into it, and whom it may pay, ``most`` of chips."""

    account: str
    payers: tuple[AccountChoice, ...]
    payees: tuple[AccountChoice, ...]
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmSheet(SheetView):
    """An entry that is asked about before it is made, and in ``lines`` what follows from it."""

    do: str
    lines: tuple[Sentence, ...]


def list_accounts(table: Table, *, without: str) -> tuple[AccountChoice, ...]:
    """List all purses and pots but one, the purses first."""
    chips = table.ledger.chips
    named = [*table.present, *table.pot_accounts()]
    return tuple((one, account_text(one), chips[one]) for one in named if one != without)


def can_pay(table: Table, account: str) -> bool:
    """Say whether an account may pay something now."""
    return (
        "pay" in table.setup.game.entries
        and table.phase != "over"
        and table.ledger.chips.get(account, 0) > 0
    )


def pot_payment_sheet(table: Table, fields: FormData) -> PotPaymentSheet | None:
    """Let players pay into a pot, or a pot be paid out by agreement."""
    name = by_keys.form_value(fields, "pot") or ""
    if name not in table.pots or "pay" not in table.setup.game.entries or table.phase == "over":
        return None
    account, chips = POT + name, table.ledger.chips
    purses = tuple((player, player, chips[player]) for player in table.present)
    return PotPaymentSheet(
        title=account_text(account),
        account=account,
        payers=tuple(purse for purse in purses if chips[purse[0]]),
        payees=purses if chips[account] else (),
        most=chips[account],
    )


def is_payment_to_everybody(fields: FormData) -> bool:
    """Say whether somebody pays all the others."""
    return fields.get("do") == "pay" and fields.get(by_keys.KEY + "to") == EVERYBODY


def split_payment(table: Table, fields: FormData) -> list[Raw]:
    """Make of a payment to everybody one to each of the others. Raises Refused."""
    raw = by_keys.read_entry_form(table, fields, lambda _, known: known)
    payer = raw["from"]
    others = table.others(payer) if payer in table.present else ()
    due = raw["chips"] * len(others)
    short = say("{payer} has {has}, not {due} for everybody: pay less, or borrow first.")
    require_chips(table, payer, due, short, payer=payer, due=due)
    return [{**raw, "to": other} for other in others]


def deal_and_answer(fields: FormData) -> list[Raw]:
    """Make of the first answer of a hand the deal and that answer; [] where it is none.

    Raises Refused.
    """
    if DEAL_FIRST not in fields:
        return []
    try:
        answer = parse_json(fields[DEAL_FIRST])
    except InvalidJson:
        raise Refused("bad-entry", "The tap could not be read.") from None
    return [{"do": "deal"}, cast(Raw, answer)]


# a hand that cannot be finished


def break_off_sheet(table: Table, _: FormData) -> ConfirmSheet | None:
    """Say what becomes of the chips if the hand is called off, and ask."""
    if "break-off" not in table.setup.game.entries or refusal_sentence(table, {"do": "break-off"}):
        return None
    after = apply_entry(table, BreakOff(), table.entry_number + 1)
    stays = sum(after.ledger.chips[pot] for pot in after.pot_accounts())
    return _sure(
        BreakOff,
        say("Nobody wins this hand. What was won, paid and lent in it stays as it is."),
        say("The pots keep {chips}.", chips=Chips(stays)),
        *_last(after),
        say("{dealer} deals the next hand.", dealer=after.next_dealer()),
    )


def _last(after: Table) -> Iterator[Sentence]:
    """Say of a hand that was the last one how the evening goes on all the same."""
    if any(last is not None and after.hand >= last for last in (after.rounds, after.last)):
        yield say("It counts as the last one. If you want one more, it is a tap afterwards.")


def misdeal_sheet(table: Table, _: FormData) -> ConfirmSheet | None:
    """Say what becomes of the chips if the hand is dealt again, and ask."""
    if refusal_sentence(table, {"do": "misdeal"}):
        return None
    after = apply_entry(table, Misdeal(), table.entry_number + 1)
    return _sure(
        Misdeal,
        say("The hand counts as not dealt. What was won, paid and lent in it is taken back."),
        *_given_back(table, after),
        say("{dealer} deals again.", dealer=after.next_dealer()),
    )


def _sure(kind: type[Entry], *lines: Sentence) -> ConfirmSheet:
    return ConfirmSheet(title=kind.title, do=kind.do, lines=lines)


def _given_back(table: Table, after: Table) -> Iterator[Sentence]:
    changes = {
        player: after.ledger.chips[player] - table.ledger.chips[player]
        for player in after.present
        if player in after.ledger.chips
    }
    back = {player: chips for player, chips in changes.items() if chips > 0}
    given = {player: -chips for player, chips in changes.items() if chips < 0}
    if back:
        yield say("Back to the purses: {chips}.", chips=player_series(back))
    if given:
        yield say("Given back: {chips}.", chips=player_series(given))


PAYMENT_SHEETS: Mapping[str, BuildSheet[Table]] = {
    "pot": pot_payment_sheet,
    "break-off": break_off_sheet,
    "misdeal": misdeal_sheet,
}
"""The sheets by name."""
