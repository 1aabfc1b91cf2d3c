"""A circle from a file: stored as a whole or not at all, and added to where it is here already.

What is here is known by its key, and stays as it is; what is not is added.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any, cast

from sqlalchemy import Connection, func, insert, select

from companion.circles.circle_file import (
    CircleFile,
    FileBooking,
    FileEvening,
    FilePerson,
    read_circle,
)
from companion.circles.names import name_key
from companion.core.errors import Refused
from companion.core.log.record import SetupRecord, read_setup
from companion.database.base import Model
from companion.database.circle_models import (
    BookingRow,
    CircleRow,
    EveningRow,
    HandRow,
    PaymentRow,
    PersonRow,
    SeatRow,
    WorthRow,
)
from companion.database.engine import reading, writing
from companion.games import games
from companion.store.circles import BROUGHT, SCALES, Circle, circle_of, file_name, put_circle
from companion.store.entering import Entering
from companion.store.facts import disturb
from companion.store.people import bring_person, hold
from companion.store.quota import quota
from companion.store.transfer import read_made
from companion.store.writing import NewTable, new_table


def bring_circle(data: object, own: Collection[int] | None = None) -> Circle:
    """Store a circle, or what of it is not here yet, all together or not at all.

    A file is a copy, never a key: to a circle that is here already it adds only if that is one of
    the sender's ``own`` (None: the host's, who may add to all). Raises Refused (`bad-record`), as
    `read_circle` and `create` do, or TooMany; then nothing is stored.
    """
    file = read_circle(data)
    if file.scale not in SCALES:
        raise Refused("bad-entry", "There is no such scale of points.")
    new = _missing(file)
    quota().check(_count_missing(file))
    tables = {one.key: _table(one) for one in new if one.record is not None}
    with writing() as connection:
        number = _here(file.key, connection)
        if number is not None and own is not None and number not in own:
            raise Refused("bad-record", "This circle is here already: only its keeper adds to it.")
        number = number or _made(connection, file)
        hold(connection, number)
        _Bringing(connection, number, file, tables).bring()
    return circle_of(number)


def count_missing(data: object) -> int:
    """Return how much of a circle is not here yet: evenings, and itself. Raises Refused."""
    return _count_missing(read_circle(data))


def _count_missing(file: CircleFile) -> int:
    return len(_missing(file)) + (_here(file.key) is None)


def _missing(file: CircleFile) -> list[FileEvening]:
    known = _here(file.key)
    there = _keys(known) if known else set()
    return [one for one in file.evenings if one.key not in there]


def _here(name: str, connection: Connection | None = None) -> int | None:
    """Find the circle that a file names: one that was brought, or the one it was written from."""
    if connection is None:
        with reading() as made:
            return _here(name, made)
    rows = connection.execute(select(CircleRow.id, CircleRow.token, CircleRow.key))
    return next((number for number, token, key in rows if file_name(token, key) == name), None)


def _keys(circle: int, connection: Connection | None = None) -> set[str]:
    if connection is None:
        with reading() as made:
            return _keys(circle, made)
    return {*connection.scalars(select(EveningRow.key).where(EveningRow.circle_id == circle))}


def _made(connection: Connection, file: CircleFile) -> int:
    """Make the circle of a file, with what its chips are worth."""
    more = {"shows_findings": file.shows_findings, "currency": file.currency}
    key = BROUGHT + file.key
    number = put_circle(connection, {"name": file.name, "key": key, "scale": file.scale, **more})
    worths = [{"circle_id": number, "since": day, "cents": cents} for day, cents in file.worths]
    if worths:
        connection.execute(insert(WorthRow), worths)
    return number


def _table(evening: FileEvening) -> NewTable:
    """Judge the record of an evening. Raises Refused."""
    read_setup(evening.record, games())
    record = cast(dict[str, Any], evening.record)
    setup = {name: value for name, value in record.items() if name not in ("log", "made")}
    made = [read_made(who) for who in record.get("made", ())]
    return new_table(cast(SetupRecord, setup), record["log"], made, began=evening.began)


class _Bringing:
    """Puts what of a circle's file is not here yet into the rows of the circle."""

    def __init__(
        self,
        connection: Connection,
        circle: int,
        file: CircleFile,
        tables: Mapping[str, NewTable],
    ) -> None:
        self.connection, self.circle, self.file, self.tables = connection, circle, file, tables

    def bring(self) -> None:
        """Bring people, evenings, and the book."""
        self.people = [*self._people()]
        there = _keys(self.circle, self.connection)
        new = [one for one in self.file.evenings if one.key not in there]
        quota().take(len(new))
        for evening in new:
            (self._without if evening.facts else self._with_table)(evening)
        self._book({one.key for one in new})

    def _people(self) -> Iterator[int]:
        """Give the people here whom those of the file are, by their names; others are new."""
        row = PersonRow
        here: dict[str | None, list[int]] = defaultdict(list)
        mine = select(row.id, row.name).where(row.circle_id == self.circle).order_by(row.id)
        for number, name in self.connection.execute(mine):
            here[_plain(name)].append(number)
        for one in self.file.people:
            known = here[_plain(one.name)]
            yield known.pop(0) if known else self._person(one)

    def _person(self, one: FilePerson) -> int:
        columns = {"name": one.name, "hidden": one.hidden}
        look = {"colour": one.colour, "symbol": one.symbol}
        return bring_person(self.connection, self.circle, {**columns, **look})

    def _seats(self, evening: FileEvening) -> dict[str, int]:
        return {player: self.people[at] for player, at in evening.seats.items()}

    def _with_table(self, evening: FileEvening) -> None:
        table = self.tables[evening.key]
        row = {"day": evening.day, "key": evening.key}
        entering = Entering(table.setup["game"], table.log, self._seats(evening))
        entering.write(self.connection, table.insert(self.connection), self.circle, row)

    def _without(self, evening: FileEvening) -> None:
        assert evening.facts is not None
        facts = evening.facts
        row: dict[str, object] = {
            "circle_id": self.circle,
            "game": evening.game,
            "day": evening.day,
        }
        row |= {"key": evening.key, "hands": facts["hands"], "over": facts["over"]}
        made = insert(EveningRow).returning(EveningRow.id)
        which = self.connection.execute(made, {**row, "facts": json.dumps(facts)}).scalar_one()
        same = {"evening_id": which}
        seats = self._seats(evening).items()
        self._put(
            SeatRow,
            [{**same, "player": name, "person_id": who, "day": evening.day} for name, who in seats],
        )
        self._put(
            HandRow,
            [
                {**same, "number": hand["hand"], "seconds": seconds, "facts": json.dumps(hand)}
                for hand, seconds in evening.hands
            ],
        )
        if facts["over"] or facts["hands"]:
            disturb(self.connection, self.circle, evening.game, evening.day)

    def _book(self, new: set[str]) -> None:
        """Bring what new evenings brought everybody, and the payments that are not here yet."""
        number = {key: which for which, key in self._numbers()}
        evenings = [number[one.key] for one in self.file.evenings]
        last = [self._last_booking()]
        for line in self.file.bookings:
            if self.file.evenings[line.evening].key in new:
                last.append(self._booking(line, evenings[line.evening]))
            else:
                last.append(last[-1])
        self._put(PaymentRow, [*self._payments(evenings, last)])

    def _booking(self, line: FileBooking, evening: int) -> int:
        row = {"circle_id": self.circle, "evening_id": evening, "cents": line.cents}
        more = {"person_id": self.people[line.person], "made": line.made, "amends": line.amends}
        made = insert(BookingRow).returning(BookingRow.id)
        return self.connection.execute(made, {**row, **more}).scalar_one()

    def _numbers(self) -> list[tuple[int, str]]:
        row = EveningRow
        query = select(row.id, row.key).where(row.circle_id == self.circle)
        return [(number, key) for number, key in self.connection.execute(query)]

    def _last_booking(self) -> int:
        mine = BookingRow.circle_id == self.circle
        return self.connection.scalar(select(func.max(BookingRow.id)).where(mine)) or 0

    def _payments(self, evenings: list[int], last: list[int]) -> Iterator[dict[str, object]]:
        row = PaymentRow
        query = select(row.payer_id, row.payee_id, row.cents, row.made)
        mine = self.connection.execute(query.where(row.circle_id == self.circle))
        known = {tuple(one) for one in mine}
        for one in self.file.payments:
            payer, payee = self.people[one.payer], self.people[one.payee]
            if (payer, payee, one.cents, one.made) not in known:
                yield {
                    "circle_id": self.circle,
                    "payer_id": payer,
                    "payee_id": payee,
                    "cents": one.cents,
                    "made": one.made,
                    "undone": one.undone,
                    "evening_id": None if one.evening is None else evenings[one.evening],
                    "booked": last[one.booked],
                }

    def _put(self, row: type[Model], rows: list[dict[str, object]]) -> None:
        if rows:
            self.connection.execute(insert(row), rows)


def _plain(name: str | None) -> str | None:
    return name and name_key(name)
