"""What there is, and what may go: `companion tables`, `stats`, `delete`, `retire`."""

import sys
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.app import OK, REFUSED, open_app, unknown_table_sentence
from companion.core.sentences import say, say_plural

if TYPE_CHECKING:
    from companion.store import TableUsage

TABLES = say(
    "List all tables, the oldest first: address, game, players, entries, last use, open or over."
)
STATS = say("Count tables and entries, by game and by how long ago they were used.")
DELETE = say("Delete tables and all that belongs to them.")
SURE = say("Nothing brings a deleted table back. Delete?")
RETIRE = say(
    "Write each table that nobody used for some days into FOLDER as a record, and delete it.\n\n"
    "Without FOLDER they go to retired/ beside the database. “companion import” brings them back."
)
DAYS = say("Days without a visit or tap.")
CENTURY = 36_500

OPEN, OVER = say("open"), say("over")
SPANS = {
    1: say("Used in the last day: {tables}"),
    7: say("Used in the last week: {tables}"),
    30: say("Used in the last month: {tables}"),
    365: say("Used in the last year: {tables}"),
}


@click.command("tables", help=str(TABLES))
def _tables() -> int:
    from companion import store
    from companion.web.base.addresses import table_path

    with open_app().app_context():
        for one in store.list_table_usage():
            about = f"{one.game:25} {one.players:2} {one.entries:6} {one.last_used:%Y-%m-%d}"
            print(f"{table_path(one.token):27} {about} {OVER if one.over else OPEN}")
    return OK


@click.command("stats", help=str(STATS))
def _stats() -> int:
    from companion import store

    with open_app().app_context():
        outlines = store.list_table_usage()
    print(say("Tables: {tables}", tables=len(outlines)))
    print(say("Tables that are over: {tables}", tables=sum(one.over for one in outlines)))
    print(say("Entries: {entries}", entries=sum(one.entries for one in outlines)))
    for days, sentence in SPANS.items():
        print(sentence.with_facts(tables=_used_within(outlines, days)))
    for game, many in Counter(one.game for one in outlines).most_common():
        print(f"{game}: {many}")
    return OK


def _used_within(outlines: "Sequence[TableUsage]", days: int) -> int:
    from companion.database.models import utc_now

    return sum(one.last_used > utc_now() - timedelta(days) for one in outlines)


@click.command("delete", help=str(DELETE))
@click.argument("tables", nargs=-1, required=True, metavar="TABLE...")
@click.confirmation_option(prompt=str(SURE))
def _delete(tables: Sequence[str]) -> int:
    with open_app().app_context():
        return max(map(_delete_one, tables))


def _delete_one(address: str) -> int:
    from companion import store
    from companion.web.base.addresses import parse_table_token

    try:
        store.delete_table(parse_table_token(address))
    except store.UnknownTable:
        print(unknown_table_sentence(address), file=sys.stderr)
        return REFUSED
    return OK


@click.command("retire", help=str(RETIRE))
@click.option("--days", type=click.IntRange(1, CENTURY), required=True, help=str(DAYS))
@click.argument("folder", type=click.Path(path_type=Path), required=False)
def _retire(days: int, folder: Path | None) -> int:
    from companion.store.retiring import archive_unused_tables

    with open_app().app_context():
        print(
            say_plural(
                "{n} table retired.", "{n} tables retired.", n=archive_unused_tables(days, folder)
            )
        )
    return OK


TABLE_COMMANDS = (_tables, _stats, _delete, _retire)
