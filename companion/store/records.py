"""Tables as records: tally, export, import and copy."""

import json
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple, cast

from sqlalchemy import Connection, bindparam, select, update
from sqlalchemy.orm import Session

from companion.circles.facts import EveningFacts, HandFacts
from companion.core.entries.parsing import parse_moment
from companion.core.entries.schema import Raw
from companion.core.log.record import Record, SetupRecord, parse_setup
from companion.core.log.replay import NameMap
from companion.core.work_limit import pause
from companion.games import all_games
from companion.store.database import read_connection
from companion.store.entries import EntryOrigin, create_table
from companion.store.evening_facts import NewEvening, get_hands
from companion.store.models import EntryRow, EveningRow, TableRow, utc_now
from companion.store.names import rename_in_table
from companion.store.tables import (
    DEMO_TOKEN,
    demo_table,
    get_row,
    load_table,
    parse_stored_json,
    parse_stored_setup,
)
from companion.tally.summary import Tally, build_tally


def restore_to_circle(
    session: Session, table_id: int, evening: NewEvening, own_circles: Collection[int] | None
) -> None:
    """Link a new table to the evening of a circle whose table was deleted, if there is one.

    The circle is one of `own_circles` (None: any). The evening is recognised by the results of all
    its hands. The players at the table are renamed to their present names in the circle.
    """
    connection = session.connection()
    match = _find_evening(connection, evening, own_circles) if evening.hands else None
    if match:
        number, names = match
        row = EveningRow
        statement = update(row).where(row.id == number, row.table_id.is_(None))
        if connection.execute(statement.values(table_id=table_id)).rowcount:
            rename_in_table(session, session.get_one(TableRow, table_id), names)


def _find_evening(
    connection: Connection, evening: NewEvening, own_circles: Collection[int] | None
) -> tuple[int, NameMap] | None:
    """Return the evening without a table that has these facts, and its name of each player."""
    row, facts = EveningRow, evening.facts
    query = (
        select(row.id, row.facts)
        .where(row.table_id.is_(None), row.game == evening.game)
        .where(row.hands == facts["hands"], row.over == facts["over"])
        .order_by(row.id)
    )
    if own_circles is not None:
        query = query.where(row.circle_id.in_(own_circles))
    for number, text in connection.execute(query).all():
        stored_facts: EveningFacts = json.loads(text)
        is_equal = _results(facts) == _results(stored_facts)
        hands = get_hands(connection, number) if is_equal else {}
        if is_equal and _hand_results(evening.hands.values()) == _hand_results(hands.values()):
            return number, dict(zip(facts["standing"], stored_facts["standing"], strict=True))
    return None


def _hand_results(hands: Iterable[HandFacts]) -> list[object]:
    return [(hand["dealt"], hand["ended"], _results(hand)) for hand in hands]


def _results(facts: EveningFacts | HandFacts) -> list[int]:
    """Return all results in the game's order, without names."""
    return [*facts["standing"].values()]


# The most characters of a device or player in an entry's origin of an imported record.
MAX_ORIGIN_LENGTH = 40

_TALLY = (
    select(TableRow.tally, TableRow.created, EveningRow.id)
    .outerjoin(EveningRow, EveningRow.table_id == TableRow.id)
    .where(TableRow.token == bindparam("token"))
)
_SETUP = select(TableRow.id, TableRow.setup).where(TableRow.token == bindparam("token"))
_LOG = (
    select(EntryRow.raw, EntryRow.made, EntryRow.by, EntryRow.seat)
    .where(EntryRow.table_id == bindparam("table_id"))
    .order_by(EntryRow.number)
)


class TableTally(NamedTuple):
    """A table's tally, the time when the table was created, and its evening in a circle, if any."""

    tally: Tally
    created_at: datetime
    evening: int | None


def get_tally(token: str) -> TableTally:
    """Return a table's tally. Raises UnknownTable.

    The tally of a finished evening is stored, and is returned without a replay.
    """
    text, created_at, evening = _get_tally_row(token)
    tally = build_tally(load_table(token).log) if text is None else json.loads(text)
    return TableTally(tally, created_at, evening)


