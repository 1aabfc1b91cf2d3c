"""An entry of all, told from their seats: each keeps a part, and the last one makes it whole."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b

from flask import request

from companion import store
from companion.core.asking.together import check_part, is_part, whole
from companion.core.entries.entry import Raw
from companion.core.entries.incoming import Unreadable, read_json
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.handlers import refusal
from companion.core.log.log import Log
from companion.core.offers import Ask, Together
from companion.core.sentences import Sentence, say
from companion.core.words import NameList
from companion.web.games import screen_of
from companion.web.guests.roles import MINE, check_taps, guest
from companion.web.parts.by_keys import KEY
from companion.web.parts.fields import entry_of
from companion.web.parts.forms import Fields
from companion.web.parts.pack import TileRow, picture, tapped_on
from companion.web.parts.plates import Plate
from companion.web.parts.screen import View
from companion.web.parts.sheet import OpenSheet, SheetView

FEW = 13
"""Up to so many numbers are tapped; more are typed."""


@dataclass(frozen=True, slots=True)
class Telling:
    """An entry of all that a table is asked for, and what each player has told of it so far."""

    table: Table
    asked: Together
    parts: Mapping[str, Raw]

    def number_of(self, player: str) -> int | None:
        """Give the number that a player has told, also by cards; None: none."""
        told = self.parts.get(player, {})
        number = told.get(self.asked.number.key, {}).get(player)
        cards = told.get(self.asked.cards, {}).get(player)
        return self.asked.worth(cards) if cards and self.asked.worth else number

    def said_of(self, player: str) -> Sentence | None:
        """Say what a player has told, short; None: nothing yet."""
        if player not in self.parts:
            return None
        number = self.number_of(player)
        return say("went out") if number is None else say("says {number}", number=number)

    @property
    def waits_for(self) -> tuple[str, ...]:
        """List who has not told anything yet."""
        return tuple(player for player in self.asked.players if player not in self.parts)

    @property
    def wrong(self) -> Sentence | None:
        """Say why the entry cannot be made though all have told; None: nothing is wrong."""
        try:
            made = whole(self.asked, self.parts)
        except Refused as wrong:
            return wrong.sentence
        return refusal(self.table, _filled(self.table, made)) if made else None


def telling(evening: store.Evening, asked: Ask) -> Telling | None:
    """Give what is told of what a table is asked; None where that is no entry of all."""
    together = asked.together
    return Telling(evening.table, together, store.parts_told(evening)) if together else None


def with_told(told: Telling, view: View) -> View:
    """Show on the plates of a view, and where its game has a place for it, what was told."""
    if not told.parts:
        return view
    seats = tuple(_marked(seat, told.said_of(seat.name)) for seat in view.seats)
    numbers = {p: n for p in told.parts if (n := told.number_of(p)) is not None}
    return screen_of(told.table.setup.game).told(told.table, replace(view, seats=seats), numbers)


def _marked(seat: Plate, said: Sentence | None) -> Plate:
    return replace(seat, badges=(*seat.badges, said)) if said else seat


def typed_in(told: Telling, fields: Fields) -> Fields:
    """Fill a form that nobody has touched with what was told."""
    if any(name.startswith(KEY) for name in fields):
        return fields
    filled = Fields(fields)
    for raw in told.parts.values():
        for key, values in raw.items():
            for player, value in values.items() if isinstance(values, dict) else ():
                texts = value if isinstance(value, list) else [str(value)]
                filled.setlist(f"{KEY}{key}:{player}", texts)
    return filled


# what a player tells


def tell_own_part(token: str, tap: store.Tap) -> store.Evening | None:
    """Keep a player's part of an entry of all, and make the entry once all have told.

    None: what was tapped is something else. Raises Refused, Stale, NotAllowed.
    """
    who = guest()
    if who.player is None:
        return None
    evening = store.evening(token)
    asked = evening.log.setup.game.ask(evening.table).together
    raw = _posted(evening.log) if asked else None
    if asked is None or raw is None or not is_part(asked, raw, who.player):
        return None
    check_taps(who)
    if evening.version != tap.version:
        raise store.Stale
    check_part(evening.table, asked, raw, who.player)
    store.tell_part(evening, who.player, raw)
    return _made(evening, asked, tap) or evening


def _posted(log: Log) -> Raw | None:
    """Read what was tapped or typed, as far as it is an entry."""
    text, do = request.form.get("entry"), request.form.get("do", "")
    if text is None:
        known = do in log.setup.game.entries
        typed = entry_of(log.table, {"do": do}, request.form, KEY) if known else None
        return _filled(log.table, typed) if typed else None
    try:
        raw = read_json(text)
    except Unreadable:
        return None
    return raw if isinstance(raw, dict) else None


def _filled(table: Table, raw: Raw) -> Raw:
    return screen_of(table.setup.game).filled(table, raw)


def _made(evening: store.Evening, asked: Together, tap: store.Tap) -> store.Evening | None:
    """Make the entry if all have told and it can be; of two who are the last only one makes it."""
    told = Telling(evening.table, asked, store.parts_told(evening))
    if told.waits_for or told.wrong:
        return None
    made = _filled(evening.table, whole(asked, told.parts) or {})
    key = blake2b(json.dumps([evening.version, made]).encode(), digest_size=16).hexdigest()
    return store.record(evening.token, replace(tap, key=key, read=lambda _: made, seat=""))


# what a player sees of it


@dataclass(frozen=True, slots=True)
class MyPart:
    """What a player may tell: numbers to tap with their entries, or a field to type one.

    ``out`` is the entry of whoever went out, ``cards``: they may be tapped on a sheet. ``told``
    says what was told, ``waits_for`` who has not, ``others_told``: others have, the player has not;
    ``wrong`` says why it cannot be made though all have.
    """

    label: Sentence
    do: str
    tiles: tuple[tuple[int, str], ...]
    field: str
    least: int
    step: int
    out: str
    cards: bool
    number: int | None
    told: Sentence | None
    waits_for: NameList
    others_told: bool
    wrong: Sentence | None


def my_part(told: Telling, player: str) -> MyPart:
    """Give what a player may tell of an entry of all."""
    asked = told.asked
    do, number = asked.do, asked.number
    most = FEW if number.most is None else number.most
    few = range(number.least, most + 1) if most < FEW else ()
    return MyPart(
        asked.label,
        do,
        tuple((n, json.dumps({"do": do, number.key: {player: n}})) for n in few),
        f"{KEY}{number.key}:{player}",
        number.least,
        asked.step,
        json.dumps({"do": do, asked.out: player}) if asked.out else "",
        bool(asked.cards),
        told.number_of(player),
        told.said_of(player),
        NameList(told.waits_for),
        bool(told.parts) and player not in told.parts,
        None if told.waits_for else told.wrong,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MineSheet(SheetView):
    """The cards that a player has left, tapped in one field of an entry, and what they count."""

    do: str
    field: str
    rows: tuple[TileRow, ...]
    points: int


def own_sheet(told: Telling | None, name: str, fields: Fields, player: str) -> OpenSheet | None:
    """Ask a player for the cards that are left; None: no such thing is asked for now."""
    if told is None or name != MINE or not told.asked.cards or player not in told.asked.players:
        return None
    field = f"{KEY}{told.asked.cards}:{player}"
    rows = picture(fields.getlist(field), told.asked.packs, told.asked.jokers)
    cards = tapped_on(rows)
    view = MineSheet(
        title=told.asked.label,
        do=told.asked.do,
        field=field,
        rows=rows,
        points=told.asked.worth(cards) if told.asked.worth else len(cards),
    )
    return OpenSheet("guests/seat/mine.html", view)
