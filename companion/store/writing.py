"""Writing a table: what is judged outside of any transaction is stored in one short one.

Every write raises the table's version, and only from the version that it was judged for: of two
writers, in one process or in several, the second is told.
"""

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, insert, select
from sqlalchemy.exc import IntegrityError

from companion.core.budget import Exhausted, allow
from companion.core.entries.entry import Raw
from companion.core.errors import Refused
from companion.core.log.log import Log
from companion.core.log.record import SetupRecord
from companion.core.sentences import EntryNumber
from companion.database.engine import reading, writing
from companion.database.models import EntryRow, TableRow, now
from companion.machine.long_work import long_work
from companion.store.cache import Evening, kept, one_copy
from companion.store.entering import Entering
from companion.store.facts import facts_after, facts_of
from companion.store.listeners import tell_listeners
from companion.store.looking import MANY, evening, judged_log, up_to_date
from companion.store.quota import quota
from companion.store.statements import entered, raised
from companion.tally.summary import tally_of

_MADE_BEFORE = select(EntryRow.number).where(
    EntryRow.table_id == bindparam("table_id"), EntryRow.key == bindparam("key")
)
_TABLE_OF = select(TableRow.token).where(TableRow.key == bindparam("key"))


FOR_TAP = 1000, 1
FOR_ENTRY = 50_000, 5
"""How many entries may be replayed, and for how many seconds: for an entry at once, and for one
that waits for its turn."""


class Made(NamedTuple):
    """When an entry was made, on which device, and whose own device it is, as far as known."""

    at: datetime | None = None
    by: str | None = None
    seat: str | None = None


class Stale(Exception):
    """What was sent was drawn for an older version of the table."""


@dataclass(frozen=True, slots=True)
class Tap:
    """A tap that came in; ``read`` makes it an entry once the log is there.

    ``version`` is that of the table on the screen where it was tapped, ``by`` the device, ``seat``
    the player whose device that is (None: it may tap everything; "": all players gave a part). A
    tap that is sent twice has the same ``key`` both times.
    """

    version: int
    key: str
    read: Callable[[Log], object]
    by: str | None = None
    seat: str | None = None


def record(token: str, tap: Tap) -> Evening:
    """Judge an entry and store it before returning; give the table after it.

    What is stored already is not stored again: the table as it stands is given. Raises
    UnknownTable, Stale, or Refused; then nothing is stored.

    What replays much is begun again in a turn for long work. Raises Busy where that is far.
    """
    if kept().get(token) is None:
        evening(token)  # to load it takes long: not while others wait for the table
    try:
        with allow(*FOR_TAP):
            return _record(token, tap)
    except Exhausted:
        with long_work(), allow(*FOR_ENTRY):
            return _record(token, tap)


def _record(token: str, tap: Tap) -> Evening:
    with kept().turn(token):
        before = kept().get(token)
        if before is None or before.version != tap.version:
            before = up_to_date(token)
        after = _judged(before, tap) if before.version == tap.version else None
        if after is None or not _store_entry(before, after, tap):
            return _made_before(up_to_date(token), tap)
        kept().put(after)
    tell_listeners(token, after.version)
    return after


def _judged(before: Evening, tap: Tap) -> Evening | None:
    """Give the table after an entry; None where somebody else wrote while a refused one came."""
    check_whole(before)
    log = before.log.copy()
    try:
        log.enter(one_copy(tap.read(before.log)))
    except Refused:
        if up_to_date(before.token).version != tap.version:
            return None
        raise
    return replace(before, version=before.version + 1, log=log)


def check_whole(evening: Evening) -> None:
    """Refuse to write where the log does not stand as a whole."""
    if evening.broken:
        raise Refused(
            "wrong-phase",
            "Entry {number} is not possible any more: play on with a copy of what was before it.",
            number=EntryNumber(evening.broken.number),
        )


def _made_before(present: Evening, tap: Tap) -> Evening:
    """Give the table as it stands if an entry is in it already. Raises Stale."""
    with reading() as connection:
        values = {"table_id": present.id, "key": tap.key}
        if connection.execute(_MADE_BEFORE, values).first() is None:
            raise Stale
    return present


def change_setup(token: str, version: int, setup: SetupRecord) -> Evening:
    """Set a table up differently; its log must replay. Raises UnknownTable, Stale, Refused."""
    setup = json.loads(json.dumps(setup))
    long = len(evening(token).log.raw) > MANY
    with long_work() if long else nullcontext(), kept().turn(token):
        before = up_to_date(token)
        if before.version != version:
            return _set_up_before(before, setup)
        check_whole(before)
        log = judged_log(setup, before.log.raw)
        after = replace(before, version=version + 1, setup=setup, log=log)
        columns = {"setup": json.dumps(setup), **row_columns(after.version, log)}
        facts = facts_of(after.place, after.id, log).store if after.place else None
        if not raised(before, columns, facts):
            return _set_up_before(up_to_date(token), setup)
        kept().put(after)
    tell_listeners(token)
    return after


