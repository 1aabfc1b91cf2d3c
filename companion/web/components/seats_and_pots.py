"""Seats and pots as screens draw them, with the colour and symbol of each person."""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.circles.circle_file import AVATAR_CHOICES
from companion.core.entries.schema import Entry, Raw
from companion.core.game import Table
from companion.core.ledger import IOU, POT
from companion.core.prompts import Offer, Prompt
from companion.core.sentences import Sentence
from companion.store.people import Avatar, get_avatars
from companion.store.table_cache import LoadedTable
from companion.web.components.last_change import AmountChange, LastChange


def assign_avatars(evening: LoadedTable) -> Mapping[str, Avatar]:
    """Return a look for everybody at a table, unlike all others there; it stays when others go."""
    own = get_avatars(evening.evening_ref.evening) if evening.evening_ref else {}
    looks: dict[str, Avatar] = {}
    for number, player in enumerate(evening.table.seats):
        seat = Avatar(number % AVATAR_CHOICES, number % AVATAR_CHOICES)
        looks[player] = _apart(own.get(player, seat), looks.values())
    return looks


def _apart(look: Avatar, avatars: Collection[Avatar]) -> Avatar:
    """Change a symbol until nobody has the same in the same colour."""
    while look in avatars:
        look = look._replace(symbol=(look.symbol + 1) % AVATAR_CHOICES)
    return look


# The key that says of anything asked that nobody does it.
NOBODY = "n"


@dataclass(frozen=True, slots=True)
class TapButton:
    """A button: the entry that it makes, as JSON, its words, and the card that it shows.

    With ``form`` it leads to the page where its entry is finished: its sheet, and what is known.
    ``refusal`` says why it cannot be tapped; ``key`` taps it on a keyboard. ``said`` is its entry
    as the log tells it, where that lacks nothing.
    """

    entry: str
    label: Sentence
    card: str = ""
    form: tuple[tuple[str, str], ...] = ()
    refusal: Sentence | None = None
    key: str | None = None
    said: Sentence | None = None


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as it is drawn. ``taps`` light the seat.

    ``count`` are chips, or points in a game without; ``cards_left`` the cards held, where counted.
    With ``opens`` it leads to what the player may do besides playing, unless it is an answer.
    """

    number: int
    name: str
    count: int
    cards_left: int | None
    dealer: bool
    turn: bool
    ious: tuple[IOU, ...]
    owes: int
    change: AmountChange | None
    badges: tuple[Sentence, ...]
    taps: tuple[TapButton, ...]
    opens: bool


def tap_button(offer: Offer) -> TapButton:
    """Make the button of an offer."""
    card = offer.cards[-1] if offer.cards else ""
    form = _form(offer.raw) if offer.needs_form else ()
    key = NOBODY if offer.means_nobody else None
    sentence = offer.entry.describe() if isinstance(offer.entry, Entry) else None
    return TapButton(json.dumps(offer.raw), offer.label, card, form, offer.refusal, key, sentence)


def _form(raw: Raw) -> tuple[tuple[str, str], ...]:
    """Name the sheet for an entry, and the values already filled in; "" means nobody."""
    names = ((key, "" if value is None else str(value)) for key, value in raw.items())
    return tuple(("sheet" if key == "do" else key, value) for key, value in names)


def tap_buttons(offers: Iterable[Offer]) -> tuple[TapButton, ...]:
    """Make the buttons of offers."""
    return tuple(tap_button(offer) for offer in offers)


def seat_views(
    table: Table, prompt: Prompt, last_change: LastChange, left: Mapping[str, int] | None = None
) -> tuple[SeatView, ...]:
    """Lay the seats of all at the table; ``left`` are the cards that they hold."""
    ledger = table.ledger
    counts = ledger.chips or table.setup.game.current_results(table)
    return tuple(
        SeatView(
            number,
            player,
            counts[player],
            left.get(player) if left else None,
            player == table.deals,
            player == prompt.player,
            ledger.ious_held_by(player),
            sum(note.chips for note in ledger.ious if note.issuer == player),
            last_change.changes.get(player),
            prompt.badges.get(player, ()),
            tap_buttons(prompt.seats.get(player, ())),
            table.phase == "between-hands",
        )
        for number, player in enumerate(table.present, 1)
    )


def place_seats(
    seats: Iterable[SeatView], *, mine: bool = False
) -> tuple[tuple[str, SeatView], ...]:
    """Return seats their places clockwise from the left; with ``mine`` the first is the nearest."""
    numbered = enumerate(seats, 0 if mine else 1)
    return tuple((str(number) if number else "mine", seat) for number, seat in numbered)


class PotView(NamedTuple):
    """A pot as it is drawn: ``faces`` are the cards that lie in it, ``change`` what just came.

    ``lends`` is the loan that is made by a tap on it, where chips are asked for; with ``opens`` it
    leads to its own sheet.
    """

    id: str
    label: str
    faces: tuple[str, ...]
    chips: int
    ious: tuple[IOU, ...]
    change: AmountChange | None
    kind: str
    lends: TapButton | None
    opens: bool


def pot_view(
    table: Table,
    prompt: Prompt,
    last_change: LastChange,
    pot: str,
    label: str,
    kind: str = "saucer",
    faces: tuple[str, ...] = (),
) -> PotView:
    """Draw a pot under a label, in one of the shapes that pots have."""
    account, ledger = POT + pot, table.ledger
    notes, chips = ledger.ious_held_by(account), ledger.chips[account]
    lends = tap_button(prompt.pots[pot]) if pot in prompt.pots else None
    opens = table.phase == "between-hands"
    return PotView(
        pot, label, faces, chips, notes, last_change.changes.get(account), kind, lends, opens
    )
