"""Load and record: the only place where rows meet rules.

The log in the database is the truth. Beside it every table in use is kept in memory, so that
a tap costs the same at any length of the log; a kept table is brought up to the rows first.
"""

import json
import secrets
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from threading import RLock
from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.log import Log
from companion.core.record import read_setup
from companion.database import writing
from companion.extensions import db
from companion.games import games
from companion.models import EntryRow, TableRow, VisitRow, now
from companion.tally.summary import tally_of

KEPT_TABLES = 200
"""How many tables are kept in memory; the least used one goes first."""


class UnknownTable(Exception):
    """There is no table at this address."""


class Stale(Exception):
    """An entry was made on a screen that shows an older table."""


@dataclass(slots=True)
class Evening:
    """A table in use: its row's id and address, its set-up as stored and as read, and its log."""

    id: int
    token: str
    written: str
    setup: dict[str, Any]
    log: Log
    finished: dict[str, Any] | None

    @property
    def number(self) -> int:
        """The number of the next entry: what a screen drawn now is drawn for."""
        return len(self.log.raw)

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.log.table

    def record(self) -> dict[str, Any]:
        """Give the whole evening as a record."""
        return {**self.setup, "log": list(self.log.raw)}


_kept: OrderedDict[str, Evening] = OrderedDict()
_lock = RLock()


def forget() -> None:
    """Drop all tables kept in memory; the next use replays them."""
    with _lock:
        _kept.clear()


@contextmanager
def reading(token: str) -> Iterator[Evening]:
    """Give a table to look at; nobody changes it meanwhile. Raises UnknownTable."""
    with _lock:
        yield _evening(db.session(), token)


def create(setup: Mapping[str, Any], log: list[Any] | None = None) -> str:
    """Store a new table, with a log if it is imported; give its address.

    Raises Refused, with the entry's number where the log is at fault; then nothing is stored.
    """
    made = _replay(dict(setup), log or [])
    token = secrets.token_urlsafe(16)
    with _lock, writing() as session:
        row = TableRow(token=token, setup=json.dumps(setup))
        session.add(row)
        session.flush()
        session.add_all(_row(row.id, number, raw) for number, raw in enumerate(made.raw))
        _keep_tally(session, row.id, made)
    return token


def create_from(record: Any) -> str:
    """Store a whole record as a table; give its address. Raises Refused, as `create` does."""
    read_setup(record, games())
    setup = {key: value for key, value in record.items() if key not in ("log", "made")}
    return create(setup, record["log"])


def record(token: str, number: int, raw: Any) -> bool:
    """Judge an entry made on a screen drawn for a number, and store it before returning.

    Gives False where the very same entry is stored there already (a double tap). Raises
    UnknownTable, Stale, or Refused; then nothing is stored.
    """
    with _lock, writing() as session:
        evening = _evening(session, token)
        if number != evening.number:
            if 0 <= number < evening.number and evening.log.raw[number] == raw:
                return False
            raise Stale
        with _unkept_on_error(evening):
            evening.log.enter(raw)
            session.add(_row(evening.id, number, raw))
            _finish(session, evening)
            session.commit()
    return True


def change_setup(token: str, number: int, setup: Mapping[str, Any]) -> None:
    """Set a table up differently; its log must replay. Raises UnknownTable, Stale, Refused."""
    with _lock, writing() as session:
        evening = _evening(session, token)
        if number != evening.number:
            raise Stale
        log = _replay(dict(setup), evening.log.raw)
        row = update(TableRow).where(TableRow.id == evening.id)
        session.execute(row.values(setup=json.dumps(setup)))
        _kept.pop(evening.token, None)
        _keep_tally(session, evening.id, log)


def tally(token: str) -> tuple[dict[str, Any], datetime]:
    """Give a table's tally, as stored where the evening is over, and when it began, in UTC.

    A stored tally is given without replay: it stays what it was. Raises UnknownTable.
    """
    stored, created = _row_of(token, TableRow.tally, TableRow.created)
    if stored is not None:
        return json.loads(stored), created
    with reading(token) as evening:
        return tally_of(evening.log), created


