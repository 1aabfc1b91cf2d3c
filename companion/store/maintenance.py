"""Maintenance of the database: list, check, rebuild, delete and archive tables."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import blake2b
from pathlib import Path

from flask import current_app
from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import selectinload

from companion.circles.facts import EveningFacts, HandFacts
from companion.core.errors import Refused
from companion.core.log.replay import replay_record
from companion.core.sentences import EntryNumber, Sentence, say, say_plural
from companion.games import all_games
from companion.store import tables
from companion.store.database import (
    delete_rows,
    read_connection,
    read_session,
    write_transaction,
)
from companion.store.entries import StaleVersion, summary_columns
from companion.store.evening_facts import facts_of_whole_log, get_hands
from companion.store.models import EntryRow, EveningRow, TableRow, VisitRow, utc_now
from companion.store.people import UnknownCircle, lock_circle
from companion.store.records import export_table
from companion.store.table_cache import LoadedTable, ReplayFault, get_table_cache
from companion.system.errors import cannot_write_error


def archive_unused_tables(days: int, folder: Path | None = None) -> int:
    """Archive all tables that nobody has used for `days` days. Return how many.

    Each is written to a file in `folder`, by default `retired/` in the folder for data, and then
    deleted. A table that is used or deleted meanwhile is skipped. Raises CannotStart if a file
    cannot be written.
    """
    since = utc_now() - timedelta(days)
    unused = {one.token: one.version for one in list_table_usage() if one.last_used < since}
    archive = folder or Path(current_app.instance_path, "retired")
    count = 0
    for token, version in unused.items():
        # always the same name, from which the address cannot be found
        name = blake2b(token.encode(), digest_size=8).hexdigest()
        with suppress(StaleVersion, tables.UnknownTable):
            _write_record(json.dumps(export_table(token)), archive / f"{name}.jsonl")
            delete_table(token, version)
            count += 1
    return count


def _write_record(record: str, file: Path) -> None:
    """Write a file atomically, and flush it to the disk. Raises CannotStart."""
    draft = file.with_suffix(".part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("w", encoding="utf-8") as new_file:
            new_file.write(record + "\n")
            new_file.flush()
            os.fsync(new_file.fileno())
        draft.replace(file)
        _sync_folder(file.parent)
    except OSError as error:
        raise cannot_write_error(file, error) from error


def _sync_folder(folder: Path) -> None:
    """Flush a folder's file names to the disk; Windows does so itself."""
    if os.name != "nt":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


_BY_TOKEN = TableRow.token == bindparam("token")
_LOCKED_VERSION = select(TableRow.id, TableRow.version).where(_BY_TOKEN).with_for_update()
# The columns of a table's row that come from its log.
_SUMMARY = select(TableRow.hand, TableRow.winners, TableRow.tally).where(_BY_TOKEN)


@dataclass(frozen=True, slots=True)
class TableUsage:
    """A table as its host sees it, without names of players.

    `last_used` is the time of the last entry or visit.
    """

    token: str
    version: int
    game: str
    players: int
    entries: int
    last_used: datetime
    over: bool


def list_table_usage() -> list[TableUsage]:
    """Return the usage of all tables, the oldest first."""
    table, entry = TableRow, EntryRow
    last_visit = select(func.max(VisitRow.last)).where(VisitRow.table_id == table.id)
    columns = table.token, table.version, table.setup, table.length, table.winners, table.created
    query = (
        select(*columns, entry.made, last_visit.scalar_subquery())
        .outerjoin(entry, (entry.table_id == table.id) & (entry.number == table.length - 1))
        .order_by(table.id)
    )
    with read_connection() as connection:
        rows = connection.execute(query).all()
    usage = []
    for token, version, text, length, winners, *times in rows:
        setup = tables.parse_stored_setup(text)
        game, players = ("?", []) if tables.DAMAGED in setup else (setup["game"], setup["players"])
        last, over = max(filter(None, times)), winners is not None
        usage.append(TableUsage(token, version, game, len(players), length, last, over))
    return usage


def delete_table(token: str, version: int | None = None) -> None:
    """Delete a table and all that belongs to it.

    Raises UnknownTable, or StaleVersion if the table is not at `version` (None: any).
    """
    with get_table_cache().lock(token), write_transaction() as connection:
        table_id, present = tables.get_row(connection, _LOCKED_VERSION, token)
        if version not in (None, present):
            raise StaleVersion
        delete_rows(connection, TableRow, TableRow.id == table_id)