def get_created_at(token: str) -> datetime:
    """Return the time when a table was created. Raises UnknownTable."""
    return _get_tally_row(token)[1]


def _get_tally_row(token: str) -> tuple[str | None, datetime, int | None]:
    """Return the stored tally, if any, the time of creation (of the demo, now), and the evening."""
    if token == DEMO_TOKEN:
        return None, utc_now(), None
    with read_connection() as connection:
        text, created_at, evening = get_row(connection, _TALLY, token)
    return text, created_at, evening


def export_table(token: str) -> dict[str, Any]:
    """Return a table as a record, without a replay; damaged entries stay as stored.

    Raises UnknownTable.
    """
    if token == DEMO_TOKEN:
        return {**demo_table().setup_record, "log": list(demo_table().log.raw_entries)}
    with read_connection() as connection:
        return get_table_record(connection, token)


def get_table_record(connection: Connection, token: str) -> dict[str, Any]:
    """Return a table as a record, read on `connection`. Raises UnknownTable."""
    table_id, setup = get_row(connection, _SETUP, token)
    log, made = [], []
    for raw, at, by, seat in connection.execute(_LOG, {"table_id": table_id}).all():
        pause()
        log.append(parse_stored_json(raw))
        made.append(_origin_to_json(EntryOrigin(at, by, seat)))
    return {**parse_stored_setup(setup), "log": log, **({"made": made} if any(made) else {})}


def create_from_record(record: object, key: str | None = None) -> str:
    """Store a record as a table. Return its address. Raises as `create_table` does."""
    return create_table(*split_record(record), key)


def split_record(record: object) -> tuple[SetupRecord, Sequence[Raw], Sequence[EntryOrigin]]:
    """Return the set-up of a record, its log, and the origin of each entry. Raises Refused."""
    parse_setup(record, all_games())
    parts = cast(Record, record)
    setup = {name: value for name, value in parts.items() if name not in ("log", "made")}
    return cast(SetupRecord, setup), parts["log"], [*map(_parse_origin, parts.get("made", ()))]


def get_entry_origins(table_id: int, first: int, last: int) -> dict[int, EntryOrigin]:
    """Return the origins of entries `first` to `last` of a table, by number."""
    entry = EntryRow
    columns = entry.number, entry.made, entry.by, entry.seat
    query = select(*columns).where(entry.table_id == table_id)
    with read_connection() as connection:
        rows = connection.execute(query.where(entry.number.between(first, last)))
        return {number: EntryOrigin(at, by, seat) for number, at, by, seat in rows}


def copy_table(token: str, key: str | None = None) -> str:
    """Store a copy of a table, up to its first broken entry. Return the address of the copy.

    If a table with this `key` exists, return that. Raises UnknownTable, and as `create_table` does.
    """
    record = export_table(token)
    valid_count = len(load_table(token).log.raw_entries)
    for name in record.keys() & {"log", "made"}:
        record[name] = record[name][:valid_count]
    return create_from_record(record, key)


def _origin_to_json(entry_origin: EntryOrigin) -> dict[str, str] | None:
    """Return an origin as JSON of a record."""
    when = entry_origin.at.strftime("%Y-%m-%dT%H:%M:%SZ") if entry_origin.at else None
    origin = {"at": when, "by": entry_origin.by, "seat": entry_origin.seat}
    return {key: value for key, value in origin.items() if value is not None} or None


def _parse_origin(made: object) -> EntryOrigin:
    """Parse an entry's origin of a record; invalid parts become None."""
    if not isinstance(made, dict):
        return EntryOrigin()
    seat = "" if made.get("seat") == "" else _name(made.get("seat"))
    return EntryOrigin(parse_moment(made.get("at")), _name(made.get("by")), seat)


def _name(text: object) -> str | None:
    is_valid = isinstance(text, str) and 0 < len(text) <= MAX_ORIGIN_LENGTH and text.isprintable()
    return str(text) if is_valid else None
