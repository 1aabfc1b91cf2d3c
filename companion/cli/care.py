"""Care for the whole database: `companion backup`, `restore` and `check`."""

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
RESTORE = say("Put a backup in the place of the database; stop the app first.")
CHECK = say("See that the database is whole, that every log replays, and to what is stored of it.")


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
        with _watched(tokens) as watched:
            for token in watched:
                found += _faults(token)
    print(*found, sep="\n", end="\n" if found else "")
    checked = say_n("{n} table checked", "{n} tables checked", n=len(tokens))
    faults = say_n("{n} fault", "{n} faults", n=len(found))
    print(say("{tables}, {faults}.", tables=checked, faults=faults))
    return REFUSED if found else OK


def _faults(token: str) -> list[Sentence]:
    from sqlalchemy.exc import DatabaseError

    from companion import store

    try:
        return [*store.faults(token)]
    except store.UnknownTable:  # deleted meanwhile
        return []
    except DatabaseError as error:
        return [torn(token, error)]


def _watched(tokens: list[str]) -> AbstractContextManager[Iterable[str]]:
    """Show on a terminal how far it is."""
    label = str(say("Checking"))
    return click.progressbar(tokens, label=label, file=sys.stderr, hidden=not sys.stderr.isatty())


COMMANDS = (_backup, _restore, _check)
