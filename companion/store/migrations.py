"""Migrations: one process at a time upgrades the database to the newest revision."""

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

# A number that names the lock of `preparation_lock` among those of a PostgreSQL server.
PREPARATION_LOCK = 0x436F6D71


def upgrade_database(app: Flask) -> None:
    """Upgrade the app's database to the newest revision in `migrations/`."""
    with app.app_context():
        command.upgrade(alembic_config(), "head")


def alembic_config() -> Config:
    config = Config()
    # a single % would begin an interpolation
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def get_revisions() -> tuple[str | None, str | None]:
    """Return the revision of the database (None: it is empty), and the newest revision.

    Raises CommandError if a newer version of the app has upgraded the database.
    """
    uncached = {"compiled_cache": None}  # Alembic's statement is a new one each time
    with db.engine.connect().execution_options(**uncached) as connection:
        present = MigrationContext.configure(connection).get_current_revision()
    script_directory = ScriptDirectory.from_config(alembic_config())
    if present is not None:
        script_directory.get_revision(present)
    return present, script_directory.get_current_head()


def integrity_errors() -> list[Sentence]:
    """Return the damage to a SQLite file, as sentences; [] for a database server."""
    if is_server_database():
        return []
    with db.engine.connect() as connection:
        try:
            lines = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
            rows = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        except DatabaseError as error:  # the damage stops the check itself
            return [say("The file is damaged: {line}", line=str(error.orig))]
    damage = [say("The file is damaged: {line}", line=line) for line in lines if line != "ok"]
    row_of = say("A row of {table} refers to a missing row of {other}.")
    return damage + [row_of.with_facts(table=row[0], other=row[2]) for row in rows]


@contextmanager
def migration_connection() -> Iterator[Connection]:
    """Yield a connection for migrations, in SQLite without foreign keys.

    Migrations rebuild its tables, which would delete the rows that refer to them.
    """
    with db.engine.connect().execution_options(immediate=True) as connection:
        if is_server_database():
            yield connection
            return
        _pragma(connection, "foreign_keys=OFF")
        try:
            yield connection
        finally:
            _pragma(connection, "foreign_keys=ON")


@contextmanager
def preparation_lock() -> Iterator[None]:
    """Lock the database of a server, so that one process at a time prepares it.

    Without the lock one process would copy what another one migrates. A SQLite file needs none: it
    can be copied at any time.
    """
    if not is_server_database():
        yield
        return
    with db.engine.begin() as connection:
        connection.execute(select(func.pg_advisory_xact_lock(PREPARATION_LOCK)))
        yield


def _pragma(connection: Connection, pragma: str) -> None:
    # past SQLAlchemy, which would begin a transaction, where some pragmas have no effect
    driver = connection.connection.dbapi_connection
    assert isinstance(driver, SQLiteConnection)
    driver.execute(f"PRAGMA {pragma}")
