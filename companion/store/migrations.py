"""Migrations: one process at a time brings a database up to the newest revision."""

from collections.abc import Iterator
from contextlib import contextmanager
from sqlite3 import Connection as SQLiteConnection

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DatabaseError

from companion.core.sentences import Sentence, say
from companion.store.database import db, is_server_database
from companion.system.settings import MIGRATIONS

# A number that names the lock of migrations among those of a PostgreSQL server.
MIGRATION_LOCK = 0x436F6D70


# The same for all that a process does before it serves, a migration included.
PREPARATION_LOCK = MIGRATION_LOCK + 1


def upgrade_database(app: Flask) -> None:
    """Bring the app's database up to the newest revision in `migrations/`."""
    with app.app_context():
        command.upgrade(alembic_config(), "head")


def alembic_config() -> Config:
    """Tell Alembic where the migrations lie; to it a `%` in a path is a sign of its own."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def get_revisions() -> tuple[str | None, str | None]:
    """Return the revision that the database is of, None for an empty one, and the newest there is.

    Raises CommandError where a newer version has made it.
    """
    uncached = {"compiled_cache": None}  # Alembic's statement is a new one each time
    with db.engine.connect().execution_options(**uncached) as connection:
        present = MigrationContext.configure(connection).get_current_revision()
    script_directory = ScriptDirectory.from_config(alembic_config())
    if present is not None:
        script_directory.get_revision(present)
    return present, script_directory.get_current_head()


def integrity_errors() -> list[Sentence]:
    """Return what is damaged in a file of SQLite; a server sees to its own files."""
    if is_server_database():
        return []
    with db.engine.connect() as connection:
        try:
            said = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
            rows = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        except DatabaseError as error:  # so much is damaged that the look breaks off
            return [say("The file is damaged: {line}", line=str(error.orig))]
    torn = [say("The file is damaged: {line}", line=line) for line in said if line != "ok"]
    row_of = say("A row of {table} belongs to no row of {other}.")
    return torn + [row_of.with_facts(table=row[0], other=row[2]) for row in rows]


@contextmanager
def migration_connection() -> Iterator[Connection]:
    """Give a connection for migrations; it waits until those of another process are done.

    Foreign keys are off: rebuilding a table to change it would delete the rows that refer to it.
    """
    with db.engine.connect().execution_options(immediate=True) as connection:
        alone = (
            _locked(connection, MIGRATION_LOCK)
            if is_server_database()
            else _alone_on_sqlite(connection)
        )
        with alone:
            yield connection


@contextmanager
def preparation_lock() -> Iterator[None]:
    """Let the processes of a server's database prepare one after another.

    Else one would copy what another is just changing. A file of SQLite can be copied at any time.
    """
    if not is_server_database():
        yield
        return
    with db.engine.connect() as connection, _locked(connection, PREPARATION_LOCK):
        yield


@contextmanager
def _alone_on_sqlite(connection: Connection) -> Iterator[None]:
    _pragma(connection, "foreign_keys=OFF")
    try:
        yield
    finally:
        _pragma(connection, "foreign_keys=ON")


@contextmanager
def _locked(connection: Connection, lock: int) -> Iterator[None]:
    """Hold a lock of a server's whole database; it falls with the connection."""
    connection.execute(select(func.pg_advisory_lock(lock)))
    connection.commit()
    try:
        yield
    finally:
        connection.rollback()
        connection.execute(select(func.pg_advisory_unlock(lock)))
        connection.commit()


def _pragma(connection: Connection, pragma: str) -> None:
    """Set a pragma past SQLAlchemy, which would begin a transaction, where some have no effect."""
    driver = connection.connection.dbapi_connection
    assert isinstance(driver, SQLiteConnection)
    driver.execute(f"PRAGMA {pragma}")
