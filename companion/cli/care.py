"""Care for the whole database: `companion backup`, `restore`, `check` and `rebuild`."""

import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path

import click

from companion.cli.app import OK, REFUSED, prepared, torn
from companion.core.sentences import Sentence, say, say_n

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

    with prepared().app_context():
        backups.backup(file)
    return OK


@click.command("restore", help=str(RESTORE))
@click.argument("file", type=FILE)
def _restore(file: Path) -> int:
    from companion.app import create_app
    from companion.database import backups
    from companion.machine.one_process import alone

    app = create_app()
    with alone(Path(app.instance_path)):
        backups.restore(app, file)
    return OK


@click.command("check", help=str(CHECK))
def _check() -> int:
    from companion import store
    from companion.database.migrating import damage

    with prepared().app_context():
        tokens = store.all_tokens()
        found = [*damage()]
        with _watched(tokens, CHECKING) as watched:
            for token in watched:
                found += _faults(token)
        found += store.misnamed_sentences()
    print(*found, sep="\n", end="\n" if found else "")
    checked = say_n("{n} table checked", "{n} tables checked", n=len(tokens))
    faults = say_n("{n} fault", "{n} faults", n=len(found))
    print(say("{tables}, {faults}.", tables=checked, faults=faults))
    return REFUSED if found else OK


@click.command("rebuild", help=str(REBUILD))
def _rebuild() -> int:
    from companion import store

    with prepared().app_context():
        tokens = store.remembered_tables()
        with _watched(tokens, REBUILDING) as watched:
            wrong = [why for token in watched if (why := _rebuilt(token))]
        store.mend_names()
        store.forget_sums()
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(say_n("{n} evening rebuilt.", "{n} evenings rebuilt.", n=len(tokens) - len(wrong)))
    return REFUSED if wrong else OK


def _rebuilt(token: str) -> Sentence | None:
    from companion import store

    try:
        return store.rebuild(token)
    except store.UnknownTable:  # deleted meanwhile
        return None


def _faults(token: str) -> list[Sentence]:
    from sqlalchemy.exc import DatabaseError

    from companion import store

    try:
        return [*store.faults(token)]
    except store.UnknownTable:  # deleted meanwhile
        return []
    except DatabaseError as error:
        return [torn(token, error)]


def _watched(tokens: list[str], label: Sentence) -> AbstractContextManager[Iterable[str]]:
    """Show the progress on a terminal."""
    return click.progressbar(
        tokens, label=str(label), file=sys.stderr, hidden=not sys.stderr.isatty()
    )


COMMANDS = (_backup, _restore, _check, _rebuild)
