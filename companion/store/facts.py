"""What a circle remembers of a table: written in the transaction of whatever changes it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from sqlalchemy import Connection, Insert, bindparam, delete, insert, inspect, select, update

from companion.circles.facts import (
    EveningFacts,
    HandFacts,
    evening_facts,
    hand_facts,
    remembered,
)
from companion.core.log.force import is_edit
from companion.core.log.log import Log
from companion.database.base import Model
from companion.database.circle_models import EveningRow, HandRow, SumsRow
from companion.database.engine import inserting
from companion.database.models import EntryRow
from companion.store.book import book
from companion.store.cache import Evening, Place
from companion.store.people import seat

_MADE = (
    select(EntryRow.number, EntryRow.made)
    .where(EntryRow.table_id == bindparam("which"))
    .where(EntryRow.number.in_(bindparam("numbers", expanding=True)))
)
_FORGET = delete(HandRow).where(
    HandRow.evening_id == bindparam("which"), HandRow.number >= bindparam("first")
)
_HANDS = insert(HandRow)
_STAND = update(EveningRow).where(EveningRow.id == bindparam("which"))


@dataclass(frozen=True, slots=True)
class Facts:
    """What is to be stored of an evening: its facts, and its hands from the ``first`` on.

    ``players`` are all at its table where they may be others than before, ``was_over`` says
    whether the evening was over. With ``goes_on`` none of its hands is there yet, but for the last.
    ``books``: what it brought goes into the book.
    """

    table_id: int
    place: Place
    evening: EveningFacts
    hands: Mapping[int, HandFacts]
    first: int
    players: Sequence[str] | None
    was_over: bool = False
    goes_on: bool = False
    books: bool = True

    def store(self, connection: Connection) -> None:
        """Write these facts in the same transaction as the entries that they come from."""
        which = self.place.evening
        if not self.goes_on:
            connection.execute(_FORGET, {"which": which, "first": self.first})
        if self.hands:
            put = _put(HandRow, ("seconds", "facts"), connection.dialect.name)
            connection.execute(put if self.goes_on else _HANDS, self._rows(connection))
        stands = {"hands": self.evening["hands"], "over": self.evening["over"]}
        facts = json.dumps(self.evening)
        connection.execute(_STAND, {"which": which, **stands, "facts": facts})
        if self.players is not None:
            seat(connection, self.place, self.players)
        disturb(connection, self.place.circle, self.place.game, self.place.day)
        if self.books and (self.evening["over"] or self.was_over):
            book(connection, self.place, self.evening)

    def _rows(self, connection: Connection) -> list[dict[str, object]]:
        ends = [hand[end] for hand in self.hands.values() for end in ("dealt", "ended")]
        found = connection.execute(_MADE, {"which": self.table_id, "numbers": ends})
        made = dict(row for row in found)
        return [
            {
                "evening_id": self.place.evening,
                "number": number,
                "seconds": _seconds(made.get(hand["dealt"]), made.get(hand["ended"])),
                "facts": json.dumps(hand),
            }
            for number, hand in self.hands.items()
        ]


def _seconds(dealt: datetime | None, ended: datetime | None) -> int | None:
    if dealt is None or ended is None or ended <= dealt:
        return None
    return round((ended - dealt).total_seconds())


def facts_after(before: Evening, after: Evening) -> Facts | None:
    """Tell what is to be stored with the newest entry of a table; None: nothing."""
    if after.place is None:
        return None
    was, now = before.table, after.table
    if is_edit(after.log.raw[-1]):
        return _changed(before, after, after.log.changed)
    if now.in_hand and (was.in_hand or now.hand != was.hand):
        return None
    hands = {} if now.in_hand or not now.hand else {now.hand: hand_facts(now)}
    players = None if was.seats == now.seats else now.seats
    over, first = was.phase == "over", max(now.hand, 1)
    facts, goes_on = evening_facts(now), bool(hands)
    return Facts(after.id, after.place, facts, hands, first, players, over, goes_on)


def _changed(before: Evening, after: Evening, since: int) -> Facts | None:
    """Tell what is to be stored where entries have changed from a place on."""
    assert after.place is not None
    facts, hands = remembered(after.log, since)
    was, now = before.table, after.table
    if not hands and was.in_hand and now.in_hand and was.hand == now.hand:
        return None
    first = min(hands, default=facts["hands"] + 1)
    players = None if was.seats == now.seats else now.seats
    return Facts(after.id, after.place, facts, hands, first, players, was.phase == "over")


def facts_of(place: Place, table_id: int, log: Log) -> Facts:
    """Tell all that is to be stored of a table. Raises Refused where its log does not replay."""
    facts, hands = remembered(log)
    return Facts(table_id, place, facts, hands, 1, [*facts["standing"]], was_over=True)


def disturb(connection: Connection, circle: int, game: str, day: str) -> None:
    """Let the sums of a month, of its year, and of all time be made anew."""
    same = {"circle_id": circle, "game": game, "sums": None}
    rows = [{**same, "span": span} for span in ("", day[:4], day[:7])]
    connection.execute(_put(SumsRow, ("sums",), connection.dialect.name), rows)


@cache
def _put(row: type[Model], columns: tuple[str, ...], kind: str) -> Insert:
    """Insert rows, or where they are there already change these columns of them."""
    new = inserting(row, kind)
    key = [column.name for column in inspect(row).primary_key]
    made: Insert = new.on_conflict_do_update(
        index_elements=key, set_={name: new.excluded[name] for name in columns}
    )
    return made
