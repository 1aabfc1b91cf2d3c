"""Loading tables by their address (`token`), the demo table, and listeners to changes."""

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypedDict, TypeVarTuple, cast, final

from flask import Flask, current_app
from sqlalchemy import Connection, Row, Select, bindparam, select

from companion.core.entries.schema import Raw
from companion.core.errors import Refused
from companion.core.game import Game, Setup
from companion.core.log.log import Log
from companion.core.log.record import Record, SetupRecord, parse_setup
from companion.core.log.replay import load_checked_log, load_stored_log
from companion.core.sentences import Sentence, say
from companion.core.work_limit import work_limit
from companion.games import all_games
from companion.store.database import read_connection
from companion.store.models import EntryRow, EveningRow, TableRow
from companion.store.table_cache import (
    EveningRef,
    LoadedTable,
    ReplayFault,
    get_table_cache,
    intern_json,
)
from companion.system.long_work import long_work

# Is called with a table's address, and the new version after an entry, in the thread that wrote: it
# must be quick.
Listener = Callable[..., None]


def subscribe(app: Flask, listener: Listener) -> None:
    """Register a function that is called after every change of a table."""
    app.extensions.setdefault("listeners", []).append(listener)


def notify_listeners(token: str, *version: int) -> None:
    """Call all listeners with a table that has changed, once the change is stored.

    `version` is the new version if an entry was appended; it is left out for other changes.
    """
    for listener in current_app.extensions.get("listeners", ()):
        listener(token, *version)


# The address of the demo table.
DEMO_TOKEN = "played"  # noqa: S105  no secret

# The addresses of the seats at the demo table.
DEMO_SEATS: Mapping[str, str] = {"seat.played": "Ann"}

_DEMO_FILE = Path(__file__).with_name("played.json")
# The number of the demo table: no row has it.
DEMO_ID = 0


@cache
def demo_table() -> LoadedTable:
    """Return the demo table, in the middle of a run."""
    record = cast(Record, json.loads(_DEMO_FILE.read_text("utf-8")))
    raw_entries = record["log"]
    setup = cast(SetupRecord, {name: value for name, value in record.items() if name != "log"})
    log, _ = load_stored_log(_parse_setup(setup), raw_entries)
    return LoadedTable(DEMO_ID, DEMO_TOKEN, len(raw_entries), setup, log)


_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,32}")
_BY_TOKEN = TableRow.token == bindparam("token")
_VERSION_QUERY = select(TableRow.version, TableRow.length, TableRow.leavers).where(_BY_TOKEN)
_HEADER_COLUMNS = TableRow.id, TableRow.version, TableRow.length, TableRow.setup, TableRow.leavers
_EVENING_COLUMNS = EveningRow.id, EveningRow.circle_id, EveningRow.game, EveningRow.day
_HEADER_QUERY = (
    select(*_HEADER_COLUMNS, *_EVENING_COLUMNS)
    .outerjoin(EveningRow, EveningRow.table_id == TableRow.id)
    .where(_BY_TOKEN)
)
_ENTRIES_QUERY = (
    select(EntryRow.raw)
    .where(EntryRow.table_id == bindparam("table_id"))
    .where(EntryRow.number >= bindparam("first"), EntryRow.number < bindparam("end"))
    .order_by(EntryRow.number)
)


# A log of more entries is read and replayed in a turn for long work.
LONG_LOG = 1000

# The most entries that are replayed, and the most seconds: to check a whole log in the order of
# entering, and to replay its lines.
CHECK_LIMIT, REPLAY_LIMIT = (100_000, 10), (400_000, 60)

DAMAGED: Final = "damaged"


@final
class DamagedSetup(TypedDict):
    """The replacement for a set-up that cannot be parsed, with its text."""

    damaged: str


Ts = TypeVarTuple("Ts")


