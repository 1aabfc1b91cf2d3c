"""Appending entries: they are checked outside any transaction, and stored in a short one."""

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from companion.core.entries.schema import Raw
from companion.core.errors import Refused
from companion.core.log.log import Log
from companion.core.log.record import SetupRecord
from companion.core.sentences import EntryNumber
from companion.core.work_limit import WorkLimitExceeded, work_limit
from companion.store.database import read_connection, upsert_statement, write_transaction
from companion.store.evening_facts import NewEvening, facts_of_whole_log, facts_to_store
from companion.store.models import EntryRow, PartialAnswerRow, TableRow, utc_now
from companion.store.people import find_circle_to_lock
from companion.store.quota import current_quota
from companion.store.table_cache import LoadedTable, get_table_cache, intern_json
from companion.store.tables import (
    load_new_log,
    load_table,
    lock_table,
    notify_listeners,
    parse_leavers,
    refresh_table,
)
from companion.system.long_work import long_work
from companion.tally.summary import build_tally

# The address distinguishes a deleted table from a later one with its number.
_UPDATE_TABLE = (
    update(TableRow)
    .where(TableRow.id == bindparam("table_id"), TableRow.token == bindparam("address"))
    .where(TableRow.version == bindparam("present"))
    .returning(TableRow.leavers)
)
_INSERT_ENTRY = insert(EntryRow)


def update_table(
    connection: Connection, table: LoadedTable, columns: Mapping[str, object], circle: int | None
) -> tuple[str, ...]:
    """Update `columns` of a table's row. Return the players who leave after the hand.

    Raises StaleVersion if the version is another, or if `circle`, which is locked first, is gone.
    """
    # before the table, in the order of a rename, so that the two never wait for each other
    if circle is not None and not find_circle_to_lock(connection, circle):
        raise StaleVersion
    key = {"table_id": table.id, "address": table.token, "present": table.version}
    row = connection.execute(_UPDATE_TABLE, {**key, **columns}).first()
    if row is None:
        raise StaleVersion
    return parse_leavers(row.leavers)


_PARTIAL_ANSWERS = (
    select(PartialAnswerRow.player, PartialAnswerRow.raw)
    .where(PartialAnswerRow.table_id == bindparam("table_id"))
    .where(PartialAnswerRow.version == bindparam("version"))
)


def save_partial_answer(table: LoadedTable, player: str, raw: Raw) -> None:
    """Store a player's part of a joint entry at this version, in place of an earlier one."""
    row = {"table_id": table.id, "version": table.version, "player": player}
    with write_transaction() as connection:
        # the version stays: other players' parts sent meanwhile must not become stale
        connection.execute(upsert_statement(PartialAnswerRow, **row, raw=json.dumps(raw)))
    notify_listeners(table.token)


def get_partial_answers(table: LoadedTable) -> dict[str, Raw]:
    """Return the parts of a joint entry that are stored for this version, by player."""
    with read_connection() as connection:
        row = {"table_id": table.id, "version": table.version}
        answers = connection.execute(_PARTIAL_ANSWERS, row)
        return {player: json.loads(raw) for player, raw in answers}


_ENTRY_BY_KEY = select(EntryRow.number).where(
    EntryRow.table_id == bindparam("table_id"), EntryRow.key == bindparam("key")
)


# The most entries that are replayed for a tap, and the most seconds: at once, and in a turn of long
# work.
TAP_LIMIT, LONG_TAP_LIMIT = (1000, 1), (50_000, 5)


class EntryOrigin(NamedTuple):
    """The time and device of an entry, and the player of that device; each is None if unknown."""

    at: datetime | None = None
    by: str | None = None
    seat: str | None = None


class StaleVersion(Exception):
    """The request was made for an older version of the table."""


@dataclass(frozen=True, slots=True)
class Tap:
    """A tap on a screen; `parse_entry` makes its entry for the present log.

    `version` is that of the table on the screen. `by` is the device and `seat` the player of that
    device (None: a device of no player; "": all players gave a part). If a tap is sent twice, both
    have the same `key`.
    """

    version: int
    key: str
    parse_entry: Callable[[Log], object]
    by: str | None = None
    seat: str | None = None


