"""Import of circles and tables from files: all of a file or nothing."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from itertools import accumulate, compress, groupby

from sqlalchemy import bindparam, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from companion.circles.circle_file import (
    CircleFile,
    FileEvening,
    FileHand,
    is_circle_file,
    parse_circle_file,
)
from companion.core.accounts import name_key
from companion.core.errors import Refused
from companion.core.sentences import EntryNumber
from companion.language import current_language
from companion.store.circles import insert_circle
from companion.store.database import read_session, write_session
from companion.store.entries import NewTable, build_new_table, find_table_by_key
from companion.store.evening_facts import NewEvening
from companion.store.models import (
    IMPORTED_PREFIX,
    SCALES,
    ChipValueRow,
    Circle,
    EveningRow,
    HandRow,
    Payment,
    Person,
    PostingRow,
    SeatRow,
    TableRow,
    file_key,
)
from companion.store.people import add_person, lock_circle, select_people
from companion.store.quota import current_quota
from companion.store.records import restore_to_circle, split_record
from companion.store.tables import get_row, load_new_log

# Records and circles of a file, by their keys.
Records = Mapping[str | None, object]

_TABLE_ID = select(TableRow.id).where(TableRow.token == bindparam("token"))


@dataclass(frozen=True, slots=True)
class ImportedRecords:
    """The result of an import: circles, the numbers of tables by address, new evenings."""

    circles: Sequence[Circle]
    tables: Mapping[str, int]
    evenings: int


def import_records(records: Records, own_circles: Collection[int] | None = None) -> ImportedRecords:
    """Store the circles and tables of a file, all or nothing.

    Only its keeper may add to a circle that exists, also a table that it had: `own_circles` are
    those that the sender keeps (None: all, for the host). Raises Refused (`bad-record`) as
    `parse_circle_file` and `create_table` do, or QuotaExceeded; then nothing is stored.
    """
    try:
        return _store_records(records, own_circles)
    except IntegrityError:  # the same file was stored at the same time
        return _store_records(records, own_circles)


def _store_records(records: Records, own_circles: Collection[int] | None) -> ImportedRecords:
    parts = [
        _CircleImport(record) if is_circle_file(record) else _TableImport(record, key)
        for key, record in records.items()
    ]
    current_quota().check(sum(part.size for part in parts))
    for part in parts:
        part.check()
    circles, tables = [], {}
    kept_circles = None if own_circles is None else {*own_circles}
    with write_session() as session:
        for part in parts:
            if isinstance(part, _TableImport):
                part.insert(session, kept_circles)
                tables[part.token] = part.number
            else:
                circles.append(part.insert(session, kept_circles))
    evenings = sum(part.evenings for part in parts)
    return ImportedRecords(circles, tables, evenings)


def import_circle(data: object, own_circles: Collection[int] | None = None) -> Circle:
    """Store a circle, or the new evenings of an existing one. Raises as `import_records` does."""
    return import_records({None: data}, own_circles).circles[0]


def import_table(record: object, key: str | None = None) -> str:
    """Store a record as a table. Return its address. Raises as `import_records` does."""
    return next(iter(import_records({key: record}).tables))


def _find_circle(key: str, session: Session) -> Circle | None:
    """Return the circle that has the key of a file, or None."""
    for number, token, stored_key in session.execute(select(Circle.id, Circle.token, Circle.key)):
        if file_key(token, stored_key) == key:
            return session.get(Circle, number)
    return None


def _evening_keys(circle: Circle | None, session: Session) -> set[str]:
    query = select(EveningRow.key).filter_by(circle_id=circle and circle.id)
    return {*session.scalars(query)}


def _create(session: Session, file: CircleFile) -> Circle:
    """Create the circle of a file, with its chip values."""
    columns = {"name": file.name, "scale": file.scale, "currency": file.currency}
    circle = insert_circle(
        session, key=IMPORTED_PREFIX + file.key, shows_findings=file.shows_findings, **columns
    )
    session.add_all(ChipValueRow(circle_id=circle.id, **asdict(one)) for one in file.chip_values)
    return circle


class _TableImport:
    """The import of a record: a table, which returns to its circle's evening if there is one."""

    def __init__(self, record: object, key: str | None) -> None:
        self.record, self.key, self.token = record, key, find_table_by_key(key) or ""
        self.size = self.evenings = int(not self.token)

    def check(self) -> None:
        """Replay the log. Raises Refused."""
        if not self.token:
            self.table, self.new_evening = _replay_record(self.record, self.key)

    def insert(self, session: Session, kept_circles: set[int] | None) -> None:
        """Store the table if it is new, and set `token` and `number`."""
        connection = session.connection()
        if self.token:
            (self.number,) = get_row(connection, _TABLE_ID, self.token)
        else:
            current_quota().take(1)
            self.token, self.number = str(self.table.row["token"]), self.table.insert(connection)
            restore_to_circle(session, self.number, self.new_evening, kept_circles)


