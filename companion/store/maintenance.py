"""Maintenance of what is stored: list, check, delete and archive tables."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2b
from pathlib import Path

from flask import current_app
from sqlalchemy import Select, bindparam, delete, func, select

from companion.core.errors import Refused
from companion.core.log.replay import replay_record
from companion.core.sentences import EntryNumber, Sentence, say, say_plural
from companion.games import all_games
from companion.store.database import db, read_connection, write_transaction
from companion.store.entries import StaleVersion, summary_columns
from companion.store.evenings import facts_differ
from companion.store.models import EntryRow, TableRow, VisitRow, utc_now
from companion.store.records import export_table
from companion.store.table_cache import LoadedTable, ReplayFault, get_table_cache
from companion.store.tables import (
    DAMAGED,
    UnknownTable,
    UnplayableTable,
    get_row,
    load_entries,
    load_header,
    parse_stored_json,
    parse_stored_setup,
    replay_rows,
)
from companion.system.errors import cannot_write_error


def archive_unused_tables(days: int, folder: Path | None = None) -> int:
    """Retire all tables that nobody tapped on or opened for so many days; say how many.

    Each becomes a file in ``folder``, else in `retired/` in the folder for data, and is deleted
    once that is on the disk: a table that somebody taps on meanwhile stays, and one that is gone
    already is passed over. Raises CannotStart where a file cannot be written.
    """
    limit = utc_now() - timedelta(days)
    idle = {one.token: one.version for one in list_table_usage() if one.last_used < limit}
    archive = folder or Path(current_app.instance_path, "retired")
    return sum(_retire_one(token, version, archive) for token, version in idle.items())


def _retire_one(token: str, version: int, archive: Path) -> bool:
    """Write a table down and delete it; False: it is used again, or gone."""
    try:
        record = json.dumps(export_table(token))
        _write_down(record, archive / f"{_name(token)}.jsonl")
        delete_table(token, version)
    except (StaleVersion, UnknownTable):
        return False
    return True


def _name(token: str) -> str:
    """Return an id of a table that does not tell its address.

    Written down once more, it takes the place of itself.
    """
    return blake2b(token.encode(), digest_size=8).hexdigest()


def _write_down(record: str, file: Path) -> None:
    """Write a file whole or not at all, and return when it is on the disk."""
    draft = file.with_suffix(".part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("w", encoding="utf-8") as new_file:
            new_file.write(record + "\n")
            new_file.flush()
            os.fsync(new_file.fileno())
        draft.replace(file)
        _keep_names(file.parent)
    except OSError as error:
        raise cannot_write_error(file, error) from error


def _keep_names(folder: Path) -> None:
    """Bring the names of a folder's files to the disk; Windows does so by itself."""
    if os.name != "nt":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


_TABLE = TableRow
_BY_TOKEN = _TABLE.token == bindparam("token")
_HELD = select(_TABLE.id, _TABLE.version).where(_BY_TOKEN).with_for_update()
_WHOLE = select(
    _TABLE.id,
    _TABLE.version,
    _TABLE.length,
    _TABLE.setup,
    _TABLE.hand,
    _TABLE.winners,
    _TABLE.tally,
).where(_BY_TOKEN)
# What is stored of a log beside its entries.
SUMMARY_COLUMNS = ("hand", "winners", "tally")


@dataclass(frozen=True, slots=True)
class TableUsage:
    """A table as its host sees it: nobody's name is in it.

    ``last_used`` is when somebody last tapped on it or opened it.
    """

    token: str
    version: int
    game: str
    players: int
    entries: int
    last_used: datetime
    over: bool


def list_table_usage() -> list[TableUsage]:
    """Outline all tables, the oldest first."""
    with read_connection() as connection:
        return [_outline(*row) for row in connection.execute(_outlined())]