def _set_up_before(present: Evening, setup: SetupRecord) -> Evening:
    """Give the table as it stands if it is set up so already. Raises Stale."""
    if present.setup != setup:
        raise Stale
    return present


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be stored, whose log was judged: its row, and those of its entries."""

    row: Mapping[str, object]
    entries: Sequence[dict[str, object]]

    def insert(self, connection: Connection) -> int:
        """Store it; give its number."""
        made = connection.execute(insert(TableRow).returning(TableRow.id), self.row)
        table_id: int = made.scalar_one()
        if self.entries:
            rows = [{"table_id": table_id, **row} for row in self.entries]
            connection.execute(insert(EntryRow), rows)
        return table_id


def new_table(
    setup: SetupRecord,
    log: Log,
    made: Sequence[Made] = (),
    key: str | None = None,
    began: datetime | None = None,
) -> NewTable:
    """Return the rows of a new table with a log that was judged."""
    row = {"token": secrets.token_urlsafe(16), "setup": json.dumps(setup), "key": key}
    columns = {"created": began or _first(made) or now(), **row_columns(len(log.raw), log)}
    pairs = enumerate(_paired(log.raw, made))
    return NewTable({**row, **columns}, [_entry(number, raw, who) for number, (raw, who) in pairs])


def _first(made: Sequence[Made]) -> datetime | None:
    """Return when the first entry of a record was made, if it tells a day that has been."""
    times = [who.at for who in made if who.at and who.at <= now()]
    return min(times, default=None)


def create(
    setup: SetupRecord,
    log: Sequence[Raw] = (),
    made: Sequence[Made] = (),
    key: str | None = None,
    circle: int | None = None,
) -> str:
    """Store a new table, with a log if it is imported; give its address.

    It belongs to the ``circle`` of that number, if one is given. Of two with the same ``key`` only
    the first is stored. Raises Refused, with the entry's number where the log is at fault, or
    TooMany; then nothing is stored.
    """
    there = stored_as(key)
    if there is not None:
        return there
    quota().check(1)
    played = judged_log(setup, one_copy(list(log)))
    table = new_table(setup, played, made, key)
    entering = Entering(setup["game"], played) if circle else None
    try:
        with writing() as connection:
            table_id = table.insert(connection)
            quota().take(1)
            if entering and circle:
                entering.write(connection, table_id, circle)
    except IntegrityError:
        there = stored_as(key)
        if there is None:
            raise
        return there
    token, place = str(table.row["token"]), entering.place if entering else None
    kept().put(Evening(table_id, token, len(log), setup, played, place=place))
    return token


def stored_as(key: str | None) -> str | None:
    """Return the address of the table that was stored with a key, if there is one."""
    if key is None:
        return None
    with reading() as connection:
        return connection.scalar(_TABLE_OF, {"key": key})


def _paired(log: Sequence[Raw], made: Sequence[Made]) -> Iterator[tuple[Raw, Made]]:
    return zip(log, made or [Made()] * len(log), strict=True)


def _store_entry(before: Evening, after: Evening, tap: Tap) -> bool:
    """Store the entry of a tap; False where another process was quicker."""
    number = len(before.log.raw)
    entry = _entry(number, after.log.raw[number], Made(now(), tap.by, tap.seat))
    columns, facts = row_columns(after.version, after.log), facts_after(before, after)
    also = facts.store if facts else None
    try:
        return entered(before, columns, {**entry, "key": tap.key}, also)
    except IntegrityError:
        return False


def _entry(number: int, raw: Raw, who: Made) -> dict[str, object]:
    made = {"made": who.at, "by": who.by, "seat": who.seat}
    return {"number": number, "raw": json.dumps(raw), **made}


def row_columns(version: int, log: Log) -> dict[str, int | str | None]:
    """Give what a table's row says of its log: the tally once it is over, and what lists show."""
    tally = tally_of(log) if log.table.phase == "over" else None
    winners = tally and [line["player"] for line in tally["lines"] if line["place"] == 1]
    return {
        "version": version,
        "length": len(log.raw),
        "hand": log.table.hand,
        "winners": json.dumps(winners) if winners else None,
        "tally": json.dumps(tally) if tally else None,
    }