def export(token: str) -> dict[str, Any]:
    """Give a table as a record, without replay. Raises UnknownTable."""
    table_id, setup = _row_of(token, TableRow.id, TableRow.setup)
    rows = select(EntryRow.raw).where(EntryRow.table_id == table_id).order_by(EntryRow.number)
    return {**json.loads(setup), "log": [json.loads(raw) for raw in db.session.scalars(rows)]}


def _row_of(token: str, *columns: Any) -> Any:
    found = db.session.execute(select(*columns).where(TableRow.token == token)).first()
    if found is None:
        raise UnknownTable(token)
    return found


def remember_visit(device: str, table_id: int) -> None:
    """Write down that a device has opened a table."""
    with writing() as session:
        session.merge(VisitRow(device=device, table_id=table_id, last=now()))


def tables_of(device: str) -> list[tuple[TableRow, int]]:
    """List the tables that a device has opened, the latest first, with their entries' number."""
    count = (
        select(func.count())
        .select_from(EntryRow)
        .where(EntryRow.table_id == TableRow.id)
        .scalar_subquery()
    )
    rows = (
        select(TableRow, count)
        .join(VisitRow, VisitRow.table_id == TableRow.id)
        .where(VisitRow.device == device)
        .order_by(VisitRow.last.desc())
    )
    return [(row, entries) for row, entries in db.session.execute(rows)]


def all_tokens() -> list[str]:
    """List the addresses of all tables, the oldest first."""
    return list(db.session.scalars(select(TableRow.token).order_by(TableRow.id)))


def _row(table_id: int, number: int, raw: Any) -> EntryRow:
    return EntryRow(table_id=table_id, number=number, raw=json.dumps(raw))


def _replay(setup: dict[str, Any], entries: list[Any]) -> Log:
    log = Log(read_setup({**setup, "log": entries}, games()))
    for raw in entries:
        log.enter(raw)
    return log


def _evening(session: Session, token: str) -> Evening:
    """Give the kept table, brought up to its rows."""
    last = (
        select(func.max(EntryRow.number)).where(EntryRow.table_id == TableRow.id).scalar_subquery()
    )
    query = select(TableRow.id, TableRow.setup, last).where(TableRow.token == token)
    found = session.execute(query).first()
    if found is None:
        raise UnknownTable(token)
    table_id, setup, last_number = found
    evening = _kept.get(token)
    stored = 0 if last_number is None else last_number + 1
    if evening is None or evening.number > stored or evening.written != setup:
        evening = _load(session, table_id, token, setup)
    elif evening.number < stored:
        _catch_up(session, evening)
    _kept[token] = evening
    _kept.move_to_end(token)
    if len(_kept) > KEPT_TABLES:
        _kept.popitem(last=False)
    return evening


def _load(session: Session, table_id: int, token: str, written: str) -> Evening:
    tally = session.scalar(select(TableRow.tally).where(TableRow.id == table_id))
    finished = None if tally is None else json.loads(tally)
    setup = json.loads(written)
    log = Log(read_setup({**setup, "log": []}, games()))
    evening = Evening(table_id, token, written, setup, log, finished)
    _catch_up(session, evening)
    return evening


def _catch_up(session: Session, evening: Evening) -> None:
    rows = (
        select(EntryRow.raw)
        .where(EntryRow.table_id == evening.id, EntryRow.number >= evening.number)
        .order_by(EntryRow.number)
    )
    for raw in session.scalars(rows):
        evening.log.enter(json.loads(raw))


@contextmanager
def _unkept_on_error(evening: Evening) -> Iterator[None]:
    """Drop the kept table if it may hold what was not stored; a refusal changes nothing."""
    try:
        yield
    except Refused:
        raise
    except BaseException:
        _kept.pop(evening.token, None)
        raise


def _finish(session: Session, evening: Evening) -> None:
    """Store the tally when the evening ends or is amended then; drop it if the end goes."""
    if evening.table.phase == "over" or evening.finished is not None:
        evening.finished = _keep_tally(session, evening.id, evening.log)


def _keep_tally(session: Session, table_id: int, log: Log) -> dict[str, Any] | None:
    tally = tally_of(log) if log.table.phase == "over" else None
    text = None if tally is None else json.dumps(tally)
    session.execute(update(TableRow).where(TableRow.id == table_id).values(tally=text))
    return tally
