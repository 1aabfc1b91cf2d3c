"""Chips that change hands at any time: loans and their repayment, purchases, payments, counts."""

from companion.core.accounts import Account
from companion.core.entries import common as e
from companion.core.entries.reading import shown
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.ledger import POT
from companion.core.words import Chips


def not_over(table: Table) -> None:
    """Refuse (`wrong-phase`) once the evening is over."""
    if table.phase == "over":
        table.need()


def borrow(table: Table, entry: e.Borrow) -> None:
    """Lend chips of a player or a pot against a note (*Notes* of the rule sheet)."""
    not_over(table)
    has = table.ledger.chips[entry.source]
    if entry.chips > has:
        raise Refused(
            "short-of-chips",
            "{lender} has {has}, not {chips} to lend.",
            lender=Account(entry.source),
            has=Chips(has),
            chips=entry.chips,
        )
    table.ledger.move(entry.source, entry.player, entry.chips, "loan")
    table.ledger.owe(entry.player, entry.source, entry.chips, "loan")


def repay(table: Table, entry: e.Repay) -> None:
    """Redeem notes of a player before the end, in part or whole; leavers may pay and be paid."""
    _check_ever(table, entry.player)
    _check_ever(table, entry.target)
    not_over(table)
    ledger = table.ledger
    has, owed = ledger.chips[entry.player], ledger.owed(entry.player, entry.target)
    if entry.chips > has:
        raise Refused(
            "short-of-chips",
            "{player} has {has}, not {chips}.",
            player=entry.player,
            has=Chips(has),
            chips=entry.chips,
        )
    if entry.chips > owed:
        raise Refused(
            "bad-count",
            "{player} owes {holder} {owed}, not {chips}.",
            player=entry.player,
            holder=Account(entry.target),
            owed=Chips(owed),
            chips=entry.chips,
        )
    note = next(n for n in ledger.notes if (n.issuer, n.holder) == (entry.player, entry.target))
    ledger.redeem(note, entry.chips, "repaid")


def _check_ever(table: Table, account: str) -> None:
    if account.startswith(POT):
        if account.removeprefix(POT) not in table.pots:
            named = shown(account.removeprefix(POT))
            raise Refused("unknown-pot", "There is no pot {pot} here.", pot=named)
    elif account not in table.seats:
        raise Refused(
            "unknown-player",
            "Nobody called {player} is or was at this table.",
            player=shown(account),
        )


def buy_in(table: Table, entry: e.BuyIn) -> None:
    """Bring new chips for a player."""
    not_over(table)
    table.ledger.buy(entry.player, entry.chips, "buy-in")


def pay(table: Table, entry: e.Pay) -> None:
    """Move chips from a player or a pot to another; it wins nothing, and bars nobody."""
    not_over(table)
    has = table.ledger.chips[entry.source]
    if entry.chips > has:
        raise Refused(
            "short-of-chips",
            "{payer} has {has}, not {chips}: pay less, or borrow first.",
            payer=Account(entry.source),
            has=Chips(has),
            chips=entry.chips,
        )
    table.ledger.move(entry.source, entry.target, entry.chips, "paid")


def count(table: Table, entry: e.Count) -> None:
    """Accept a count of real chips; the difference comes from or goes to the bank."""
    not_over(table)
    table.ledger.correct(entry.account, entry.chips - table.ledger.chips[entry.account], "counted")