def append_entry(token: str, tap: Tap) -> LoadedTable:
    """Check and store the entry of a tap. Return the table after it.

    If the entry is stored already, return the present table. Raises UnknownTable, StaleVersion,
    Refused, or Busy if a long replay would have to wait too long; then nothing is stored.
    """
    if get_table_cache().get(token) is None:
        load_table(token)  # loading takes long: not while others wait for the lock
    try:
        with work_limit(*TAP_LIMIT):
            return _append(token, tap)
    except WorkLimitExceeded:
        with long_work(), work_limit(*LONG_TAP_LIMIT):  # a long replay starts again, in its turn
            return _append(token, tap)


def _append(token: str, tap: Tap) -> LoadedTable:
    with get_table_cache().lock(token):
        before = get_table_cache().get(token)
        if before is None or before.version != tap.version:
            before = refresh_table(token)
        after_tap = _apply(before, tap) if before.version == tap.version else None
        after = after_tap and _store_entry(before, after_tap, tap)
        if after is None:
            return _require_entry(refresh_table(token), tap)
        get_table_cache().put(after)
    notify_listeners(token, after.version)
    return after


def _apply(before: LoadedTable, tap: Tap) -> LoadedTable | None:
    """Return the table after an entry; None if it is refused because the table has changed."""
    require_intact(before)
    log = before.log.copy()
    try:
        log.enter(intern_json(tap.parse_entry(before.log)))
    except Refused:
        if refresh_table(before.token).version != tap.version:
            return None
        raise
    return replace(before, version=before.version + 1, log=log)


def require_intact(table: LoadedTable) -> None:
    """Raise Refused (`wrong-phase`) if the log of a table has a broken entry."""
    if table.fault:
        raise Refused(
            "wrong-phase",
            "Entry {number} is no longer valid. Play on with a copy that ends before this entry.",
            number=EntryNumber(table.fault.number),
        )


def _require_entry(table: LoadedTable, tap: Tap) -> LoadedTable:
    """Return the table if it has the entry already. Raises StaleVersion."""
    with read_connection() as connection:
        values = {"table_id": table.id, "key": tap.key}
        if connection.execute(_ENTRY_BY_KEY, values).first() is None:
            raise StaleVersion
    return table


def update_setup(token: str, version: int, setup: SetupRecord) -> LoadedTable:
    """Replace the set-up of a table at `version`. Return the table after it.

    Raises UnknownTable, StaleVersion, or Refused if the log does not replay with that set-up.
    """
    setup = json.loads(json.dumps(setup))  # as it is stored, to be compared with it
    with lock_table(token) as before:
        if before.version != version:
            return _require_setup(before, setup)
        require_intact(before)
        log = load_new_log(setup, before.log.raw_entries)
        after = replace(before, version=version + 1, setup_record=setup, log=log)
        columns = {"setup": json.dumps(setup), **summary_columns(after.version, log)}
        evening_ref = after.evening_ref
        facts = evening_ref and facts_of_whole_log(evening_ref, after.id, log)
        try:
            with write_transaction() as connection:
                update_table(connection, before, columns, evening_ref and evening_ref.circle)
                if facts:
                    facts.save(connection)
        except StaleVersion:
            return _require_setup(refresh_table(token), setup)
        get_table_cache().put(after)
        return after


def _require_setup(table: LoadedTable, setup: SetupRecord) -> LoadedTable:
    """Return the table if it has the set-up already. Raises StaleVersion."""
    if table.setup_record != setup:
        raise StaleVersion
    return table


@dataclass(frozen=True, slots=True)
class NewTable:
    """The rows of a new table and of its entries, which have been checked."""

    row: Mapping[str, object]
    entries: Sequence[dict[str, object]]

    def insert(self, connection: Connection) -> int:
        """Insert the rows. Return the number of the table."""
        result = connection.execute(insert(TableRow).returning(TableRow.id), self.row)
        table_id: int = result.scalar_one()
        if self.entries:
            rows = [{"table_id": table_id, **row} for row in self.entries]
            connection.execute(insert(EntryRow), rows)
        return table_id


