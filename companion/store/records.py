"""Tables as records: tallies, export, import, and archived tables that come back."""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, bindparam, select, update

from companion.circles.facts import EveningFacts, HandFacts
from companion.core.entries.parsing import parse_moment
from companion.core.entries.schema import Raw
from companion.core.log.record import Record, SetupRecord, parse_setup
from companion.core.log.replay import NameMap
from companion.core.work_limit import pause
from companion.games import all_games
from companion.store.database import read_connection
from companion.store.entries import EntryOrigin, create_table
from companion.store.evening_facts import FactsUpdate
from companion.store.models import EntryRow, EveningRow, HandRow, TableRow, utc_now
from companion.store.names import plan_table_rename
from companion.store.tables import (
    DEMO_TOKEN,
    DamagedSetup,
    demo_table,
    get_row,
    load_table,
    parse_stored_json,
    parse_stored_setup,
)
from companion.tally.summary import Tally, build_tally


def restore_to_circle(connection: Connection, table_id: int, facts: FactsUpdate) -> None:
    """Let a circle that lacks a new table have it again.

    An evening of a circle is known by what each of its hands came to. Its players are called
    at the table as the circle calls them by now.
    """
    found = _remembered(connection, facts) if facts.hands else None
    if found:
        which, names = found
        row = EveningRow
        free = update(row).where(row.id == which, row.table_id.is_(None))
        table_rename = plan_table_rename(connection, table_id, names)
        if connection.execute(free.values(table_id=table_id)).rowcount and table_rename:
            table_rename.write(connection)


def _remembered(connection: Connection, facts: FactsUpdate) -> tuple[int, NameMap] | None:
    """Find the evening without a table that these facts are of, and what its players are called."""
    row, before = EveningRow, facts.evening
    query = select(row.id, row.facts).where(
        row.table_id.is_(None), row.game == facts.evening_ref.game
    )
    alike = query.where(row.hands == before["hands"], row.over == before["over"]).order_by(row.id)
    for which, text in connection.execute(alike).all():
        stored_facts: EveningFacts = json.loads(text)
        same = _results(before) == _results(stored_facts)
        if same and _course(facts.hands.values()) == _course(_hands(connection, which)):
            return which, dict(zip(before["standing"], stored_facts["standing"], strict=True))
    return None


def _hands(connection: Connection, which: int) -> Iterable[HandFacts]:
    row = HandRow
    query = select(row.facts).where(row.evening_id == which).order_by(row.number)
    return map(json.loads, connection.scalars(query))


def _course(hands: Iterable[HandFacts]) -> list[object]:
    return [(hand["dealt"], hand["ended"], _results(hand)) for hand in hands]


def _results(facts: EveningFacts | HandFacts) -> list[int]:
    """Give everybody's result in the order in which the game has them, however they are called."""
    return [*facts["standing"].values()]


# How long a name may be that an imported record gives for who made an entry.
BY_LENGTH = 40

R = TypeVar("R")

# When an entry was made, and by whom, as a record has it.
AuthorAliases = dict[str, str]

_TALLY = select(TableRow.tally, TableRow.created).where(TableRow.token == bindparam("token"))
_SETUP = select(TableRow.id, TableRow.setup).where(TableRow.token == bindparam("token"))
_LOG = (
    select(EntryRow.raw, EntryRow.made, EntryRow.by, EntryRow.seat)
    .where(EntryRow.table_id == bindparam("table_id"))
    .order_by(EntryRow.number)
)


def get_tally(token: str) -> tuple[Tally, datetime]:
    """Return a table's tally, as stored where the evening is over, and when it began.

    A stored tally is given without replay: it stays what it was. Raises UnknownTable.
    """
    text, moment = _tallied(token)
    if text is not None:
        return json.loads(text), moment
    return build_tally(load_table(token).log), moment


def get_created_at(token: str) -> datetime:
    """Return when a table was made. Raises UnknownTable."""
    _, moment = _tallied(token)
    return moment