def _outlined() -> Select[str, int, str, int, str | None, datetime, datetime | None, datetime]:
    """Find each table with the time of its last entry, by its key, and of its last visit."""
    table, entry, visit = TableRow, EntryRow, VisitRow
    query = select(func.max(visit.last)).where(visit.table_id == table.id).scalar_subquery()
    columns = (
        table.token,
        table.version,
        table.setup,
        table.length,
        table.winners,
        table.created,
    )
    return (
        select(*columns, entry.made, query)
        .outerjoin(entry, (entry.table_id == table.id) & (entry.number == table.length - 1))
        .order_by(table.id)
    )


def _outline(
    token: str,
    version: int,
    text: str,
    length: int,
    winners: str | None,
    *times: datetime | None,
) -> TableUsage:
    setup = parse_stored_setup(text)
    game, players = ("?", []) if DAMAGED in setup else (setup["game"], setup["players"])
    moment = max(filter(None, times))
    return TableUsage(token, version, game, len(players), length, moment, winners is not None)


def delete_table(token: str, version: int | None = None) -> None:
    """Delete a table and all that belongs to it; where a version is given, only that one.

    Raises UnknownTable, or StaleVersion where somebody has written since.
    """
    with get_table_cache().lock(token), write_transaction() as connection:
        which, present = get_row(connection, _HELD, token)
        if version not in (None, present):
            raise StaleVersion
        for rows in reversed(db.metadata.sorted_tables):
            for key in rows.foreign_keys:
                if key.column.table.name == TableRow.__tablename__ and not key.ondelete:
                    connection.execute(delete(rows).where(key.parent == which))
        connection.execute(delete(TableRow).where(TableRow.id == which))


def check_table(token: str) -> Iterator[Sentence]:
    """Yield what is wrong with a stored table, replaying it from its rows. Raises UnknownTable."""
    with read_connection() as connection:
        whole = get_row(connection, _WHOLE, token)
        row, listed = (
            load_header(connection, token),
            dict(zip(SUMMARY_COLUMNS, whole[4:], strict=True)),
        )
        texts = load_entries(connection, row)
    if len(texts) != row.length:
        chips = row.length - len(texts)
        yield say_plural(
            "Table {table}: {n} entry is missing.",
            "Table {table}: {n} entries are missing.",
            n=chips,
            table=token,
        )
    try:
        evening = replay_rows(token, row, texts)
    except UnplayableTable as error:
        yield say("Table {table} cannot be set up any more: {why}", table=token, why=error.reason)
        return
    broken = evening.fault or _broken_though_undone(evening, texts)
    if broken:
        yield _broken(token, broken)
    else:
        yield from _differences(evening, listed)
        if facts_differ(evening):
            yield say("Table {table}: what its circle stores does not match its log.", table=token)


def _broken_though_undone(evening: LoadedTable, texts: Sequence[str]) -> ReplayFault | None:
    """Find an entry that refuses the record; what was undone is not read to open a table."""
    log = [parse_stored_json(text) for text in texts]
    try:
        replay_record({**evening.setup_record, "log": log}, all_games())
    except Refused as error:
        number = error.entry or 0
        return ReplayFault(number, texts[number], error.sentence)
    return None


def _broken(token: str, broken: ReplayFault) -> Sentence:
    number = EntryNumber(broken.number)
    return say(
        "Table {table}: entry {number} is not possible: {why}",
        table=token,
        number=number,
        why=broken.reason,
    )


def _differences(evening: LoadedTable, listed: Mapping[str, object]) -> Iterator[Sentence]:
    """Compare the stored summary of a log with its replay; a hand number may be missing."""
    replayed = summary_columns(evening.version, evening.log)
    for name, stored in listed.items():
        counts = stored is not None or name != "hand"
        if counts and not _agree(_read(stored), _read(replayed[name])):
            yield say(
                "Table {table}: the stored {column} does not match its log.",
                table=evening.token,
                column=name,
            )


def _agree(stored: object, replayed: object) -> bool:
    """Return whether two say the same; a tally of an older release may say more, or less."""
    if isinstance(stored, dict) and isinstance(replayed, dict):
        return all(stored[key] == replayed[key] for key in stored.keys() & replayed.keys())
    return stored == replayed


def _read(stored: object) -> object:
    return json.loads(stored) if isinstance(stored, str) else stored