def build_new_table(
    setup: SetupRecord,
    log: Log,
    entry_origins: Sequence[EntryOrigin] = (),
    key: str | None = None,
    started: datetime | None = None,
) -> NewTable:
    """Return the rows of a table with a checked log; `entry_origins` is empty or one for each."""
    row = {"token": secrets.token_urlsafe(16), "setup": json.dumps(setup), "key": key}
    created = started or _first_time(entry_origins) or utc_now()
    origins = entry_origins or [EntryOrigin()] * len(log.raw_entries)
    pairs = enumerate(zip(log.raw_entries, origins, strict=True))
    return NewTable(
        {**row, "created": created, **summary_columns(len(log.raw_entries), log)},
        [_entry_row(number, raw, origin) for number, (raw, origin) in pairs],
    )


def _first_time(entry_origins: Sequence[EntryOrigin]) -> datetime | None:
    """Return the earliest time of the entries that is not in the future, or None."""
    times = [origin.at for origin in entry_origins if origin.at and origin.at <= utc_now()]
    return min(times, default=None)


def create_table(
    setup: SetupRecord,
    log: Sequence[Raw] = (),
    entry_origins: Sequence[EntryOrigin] = (),
    key: str | None = None,
    circle: int | None = None,
) -> str:
    """Store a new table, in a `circle` if given. Return its address.

    If a table with the same `key` exists, return its address instead. Raises Refused, whose `entry`
    is the number of the first bad entry, or QuotaExceeded; then nothing is stored.
    """
    existing = find_table_by_key(key)
    if existing is not None:
        return existing
    current_quota().check(1)
    log_after = load_new_log(setup, intern_json(list(log)))
    table = build_new_table(setup, log_after, entry_origins, key)
    new_evening = NewEvening(setup["game"], log_after) if circle else None
    evening_ref = None
    try:
        with write_transaction() as connection:
            table_id = table.insert(connection)
            current_quota().take(1)
            if new_evening and circle:
                evening_ref = new_evening.write(connection, table_id, circle)
    except IntegrityError:
        existing = find_table_by_key(key)
        if existing is None:
            raise
        return existing
    token = str(table.row["token"])
    get_table_cache().put(
        LoadedTable(table_id, token, len(log), setup, log_after, evening_ref=evening_ref)
    )
    return token


def find_table_by_key(key: str | None) -> str | None:
    if key is None:
        return None
    with read_connection() as connection:
        return connection.scalar(select(TableRow.token).where(TableRow.key == key))


def _store_entry(before: LoadedTable, after: LoadedTable, tap: Tap) -> LoadedTable | None:
    """Store the entry of a tap. Return the table after it; None if another process has written."""
    number = len(before.log.raw_entries)
    origin = EntryOrigin(utc_now(), tap.by, tap.seat)
    entry = _entry_row(number, after.log.raw_entries[number], origin)
    columns, facts = summary_columns(after.version, after.log), facts_to_store(before, after)
    circle = facts.evening_ref.circle if facts else None
    try:
        with write_transaction() as connection:
            leavers = update_table(connection, before, columns, circle)
            connection.execute(_INSERT_ENTRY, {"table_id": before.id, **entry, "key": tap.key})
            if facts:
                facts.save(connection)
    except (IntegrityError, StaleVersion):
        return None
    return replace(after, leavers=leavers)


def _entry_row(number: int, raw: Raw, origin: EntryOrigin) -> dict[str, object]:
    made = {"made": origin.at, "by": origin.by, "seat": origin.seat}
    return {"number": number, "raw": json.dumps(raw), **made}


def summary_columns(version: int, log: Log) -> dict[str, int | str | None]:
    """Return the columns of a table's row at `version` that sum up its log."""
    tally = build_tally(log) if log.table.phase == "over" else None
    winners = tally and [line["player"] for line in tally["lines"] if line["place"] == 1]
    return {
        "version": version,
        "length": len(log.raw_entries),
        "hand": log.table.hand,
        "winners": json.dumps(winners) if winners else None,
        "tally": json.dumps(tally) if tally else None,
    }
