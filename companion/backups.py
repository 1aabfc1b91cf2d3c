"""Copies of the whole SQLite database: on demand while the app runs, and before it is changed."""

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from flask import Flask, current_app
from sqlalchemy import func, select, update

from companion.database import reading, revisions, upgrade, writing
from companion.extensions import db
from companion.models import TableRow
from companion.trouble import CannotStart

KEPT = 7
"""How many of the copies are kept that were made by the app itself."""

NO_FILE = (
    "This database is no file of SQLite. Save it with the tools of its server, such as pg_dump, "
    "or save every evening as a record: companion export."
)
NO_BACKUP = "{} is no backup of Companion. Nothing was changed."


def prepare(app: Flask) -> None:
    """Bring the database up to the newest revision, after a copy of it if that changes it."""
    with app.app_context():
        present, newest = revisions()
        if present not in (None, newest) and db.engine.dialect.name == "sqlite":
            _keep_copy(f"revision-{present}")
    upgrade(app)


def backup(file: Path) -> None:
    """Write the whole database into a file, as it stands now; nobody has to stop for it.

    The file is there whole or not at all. Raises CannotStart where there is none to copy.
    """
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        _copy(_database(), draft)
        with closing(sqlite3.connect(draft)) as copy:
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, that can be read anywhere
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def restore(app: Flask, file: Path) -> None:
    """Put a backup in the place of the whole database, of which a copy is kept.

    Every table gets a version that no screen has seen. Raises CannotStart, and changes nothing,
    where the file is no backup.
    """
    _check(file)
    prepare(app)
    with app.app_context():
        seen = _newest_version()
        _keep_copy("replaced")
        _copy(file, _database())
        db.engine.dispose()
    prepare(app)
    with app.app_context(), writing() as connection:
        connection.execute(update(TableRow).values(version=TableRow.version + seen + 1))


def _newest_version() -> int:
    with reading() as connection:
        return connection.scalar(select(func.max(TableRow.version))) or 0


def _keep_copy(why: str) -> None:
    folder = Path(current_app.instance_path, "backups")
    folder.mkdir(parents=True, exist_ok=True)
    backup(folder / f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}-{why}.sqlite")
    for old in sorted(folder.glob("*.sqlite"))[:-KEPT]:
        old.unlink()


def _database() -> Path:
    if db.engine.dialect.name != "sqlite":
        raise CannotStart(NO_FILE)
    return Path(str(db.engine.url.database))


def _copy(source: Path, target: Path) -> None:
    """Copy a database by SQLite's own means, which no write to it can make incomplete."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        new.execute("PRAGMA synchronous=FULL")
        old.backup(new)


def _check(file: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as found:
            whole = found.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            found.execute("SELECT count(*) FROM alembic_version, tables")
    except sqlite3.DatabaseError:
        whole = False
    if not whole:
        raise CannotStart(NO_BACKUP.format(file))
