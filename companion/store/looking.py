"""Looking at a table: the kept evening if it is of the present version, else brought up to it.

The log in the database is the truth. What is kept in memory lets a tap cost the same at any
length of the log.
"""

import json
import re
from collections.abc import Collection, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypedDict, TypeVarTuple, final

from sqlalchemy import Connection, Row, Select, bindparam, select

from companion.core.budget import Exhausted, allow
from companion.core.entries.entry import Raw
from companion.core.errors import Refused
from companion.core.game import Setup
from companion.core.log.log import Log
from companion.core.log.opening import judged, opened
from companion.core.log.record import SetupRecord, read_setup
from companion.core.sentences import Sentence, say
from companion.database.circle_models import EveningRow
from companion.database.engine import reading
from companion.database.models import EntryRow, TableRow
from companion.games import games
from companion.machine.long_work import long_work
from companion.store.cache import Broken, Evening, Place, kept, one_copy
from companion.store.played import PLAYED, played

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


MANY = 1000
"""So many entries are not read and replayed but in a turn."""

FOR_LOG = 100_000, 10
FOR_OPENING = 400_000, 60
"""How many entries may be replayed, and for how many seconds: to judge a whole log as it was made,
and to open what is in force of it."""

DAMAGED: Final = "damaged"


@final
class Damaged(TypedDict):
    """What stands for a set-up that cannot be read, with its text: no record has that."""

    damaged: str


Ts = TypeVarTuple("Ts")


class Head(NamedTuple):
    """A table as its row has it, but for what is stored of its log."""

    id: int
    version: int
    length: int
    setup: str
    place: Place | None = None


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
    if token == PLAYED:
        return played().version
    with reading() as connection:
        present, _ = row_of(connection, _VERSION, token)
    return present


def versions(tokens: Collection[str]) -> dict[str, int]:
    """Tell the versions of tables; those that are at these addresses no more are left out."""
    wanted = select(TableRow.token, TableRow.version).where(TableRow.token.in_(tokens))
    to_look_at = {PLAYED: played().version} if PLAYED in tokens else {}
    with reading() as connection:
        return to_look_at | dict(row for row in connection.execute(wanted))


def evening(token: str) -> Evening:
    """Give a table to look at. Raises UnknownTable, or Busy where it is long and must wait."""
    if token == PLAYED:
        return played()
    known = kept().get(token)
    with reading() as connection:
        present, length = row_of(connection, _VERSION, token)
    if known is not None and known.version >= present:
        return known
    lacks = length - (len(known.log.raw) if known else 0)
    with long_work() if lacks > MANY else nullcontext(), kept().turn(token):
        return up_to_date(token)


def up_to_date(token: str) -> Evening:
    """Give a table as its rows have it now, and keep it; the caller has the table's turn."""
    known = kept().get(token)
    with reading() as connection:
        row = head_of(connection, token)
        if known is not None and known.version >= row.version:
            return known
        found = known and _grown(connection, known, row)
        texts = [] if found else entries_of(connection, row)
    found = found or loaded(token, row, texts)
    kept().put(found)
    return found


def head_of(connection: Connection, token: str) -> Head:
    """Give what the row of a table says of it. Raises UnknownTable."""
    row: Sequence[Any] = row_of(connection, _ROW, token)
    which, present, length, setup, evening, circle, game, day = row
    place = None if evening is None else Place(evening, circle, game, day)
    return Head(which, present, length, setup, place)


def _grown(connection: Connection, known: Evening, row: Head) -> Evening | None:
    """Add the entries that a kept table lacks; None where that is not all it lacks.

    If it is, each of them raised its version by 1.
    """
    if known.broken or row.version - known.version != row.length - len(known.log.raw):
        return None
    log = known.log.copy()
    try:
        played_on(log, map(_read, entries_of(connection, row, len(log.raw))))
    except Exception:
        return None  # loading it as a whole tells what is wrong
    return replace(known, version=row.version, log=log)


def _read(text: str) -> Any:
    """Read a stored entry to keep it."""
    return one_copy(stored_json(text))


def loaded(token: str, row: Head, texts: Sequence[str]) -> Evening:
    """Replay a table from its row and its entries. Raises Unplayable."""
    setup = stored_setup(row.setup)
    if DAMAGED in setup:
        raise Unplayable(token, say("Its set-up cannot be read."))
    try:
        read = read_setup({**setup, "log": []}, games())
    except Refused as wrong:
        raise Unplayable(token, wrong.sentence) from None
    raws = [_read(text) for text in texts]
    with allow(*FOR_OPENING):
        log, fault = _opened(read, raws)
    broken = Broken(len(log.raw), texts[len(log.raw)], fault.sentence) if fault else None
    return Evening(row.id, token, row.version, setup, log, broken, row.place)


def _opened(setup: Setup, raws: Sequence[Raw]) -> tuple[Log, Refused | None]:
    try:
        return opened(setup, raws)
    except Exhausted:
        raise
    except Exception:
        return _one_by_one(setup, raws)


def _one_by_one(setup: Setup, raws: Sequence[Raw]) -> tuple[Log, Refused | None]:
    """Enter stored entries up to one by which a rule of ours fails; that one is to blame."""
    log = Log(setup)
    for number, raw in enumerate(raws):
        try:
            log.enter(raw)
        except Refused as wrong:
            return log, wrong
        except Exhausted:
            raise
        except Exception:
            unreadable = Refused("bad-entry", "It cannot be read any more.")
            return played_on(Log(setup), raws[:number]), unreadable
    return log, None


def row_of(connection: Connection, query: Select[*Ts], token: str) -> Row[*Ts]:
    """Give the row of a table that a query with the parameter ``token`` finds; or UnknownTable."""
    found = connection.execute(query, {"token": token}).first() if is_token(token) else None
    if found is None:
        raise UnknownTable(token)
    return found


def is_token(text: str) -> bool:
    """Say whether a text could be the address of a table."""
    return _TOKEN.fullmatch(text) is not None


def open_log(setup: SetupRecord) -> Log:
    """Open the log of a table that is set up so. Raises Refused (`bad-record`)."""
    return Log(read_setup({**setup, "log": []}, games()))


def judged_log(setup: SetupRecord, raws: Sequence[Raw]) -> Log:
    """Judge a whole log at a table that is set up so. Raises Refused, with an entry's number."""
    with allow(*FOR_OPENING):
        return judged(open_log(setup).setup, raws, *FOR_LOG)


def played_on(log: Log, raws: Iterable[Raw]) -> Log:
    """Enter more entries into a log, and give it back. Raises Refused with an entry's number."""
    log.enter_all(raws)
    return log


def stored_json(text: str) -> Any:
    """Read a stored entry; a damaged one is given as it is written, which no game accepts."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def stored_setup(text: str) -> SetupRecord | Damaged:
    """Read a stored set-up; a damaged one is given as it is written."""
    setup = stored_json(text)
    names = (
        [setup.get("game"), *_players(setup.get("players"))] if isinstance(setup, dict) else [None]
    )
    known: SetupRecord = setup
    return known if all(isinstance(name, str) for name in names) else {DAMAGED: text}


def _players(players: object) -> list[object]:
    return players if isinstance(players, list) else [None]


def entries_of(connection: Connection, row: Head, first: int = 0) -> Sequence[str]:
    """Give the entries of a table's log from a number on, as they are written."""
    values = {"table_id": row.id, "first": first, "end": row.length}
    return connection.scalars(_ENTRIES, values).all()
