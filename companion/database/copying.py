"""Copies of whole databases: one file of SQLite, whatever kind of database the app has.

So a backup of a club's PostgreSQL opens on a laptop, and a house can move to a server.
"""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from flask import Flask
from sqlalchemy import (
    Connection,
    Engine,
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

from companion.database import engine, migrating
from companion.database.base import db
from companion.machine.settings import sqlite_url

VERSION = "alembic_version"
AT_ONCE = 1000
"""How many rows are held in memory at one time."""


def copy_sqlite_file(source: Path, target: Path) -> None:
    """Make a consistent copy of a database, even while others write to it."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        new.execute("PRAGMA synchronous=FULL")
        old.backup(new)


def export_to_sqlite(file: Path, revision: str) -> None:
    """Write all rows of the app's database, which is of a revision, into a new file of SQLite."""
    migrate_sqlite_file(file, revision)
    target = create_engine(sqlite_url(file))
    try:
        with _as_of_now(db.engine) as old, target.begin() as new:
            _copy_rows(old, new)
    finally:
        target.dispose()


def import_from_sqlite(file: Path) -> None:
    """Put all rows of a file of SQLite in the place of those of the app's database.

    Both must be of the newest revision. Others see the old rows until all are there.
    """
    source = create_engine(sqlite_url(file))
    try:
        with source.connect() as old, engine.write_transaction() as new:
            for table in reversed(_tables(new)):
                new.execute(delete(table))
            _copy_rows(old, new)
            _count_on(new)
    finally:
        source.dispose()


def migrate_sqlite_file(file: Path, revision: str = "head") -> None:
    """Bring a file of SQLite, which may be a new one, up to a revision."""
    app = Flask("companion")
    app.config["SQLALCHEMY_DATABASE_URI"] = sqlite_url(file)
    engine.init_app(app)
    with app.app_context():
        command.upgrade(migrating.alembic_config(), revision)
    engine.close_connections(app)


def _as_of_now(engine: Engine) -> Connection:
    """Connect to see all tables as they stand at one moment, times in UTC."""
    connection = engine.connect().execution_options(isolation_level="REPEATABLE READ")
    connection.execute(text("SET TIME ZONE 'UTC'"))
    return connection


def _tables(connection: Connection) -> list[Table]:
    """List the tables as they are there, those first that others refer to."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != VERSION]


def _copy_rows(old: Connection, new: Connection) -> None:
    """Copy all rows; each database has types of its own for the same columns."""
    from_tables = {table.name: table for table in _tables(old)}
    for table in _tables(new):
        query = select(from_tables[table.name]).execution_options(yield_per=AT_ONCE)
        for rows in old.execute(query).mappings().partitions():
            new.execute(insert(table), [_in_utc(row) for row in rows])


def _in_utc(row: RowMapping) -> dict[str, object]:
    """Give a row with the zone of its times, which SQLite does not keep."""
    return {str(name): _aware(value) for name, value in row.items()}


def _aware(value: object) -> object:
    if isinstance(value, datetime) and value.tzinfo is None:
        return value.replace(tzinfo=UTC)
    return value


def _count_on(connection: Connection) -> None:
    """Let PostgreSQL number new rows after those that were brought."""
    for table in _tables(connection):
        if "id" in table.columns:
            last = select(func.coalesce(func.max(table.c.id), 0) + 1).scalar_subquery()
            counter = func.pg_get_serial_sequence(table.name, "id")
            connection.execute(select(func.setval(counter, last, False)))
