"""What there is, and what may go: `companion tables`, `stats`, `delete`, `retire`."""

import sys
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.app import OK, REFUSED, prepared

if TYPE_CHECKING:
    from companion.store import Outline

SPANS = {"day": 1, "week": 7, "month": 30, "year": 365}


@click.command()
def tables() -> int:
    """List all tables, the oldest first: address, game, players, entries, last use, state."""
    from companion import store
    from companion.web.addresses import path_of

    with prepared().app_context():
        for one in store.outlines():
            state = "over" if one.over else "open"
            about = f"{one.game:25} {one.players:2} {one.entries:6} {one.used:%Y-%m-%d} {state}"
            print(f"{path_of(one.token):27} {about}")
    return OK


@click.command()
def stats() -> int:
    """Count tables and entries, by game and by how long ago they were used."""
    from companion import store

    with prepared().app_context():
        outlines = store.outlines()
    print(f"tables {len(outlines)}")
    print(f"tables that are over {sum(one.over for one in outlines)}")
    print(f"entries {sum(one.entries for one in outlines)}")
    for game, many in Counter(one.game for one in outlines).most_common():
        print(f"tables of {game} {many}")
    for span, days in SPANS.items():
        print(f"tables used in the last {span} {_used_within(outlines, days)}")
    return OK


def _used_within(outlines: "Sequence[Outline]", days: int) -> int:
    from companion.models import now

    return sum(one.used > now() - timedelta(days) for one in outlines)


@click.command()
@click.argument("tables", nargs=-1, required=True, metavar="TABLE...")
@click.confirmation_option(prompt="Nothing brings a deleted table back. Delete?")
def delete(tables: Sequence[str]) -> int:
    """Delete tables and all that belongs to them."""
    with prepared().app_context():
        return max(map(_delete_one, tables))


def _delete_one(address: str) -> int:
    from companion import store
    from companion.web.addresses import token_in

    try:
        store.delete_table(token_in(address))
    except store.UnknownTable:
        print(f"There is no table {address}.", file=sys.stderr)
        return REFUSED
    return OK


@click.command()
@click.option("--days", type=click.IntRange(1), required=True, help="Days without a visit or tap.")
@click.argument("folder", type=click.Path(path_type=Path), required=False)
def retire(days: int, folder: Path | None) -> int:
    """Write tables that nobody used for some days into FOLDER as records, and delete them.

    Without FOLDER they go to `retired/` beside the database. `companion import` brings them back.
    """
    from companion.retiring import retire

    with prepared().app_context():
        print(f"{retire(days, folder)} tables retired.")
    return OK


COMMANDS = (tables, stats, delete, retire)
