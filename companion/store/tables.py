"""Loading tables, the demo table, and listeners to their changes."""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypedDict, TypeVarTuple, cast, final

from flask import Flask, current_app
from sqlalchemy import Connection, Row, Select, bindparam, select

from companion.core.entries.schema import Raw
from companion.core.errors import Refused
from companion.core.game import Setup
from companion.core.log.log import Log
from companion.core.log.record import Record, SetupRecord, parse_setup
from companion.core.log.replay import load_checked_log, load_stored_log
from companion.core.sentences import Sentence, say
from companion.core.work_limit import WorkLimitExceeded, work_limit
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

# Is given the token of a table, and the version to which an entry has raised it; called in the
# thread that wrote, so it must be quick.
Listener = Callable[..., None]


def subscribe(app: Flask, listener: Listener) -> None:
    """Tell a listener of every change from now on."""
    app.extensions.setdefault("listeners", []).append(listener)


def notify_listeners(token: str, *version: int) -> None:
    """Tell everybody that a table has changed; to be called after the change is stored.

    The ``version`` is named where an entry has raised it.
    """
    for listener in current_app.extensions.get("listeners", ()):
        listener(token, *version)


# Its own address, as the device on the table has it.
DEMO_TOKEN = "played"  # noqa: S105  no secret

# The addresses of its players' own devices.
DEMO_SEATS: Mapping[str, str] = {"seat.played": "Ann"}

_RECORD = Path(__file__).with_name("played.json")
# The number of a table that no row has.
NO_ROW = 0


@cache
def demo_table() -> LoadedTable:
    """Return the evening that was played, a hand in the middle of a run."""
    record = cast(Record, json.loads(_RECORD.read_text("utf-8")))
    raws = record["log"]
    setup = cast(SetupRecord, {name: value for name, value in record.items() if name != "log"})
    log, _ = load_stored_log(parse_setup({**setup, "log": []}, all_games()), raws)
    return LoadedTable(NO_ROW, DEMO_TOKEN, len(raws), setup, log)


_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,32}")
_VERSION = select(TableRow.version, TableRow.length).where(TableRow.token == bindparam("token"))
_PLACE = EveningRow.id, EveningRow.circle_id, EveningRow.game, EveningRow.day
_ROW = (
    select(TableRow.id, TableRow.version, TableRow.length, TableRow.setup, *_PLACE)
    .outerjoin(EveningRow, EveningRow.table_id == TableRow.id)
    .where(TableRow.token == bindparam("token"))
)
_ENTRIES = (
    select(EntryRow.raw)
    .where(EntryRow.table_id == bindparam("table_id"))
    .where(EntryRow.number >= bindparam("first"), EntryRow.number < bindparam("end"))
    .order_by(EntryRow.number)
)


# So many entries are not read and replayed but in a turn.
LONG_LOG = 1000

FOR_LOG = 100_000, 10
# How many entries may be replayed, and for how many seconds: to judge a whole log as it was made,
# and to open what is in force of it.
FOR_OPENING = 400_000, 60

DAMAGED: Final = "damaged"


@final
class DamagedSetup(TypedDict):
    """What stands for a set-up that cannot be read, with its text: no record has that."""

    damaged: str


Ts = TypeVarTuple("Ts")


class TableHeader(NamedTuple):
    """A table as its row has it, but for what is stored of its log."""

    id: int
    version: int
    length: int
    setup: str
    place: EveningRef | None = None


class UnknownTable(Exception):
    """There is no table at this address."""


class UnplayableTable(Exception):
    """The rules refuse by now how a stored table is set up, for the reason ``reason``."""

    def __init__(self, token: str, why: Sentence) -> None:
        """Name the table, and say why."""
        super().__init__(token, why)
        self.token = token
        self.reason = why


def get_version(token: str) -> int:
    """Return the version of a table, which every write raises. Raises UnknownTable."""
    if token == DEMO_TOKEN:
        return demo_table().version
    with read_connection() as connection:
        present, _ = get_row(connection, _VERSION, token)
    return present


def get_versions(tokens: Collection[str]) -> dict[str, int]:
    """Return the versions of tables; those that are at these addresses no more are left out."""
    query = select(TableRow.token, TableRow.version).where(TableRow.token.in_(tokens))
    to_look_at = {DEMO_TOKEN: demo_table().version} if DEMO_TOKEN in tokens else {}
    with read_connection() as connection:
        return to_look_at | dict(row for row in connection.execute(query))


def load_table(token: str) -> LoadedTable:
    """Return a table to look at. Raises UnknownTable, or Busy where it is long and must wait."""
    if token == DEMO_TOKEN:
        return demo_table()
    table = get_table_cache().get(token)
    with read_connection() as connection:
        present, length = get_row(connection, _VERSION, token)
    if table is not None and table.version >= present:
        return table
    lacks = length - (len(table.log.raw_entries) if table else 0)
    with long_work() if lacks > LONG_LOG else nullcontext(), get_table_cache().lock(token):
        return refresh_table(token)