class TableHeader(NamedTuple):
    """A table's row without the columns that sum up its log."""

    id: int
    version: int
    length: int
    setup: str
    leavers: tuple[str, ...] = ()
    evening_ref: EveningRef | None = None


class UnknownTable(Exception):
    """There is no table with this address."""


class UnplayableTable(Exception):
    """The set-up of a stored table is refused by the present rules, for `reason`."""

    def __init__(self, token: str, why: Sentence) -> None:
        super().__init__(token, why)
        self.reason = why


def get_version(token: str) -> int:
    """Return the version of a table, which every write increments. Raises UnknownTable."""
    if token == DEMO_TOKEN:
        return demo_table().version
    with read_connection() as connection:
        version, _, _ = get_row(connection, _VERSION_QUERY, token)
    return version


def get_versions(tokens: Collection[str]) -> dict[str, int]:
    """Return the versions of tables by address, without unknown ones."""
    query = select(TableRow.token, TableRow.version).where(TableRow.token.in_(tokens))
    demo_version = {DEMO_TOKEN: demo_table().version} if DEMO_TOKEN in tokens else {}
    with read_connection() as connection:
        return demo_version | dict(row for row in connection.execute(query))


def load_table(token: str) -> LoadedTable:
    """Return a table for reading, loaded if the cache has no present one.

    Raises UnknownTable, UnplayableTable, or Busy if too much long work is waiting.
    """
    if token == DEMO_TOKEN:
        return demo_table()
    table = get_table_cache().get(token)
    with read_connection() as connection:
        version, length, leavers = get_row(connection, _VERSION_QUERY, token)
    if table is not None and table.version >= version:
        return replace(table, leavers=parse_leavers(leavers))
    missing = length - (len(table.log.raw_entries) if table else 0)
    with long_work() if missing > LONG_LOG else nullcontext(), get_table_cache().lock(token):
        return refresh_table(token)


def get_game(token: str) -> Game:
    """Return the game of a table without a replay. Raises UnknownTable or UnplayableTable."""
    if token == DEMO_TOKEN:
        return demo_table().log.setup.game
    table = get_table_cache().get(token)
    if table is not None:
        return table.log.setup.game
    with read_connection() as connection:
        row = load_header(connection, token)
    return _parse_table_setup(token, row)[1].game


def refresh_table(token: str) -> LoadedTable:
    """Return the present table and cache it; the caller must hold its lock.

    Raises UnknownTable or UnplayableTable.
    """
    cached = get_table_cache().get(token)
    with read_connection() as connection:
        row = load_header(connection, token)
        if cached is not None and cached.version >= row.version:
            return replace(cached, leavers=row.leavers)
        table = cached and _append_missing(connection, cached, row)
        texts = [] if table else load_entries(connection, row)
    table = table or replay_rows(token, row, texts)
    get_table_cache().put(table)
    return table


@contextmanager
def lock_table(token: str) -> Iterator[LoadedTable]:
    """Yield the present table while its lock is held, so that this process does not change it.

    A long log takes a turn of long work. If the table changes, listeners are notified afterwards.
    Raises UnknownTable, UnplayableTable or Busy.
    """
    is_long = len(load_table(token).log.raw_entries) > LONG_LOG
    with long_work() if is_long else nullcontext(), get_table_cache().lock(token):
        before = refresh_table(token)
        yield before
        after = get_table_cache().get(token)
    if after is None or after.version != before.version:
        notify_listeners(token)


def load_header(connection: Connection, token: str) -> TableHeader:
    """Return a table's header. Raises UnknownTable."""
    row: Sequence[Any] = get_row(connection, _HEADER_QUERY, token)
    table_id, version, length, setup, leavers, evening, circle, game, day = row
    evening_ref = None if evening is None else EveningRef(evening, circle, game, day)
    return TableHeader(table_id, version, length, setup, parse_leavers(leavers), evening_ref)


