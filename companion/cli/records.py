"""Records in and out: `companion replay`, `export` and `import`."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from companion.cli.app import OK, REFUSED, UNREADABLE, prepared
from companion.core.incoming import Unreadable, read_records


def _records(name: str) -> Iterator[Any]:
    """Read the records of a file, or of standard input. Raises Unreadable if there are none."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as wrong:
        raise Unreadable(f"Cannot read {name}: {wrong}") from None
    try:
        yield from read_records(data)
    except Unreadable:
        raise Unreadable(f"{name} holds no JSON.") from None


@click.command()
@click.argument("file")
def replay(file: str) -> int:
    """Judge the records of FILE, one result a line.

    FILE holds a record, or JSON Lines of records; - stands for standard input.
    """
    from companion.core.log import result
    from companion.games import games

    status = OK
    try:
        for record in _records(file):
            judged = result(record, games())
            print(json.dumps(judged))
            status = status if judged["ok"] else REFUSED
    except Unreadable as wrong:
        print(wrong, file=sys.stderr)
        return UNREADABLE
    return status


@click.command()
@click.argument("tables", nargs=-1, metavar="[TABLE]...")
def export(tables: Sequence[str]) -> int:
    """Write tables as records, one a line; all of them where none is named."""
    from companion import store

    with prepared().app_context():
        return max(map(_export_one, tables or store.all_tokens()), default=OK)


def _export_one(address: str) -> int:
    """Print a table as a record; one that is damaged is named, and stops no other."""
    from companion import store
    from companion.web.addresses import token_in

    try:
        record = store.export(token_in(address))
    except store.UnknownTable:
        print(f"There is no table {address}.", file=sys.stderr)
        return REFUSED
    print(json.dumps(record))
    if store.DAMAGED in record:
        print(f"The set-up of the table {address} is damaged.", file=sys.stderr)
        return REFUSED
    return OK


@click.command("import")
@click.argument("file")
def import_(file: str) -> int:
    """Store the records of FILE as tables, and print their addresses.

    FILE holds a record, or JSON Lines of records; - stands for standard input.
    """
    status = OK
    try:
        with prepared().app_context():
            for record in _records(file):
                status = max(status, _import_one(record))
    except Unreadable as wrong:
        print(wrong, file=sys.stderr)
        return UNREADABLE
    return status


def _import_one(record: Any) -> int:
    from companion import store
    from companion.core.errors import Refused
    from companion.web.addresses import path_of

    try:
        print(path_of(store.create_from(record)))
    except Refused as wrong:
        where = "The record" if wrong.entry is None else f"Entry {wrong.entry}"
        print(f"{where} is refused ({wrong.code}): {wrong.message}", file=sys.stderr)
        return REFUSED
    return OK


COMMANDS = (replay, export, import_)