def list_faults(token: str) -> Iterator[Sentence]:
    """Replay a stored table. Yield a sentence for each of its faults. Raises UnknownTable."""
    with read_connection() as connection:
        row = tables.load_header(connection, token)
        summary = tables.get_row(connection, _SUMMARY, token)._asdict()
        texts = tables.load_entries(connection, row)
    if len(texts) != row.length:
        missing = row.length - len(texts)
        yield say_plural(
            "Table {table}: {n} entry is missing.",
            "Table {table}: {n} entries are missing.",
            n=missing,
            table=token,
        )
    try:
        table = tables.replay_rows(token, row, texts)
    except tables.UnplayableTable as error:
        yield say(
            "Table {table}: its setup is no longer valid. {why}", table=token, why=error.reason
        )
        return
    fault = table.fault or _find_invalid_entry(table, texts)
    if fault:
        yield say(
            "Table {table}: entry {number} is not valid. {why}",
            table=token,
            number=EntryNumber(fault.number),
            why=fault.reason,
        )
    else:
        yield from _differences(table, summary)
        if facts_differ(table):
            yield say(
                "Table {table}: the circle’s copy of the results does not match the log.",
                table=token,
            )


def _find_invalid_entry(table: LoadedTable, texts: Sequence[str]) -> ReplayFault | None:
    """Return the first invalid entry of the whole log, active or not, or None."""
    # loading a table replays only the lines of its log
    log = [tables.parse_stored_json(text) for text in texts]
    try:
        replay_record({**table.setup_record, "log": log}, all_games())
    except Refused as error:
        number = error.entry or 0
        return ReplayFault(number, texts[number], error.sentence)
    return None


def _differences(table: LoadedTable, stored_columns: Mapping[str, object]) -> Iterator[Sentence]:
    """Yield the columns of a table's row that differ from its replay."""
    replayed = summary_columns(table.version, table.log)
    for name, value in stored_columns.items():
        is_known = value is not None or name != "hand"
        if is_known and not _is_equal(_parse(value), _parse(replayed[name])):
            yield say(
                "Table {table}: the column “{column}” does not match the log.",
                table=table.token,
                column=name,
            )


def _is_equal(value: object, replayed: object) -> bool:
    """Return whether two values are equal; of two tallies, the keys that both have."""
    # a tally of an older version may have other keys
    if isinstance(value, dict) and isinstance(replayed, dict):
        return all(value[key] == replayed[key] for key in value.keys() & replayed.keys())
    return value == replayed


def _parse(value: object) -> object:
    return json.loads(value) if isinstance(value, str) else value


def rebuild_facts(token: str) -> Sentence | None:
    """Rebuild a table's facts from its log. Return the reason if that is impossible, or None.

    If the table changes meanwhile, the rebuild is repeated. Raises UnknownTable.
    """
    while True:
        with get_table_cache().lock(token):
            try:
                table = tables.refresh_table(token)
            except tables.UnplayableTable as error:
                return _not_rebuilt_sentence(token, error.reason)
            if table.fault or table.evening_ref is None:
                return _not_rebuilt_sentence(token, table.fault.reason) if table.fault else None
            facts = facts_of_whole_log(table.evening_ref, table.id, table.log)
            with suppress(UnknownCircle), write_transaction() as connection:
                lock_circle(connection, table.evening_ref.circle)
                _, present = tables.get_row(connection, _LOCKED_VERSION, token)
                if present == table.version:
                    replace(facts, players=None).save(connection)
                    return None


def _not_rebuilt_sentence(token: str, why: Sentence) -> Sentence:
    return say("The results of table {table} cannot be rebuilt. {why}", table=token, why=why)


def list_misnamed_sentences() -> Iterator[Sentence]:
    """Yield a sentence for each evening whose results name players without a seat."""
    with read_session() as session:
        query = select(EveningRow).options(selectinload(EveningRow.seats))
        for evening in session.scalars(query):
            lines = tables.parse_stored_json(evening.facts).get("lines", ())
            if not {line["player"] for line in lines} <= {seat.player for seat in evening.seats}:
                yield say(
                    "The evening of {day} in circle {circle} names players who were not there.",
                    day=evening.day,
                    circle=evening.circle_id,
                )


def facts_differ(table: LoadedTable) -> bool:
    """Return whether the stored facts of a table differ from those of its log."""
    if table.evening_ref is None:
        return False
    facts = facts_of_whole_log(table.evening_ref, table.id, table.log)
    number, hands = table.evening_ref.evening, facts.hands.items()
    with read_connection() as connection:
        text = connection.scalar(select(EveningRow.facts).where(EveningRow.id == number))
        value = json.loads(text or "{}"), get_hands(connection, number)
    return value != (_as_stored(facts.evening), {at: _as_stored(hand) for at, hand in hands})


def _as_stored(facts: EveningFacts | HandFacts) -> object:
    return json.loads(json.dumps(facts))
