"""Entries, transfers and pots in words that players use."""

from collections.abc import Iterable
from functools import singledispatch
from typing import Any

from companion.core import entries as e
from companion.core.cards import BIT, face
from companion.core.ledger import BANK, POT, Transfer


def pot_name(pot: str) -> str:
    """Name a pot: ``10♥``, ``QK♦``, ``8-9-10``, ``kitty``."""
    if pot in BIT or (pot[-1:] in "CDHS" and "-" not in pot and pot[:-1].isupper()):
        return face(pot)
    return pot.replace("-kind", " of a kind")


def account_name(account: str) -> str:
    """Name a player, a pot or the bank."""
    if account == BANK:
        return "the bank"
    return pot_name(account.removeprefix(POT)) if account.startswith(POT) else account


def listed(names: Iterable[str]) -> str:
    """Join names: ``Ann, Bob and Cal``."""
    *most, last = list(names) or ["nobody"]
    return f"{', '.join(most)} and {last}" if most else last


def faces(cards: Iterable[str]) -> str:
    """Write cards one after another."""
    return " ".join(face(card) for card in cards)


def chips(number: int) -> str:
    """Count chips: ``1 chip``, ``4 chips``."""
    return f"{number} chip{'' if number == 1 else 's'}"


def transfer_line(transfer: Transfer) -> str:
    """Say what moved: ``Dee +4 from 10♥``; a note is named as one."""
    source, target = account_name(transfer.source), account_name(transfer.target)
    if transfer.issuer == transfer.target:
        return f"{source} gives {target} back his note over {transfer.chips}"
    if transfer.issuer == transfer.source:
        return f"{target} gets a note of {source} over {transfer.chips}"
    what = f"a note of {account_name(transfer.issuer)} over " if transfer.issuer else "+"
    return f"{target} {what}{transfer.chips} from {source}"


@singledispatch
def sentence(entry: Any) -> str:
    """Say what an entry says, short: ``Bob plays 8♣``."""
    return str(entry.do).replace("-", " ").capitalize()


@sentence.register
def _(entry: e.Borrow) -> str:
    return f"{entry.player} borrows {chips(entry.chips)} from {account_name(entry.source)}"


@sentence.register
def _(entry: e.Repay) -> str:
    return f"{entry.player} repays {chips(entry.chips)} to {account_name(entry.target)}"


@sentence.register
def _(entry: e.BuyIn) -> str:
    return f"{entry.player} buys {chips(entry.chips)}"


@sentence.register
def _(entry: e.Count) -> str:
    return f"{account_name(entry.account)} counted: {chips(entry.chips)}"


@sentence.register
def _(entry: e.Join) -> str:
    return f"{entry.player} joins with {chips(entry.chips)}, left of {entry.left_of}"


@sentence.register
def _(entry: e.Leave) -> str:
    return f"{entry.player} leaves"


@sentence.register
def _(entry: e.Award) -> str:
    if entry.players is None:
        return f"{pot_name(entry.pot)} judged by the cards"
    return f"{pot_name(entry.pot)} to {listed(entry.players)}"


@sentence.register(e.Show)
@sentence.register(e.Reveal)
def _(entry: e.Show | e.Reveal) -> str:
    return f"{entry.player} shows {faces(entry.cards)}"


@sentence.register
def _(_: e.End) -> str:
    return "The evening ends"


@sentence.register
def _(_: e.LastHand) -> str:
    return "Last hand announced"


@sentence.register
def _(_: e.Swap) -> str:
    return "The dealer takes the dummy"


@sentence.register
def _(entry: e.Bid) -> str:
    return f"{entry.player} bids {entry.chips}"


@sentence.register
def _(entry: e.Pass) -> str:
    return f"{entry.player} passes"


@sentence.register
def _(entry: e.Sell) -> str:
    return f"{entry.player} buys the dummy for {entry.chips}"


@sentence.register
def _(_: e.Keep) -> str:
    return "The dummy is not sold"


@sentence.register
def _(entry: e.Play) -> str:
    return f"{entry.player} plays {faces(entry.cards)}"


@sentence.register
def _(_: e.Stop) -> str:
    return "Nobody has the next card"


@sentence.register
def _(entry: e.Skip) -> str:
    return f"{entry.player} skips"


@sentence.register
def _(entry: e.Dump) -> str:
    return f"{entry.player} dumps {faces(entry.cards)}: {pot_name(entry.pot)}"


@sentence.register
def _(entry: e.Recount) -> str:
    return f"{entry.player} holds {entry.cards} cards"


@sentence.register
def _(_: e.ChipsOnly) -> str:
    return "From here on chips only"


@sentence.register
def _(entry: e.Collect) -> str:
    return f"{entry.player} wins {pot_name(entry.pot)}"


@sentence.register
def _(entry: e.Out) -> str:
    return f"{entry.player} goes out"


@sentence.register
def _(entry: e.Totals) -> str:
    return "Card totals: " + _by_player(entry.points)


@sentence.register
def _(entry: e.Enforce) -> str:
    return f"Finding {entry.finding + 1} enforced"


@sentence.register
def _(entry: e.Waive) -> str:
    return f"Finding {entry.finding + 1} waived"


@sentence.register
def _(_: e.Next) -> str:
    return "On to the next reveal"


@sentence.register
def _(entry: e.BidTricks) -> str:
    return f"{entry.player} bids {entry.tricks}"


@sentence.register
def _(entry: e.Tricks) -> str:
    return "Tricks: " + _by_player(entry.took)


@sentence.register
def _(entry: e.Score) -> str:
    scored: dict[str, Any] = entry.points or {
        p: faces(cards) for p, cards in (entry.cards or {}).items()
    }
    out = f"{entry.out} goes out" if entry.out is not None else "Nobody goes out"
    return f"{out}; {_by_player(scored)}" if scored else out


def _by_player(values: dict[str, Any]) -> str:
    return ", ".join(f"{player} {value}" for player, value in values.items())
