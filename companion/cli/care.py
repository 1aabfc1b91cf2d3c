"""Care for the whole database: `companion backup`, `restore`, `check` and `rebuild`."""

import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path

import click

from companion.cli.app import OK, REFUSED, open_app, table_damage_sentence
from companion.core.sentences import Sentence, say, say_plural

FILE = click.Path(dir_okay=False, path_type=Path)

BACKUP = say(
    "Write the whole database into FILE, also while the app runs; what was there is replaced."
)
RESTORE = say("Replace the database by a backup; stop the app first.")
CHECK = say("Check that the database is whole, and that every log replays to the stored result.")
REBUILD = say("Rebuild from the logs what circles remember of their evenings.")
CHECKING, REBUILDING = say("Checking"), say("Rebuilding")


@click.command("backup", help=str(BACKUP))
@click.argument("file", type=FILE)
def _backup(file: Path) -> int:
    from companion.database import backups

    with open_app().app_context():
        backups.backup_database(file)
    return OK


@click.command("restore", help=str(RESTORE))
@click.argument("file", type=FILE)
def _restore(file: Path) -> int:
    from companion.app import create_app
    from companion.database import backups
    from companion.machine.one_process import instance_lock

    app = create_app()
    with instance_lock(Path(app.instance_path)):
        backups.restore_database(app, file)
    return OK


@click.command("check", help=str(CHECK))
def _check() -> int:
    from companion import store
    from companion.database.migrating import integrity_errors

    with open_app().app_context():
        tokens = store.list_tokens()
        found = [*integrity_errors()]
        with _watched(tokens, CHECKING) as watched:
            for token in watched:
                found += _faults(token)
        found += store.misnamed_sentences()
    print(*found, sep="\n", end="\n" if found else "")
    checked = say_plural("{n} table checked", "{n} tables checked", n=len(tokens))
    faults = say_plural("{n} fault", "{n} faults", n=len(found))
    print(say("{tables}, {faults}.", tables=checked, faults=faults))
    return REFUSED if found else OK


@click.command("rebuild", help=str(REBUILD))
def _rebuild() -> int:
    from companion import store

    with open_app().app_context():
        tokens = store.list_tokens_in_circles()
        with _watched(tokens, REBUILDING) as watched:
            wrong = [why for token in watched if (why := _rebuilt(token))]
        store.mend_names()
        store.reset_totals()
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(say_plural("{n} evening rebuilt.", "{n} evenings rebuilt.", n=len(tokens) - len(wrong)))
    return REFUSED if wrong else OK


def _rebuilt(token: str) -> Sentence | None:
    from companion import store

    try:
        return store.rebuild_facts(token)
    except store.UnknownTable:  # deleted meanwhile
        return None


def _faults(token: str) -> list[Sentence]:
    from sqlalchemy.exc import DatabaseError

    from companion import store

    try:
        return [*store.check_table(token)]
    except store.UnknownTable:  # deleted meanwhile
        return []
    except DatabaseError as error:
        return [table_damage_sentence(token, error)]


def _watched(tokens: list[str], label: Sentence) -> AbstractContextManager[Iterable[str]]:
    """Show the progress on a terminal."""
    return click.progressbar(
        tokens, label=str(label), file=sys.stderr, hidden=not sys.stderr.isatty()
    )


CARE_COMMANDS = (_backup, _restore, _check, _rebuild)