class _CircleImport:
    """The import of a circle's file: the evenings that do not exist yet, and their postings."""

    def __init__(self, data: object) -> None:
        self.file = parse_circle_file(data)
        if self.file.scale not in SCALES:
            raise Refused("bad-entry", "There is no such choice for “Points by place.”")
        with read_session() as session:
            circle = _find_circle(self.file.key, session)
            existing_keys = _evening_keys(circle, session)
        self.missing = [one for one in self.file.evenings if one.key not in existing_keys]
        self.size = len(self.missing) + (circle is None)

    def check(self) -> None:
        """Replay the records of the new evenings. Raises Refused."""
        file_evenings = [one for one in self.missing if one.record is not None]
        self.tables = {one.key: _replay_evening(one) for one in file_evenings}

    def insert(self, session: Session, kept_circles: set[int] | None) -> Circle:
        """Store people, evenings, postings and payments. Return the circle."""
        circle = _find_circle(self.file.key, session)
        if circle is not None and kept_circles is not None and circle.id not in kept_circles:
            raise Refused(
                "bad-record",
                "Companion already has this circle, and only its keeper can add to it.",
            )
        circle = circle or _create(session, self.file)
        self.session, self.circle = session, circle.id
        if kept_circles is not None:
            kept_circles.add(circle.id)
        lock_circle(session, circle.id)
        self.people = [*self._find_people()]
        existing_keys = _evening_keys(circle, session)
        new = [one for one in self.missing if one.key not in existing_keys]
        self.evenings = len(new)
        current_quota().take(self.evenings)
        for has_record, evenings in groupby(new, lambda evening: evening.record is not None):
            (self._insert_with_tables if has_record else self._insert_results)([*evenings])
        self._insert_postings({one.key for one in new})
        return circle

    def _find_people(self) -> Iterator[int]:
        """Yield the person for each of the file's, by name; unknown people are created."""
        people = select_people(self.session, self.circle)
        count, free_ids = len(people), defaultdict[str | None, list[int]](list)
        for person in people:
            free_ids[_key_of_name(person.name)].append(person.id)
        for one in self.file.people:
            if free_ids[_key_of_name(one.name)]:
                yield free_ids[_key_of_name(one.name)].pop(0)
            else:
                person = Person(circle_id=self.circle, **asdict(one))
                add_person(self.session, person, count)
                count += 1
                yield person.id

    def _seats(self, evening: FileEvening) -> dict[str, int]:
        return {player: self.people[at] for player, at in evening.seats.items()}

    def _insert_with_tables(self, evenings: Sequence[FileEvening]) -> None:
        connection = self.session.connection()
        for evening in evenings:
            table, new_evening = self.tables[evening.key]
            row = {"day": evening.day, "key": evening.key}
            table_id = table.insert(connection)
            new_evening.write(connection, table_id, self.circle, self._seats(evening), row)

    def _insert_results(self, evenings: Sequence[FileEvening]) -> None:
        """Store evenings of which there are only the results, by few statements."""
        rows = [_evening_row(self.circle, evening) for evening in evenings]
        self.session.add_all(rows)
        self.session.flush()
        for row, evening in zip(rows, evenings, strict=True):
            self.session.add_all(
                SeatRow(evening_id=row.id, player=player, person_id=person, day=row.day)
                for player, person in self._seats(evening).items()
            )
            self.session.add_all(_hand_row(row.id, hand) for hand in evening.hands or ())

    def _insert_postings(self, new: set[str]) -> None:
        """Store the postings of new evenings, and new payments."""
        columns = select(EveningRow.key, EveningRow.id)
        ids = dict(row for row in self.session.execute(columns.filter_by(circle_id=self.circle)))
        evenings = [ids[one.key] for one in self.file.evenings]
        of_circle = select(func.max(PostingRow.id)).filter_by(circle_id=self.circle)
        last_before = self.session.scalar(of_circle) or 0
        postings = [
            PostingRow(
                circle_id=self.circle,
                evening_id=evenings[line.evening],
                person_id=self.people[line.person],
                cents=line.cents,
                made=line.created_at,
                amends=line.amends,
            )
            for line in self.file.postings
        ]
        keys = (self.file.evenings[line.evening].key for line in self.file.postings)
        self.session.add_all(compress(postings, (key in new for key in keys)))
        self.session.flush()
        numbers = (posting.id for posting in postings)
        last_postings = [
            *accumulate(numbers, lambda last, number: number or last, initial=last_before)
        ]
        self.session.add_all([*self._payments(evenings, last_postings)])

    def _payments(self, evenings: list[int], last_postings: list[int]) -> Iterator[Payment]:
        """Yield the payments that the circle does not have yet."""
        payments = self.session.scalars(select(Payment).filter_by(circle_id=self.circle))
        known = {(one.payer_id, one.payee_id, one.cents, one.made) for one in payments}
        for one in self.file.payments:
            payer, payee = self.people[one.payer], self.people[one.payee]
            if (payer, payee, one.cents, one.created_at) not in known:
                yield Payment(
                    circle_id=self.circle,
                    payer_id=payer,
                    payee_id=payee,
                    cents=one.cents,
                    made=one.created_at,
                    undone=one.undone_at,
                    evening_id=None if one.evening is None else evenings[one.evening],
                    booked=last_postings[one.postings_before],
                )


