"""Care for what is stored: what there is, what is wrong with it, and what may go."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, bindparam, delete, func, select

from companion.core.errors import Refused
from companion.core.log.replay import replay
from companion.core.sentences import EntryNumber, Sentence, say, say_n
from companion.database.base import db
from companion.database.engine import reading, writing
from companion.database.models import EntryRow, TableRow, VisitRow
from companion.games import games
from companion.store.cache import Broken, Evening, kept
from companion.store.looking import (
    DAMAGED,
    Unplayable,
    entries_of,
    head_of,
    loaded,
    row_of,
    stored_json,
    stored_setup,
)
from companion.store.rebuilding import differs
from companion.store.writing import Stale, row_columns

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
LISTED = ("hand", "winners", "tally")
"""What is stored of a log beside its entries."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A table as its host sees it: nobody's name is in it.

    ``used`` is when somebody last tapped on it or opened it.
    """

    token: str
    version: int
    game: str
    players: int
    entries: int
    used: datetime
    over: bool


def outlines() -> list[Outline]:
    """Outline all tables, the oldest first."""
    with reading() as connection:
        return [_outline(*row) for row in connection.execute(_outlined())]


def _outlined() -> Select[str, int, str, int, str | None, datetime, datetime | None, datetime]:
    """Find each table with the time of its last entry, by its key, and of its last visit."""
    table, entry, visit = TableRow, EntryRow, VisitRow
    visited = select(func.max(visit.last)).where(visit.table_id == table.id).scalar_subquery()
    stored = table.token, table.version, table.setup, table.length, table.winners, table.created
    return (
        select(*stored, entry.made, visited)
        .outerjoin(entry, (entry.table_id == table.id) & (entry.number == table.length - 1))
        .order_by(table.id)
    )


def _outline(
    token: str,
    version: int,
    stored: str,
    length: int,
    winners: str | None,
    *times: datetime | None,
) -> Outline:
    setup = stored_setup(stored)
    game, players = ("?", []) if DAMAGED in setup else (setup["game"], setup["players"])
    used = max(filter(None, times))
    return Outline(token, version, game, len(players), length, used, winners is not None)


def delete_table(token: str, version: int | None = None) -> None:
    """Delete a table and all that belongs to it; where a version is given, only that one.

    Raises UnknownTable, or Stale where somebody has written since.
    """
    with kept().turn(token), writing() as connection:
        which, present = row_of(connection, _HELD, token)
        if version not in (None, present):
            raise Stale
        for rows in reversed(db.metadata.sorted_tables):
            for key in rows.foreign_keys:
                if key.column.table.name == TableRow.__tablename__ and not key.ondelete:
                    connection.execute(delete(rows).where(key.parent == which))
        connection.execute(delete(TableRow).where(TableRow.id == which))


def faults(token: str) -> Iterator[Sentence]:
    """Say what is wrong with a stored table, replaying it from its rows. Raises UnknownTable."""
    with reading() as connection:
        whole = row_of(connection, _WHOLE, token)
        row, listed = head_of(connection, token), dict(zip(LISTED, whole[4:], strict=True))
        texts = entries_of(connection, row)
    if len(texts) != row.length:
        lost = row.length - len(texts)
        yield say_n(
            "Table {table}: {n} entry is missing.",
            "Table {table}: {n} entries are missing.",
            n=lost,
            table=token,
        )
    try:
        evening = loaded(token, row, texts)
    except Unplayable as wrong:
        yield say("Table {table} cannot be set up any more: {why}", table=token, why=wrong.why)
        return
    broken = evening.broken or _broken_though_undone(evening, texts)
    if broken:
        yield _broken(token, broken)
    else:
        yield from _differences(evening, listed)
        if differs(evening):
            yield say("Table {table}: what its circle remembers is not what it gives.", table=token)


def _broken_though_undone(evening: Evening, texts: Sequence[str]) -> Broken | None:
    """Find an entry that refuses the record; what was undone is not read to open a table."""
    log = [stored_json(text) for text in texts]
    try:
        replay({**evening.setup, "log": log}, games())
    except Refused as wrong:
        number = wrong.entry or 0
        return Broken(number, texts[number], wrong.sentence)
    return None


def _broken(token: str, broken: Broken) -> Sentence:
    number = EntryNumber(broken.number)
    return say(
        "Table {table}: entry {number} is not possible: {why}",
        table=token,
        number=number,
        why=broken.why,
    )


def _differences(evening: Evening, listed: Mapping[str, object]) -> Iterator[Sentence]:
    """Compare the stored summary of a log with its replay; a hand number may be missing."""
    replayed = row_columns(evening.version, evening.log)
    for name, stored in listed.items():
        known = stored is not None or name != "hand"
        if known and not _agree(_read(stored), _read(replayed[name])):
            yield say(
                "Table {table}: what is stored as its {column} is not what the replay gives.",
                table=evening.token,
                column=name,
            )


def _agree(stored: object, replayed: object) -> bool:
    """Say whether two say the same; a tally of an older release may say more, or less."""
    if isinstance(stored, dict) and isinstance(replayed, dict):
        return all(stored[key] == replayed[key] for key in stored.keys() & replayed.keys())
    return stored == replayed


def _read(stored: object) -> object:
    return json.loads(stored) if isinstance(stored, str) else stored
