"""Backups and copies of the whole database while the app runs."""

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from alembic.util import CommandError
from flask import Flask, current_app
from sqlalchemy import (
    Connection,
    MetaData,
    RowMapping,
    Table,
    create_engine,
    delete,
    func,
    insert,
    select,
    text,
)

from companion.core.errors import Refused
from companion.store import database, migrations
from companion.store.circle_export import export_circle, list_circles
from companion.store.database import PRAGMAS, close_connections, db, read_connection
from companion.store.migrations import get_revisions, preparation_lock, upgrade_database
from companion.store.models import TableRow
from companion.store.records import export_table
from companion.store.visits import list_tokens
from companion.system.errors import CannotStart, cannot_write_error
from companion.system.settings import sqlite_url

VERSION_TABLE = "alembic_version"
# The most rows in memory at a time.
BATCH_SIZE = 1000


def copy_sqlite_file(source: Path, target: Path) -> None:
    """Copy a SQLite database consistently, even while it is written to."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        new.execute("PRAGMA synchronous=FULL")  # a backup must outlast a power failure
        old.backup(new)


def export_to_sqlite(file: Path, revision: str) -> None:
    """Copy all rows of the app's database, which is at `revision`, to a new SQLite file."""
    migrate_sqlite_file(file, revision)
    target = create_engine(sqlite_url(file))
    try:
        with database.snapshot() as old, target.begin() as new:
            old.execute(text("SET TIME ZONE 'UTC'"))
            _copy_rows(old, new)
    finally:
        target.dispose()


def import_from_sqlite(file: Path) -> None:
    """Replace all rows of the app's database, on a server, by those of a SQLite file.

    Both must be at the newest revision. Other connections see the old rows until the end.
    """
    source = create_engine(sqlite_url(file))
    try:
        with source.connect() as old, database.write_transaction() as new:
            for table in reversed(_tables(new)):
                new.execute(delete(table))
            _copy_rows(old, new)
            _reset_sequences(new)
    finally:
        source.dispose()


def migrate_sqlite_file(file: Path, revision: str = "head") -> None:
    """Upgrade a SQLite file to a revision; create it if it does not exist."""
    with _app_for_file(file):
        command.upgrade(migrations.alembic_config(), revision)


@contextmanager
def _app_for_file(file: Path) -> Iterator[None]:
    """Make a SQLite file the database of the current app, inside the context."""
    app = Flask("companion")
    app.config["SQLALCHEMY_DATABASE_URI"] = sqlite_url(file)
    app.config["PRAGMAS"] = current_app.config.get("PRAGMAS", PRAGMAS) if current_app else PRAGMAS
    database.init_app(app)
    try:
        with app.app_context():
            yield
    finally:
        close_connections(app)


def read_copy(data: bytes) -> list[object]:
    """Return the content of a copied database, as exports of circles and records of other tables.

    Tables that are stored here are left out: they have gone on since. Raises Refused
    (`bad-record`).
    """
    own_tokens = {*list_tokens()}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        file = Path(folder, "copy.sqlite")
        file.write_bytes(data)
        try:
            _require_backup(file)
            migrate_sqlite_file(file)
        except (CannotStart, CommandError) as error:
            raise Refused(
                "bad-record",
                "This file is damaged, or is not a copy of evenings saved with Companion.",
            ) from error
        with _app_for_file(file):
            tokens = [token for token in list_tokens(in_circle=False) if token not in own_tokens]
            return [*map(export_circle, list_circles()), *map(export_table, tokens)]


def _tables(connection: Connection) -> list[Table]:
    """Return the tables of a database; a table comes after those that it refers to."""
    metadata = MetaData()
    metadata.reflect(connection)
    return [table for table in metadata.sorted_tables if table.name != VERSION_TABLE]


def _copy_rows(old: Connection, new: Connection) -> None:
    # both are reflected: each database has its own column types
    from_tables = {table.name: table for table in _tables(old)}
    for table in _tables(new):
        query = select(from_tables[table.name]).execution_options(yield_per=BATCH_SIZE)
        for rows in old.execute(query).mappings().partitions():
            new.execute(insert(table), [_in_utc(row) for row in rows])


