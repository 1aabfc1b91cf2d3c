"""Maintenance of what is stored: list, check, rebuild, delete and archive tables."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from typing import Any

from flask import current_app
from sqlalchemy import Connection, Select, bindparam, delete, func, select, update

from companion.core.errors import Refused
from companion.core.log.replay import replay_record
from companion.core.sentences import EntryNumber, Sentence, say, say_plural
from companion.core.work_limit import work_limit
from companion.games import all_games
from companion.store.database import db, read_connection, write_transaction
from companion.store.entries import StaleVersion, summary_columns
from companion.store.evening_facts import FactsUpdate, facts_of_whole_log
from companion.store.models import (
    EntryRow,
    EveningRow,
    HandRow,
    SeatRow,
    TableRow,
    VisitRow,
    utc_now,
)
from companion.store.names import plan_evening_rename
from companion.store.people import lock_circle, set_evening_seats
from companion.store.records import export_table
from companion.store.table_cache import (
    EveningRef,
    LoadedTable,
    ReplayFault,
    get_table_cache,
)
from companion.store.tables import (
    DAMAGED,
    FOR_OPENING,
    TableHeader,
    UnknownTable,
    UnplayableTable,
    get_row,
    is_table_token,
    load_entries,
    load_header,
    new_log,
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


_TOKENS = (
    select(TableRow.token)
    .join(EveningRow, EveningRow.table_id == TableRow.id)
    .order_by(EveningRow.id)
)
_LOCKED_VERSION = select(TableRow.version).where(_BY_TOKEN).with_for_update()


def list_tokens_in_circles() -> list[str]:
    """List the addresses of all tables that are of a circle."""
    with read_connection() as connection:
        return list(connection.scalars(_TOKENS))


def rebuild_facts(token: str) -> Sentence | None:
    """Make the facts of a table anew from its log; say why where that cannot be done.

    Where somebody writes meanwhile it is begun again. Raises UnknownTable.
    """
    while True:
        with get_table_cache().lock(token):
            head, facts = _replayed(token)
            if isinstance(facts, Sentence) or facts is None:
                return facts
            with write_transaction() as connection:
                if connection.scalar(_LOCKED_VERSION, {"token": token}) == head.version:
                    replace(facts, players=None).save(connection)
                    return None


def _replayed(token: str) -> tuple[TableHeader, FactsUpdate | Sentence | None]:
    """Replay a table of a circle from its rows, once."""
    if not is_table_token(token):
        raise UnknownTable(token)
    with read_connection() as connection:
        head = load_header(connection, token)
        texts = load_entries(connection, head) if head.place else []
    if head.place is None:
        return head, None
    try:
        log = new_log(parse_stored_json(head.setup))
        log.append_unchecked([parse_stored_json(text) for text in texts])
        with work_limit(*FOR_OPENING):
            return head, facts_of_whole_log(head.place, head.id, log)
    except Refused as error:
        why = say("Table {table}: its results cannot be rebuilt: {why}")
        return head, why.with_facts(table=token, why=error.sentence)


def list_misnamed_evenings() -> Iterator[tuple[EveningRef, list[str], list[str]]]:
    """Yield evenings whose results name others than those who sat there: names, then seats."""
    columns = EveningRow.id, EveningRow.circle_id, EveningRow.game, EveningRow.day
    with read_connection() as connection:
        seats: dict[int, set[str]] = {}
        for number, player in connection.execute(select(SeatRow.evening_id, SeatRow.player)):
            seats.setdefault(number, set()).add(player)
        rows = connection.execute(select(*columns, EveningRow.facts)).all()
    for evening, circle, game, day, facts in rows:
        names = {line["player"] for line in parse_stored_json(facts).get("lines", ())}
        players = seats.get(evening, set())
        if names - players:
            yield (
                EveningRef(evening, circle, game, day),
                sorted(names - players),
                sorted(players - names),
            )


def list_misnamed_sentences() -> Iterator[Sentence]:
    """Yield what is wrong with the names of evenings."""
    for place, _, _ in list_misnamed_evenings():
        yield say(
            "The evening of {day} in circle {circle} names players who did not sit there.",
            day=place.day,
            circle=place.circle,
        )


def mend_names() -> None:
    """Let the results of evenings name those who sat there; who is missing is seated by name."""
    for place, names, seats in list_misnamed_evenings():
        with write_transaction() as connection:
            lock_circle(connection, place.circle)
            if len(names) == len(seats) == 1:
                plan_evening_rename(connection, place.evening, {names[0]: seats[0]}).write(
                    connection
                )
            else:
                facts = connection.scalar(
                    select(EveningRow.facts).where(EveningRow.id == place.evening)
                )
                lines = parse_stored_json(facts or "{}").get("lines", ())
                set_evening_seats(connection, place, [line["player"] for line in lines])
            changed = update(EveningRow).where(EveningRow.id == place.evening)
            connection.execute(changed.values(changes=EveningRow.changes + 1))


def facts_differ(evening: LoadedTable) -> bool:
    """Return whether what is stored of a table of a circle is not what its log gives."""
    if evening.evening_ref is None:
        return False
    facts = facts_of_whole_log(evening.evening_ref, evening.id, evening.log)
    hands = {str(number): hand for number, hand in facts.hands.items()}
    made = json.loads(json.dumps({"evening": facts.evening, "hands": hands}))
    with read_connection() as connection:
        return bool(_stored(connection, evening.evening_ref.evening) != made)


def _stored(connection: Connection, evening: int) -> dict[str, Any]:
    facts = connection.scalar(select(EveningRow.facts).where(EveningRow.id == evening))
    columns = select(HandRow.number, HandRow.facts).where(HandRow.evening_id == evening)
    hands = {str(number): json.loads(text) for number, text in connection.execute(columns)}
    return {"evening": json.loads(facts or "{}"), "hands": hands}
