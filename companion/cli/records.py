"""Commands for records: `companion replay`, `export` and `import`."""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

import click
from sqlalchemy.exc import DatabaseError

from companion.circles.circle_file import is_circle_file
from companion.cli.terminal import (
    HYPHEN_SETTINGS,
    OK,
    REFUSED,
    UNREADABLE,
    fail,
    open_app,
    table_damage_sentence,
    unknown_table_sentence,
)
from companion.core.entries.parsing import InvalidJson, parse_records
from companion.core.errors import Refused
from companion.core.log.replay import record_result
from companion.core.sentences import Sentence, say
from companion.core.work_limit import WorkLimitExceeded
from companion.games import all_games
from companion.store.circle_export import export_circle, list_circles
from companion.store.circle_import import import_circle, import_table
from companion.store.circles import get_circle_by_token
from companion.store.people import UnknownCircle
from companion.store.records import export_table
from companion.store.tables import DAMAGED, UnknownTable
from companion.store.visits import list_tokens

REPLAY = say(
    "Print the result of each record in FILE, one per line.\n\n"
    "FILE holds one record, or several as JSON Lines; - stands for standard input."
)
EXPORT = say(
    "Print tables as records, and circles with all their evenings, one per line. Without an "
    "address, print all circles, and all tables that belong to no circle."
)
IMPORT = say(
    "Import the records and circles in FILE, and print their addresses. Nothing already in the "
    "database is changed.\n\nFILE holds one record or circle, or several as JSON Lines; - stands "
    "for standard input."
)


def _records(file_name: str) -> Iterator[tuple[int, object]]:
    """Yield the records of a file, or of standard input, with their lines. Raises `InvalidJson`."""
    try:
        data = sys.stdin.buffer.read() if file_name == "-" else Path(file_name).read_bytes()
    except OSError as error:
        why = str(error.strerror)
        raise InvalidJson(say("{file} cannot be read: {why}.", file=file_name, why=why)) from None
    try:
        yield from parse_records(data)
    except InvalidJson:
        if file_name == "-":
            raise InvalidJson(say("Standard input is not JSON.")) from None
        raise InvalidJson(say("{file} is not JSON.", file=file_name)) from None


@click.command("replay", help=str(REPLAY))
@click.argument("file")
def _replay(file: str) -> int:
    status = OK
    try:
        for _, record in _records(file):
            result = record_result(record, all_games())
            print(json.dumps(result))
            status = status if result["ok"] else REFUSED
    except InvalidJson as error:
        return fail(error, UNREADABLE)
    return status


@click.command("export", help=str(EXPORT), context_settings=HYPHEN_SETTINGS)
@click.argument("addresses", nargs=-1, metavar="[TABLE|CIRCLE]...")
def _export(addresses: Sequence[str]) -> int:
    from companion.web.base.urls import page_path

    with open_app().app_context():
        circles = (page_path("circle.show", circle=circle.token) for circle in list_circles())
        everything = addresses or [*circles, *list_tokens(in_circle=False)]
        return max(map(_export_one, everything), default=OK)


def _export_one(address: str) -> int:
    """Print a table or a circle; a damaged one is reported, and the others follow."""
    from companion.web.base.urls import parse_circle_token

    circle = parse_circle_token(address)
    if circle is None:
        return _export_table(address)
    try:
        print(json.dumps(export_circle(get_circle_by_token(circle))))
    except UnknownCircle:
        return fail(say("There is no circle {address}.", address=address))
    return OK


def _export_table(address: str) -> int:
    from companion.web.base.urls import parse_table_token

    try:
        record = export_table(parse_table_token(address))
    except UnknownTable:
        return fail(unknown_table_sentence(address))
    except DatabaseError as error:
        return fail(table_damage_sentence(address, error))
    print(json.dumps(record))
    if DAMAGED in record:
        return fail(say("The setup of table {address} is damaged.", address=address))
    return OK


@click.command("import", help=str(IMPORT))
@click.argument("file")
def _import(file: str) -> int:
    status = OK
    try:
        with open_app().app_context():
            counts: Counter[str] = Counter()
            for line, record in _records(file):
                status = max(status, _import_one(line, record, _record_key(record, counts)))
    except InvalidJson as error:
        return fail(error, UNREADABLE)
    return status


def _record_key(record: object, counts: Counter[str]) -> str:
    """Return a key of a record: its hash, and how many equal ones came before it in the file."""
    # With it, an import that is repeated finds the tables of the first one.
    text = json.dumps(record, sort_keys=True, default=str)
    digest = blake2b(text.encode(), digest_size=12).hexdigest()
    counts[digest] += 1
    return f"{digest}-{counts[digest] % 10**6}"


def _import_one(line: int, record: object, key: str) -> int:
    """Store a record as a table or a circle, unless it was stored before; print its address.

    One that is refused is reported with its line, and the others follow.
    """
    from companion.web.base.urls import page_path

    try:
        if is_circle_file(record):
            print(page_path("circle.show", circle=import_circle(record).token))
        else:
            print(page_path("table.show", token=import_table(record, key)))
    except Refused as error:
        return fail(_refusal_sentence(line, error))
    except WorkLimitExceeded as error:
        return fail(say("Line {line}: {why}", line=line, why=str(error)))
    return OK


def _refusal_sentence(line: int, error: Refused) -> Sentence:
    code, why, number = error.code, error.sentence, error.entry  # as in the record, from 0
    if number is None:
        sentence = say("The record on line {line} was refused ({code}): {why}")
        return sentence.with_facts(line=line, code=code, why=why)
    sentence = say("Entry {number} on line {line} was refused ({code}): {why}")
    return sentence.with_facts(line=line, number=number, code=code, why=why)


COMMANDS = (_replay, _export, _import)
