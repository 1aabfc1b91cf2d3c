"""Maintenance commands: `backup`, `restore`, `check`, `rebuild`, `tables`, `retire`."""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, suppress
from datetime import timedelta
from pathlib import Path

import click
from sqlalchemy.exc import DatabaseError

from companion.cli.terminal import (
    HYPHEN_SETTINGS,
    OK,
    REFUSED,
    fail,
    open_app,
    table_damage_sentence,
    unknown_table_sentence,
)
from companion.core.sentences import Sentence, say, say_plural
from companion.store import maintenance
from companion.store.models import utc_now
from companion.store.tables import UnknownTable
from companion.store.visits import list_tokens
from companion.system.instance_lock import instance_lock

FILE = click.Path(dir_okay=False, path_type=Path)

BACKUP = say(
    "Back up the whole database to FILE, even while the app is running. An existing FILE is "
    "replaced."
)
RESTORE = say("Replace the database with a backup. Stop the app first.")
CHECK = say(
    "Check that the database is intact, and that replaying each log gives the stored result."
)
REBUILD = say("Rebuild the circles’ evenings from the logs.")
CHECK_LABEL, REBUILD_LABEL = say("Checking"), say("Rebuilding")


@click.command("backup", help=str(BACKUP))
@click.argument("file", type=FILE)
def _backup(file: Path) -> int:
    from companion.store import backups

    with open_app().app_context():
        backups.backup_database(file)
    return OK


@click.command("restore", help=str(RESTORE))
@click.argument("file", type=FILE)
def _restore(file: Path) -> int:
    from companion.app import create_app
    from companion.store import backups

    app = create_app()
    with instance_lock(Path(app.instance_path)):
        backups.restore_database(app, file)
    return OK


@click.command("check", help=str(CHECK))
def _check() -> int:
    from companion.store.migrations import integrity_errors

    with open_app().app_context():
        tokens = list_tokens()
        sentences = [*integrity_errors()]
        with _progress_bar(tokens, CHECK_LABEL) as progress:
            for token in progress:
                with suppress(UnknownTable):  # deleted meanwhile
                    sentences += _table_faults(token)
        sentences += maintenance.list_misnamed_sentences()
    print(*sentences, sep="\n", end="\n" if sentences else "")
    tables = say_plural("{n} table checked", "{n} tables checked", n=len(tokens))
    faults = say_plural("{n} fault", "{n} faults", n=len(sentences))
    print(say("{tables}, {faults}.", tables=tables, faults=faults))
    return REFUSED if sentences else OK


@click.command("rebuild", help=str(REBUILD))
def _rebuild() -> int:
    with open_app().app_context():
        tokens = list_tokens(in_circle=True)
        reasons = []
        with _progress_bar(tokens, REBUILD_LABEL) as progress:
            for token in progress:
                with suppress(UnknownTable):  # deleted meanwhile
                    reasons.append(maintenance.rebuild_facts(token))
    sentences = [*filter(None, reasons)]
    print(*sentences, sep="\n", end="\n" if sentences else "")
    count = len(tokens) - len(sentences)
    print(say_plural("{n} evening rebuilt.", "{n} evenings rebuilt.", n=count))
    return REFUSED if sentences else OK


def _table_faults(token: str) -> list[Sentence]:
    try:
        return [*maintenance.list_faults(token)]
    except DatabaseError as error:
        return [table_damage_sentence(token, error)]


def _progress_bar(tokens: list[str], label: Sentence) -> AbstractContextManager[Iterable[str]]:
    """Return the tokens with a progress bar on a terminal."""
    return click.progressbar(
        tokens, label=str(label), file=sys.stderr, hidden=not sys.stderr.isatty()
    )


TABLES = say(
    "List all tables, oldest first, each with its address, its game, how many players and "
    "entries it has, the day it was last used, and whether it is open or over."
)
STATS = say("Count entries, and count tables by game and by when they were last used.")
DELETE = say("Delete tables and everything in them.")
DELETE_YES = say("Delete without asking.")
DELETE_PROMPT = say("A deleted table cannot be brought back. Delete it?")
RETIRE = say(
    "Archive tables that nobody has used for a given number of days: save each as a record in "
    "FOLDER, then delete the table.\n\nWithout FOLDER, the records go to retired/ beside the "
    "database. “companion import” brings tables back."
)
DAYS = say("Days without a visit or a tap.")
MAX_DAYS = 36_500

OPEN, OVER = say("open"), say("over")
USED_SINCE = {
    1: say("Tables used in the last day: {tables}"),
    7: say("Tables used in the last week: {tables}"),
    30: say("Tables used in the last month: {tables}"),
    365: say("Tables used in the last year: {tables}"),
}


@click.command("tables", help=str(TABLES))
def _tables() -> int:
    from companion.web.base.urls import page_path

    with open_app().app_context():
        for usage in maintenance.list_table_usage():
            details = (
                f"{usage.game:25} {usage.players:2} {usage.entries:6} {usage.last_used:%Y-%m-%d}"
            )
            path = page_path("table.show", token=usage.token)
            print(f"{path:27} {details} {OVER if usage.over else OPEN}")
    return OK


@click.command("stats", help=str(STATS))
def _stats() -> int:
    with open_app().app_context():
        usages = maintenance.list_table_usage()
    print(say("Tables: {tables}", tables=len(usages)))
    print(say("Finished tables: {tables}", tables=sum(usage.over for usage in usages)))
    print(say("Entries: {entries}", entries=sum(usage.entries for usage in usages)))
    for days, sentence in USED_SINCE.items():
        since = utc_now() - timedelta(days)
        print(sentence.with_facts(tables=sum(usage.last_used > since for usage in usages)))
    for game, count in Counter(usage.game for usage in usages).most_common():
        print(f"{game}: {count}")
    return OK


@click.command("delete", help=str(DELETE), context_settings=HYPHEN_SETTINGS)
@click.argument("tables", nargs=-1, required=True, metavar="TABLE...")
@click.option("--yes", is_flag=True, help=str(DELETE_YES))
def _delete(tables: Sequence[str], yes: bool) -> int:
    from companion.web.base.urls import parse_table_token

    with open_app().app_context():
        addresses = {parse_table_token(address): address for address in tables}
        present = addresses.keys() & list_tokens()
        unknown = [addresses[token] for token in addresses if token not in present]
        for address in unknown:
            fail(unknown_table_sentence(address))
        if present and not yes:
            click.confirm(str(DELETE_PROMPT), abort=True)
        for token in present:
            with suppress(UnknownTable):  # deleted meanwhile
                maintenance.delete_table(token)
    return REFUSED if unknown else OK


@click.command("retire", help=str(RETIRE))
@click.option("--days", type=click.IntRange(1, MAX_DAYS), required=True, help=str(DAYS))
@click.argument("folder", type=click.Path(path_type=Path), required=False)
def _retire(days: int, folder: Path | None) -> int:
    with open_app().app_context():
        count = maintenance.archive_unused_tables(days, folder)
    print(say_plural("{n} table archived.", "{n} tables archived.", n=count))
    return OK


COMMANDS = (_backup, _restore, _check, _rebuild, _tables, _stats, _delete, _retire)