def refresh_table(token: str) -> LoadedTable:
    """Return a table as its rows have it now, and keep it; the caller has the table's turn."""
    cached = get_table_cache().get(token)
    with read_connection() as connection:
        row = load_header(connection, token)
        if cached is not None and cached.version >= row.version:
            return cached
        table = cached and _grown(connection, cached, row)
        texts = [] if table else load_entries(connection, row)
    table = table or replay_rows(token, row, texts)
    get_table_cache().put(table)
    return table


def load_header(connection: Connection, token: str) -> TableHeader:
    """Return what the row of a table says of it. Raises UnknownTable."""
    row: Sequence[Any] = get_row(connection, _ROW, token)
    which, present, length, setup, evening, circle, game, day = row
    place = None if evening is None else EveningRef(evening, circle, game, day)
    return TableHeader(which, present, length, setup, place)


def _grown(connection: Connection, table: LoadedTable, row: TableHeader) -> LoadedTable | None:
    """Add the entries that a kept table lacks; None where that is not all it lacks.

    If it is, each of them raised its version by 1.
    """
    if table.fault or row.version - table.version != row.length - len(table.log.raw_entries):
        return None
    log = table.log.copy()
    try:
        append_entries(log, map(_read, load_entries(connection, row, len(log.raw_entries))))
    except Exception:
        return None  # loading it as a whole tells what is wrong
    return replace(table, version=row.version, log=log)


def _read(text: str) -> Any:
    """Read a stored entry to keep it."""
    return intern_json(parse_stored_json(text))


def replay_rows(token: str, row: TableHeader, texts: Sequence[str]) -> LoadedTable:
    """Replay a table from its row and its entries. Raises UnplayableTable."""
    setup = parse_stored_setup(row.setup)
    if DAMAGED in setup:
        raise UnplayableTable(token, say("Its set-up cannot be read."))
    try:
        read = parse_setup({**setup, "log": []}, all_games())
    except Refused as error:
        raise UnplayableTable(token, error.sentence) from None
    raws = [_read(text) for text in texts]
    with work_limit(*FOR_OPENING):
        log, fault = _opened(read, raws)
    broken = (
        ReplayFault(len(log.raw_entries), texts[len(log.raw_entries)], fault.sentence)
        if fault
        else None
    )
    return LoadedTable(row.id, token, row.version, setup, log, broken, row.place)


def _opened(setup: Setup, raws: Sequence[Raw]) -> tuple[Log, Refused | None]:
    try:
        return load_stored_log(setup, raws)
    except WorkLimitExceeded:
        raise
    except Exception:
        return _one_by_one(setup, raws)


def _one_by_one(setup: Setup, raws: Sequence[Raw]) -> tuple[Log, Refused | None]:
    """Enter stored entries up to one by which a rule of ours fails; that one is to blame."""
    log = Log(setup)
    for number, raw in enumerate(raws):
        try:
            log.enter(raw)
        except Refused as error:
            return log, error
        except WorkLimitExceeded:
            raise
        except Exception:
            unreadable = Refused("bad-entry", "It cannot be read any more.")
            return append_entries(Log(setup), raws[:number]), unreadable
    return log, None


def get_row(connection: Connection, query: Select[*Ts], token: str) -> Row[*Ts]:
    """Return the row of a table that a query with the parameter ``token`` finds.

    Or UnknownTable.
    """
    row = connection.execute(query, {"token": token}).first() if is_table_token(token) else None
    if row is None:
        raise UnknownTable(token)
    return row


def is_table_token(text: str) -> bool:
    """Return whether a text could be the address of a table."""
    return _TOKEN.fullmatch(text) is not None


def new_log(setup: SetupRecord) -> Log:
    """Open the log of a table that is set up so. Raises Refused (`bad-record`)."""
    return Log(parse_setup({**setup, "log": []}, all_games()))


def load_new_log(setup: SetupRecord, raws: Sequence[Raw]) -> Log:
    """Judge a whole log at a table that is set up so. Raises Refused, with an entry's number."""
    with work_limit(*FOR_OPENING):
        return load_checked_log(new_log(setup).setup, raws, *FOR_LOG)


def append_entries(log: Log, raws: Iterable[Raw]) -> Log:
    """Enter more entries into a log, and give it back. Raises Refused with an entry's number."""
    log.enter_all(raws)
    return log


def parse_stored_json(text: str) -> Any:
    """Read a stored entry; a damaged one is given as it is written, which no game accepts."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def parse_stored_setup(text: str) -> SetupRecord | DamagedSetup:
    """Read a stored set-up; a damaged one is given as it is written."""
    setup = parse_stored_json(text)
    names = (
        [setup.get("game"), *_players(setup.get("players"))] if isinstance(setup, dict) else [None]
    )
    setup_record: SetupRecord = setup
    return setup_record if all(isinstance(name, str) for name in names) else {DAMAGED: text}


def _players(players: object) -> list[object]:
    return players if isinstance(players, list) else [None]


def load_entries(connection: Connection, row: TableHeader, first: int = 0) -> Sequence[str]:
    """Return the entries of a table's log from a number on, as they are written."""
    values = {"table_id": row.id, "first": first, "end": row.length}
    return connection.scalars(_ENTRIES, values).all()
