"""Errors of the machine, in sentences that say what to do, and the lines of the log."""

import errno
import json
import sqlite3
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from flask import current_app

from companion.core.sentences import Fact, Sentence, say


def log_line(what: str, **facts: object) -> None:
    """Write a line to standard error: JSON with `facts` if `HOSTED`, or `what` alone."""
    line = what
    if current_app.config["HOSTED"]:
        time = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = json.dumps({"time": time, "what": what, **facts})
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


DISK_FULL = say("The disk is full. Make room on the computer that runs Companion, then try again.")
NOT_WRITABLE = say(
    "Companion cannot write to its folder or database. Give the account that runs Companion "
    "permission to write there, or choose another folder (COMPANION_INSTANCE)."
)
NO_DATABASE = say(
    "The database file is damaged, or is not a database. Put a backup in its place, or choose "
    "another folder (COMPANION_INSTANCE)."
)
NEWER_DATABASE = say(
    "The database was made by a newer version of Companion. Run that version, or choose another "
    "folder (COMPANION_INSTANCE)."
)
DATABASE_LOCKED = say(
    "Another program is keeping the database locked. Close that program, then try again."
)
NO_SERVER = say(
    "The database server cannot be reached, or refuses to let Companion in. Make sure the server "
    "is running and COMPANION_DATABASE_URL has the right address, user, and password."
)
NO_DRIVER = say("The driver for this database is missing. Install psycopg alongside Companion.")
NO_AUTHORITY = say("HTTPS needs one more package. Install cryptography alongside Companion.")


class CannotStart(Exception):
    """The app cannot be started; `sentence` has the reason and the remedy."""

    def __init__(self, template: str, /, **facts: Fact) -> None:
        super().__init__(template)
        self.sentence = Sentence(template, facts)

    def __str__(self) -> str:
        return str(self.sentence)


def cannot_write_error(file: Path, error: OSError) -> CannotStart:
    why = str(error.strerror)
    return CannotStart("{file} cannot be written: {why}.", file=str(file), why=why)


# Messages by the primary error code of SQLite.
_BY_SQLITE = {
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_IOERR: DISK_FULL,
    sqlite3.SQLITE_READONLY: NOT_WRITABLE,
    sqlite3.SQLITE_CANTOPEN: NOT_WRITABLE,
    sqlite3.SQLITE_NOTADB: NO_DATABASE,
    sqlite3.SQLITE_CORRUPT: NO_DATABASE,
    sqlite3.SQLITE_BUSY: DATABASE_LOCKED,
}

# Messages by the beginning of PostgreSQL's SQLSTATE.
_BY_STATE = {
    "53100": DISK_FULL,
    "25006": NOT_WRITABLE,
    "08": NO_SERVER,
    "28": NO_SERVER,
    "3D": NO_SERVER,
    "57P": NO_SERVER,
}

# Messages for errors without a code. They are named, as their packages may not be installed.
_BY_CLASS = {
    "alembic.script.revision.ResolutionError": NEWER_DATABASE,
    "psycopg.OperationalError": NO_SERVER,
}

# Messages by the optional package that is missing.
_BY_MODULE = {"psycopg": NO_DRIVER, "cryptography": NO_AUTHORITY}

_BY_ERRNO = {
    errno.ENOSPC: DISK_FULL,
    errno.EDQUOT: DISK_FULL,
    errno.EROFS: NOT_WRITABLE,
}


def explain_error(error: BaseException) -> Sentence | None:
    """Return the cause of an error outside the program; None if the program is at fault."""
    return next(filter(None, map(_sentence, _causes(error))), None)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _sentence(error: BaseException) -> Sentence | None:
    if isinstance(error, CannotStart):
        return error.sentence
    if isinstance(error, ModuleNotFoundError):
        return _BY_MODULE.get(error.name or "")
    if isinstance(error, PermissionError):
        return say(
            "The file {file} cannot be opened. Give the account that runs Companion permission to "
            "read and write it.",
            file=str(error.filename),
        )
    if isinstance(error, OSError) and error.errno in _BY_ERRNO:
        return _BY_ERRNO[error.errno]
    if isinstance(error, sqlite3.Error):
        # The low byte is the primary code; the rest only adds detail.
        return _BY_SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    state: str | None = getattr(error, "sqlstate", None)
    if state is not None:
        return next(
            (sentence for prefix, sentence in _BY_STATE.items() if state.startswith(prefix)), None
        )
    names = (f"{base.__module__}.{base.__name__}" for base in type(error).__mro__)
    return next((_BY_CLASS[name] for name in names if name in _BY_CLASS), None)
