"""The command line: run, replay, export, import, backup, restore."""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.core.incoming import Unreadable, read_records
from companion.trouble import tell

if TYPE_CHECKING:
    from flask import Flask

OK, REFUSED, UNREADABLE = 0, 1, 2


def main() -> int:
    """Run the command that the arguments name; return the exit status."""
    arguments = _parser().parse_args()
    os.umask(0o077)  # what is kept holds the addresses of tables, and the key
    return tell(partial(arguments.command, arguments), arguments.debug)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion", description="A tablet for card tables.")
    parser.add_argument("--debug", action="store_true", help="show where an error comes from")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    run = commands.add_parser("run", help="serve the app to the tablets in the house")
    run.add_argument("--host", help="address to listen on (COMPANION_HOST, else 0.0.0.0)")
    run.add_argument(
        "--port", type=int, help="port (COMPANION_PORT, else the first free from 8000)"
    )
    run.add_argument(
        "--beside", action="store_true", help="serve a folder that another process serves too"
    )
    run.set_defaults(command=_run)
    replay = commands.add_parser("replay", help="judge records, one result a line")
    replay.add_argument("file", help="a record, or JSON Lines of records; - for standard input")
    replay.set_defaults(command=_replay)
    export = commands.add_parser("export", help="write tables as records, one a line")
    export.add_argument("table", nargs="*", help="address of a table; none: all tables")
    export.set_defaults(command=_export)
    import_ = commands.add_parser("import", help="store records as tables")
    import_.add_argument("file", help="a record, or JSON Lines of records; - for standard input")
    import_.set_defaults(command=_import)
    backup = commands.add_parser("backup", help="write the whole database into a file")
    backup.add_argument("file", type=Path, help="where to; what was there is replaced")
    backup.set_defaults(command=_backup)
    restore = commands.add_parser("restore", help="put a backup in the place of the database")
    restore.add_argument("file", type=Path, help="a file that `companion backup` wrote")
    restore.set_defaults(command=_restore)
    return parser


def _run(arguments: argparse.Namespace) -> int:
    from companion.app import create_app
    from companion.serve import serve

    return serve(create_app(), arguments.host, arguments.port, beside=arguments.beside)


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


def _replay(arguments: argparse.Namespace) -> int:
    from companion.core.log import result
    from companion.games import games

    status = OK
    try:
        for record in _records(arguments.file):
            judged = result(record, games())
            print(json.dumps(judged))
            status = status if judged["ok"] else REFUSED
    except Unreadable as wrong:
        print(wrong, file=sys.stderr)
        return UNREADABLE
    return status


def _export(arguments: argparse.Namespace) -> int:
    from companion import store

    with _app().app_context():
        return max(map(_export_one, arguments.table or store.all_tokens()), default=OK)


def _export_one(address: str) -> int:
    """Print a table as a record; one that cannot be read is named, and stops no other."""
    from companion import store
    from companion.web.addresses import token_in

    try:
        print(json.dumps(store.export(token_in(address))))
    except store.UnknownTable:
        print(f"There is no table {address}.", file=sys.stderr)
        return REFUSED
    except ValueError as wrong:
        print(f"The table {address} cannot be read: {wrong}", file=sys.stderr)
        return REFUSED
    return OK


def _backup(arguments: argparse.Namespace) -> int:
    from companion.backups import backup

    with _app().app_context():
        backup(arguments.file)
    return OK


def _restore(arguments: argparse.Namespace) -> int:
    from companion.alone import alone
    from companion.app import create_app
    from companion.backups import restore

    app = create_app()
    with alone(Path(app.instance_path)):
        restore(app, arguments.file)
    return OK


def _app() -> "Flask":
    from companion.app import create_app
    from companion.backups import prepare

    app = create_app()
    prepare(app)
    return app


def _import(arguments: argparse.Namespace) -> int:
    status = OK
    try:
        with _app().app_context():
            for record in _records(arguments.file):
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