def parse_leavers(column: str | None) -> tuple[str, ...]:
    """Return the players in the column `leavers` of a table's row."""
    return tuple(json.loads(column)) if column else ()


def _append_missing(
    connection: Connection, table: LoadedTable, row: TableHeader
) -> LoadedTable | None:
    """Return a cached table with the entries that it lacks; None if other things changed.

    If only entries were appended, each has incremented the version by 1.
    """
    if table.fault or row.version - table.version != row.length - len(table.log.raw_entries):
        return None
    log = table.log.copy()
    try:
        log.enter_all(map(_parse_entry, load_entries(connection, row, len(log.raw_entries))))
    except Exception:
        return None  # loading the whole table shows the error
    return replace(table, version=row.version, log=log, leavers=row.leavers)


def _parse_entry(text: str) -> Any:
    return intern_json(parse_stored_json(text))


def replay_rows(token: str, row: TableHeader, texts: Sequence[str]) -> LoadedTable:
    """Return the table made by the header `row` and entries, up to the first that is impossible.

    Raises UnplayableTable if the set-up is refused.
    """
    setup, parsed_setup = _parse_table_setup(token, row)
    raw_entries = [_parse_entry(text) for text in texts]
    with work_limit(*REPLAY_LIMIT):
        log, fault = load_stored_log(parsed_setup, raw_entries)
    number = len(log.raw_entries)
    replay_fault = ReplayFault(number, texts[number], fault.sentence) if fault else None
    return LoadedTable(
        row.id, token, row.version, setup, log, replay_fault, row.evening_ref, row.leavers
    )


def _parse_table_setup(token: str, row: TableHeader) -> tuple[SetupRecord, Setup]:
    """Return a table's set-up as stored and as parsed. Raises UnplayableTable."""
    setup = parse_stored_setup(row.setup)
    if DAMAGED in setup:
        raise UnplayableTable(token, say("The table’s setup cannot be read."))
    try:
        return setup, _parse_setup(setup)
    except Refused as error:
        raise UnplayableTable(token, error.sentence) from None


def get_row(connection: Connection, query: Select[*Ts], token: str) -> Row[*Ts]:
    """Return the row that `query` selects by its parameter `token`. Raises UnknownTable."""
    row = connection.execute(query, {"token": token}).first() if is_table_token(token) else None
    if row is None:
        raise UnknownTable(token)
    return row


def is_table_token(text: str) -> bool:
    """Return whether a text has the form of a table's address."""
    return _TOKEN.fullmatch(text) is not None


def _parse_setup(setup: SetupRecord) -> Setup:
    """Return a set-up as the rules use it. Raises Refused (`bad-record`)."""
    return parse_setup({**setup, "log": []}, all_games())


def load_new_log(setup: SetupRecord, raw_entries: Sequence[Raw]) -> Log:
    """Return a log with all its entries checked. Raises Refused with an entry's number."""
    with work_limit(*REPLAY_LIMIT):
        return load_checked_log(_parse_setup(setup), raw_entries, *CHECK_LIMIT)


def parse_stored_json(text: str) -> Any:
    """Return stored JSON parsed; invalid JSON is returned as text, which no game accepts."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def parse_stored_setup(text: str) -> SetupRecord | DamagedSetup:
    """Return a stored set-up parsed; a damaged one becomes a `DamagedSetup`."""
    setup = parse_stored_json(text)
    players = setup.get("players") if isinstance(setup, dict) else None
    names = [setup.get("game"), *players] if isinstance(players, list) else [None]
    setup_record: SetupRecord = setup
    return setup_record if all(isinstance(name, str) for name in names) else {DAMAGED: text}


def load_entries(connection: Connection, row: TableHeader, first: int = 0) -> Sequence[str]:
    """Return the JSON texts of a table's entries from number `first` on."""
    values = {"table_id": row.id, "first": first, "end": row.length}
    return connection.scalars(_ENTRIES_QUERY, values).all()
