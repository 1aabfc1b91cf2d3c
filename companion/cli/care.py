"""Care for the whole database: `companion backup`, `restore` and `check`."""

import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path

import click

from companion.cli.app import OK, REFUSED, prepared

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=FILE)
def backup(file: Path) -> int:
    """Write the whole database into FILE, also while the app runs; what was there is replaced."""
    from companion import backups

    with prepared().app_context():
        backups.backup(file)
    return OK


@click.command()
@click.argument("file", type=FILE)
def restore(file: Path) -> int:
    """Put a backup in the place of the database; stop the app first."""
    from companion import backups
    from companion.alone import alone
    from companion.app import create_app

    app = create_app()
    with alone(Path(app.instance_path)):
        backups.restore(app, file)
    return OK


@click.command()
def check() -> int:
    """See that the database is whole, that every log replays, and to what is stored of it."""
    from companion import store
    from companion.database import damage

    with prepared().app_context():
        tokens = store.all_tokens()
        found = [*damage()]
        with _watched(tokens) as watched:
            for token in watched:
                found += [f"Table {token}: {fault}" for fault in store.faults(token)]
    print(*found, f"{len(tokens)} tables checked, {len(found)} faults.", sep="\n")
    return REFUSED if found else OK


def _watched(tokens: list[str]) -> AbstractContextManager[Iterable[str]]:
    """Show on a terminal how far it is."""
    return click.progressbar(
        tokens, label="Checking", file=sys.stderr, hidden=not sys.stderr.isatty()
    )


COMMANDS = (backup, restore, check)
