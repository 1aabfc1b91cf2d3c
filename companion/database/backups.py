"""Copies of the whole database: on demand while the app runs, and before it is changed."""

import errno
import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from flask import Flask, current_app
from sqlalchemy import func, select

from companion.database.base import db
from companion.database.copying import (
    copy_sqlite_file,
    export_to_sqlite,
    import_from_sqlite,
    migrate_sqlite_file,
)
from companion.database.engine import close_connections, read_connection
from companion.database.migrating import get_revisions, preparation_lock, upgrade_database
from companion.database.models import TableRow
from companion.machine.trouble import CannotStart, cannot_write_error

KEPT = 7
"""How many of the copies are kept that were made by the app itself."""

RESTORING = "restoring-"
"""Begins the name of the folder in which a backup is made ready."""


def prepare_database(app: Flask) -> None:
    """Bring the database up to the newest revision, after a copy of it if that changes it."""
    with app.app_context(), preparation_lock():
        present, newest = get_revisions()
        if present not in (None, newest):
            _keep_copy(f"revision-{present}")
        upgrade_database(app)


def backup_database(file: Path) -> None:
    """Write the whole database into a file of SQLite, as it stands now; nobody has to stop for it.

    The file is there whole or not at all. Raises CannotStart where there can be none.
    """
    target = file.resolve()
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        _begin(draft, target)
        _write(draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def _begin(draft: Path, target: Path) -> None:
    """Make an empty file, to be named as the target, which must not be there as something else."""
    try:
        if target.exists() and not target.is_file():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        draft.touch()
    except OSError as wrong:
        raise cannot_write_error(target, wrong) from wrong


def _write(draft: Path) -> None:
    if _is_sqlite():
        copy_sqlite_file(_file(), draft)
    else:
        export_to_sqlite(draft, str(get_revisions()[0]))
    with closing(sqlite3.connect(draft)) as copy:
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, that can be read anywhere


def restore_database(app: Flask, file: Path) -> None:
    """Put a backup in the place of the whole database, of which a copy is kept.

    Every table gets a version that no screen has seen. Raises CannotStart, and changes nothing,
    where the file cannot be read or is no backup.
    """
    _check(file)
    prepare_database(app)
    for left in Path(app.instance_path).glob(f"{RESTORING}*"):
        shutil.rmtree(left)  # by one that was killed
    with app.app_context(), _folder_beside(app) as folder:
        brought = Path(folder, "brought.sqlite")
        copy_sqlite_file(file, brought)
        migrate_sqlite_file(brought)
        _make_unseen(brought, _newest_version() + 1)
        _keep_copy("replaced")
        _put(brought)
        close_connections(app)


def _folder_beside(app: Flask) -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(dir=app.instance_path, prefix=RESTORING)


def _make_unseen(brought: Path, later: int) -> None:
    with closing(sqlite3.connect(brought)) as tables, tables:
        tables.execute("UPDATE tables SET version = version + ?", (later,))


def _put(brought: Path) -> None:
    if _is_sqlite():
        copy_sqlite_file(brought, _file())
    else:
        import_from_sqlite(brought)


def _newest_version() -> int:
    with read_connection() as connection:
        return connection.scalar(select(func.max(TableRow.version))) or 0


def _keep_copy(why: str) -> None:
    folder = Path(current_app.instance_path, "backups")
    folder.mkdir(parents=True, exist_ok=True)
    backup_database(folder / f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}-{why}.sqlite")
    for old in sorted(folder.glob("*.sqlite"))[:-KEPT]:
        old.unlink()


def _is_sqlite() -> bool:
    return db.engine.dialect.name == "sqlite"


def _file() -> Path:
    return Path(str(db.engine.url.database))


def _check(file: Path) -> None:
    try:
        file.open("rb").close()
    except OSError as wrong:
        why = str(wrong.strerror)
        raise CannotStart("{file} cannot be read: {why}.", file=str(file), why=why) from wrong
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as found:
            whole = found.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            found.execute("SELECT count(*) FROM alembic_version, tables")
    except sqlite3.DatabaseError:
        whole = False
    if not whole:
        raise CannotStart("{file} is no backup of Companion. Nothing was changed.", file=str(file))
