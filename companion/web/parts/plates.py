"""Seats and taps as screens draw them."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.game import Table
from companion.core.ledger import Note
from companion.core.offers import Offer
from companion.web.parts.moved import Moved

Badges = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Tap:
    """A button: the entry that it makes, as JSON, its words, and the card that it shows.

    With ``form`` it leads to the page where its entry is finished: its sheet, and what is known.
    ``barred`` says why it cannot be tapped.
    """

    entry: str
    label: str
    card: str = ""
    form: Mapping[str, Any] | None = None
    barred: str = ""


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


def tap(offer: Offer) -> Tap:
    """Make the button of an offer."""
    card = offer.cards[-1] if offer.cards else ""
    form = _form(offer.entry) if offer.form else None
    return Tap(json.dumps(offer.entry), offer.label, card, form, offer.barred)


def _form(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Name the sheet of an entry, and what is known of it; "" stands for nobody."""
    known = {key: "" if value is None else value for key, value in raw.items() if key != "do"}
    return {"sheet": raw["do"], **known}


def taps(offers: Iterable[Offer]) -> tuple[Tap, ...]:
    """Make the buttons of offers."""
    return tuple(tap(offer) for offer in offers)


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
