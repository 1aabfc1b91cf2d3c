"""How the app talks to its database: SQLite's settings, write transactions, migrations."""

from collections.abc import Iterator
from contextlib import contextmanager
from sqlite3 import Connection as SQLiteConnection
from threading import Lock

import flask_migrate
from flask import Flask
from sqlalchemy import Connection, Engine, event
from sqlalchemy.orm import Session

from companion.extensions import db, migrate

PRAGMAS = (
    "busy_timeout=5000",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
)

_one_writer = Lock()


def init_app(app: Flask) -> None:
    """Bind the database and its migrations to the app."""
    db.init_app(app)
    migrate.init_app(app)
    with app.app_context():
        for engine in db.engines.values():
            _prepare(engine)


@contextmanager
def writing() -> Iterator[Session]:
    """Give the session for one write transaction: committed at the end, rolled back on an error.

    SQLite's write lock is taken at the start, so nothing read inside can be out of date by
    the commit. What the session held unsaved before is dropped; calls do not nest.
    """
    with _one_writer:
        db.session.rollback()
        try:
            db.session.connection(execution_options={"immediate": True})
            yield db.session()
            db.session.commit()
        except BaseException:
            db.session.rollback()
            raise


def upgrade(app: Flask) -> None:
    """Bring the app's database up to the newest revision in `migrations/`."""
    with app.app_context():
        flask_migrate.upgrade()


def close(app: Flask) -> None:
    """Close every idle connection, so that SQLite folds its log into the database file."""
    with app.app_context():
        for engine in db.engines.values():
            engine.dispose()


@contextmanager
def migrating() -> Iterator[Connection]:
    """Give a connection for migrations; on SQLite it waits for any other one to finish.

    Foreign keys are off: rebuilding a table to change it would delete the rows that refer to it.
    """
    with db.engine.connect().execution_options(immediate=True) as connection:
        sqlite = connection.dialect.name == "sqlite"
        if sqlite:
            _pragma(connection, "foreign_keys=OFF")
        try:
            yield connection
        finally:
            if sqlite:
                _pragma(connection, "foreign_keys=ON")


def _prepare(engine: Engine) -> None:
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up)
        event.listen(engine, "begin", _begin)


def _set_up(connection: SQLiteConnection, _record: object) -> None:
    """Apply the pragmas, and leave BEGIN to `_begin` rather than to the driver."""
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """Begin a transaction; one with the execution option `immediate` takes the write lock."""
    immediate = connection.get_execution_options().get("immediate", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


def _pragma(connection: Connection, pragma: str) -> None:
    """Set a pragma past SQLAlchemy, which would begin a transaction, where some have no effect."""
    driver = connection.connection.dbapi_connection
    assert isinstance(driver, SQLiteConnection)
    driver.execute(f"PRAGMA {pragma}")