def _replay_evening(evening: FileEvening) -> tuple[NewTable, NewEvening]:
    """Replay an evening of a circle. Raises Refused, with its day."""
    try:
        return _replay_record(evening.record, started=evening.started_at)
    except Refused as error:
        day, why = current_language().day(date.fromisoformat(evening.day)), error.sentence
        if error.entry is None:
            raise Refused(
                error.code, "There is a problem with the evening of {day}. {why}", day=day, why=why
            ) from None
        raise Refused(
            error.code,
            "There is a problem with entry {number} of the evening of {day}. {why}",
            number=EntryNumber(error.entry),
            day=day,
            why=why,
        ) from None


def _replay_record(
    record: object, key: str | None = None, started: datetime | None = None
) -> tuple[NewTable, NewEvening]:
    """Replay a record. Return the table and its evening, both unsaved. Raises Refused."""
    setup, raws, entry_origins = split_record(record)
    log = load_new_log(setup, raws)
    return build_new_table(setup, log, entry_origins, key, started), NewEvening(setup["game"], log)


def _evening_row(circle: int, evening: FileEvening) -> EveningRow:
    facts = evening.facts
    assert facts is not None
    columns = {"hands": facts["hands"], "over": facts["over"], "facts": json.dumps(facts)}
    same = {"game": evening.game, "day": evening.day, "key": evening.key}
    return EveningRow(circle_id=circle, **same, **columns)


def _hand_row(evening: int, hand: FileHand) -> HandRow:
    facts = json.dumps({key: value for key, value in hand.items() if key != "seconds"})
    return HandRow(evening_id=evening, number=hand["hand"], seconds=hand["seconds"], facts=facts)


def _key_of_name(name: str | None) -> str | None:
    return name and name_key(name)
