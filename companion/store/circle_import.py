"""Import of circles and tables from files: all of a file or nothing."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import Connection, bindparam, func, insert, select
from sqlalchemy.exc import IntegrityError

from companion.circles.circle_file import (
    CircleFile,
    FileEvening,
    FileHand,
    FilePerson,
    FilePosting,
    is_circle_file,
    parse_circle_file,
)
from companion.core.accounts import name_key
from companion.core.errors import Refused
from companion.core.sentences import EntryNumber, say
from companion.language import current_language
from companion.store.circles import BROUGHT, SCALES, Circle, file_name, get_circle, insert_circle
from companion.store.database import Model, read_connection, write_transaction
from companion.store.entries import NewTable, build_new_table, find_table_by_key
from companion.store.evening_facts import NewEvening
from companion.store.models import (
    ChipValueRow,
    CircleRow,
    EveningRow,
    HandRow,
    PaymentRow,
    PersonRow,
    PostingRow,
    SeatRow,
    TableRow,
)
from companion.store.people import insert_person, lock_circle
from companion.store.quota import current_quota
from companion.store.records import restore_to_circle, split_record
from companion.store.tables import get_row, load_new_log

# Records and circles of a file, by their keys.
Records = Mapping[str | None, object]

_NUMBER = select(TableRow.id).where(TableRow.token == bindparam("token"))


@dataclass(frozen=True, slots=True)
class ImportedRecords:
    """The result of an import: circles, the numbers of tables by address, and how many are new."""

    circles: Sequence[Circle]
    tables: Mapping[str, int]
    evenings: int


def import_records(records: Records, own: Collection[int] | None = None) -> ImportedRecords:
    """Store the circles and tables of a file, all or nothing.

    To an existing circle only its keeper may add, also a table that it had: `own` are the circles
    that the sender keeps (None: all, for the host). Raises Refused (`bad-record`) as
    `parse_circle_file` and `create_table` do, or QuotaExceeded, and then stores nothing.
    """
    try:
        return _store_records(records, own)
    except IntegrityError:  # the same file was stored at the same time
        return _store_records(records, own)


def _store_records(records: Records, own: Collection[int] | None) -> ImportedRecords:
    parts = [
        _CircleImport(record) if is_circle_file(record) else _TableImport(record, key)
        for key, record in records.items()
    ]
    current_quota().check(sum(part.size for part in parts))
    for part in parts:
        part.judge()
    circles, tables = [], {}
    kept_circles = None if own is None else {*own}
    with write_transaction() as connection:
        for part in parts:
            if isinstance(part, _TableImport):
                part.insert(connection, kept_circles)
                tables[part.token] = part.number
            else:
                circles.append(part.insert(connection, kept_circles))
    evenings = sum(part.evenings for part in parts)
    return ImportedRecords([*map(get_circle, circles)], tables, evenings)


def import_circle(data: object, own: Collection[int] | None = None) -> Circle:
    """Store a circle, or the new evenings of an existing one. Raises as `import_records` does."""
    return import_records({None: data}, own).circles[0]


def import_table(record: object, key: str | None = None) -> str:
    """Store a record as a table. Return its address. Raises as `import_records` does."""
    return next(iter(import_records({key: record}).tables))


def _here(name: str, connection: Connection) -> int | None:
    """Return the existing circle that a file is of, or None."""
    rows = connection.execute(select(CircleRow.id, CircleRow.token, CircleRow.key))
    return next((number for number, token, key in rows if file_name(token, key) == name), None)


def _keys(circle: int, connection: Connection) -> set[str]:
    return {*connection.scalars(select(EveningRow.key).where(EveningRow.circle_id == circle))}


def _made(connection: Connection, file: CircleFile) -> int:
    """Create the circle of a file, with its chip values. Return its number."""
    more = {"shows_findings": file.shows_findings, "currency": file.currency}
    key = BROUGHT + file.key
    number = insert_circle(connection, {"name": file.name, "key": key, "scale": file.scale, **more})
    worths = [
        {"circle_id": number, "since": value.since, "cents": value.cents}
        for value in file.chip_values
    ]
    if worths:
        connection.execute(insert(ChipValueRow), worths)
    return number


class _TableImport:
    """The import of a record: a table, which returns to its circle's evening if there is one."""

    def __init__(self, record: object, key: str | None) -> None:
        self.record, self.key, self.token = record, key, find_table_by_key(key) or ""
        self.size = self.evenings = int(not self.token)

    def judge(self) -> None:
        """Replay the log. Raises Refused."""
        if not self.token:
            self.table, self.entering = _replay_record(self.record, self.key)

    def insert(self, connection: Connection, kept: set[int] | None) -> None:
        """Store the table if it is new, and set `token` and `number`."""
        if self.token:
            (self.number,) = get_row(connection, _NUMBER, self.token)
        else:
            current_quota().take(1)
            self.token, self.number = str(self.table.row["token"]), self.table.insert(connection)
            restore_to_circle(connection, self.number, self.entering.facts, kept)