def _in_utc(row: RowMapping) -> dict[str, object]:
    """Return a row whose times have UTC as their zone; SQLite returns them without one."""
    times = {k: v for k, v in row.items() if isinstance(v, datetime) and v.tzinfo is None}
    return {**row, **{name: time.replace(tzinfo=UTC) for name, time in times.items()}}


def _reset_sequences(connection: Connection) -> None:
    """Set PostgreSQL's sequences to follow the highest numbers of the copied rows."""
    for table in _tables(connection):
        if "id" in table.columns:
            last = select(func.coalesce(func.max(table.c.id), 0) + 1).scalar_subquery()
            sequence = func.pg_get_serial_sequence(table.name, "id")
            connection.execute(select(func.setval(sequence, last, False)))


# The most backups that the app keeps of those that it made itself.
MAX_BACKUPS = 7

# The prefix of the folder in which a backup is prepared.
RESTORE_PREFIX = "restoring-"


def prepare_database(app: Flask) -> None:
    """Upgrade the database to the newest revision, after a backup if that changes it."""
    with app.app_context(), preparation_lock():
        revision, newest = get_revisions()
        if revision not in (None, newest):
            _store_backup(f"revision-{revision}")
        upgrade_database(app)


def backup_database(file: Path) -> None:
    """Write the whole database to a SQLite file, atomically, while the app runs.

    Raises CannotStart if the file cannot be written.
    """
    target = file.resolve()
    # in the same folder, as only there a file is replaced atomically
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        _create_draft(draft, target)
        if database.is_server_database():
            export_to_sqlite(draft, str(get_revisions()[0]))
        else:
            copy_sqlite_file(_file(), draft)
        with closing(sqlite3.connect(draft)) as copy:
            copy.execute("PRAGMA journal_mode=DELETE")  # a single file
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def _create_draft(draft: Path, target: Path) -> None:
    """Create the empty draft. Raises CannotStart, also if the target is no regular file."""
    try:
        if target.exists() and not target.is_file():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        draft.touch()
    except OSError as error:
        raise cannot_write_error(target, error) from error


def restore_database(app: Flask, file: Path) -> None:
    """Replace the whole database by a backup, after a backup of the present one.

    Every table gets a version that no screen has seen. If the file cannot be read or is no backup,
    nothing changes, and CannotStart is raised.
    """
    _require_backup(file)
    prepare_database(app)
    for leftover in Path(app.instance_path).glob(f"{RESTORE_PREFIX}*"):
        shutil.rmtree(leftover)  # left by a killed process
    temporary = tempfile.TemporaryDirectory(dir=app.instance_path, prefix=RESTORE_PREFIX)
    with app.app_context(), temporary as folder:
        path = Path(folder, "brought.sqlite")
        copy_sqlite_file(file, path)
        migrate_sqlite_file(path)
        _raise_versions(path)
        _store_backup("replaced")
        if database.is_server_database():
            import_from_sqlite(path)
        else:
            copy_sqlite_file(path, _file())
        close_connections(app)


def _raise_versions(path: Path) -> None:
    """Raise the version of each table of a file above that of any table here."""
    with read_connection() as connection:
        newest = connection.scalar(select(func.max(TableRow.version))) or 0
    with closing(sqlite3.connect(path)) as tables, tables:
        tables.execute("UPDATE tables SET version = version + ?", (newest + 1,))


def _store_backup(why: str) -> None:
    folder = Path(current_app.instance_path, "backups")
    folder.mkdir(parents=True, exist_ok=True)
    backup_database(folder / f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}-{why}.sqlite")
    for old in sorted(folder.glob("*.sqlite"))[:-MAX_BACKUPS]:
        old.unlink()


def _file() -> Path:
    return Path(str(db.engine.url.database))


def _require_backup(file: Path) -> None:
    try:
        file.open("rb").close()
    except OSError as error:
        why = str(error.strerror)
        raise CannotStart("{file} cannot be read: {why}.", file=str(file), why=why) from error
    try:
        with closing(
            sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
        ) as connection:
            is_intact = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            connection.execute("SELECT count(*) FROM alembic_version, tables")
    except sqlite3.DatabaseError:
        is_intact = False
    if not is_intact:
        raise CannotStart(
            "{file} is damaged, or is not a Companion backup. Nothing was changed.", file=str(file)
        )
