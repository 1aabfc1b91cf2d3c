"""Seats and taps as the screens outside the stops family draw them."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.game import Table
from companion.core.ledger import Note
from companion.core.shelf import refusal
from companion.web.parts.moved import Moved

Badges = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Tap:
    """A button: the entry that it makes, as JSON, its words, and the card that it shows."""

    entry: str
    label: str
    card: str = ""


@dataclass(frozen=True, slots=True)
class Plate:
    """A seat as it is drawn. ``token`` is the colour and symbol of the player, from 1."""

    number: int
    token: int
    name: str
    count: int
    dealer: bool
    turn: bool
    notes: tuple[Note, ...]
    owes: int
    moved: int | None
    badges: tuple[str, ...]


def tap(raw: Mapping[str, Any], label: str) -> Tap:
    """Make a button of an entry."""
    return Tap(json.dumps(raw), label)


def possible(table: Table, offers: Iterable[tuple[Mapping[str, Any], str]]) -> tuple[Tap, ...]:
    """Make buttons of those entries that would be accepted now."""
    return tuple(tap(raw, label) for raw, label in offers if not refusal(table, raw))


def token(table: Table, player: str) -> int:
    """Give the number of a player's symbol; it stays his when others come or go."""
    return table.seats.index(player) + 1


def plates(
    table: Table,
    moved: Moved,
    badges: Badges,
    turn: str | None = None,
    counts: Mapping[str, int] | None = None,
) -> tuple[Plate, ...]:
    """Lay the seats of all at the table; ``counts`` are shown in place of chips."""
    ledger = table.ledger
    counted = ledger.chips if counts is None else counts
    return tuple(
        Plate(
            number,
            token(table, player),
            player,
            counted[player],
            player == dealer_of(table),
            player == turn,
            ledger.held(player),
            sum(note.chips for note in ledger.notes if note.issuer == player),
            moved.changes.get(player),
            badges.get(player, ()),
        )
        for number, player in enumerate(table.present, 1)
    )


def dealer_of(table: Table) -> str:
    """Name who deals: before the first hand the one who will."""
    return table.dealer if table.hand else table.next_dealer()


def deal_question(table: Table, what: str, deals: str, of: int | None = None) -> tuple[str, str]:
    """Ask for the next deal, of so many; if it cannot be, ask what now, and say why."""
    why = refusal(table, {"do": "deal"})
    if why:
        return "What now?", why
    number = f"{table.hand + 1} of {of}" if of else f"{table.hand + 1}"
    return f"{what} {number}: {table.next_dealer()} deals {deals}", ""