class _CircleImport:
    """The import of a circle's file: the evenings that do not exist yet, and their postings."""

    def __init__(self, data: object) -> None:
        self.file = parse_circle_file(data)
        if self.file.scale not in SCALES:
            raise Refused("bad-entry", "There is no such scale of points.")
        with read_connection() as connection:
            number = _here(self.file.key, connection)
            there = _keys(number, connection) if number else set()
        self.missing = [one for one in self.file.evenings if one.key not in there]
        self.size = len(self.missing) + (number is None)

    def judge(self) -> None:
        """Replay the records of the new evenings. Raises Refused."""
        file_evenings = [one for one in self.missing if one.record is not None]
        self.tables = {one.key: _replay_evening(one) for one in file_evenings}

    def insert(self, connection: Connection, kept: set[int] | None) -> int:
        """Store people, evenings, postings and payments. Return the number of the circle."""
        number = _here(self.file.key, connection)
        if number is not None and kept is not None and number not in kept:
            raise Refused("bad-record", "This circle is here already: only its keeper adds to it.")
        self.connection, self.circle = connection, number or _made(connection, self.file)
        if kept is not None:
            kept.add(self.circle)
        lock_circle(connection, self.circle)
        self.people = [*self._people()]
        there = _keys(self.circle, connection)
        new = [one for one in self.missing if one.key not in there]
        self.evenings = len(new)
        current_quota().take(self.evenings)
        for evening in new:
            (self._without if evening.record is None else self._with_table)(evening)
        self._book({one.key for one in new})
        return self.circle

    def _people(self) -> Iterator[int]:
        """Yield the person for each of the file's, by name; unknown people are created."""
        row = PersonRow
        here: dict[str | None, list[int]] = defaultdict(list)
        query = select(row.id, row.name).where(row.circle_id == self.circle).order_by(row.id)
        for number, name in self.connection.execute(query):
            here[_plain(name)].append(number)
        for one in self.file.people:
            person_id = here[_plain(one.name)]
            yield person_id.pop(0) if person_id else self._person(one)

    def _person(self, one: FilePerson) -> int:
        columns = {"name": one.name, "hidden": one.hidden}
        look = {"colour": one.colour, "symbol": one.symbol}
        return insert_person(self.connection, self.circle, {**columns, **look})

    def _seats(self, evening: FileEvening) -> dict[str, int]:
        return {player: self.people[at] for player, at in evening.seats.items()}

    def _with_table(self, evening: FileEvening) -> None:
        table, entering = self.tables[evening.key]
        table_id, row = table.insert(self.connection), {"day": evening.day, "key": evening.key}
        entering.write(self.connection, table_id, self.circle, self._seats(evening), row)

    def _without(self, evening: FileEvening) -> None:
        assert evening.facts is not None
        facts = evening.facts
        row: dict[str, object] = {
            "circle_id": self.circle,
            "game": evening.game,
            "day": evening.day,
        }
        row |= {"key": evening.key, "hands": facts["hands"], "over": facts["over"]}
        statement = insert(EveningRow).returning(EveningRow.id)
        which = self.connection.execute(statement, {**row, "facts": json.dumps(facts)}).scalar_one()
        same = {"evening_id": which}
        seats = self._seats(evening).items()
        self._put(
            SeatRow,
            [{**same, "player": name, "person_id": who, "day": evening.day} for name, who in seats],
        )
        self._put(HandRow, [{**same, **_hand_row(hand)} for hand in evening.hands or ()])

    def _book(self, new: set[str]) -> None:
        """Store the postings of new evenings, and new payments."""
        row = EveningRow
        query = select(row.key, row.id).where(row.circle_id == self.circle)
        number = {one.key: one.id for one in self.connection.execute(query)}
        evenings = [number[one.key] for one in self.file.evenings]
        last = [self._last_booking()]
        for line in self.file.postings:
            if self.file.evenings[line.evening].key in new:
                last.append(self._booking(line, evenings[line.evening]))
            else:
                last.append(last[-1])
        self._put(PaymentRow, [*self._payments(evenings, last)])

    def _booking(self, line: FilePosting, evening: int) -> int:
        row = {"circle_id": self.circle, "evening_id": evening, "cents": line.cents}
        more = {
            "person_id": self.people[line.person],
            "made": line.created_at,
            "amends": line.amends,
        }
        statement = insert(PostingRow).returning(PostingRow.id)
        return self.connection.execute(statement, {**row, **more}).scalar_one()

    def _last_booking(self) -> int:
        condition = PostingRow.circle_id == self.circle
        return self.connection.scalar(select(func.max(PostingRow.id)).where(condition)) or 0

    def _payments(self, evenings: list[int], last: list[int]) -> Iterator[dict[str, object]]:
        row = PaymentRow
        query = select(row.payer_id, row.payee_id, row.cents, row.made)
        result = self.connection.execute(query.where(row.circle_id == self.circle))
        known = {tuple(one) for one in result}
        for one in self.file.payments:
            payer, payee = self.people[one.payer], self.people[one.payee]
            if (payer, payee, one.cents, one.created_at) not in known:
                yield {
                    "circle_id": self.circle,
                    "payer_id": payer,
                    "payee_id": payee,
                    "cents": one.cents,
                    "made": one.created_at,
                    "undone": one.undone_at,
                    "evening_id": None if one.evening is None else evenings[one.evening],
                    "booked": last[one.postings_before],
                }

    def _put(self, row: type[Model], rows: list[dict[str, object]]) -> None:
        if rows:
            self.connection.execute(insert(row), rows)


def _replay_evening(evening: FileEvening) -> tuple[NewTable, NewEvening]:
    """Replay an evening of a circle. Raises Refused, with its day."""
    try:
        return _replay_record(evening.record, began=evening.started_at)
    except Refused as error:
        day, why = current_language().day(date.fromisoformat(evening.day)), error.sentence
        if error.entry is not None:
            why = say("Entry {number}: {why}", number=EntryNumber(error.entry), why=why)
        raise Refused(error.code, "The evening of {day}: {why}", day=day, why=why) from None


def _replay_record(
    record: object, key: str | None = None, began: datetime | None = None
) -> tuple[NewTable, NewEvening]:
    """Replay a record. Return the table and its evening, both unsaved. Raises Refused."""
    setup, raws, entry_origins = split_record(record)
    log = load_new_log(setup, raws)
    return build_new_table(setup, log, entry_origins, key, began), NewEvening(setup["game"], log)


def _hand_row(hand: FileHand) -> dict[str, object]:
    facts = {key: value for key, value in hand.items() if key != "seconds"}
    return {"number": hand["hand"], "seconds": hand["seconds"], "facts": json.dumps(facts)}


def _plain(name: str | None) -> str | None:
    return name and name_key(name)