def _tallied(token: str) -> tuple[str | None, datetime]:
    """Return a stored tally, and when its table was made; the evening to look at is of today."""
    if token == DEMO_TOKEN:
        return None, utc_now()
    with read_connection() as connection:
        text, moment = get_row(connection, _TALLY, token)
    return text, moment


def export_table(token: str) -> dict[str, Any]:
    """Return a table as a record, without replay; what is damaged of it as it is written.

    Raises UnknownTable.
    """
    if token == DEMO_TOKEN:
        return {**demo_table().setup_record, "log": list(demo_table().log.raw_entries)}
    with read_connection() as connection:
        return get_table_record(connection, token)


def get_table_record(connection: Connection, token: str) -> dict[str, Any]:
    """Return a table as a record, as a connection sees it. Raises UnknownTable."""
    setup, log, made = _stored(connection, token)
    return {**setup, "log": log, **({"made": made} if any(made) else {})}


def _stored(
    connection: Connection, token: str
) -> tuple[SetupRecord | DamagedSetup, Sequence[Raw], Sequence[AuthorAliases | None]]:
    table_id, setup = get_row(connection, _SETUP, token)
    entries = connection.execute(_LOG, {"table_id": table_id}).all()
    read = [
        (parse_stored_json(raw), _written(EntryOrigin(at, by, seat)))
        for raw, at, by, seat in _giving_way(entries)
    ]
    return parse_stored_setup(setup), [raw for raw, _ in read], [made for _, made in read]


def _giving_way(entries: Iterable[R]) -> Iterator[R]:
    """Yield entries, and now and then others their turn."""
    for entry in entries:
        pause()
        yield entry


def create_from_record(record: object, key: str | None = None) -> str:
    """Store a record as a table; return its address. Raises Refused, as `create_table` does."""
    return create_table(*split_record(record), key)


def split_record(record: object) -> tuple[SetupRecord, Sequence[Raw], Sequence[EntryOrigin]]:
    """Return the set-up of a record, its log, and who made each entry. Raises Refused."""
    parse_setup(record, all_games())
    whole = cast(Record, record)
    setup = {name: value for name, value in whole.items() if name not in ("log", "made")}
    return cast(SetupRecord, setup), whole["log"], [*map(_read_made, whole.get("made", ()))]


def get_entry_origins(table_id: int, first: int, last: int) -> dict[int, EntryOrigin]:
    """Return when and by whom these entries of a table were made, by their numbers."""
    entry = EntryRow
    columns = entry.number, entry.made, entry.by, entry.seat
    query = select(*columns).where(entry.table_id == table_id)
    with read_connection() as connection:
        rows = connection.execute(query.where(entry.number.between(first, last)))
        return {number: EntryOrigin(at, by, seat) for number, at, by, seat in rows}


def copy_table(token: str, key: str | None = None) -> str:
    """Store what stands of a table as a new one; give its address. Raises UnknownTable."""
    record = export_table(token)
    stands = len(load_table(token).log.raw_entries)
    for name in record.keys() & {"log", "made"}:
        record[name] = record[name][:stands]
    return create_from_record(record, key)


def _written(entry_origin: EntryOrigin) -> AuthorAliases | None:
    """Write when an entry was made, and by whom, as a record has it."""
    when = entry_origin.at.strftime("%Y-%m-%dT%H:%M:%SZ") if entry_origin.at else None
    origin = {"at": when, "by": entry_origin.by, "seat": entry_origin.seat}
    return {key: value for key, value in origin.items() if value is not None} or None


def _read_made(made: object) -> EntryOrigin:
    """Read when an entry was made, and by whom; what cannot be read is not known."""
    if not isinstance(made, dict):
        return EntryOrigin()
    seat = "" if made.get("seat") == "" else _name(made.get("seat"))
    return EntryOrigin(parse_moment(made.get("at")), _name(made.get("by")), seat)


def _name(text: object) -> str | None:
    fits = isinstance(text, str) and 0 < len(text) <= BY_LENGTH and text.isprintable()
    return str(text) if fits else None
