"""Records in and out: `companion replay`, `export` and `import`."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.app import OK, REFUSED, UNREADABLE, no_table, prepared, torn
from companion.core.entries.incoming import Unreadable, read_records
from companion.core.sentences import Sentence, say

if TYPE_CHECKING:
    from companion.core.errors import Refused

REPLAY = say(
    "Judge the records of FILE, one result a line.\n\n"
    "FILE holds a record, or JSON Lines of records; - stands for standard input."
)
EXPORT = say("Write tables as records, one a line; all of them where none is named.")
IMPORT = say(
    "Store the records of FILE as tables, and print their addresses.\n\n"
    "FILE holds a record, or JSON Lines of records; - stands for standard input."
)


def _records(name: str) -> Iterator[object]:
    """Read the records of a file, or of standard input. Raises Unreadable if there are none."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as wrong:
        why = str(wrong.strerror)
        raise Unreadable(say("{file} cannot be read: {why}.", file=name, why=why)) from None
    try:
        yield from read_records(data)
    except Unreadable:
        raise Unreadable(say("{file} holds no JSON.", file=name)) from None


@click.command("replay", help=str(REPLAY))
@click.argument("file")
def _replay(file: str) -> int:
    from companion.core.log.replay import result
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


@click.command("export", help=str(EXPORT))
@click.argument("tables", nargs=-1, metavar="[TABLE]...")
def _export(tables: Sequence[str]) -> int:
    from companion import store

    with prepared().app_context():
        return max(map(_export_one, tables or store.all_tokens()), default=OK)


def _export_one(address: str) -> int:
    """Print a table as a record; one that is damaged is named, and stops no other."""
    from sqlalchemy.exc import DatabaseError

    from companion import store
    from companion.web.base.addresses import token_in

    try:
        record = store.export(token_in(address))
    except store.UnknownTable:
        print(no_table(address), file=sys.stderr)
        return REFUSED
    except DatabaseError as error:
        print(torn(address, error), file=sys.stderr)
        return REFUSED
    print(json.dumps(record))
    if store.DAMAGED in record:
        print(
            say("The set-up of the table {address} is damaged.", address=address), file=sys.stderr
        )
        return REFUSED
    return OK


@click.command("import", help=str(IMPORT))
@click.argument("file")
def _import(file: str) -> int:
    status = OK
    try:
        with prepared().app_context():
            for record in _records(file):
                status = max(status, _import_one(record))
    except Unreadable as wrong:
        print(wrong, file=sys.stderr)
        return UNREADABLE
    return status


def _import_one(record: object) -> int:
    from companion import store
    from companion.core.errors import Refused
    from companion.web.base.addresses import path_of

    try:
        print(path_of(store.create_from(record)))
    except Refused as wrong:
        print(_refusal(wrong), file=sys.stderr)
        return REFUSED
    return OK


def _refusal(wrong: "Refused") -> Sentence:
    code, why = wrong.code, wrong.sentence
    if wrong.entry is None:
        return say("The record is refused ({code}): {why}", code=code, why=why)
    number = wrong.entry  # as in the record, from 0
    return say("Entry {number} is refused ({code}): {why}", number=number, code=code, why=why)


COMMANDS = (_replay, _export, _import)
