"""Looking at a table: the kept evening if it is of the present version, else brought up to it.

The log in the database is the truth. What is kept in memory lets a tap cost the same at any
length of the log.
"""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, select

from companion.core.errors import Refused
from companion.core.log import Log
from companion.core.record import read_setup
from companion.core.sentences import Sentence
from companion.database import reading
from companion.games import games
from companion.models import EntryRow, TableRow
from companion.store.kept import Broken, Evening, kept

_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,32}")
_VERSION = select(TableRow.version).where(TableRow.token == bindparam("token"))
_ROW = select(TableRow.id, TableRow.version, TableRow.length, TableRow.setup).where(
    TableRow.token == bindparam("token")
)
_ENTRIES = (
    select(EntryRow.raw)
    .where(EntryRow.table_id == bindparam("table_id"))
    .where(EntryRow.number >= bindparam("first"), EntryRow.number < bindparam("end"))
    .order_by(EntryRow.number)
)


UNREADABLE = Sentence("It cannot be read any more.")


class UnknownTable(Exception):
    """There is no table at this address."""


class Unplayable(Exception):
    """The rules refuse by now how a stored table is set up, for the reason ``why``."""

    def __init__(self, token: str, why: Sentence) -> None:
        """Name the table, and say why."""
        super().__init__(token, why)
        self.token = token
        self.why = why


def version(token: str) -> int:
    """Tell the version of a table, which every write raises. Raises UnknownTable."""
    with reading() as connection:
        return int(row_of(connection, _VERSION, token).version)


def evening(token: str) -> Evening:
    """Give a table to look at. Raises UnknownTable."""
    known = kept().get(token)
    if known is not None and known.version >= version(token):
        return known
    with kept().turn(token):
        return up_to_date(token)


def up_to_date(token: str) -> Evening:
    """Give a table as its rows have it now, and keep it; the caller has the table's turn."""
    known = kept().get(token)
    with reading() as connection:
        row = row_of(connection, _ROW, token)
        if known is not None and known.version >= row.version:
            return known
        log = known.log.copy() if known is not None and _only_grew(known, row) else None
        texts = _entries(connection, row.id, len(log.raw) if log else 0, row.length)
    setup = json.loads(row.setup)
    log, broken = _stood(log or _opened(setup, token), texts)
    found = Evening(row.id, token, row.version, setup, log, broken)
    kept().put(found)
    return found


def _only_grew(known: Evening, row: Any) -> bool:
    """Say whether a table had nothing but entries since: each of them raised its version by 1."""
    return bool(row.version - known.version == row.length - len(known.log.raw))


def row_of(connection: Connection, query: Any, token: str) -> Any:
    """Give the row of a table that a query with the parameter ``token`` finds; or UnknownTable."""
    found = connection.execute(query, {"token": token}).first() if is_token(token) else None
    if found is None:
        raise UnknownTable(token)
    return found


def is_token(text: str) -> bool:
    """Say whether a text could be the address of a table."""
    return _TOKEN.fullmatch(text) is not None


def open_log(setup: dict[str, Any]) -> Log:
    """Open the log of a table that is set up so. Raises Refused (`bad-record`)."""
    return Log(read_setup({**setup, "log": []}, games()))


def played_on(log: Log, raws: Iterable[Any]) -> Log:
    """Enter more entries into a log, and give it back. Raises Refused with an entry's number."""
    for raw in raws:
        log.enter(raw)
    return log


def _opened(setup: dict[str, Any], token: str) -> Log:
    try:
        return open_log(setup)
    except Refused as wrong:
        raise Unplayable(token, wrong.sentence) from None


def _stood(log: Log, texts: Sequence[str]) -> tuple[Log, Broken | None]:
    """Enter stored entries as far as they stand; what stood once may be refused by now."""
    for text in texts:
        number = len(log.raw)
        try:
            log.enter(json.loads(text))
        except Refused as wrong:
            return log, Broken(number, text, wrong.sentence)
        except Exception:
            # The row is damaged, or a rule of ours fails: what was before it is played anew.
            before = played_on(Log(log.setup), log.raw[:number])
            return before, Broken(number, text, UNREADABLE)
    return log, None


def _entries(connection: Connection, table_id: int, first: int, end: int) -> Sequence[str]:
    values = {"table_id": table_id, "first": first, "end": end}
    return connection.scalars(_ENTRIES, values).all()
