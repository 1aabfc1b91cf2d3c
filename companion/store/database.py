"""The database: its engine, SQLite's settings, read connections and write transactions."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from sqlite3 import Connection as SQLiteConnection
from threading import Lock
from typing import TYPE_CHECKING, ClassVar

from flask import Flask, current_app
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import ColumnElement, Connection, Engine, Insert, MetaData, delete, event, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.orm import DeclarativeBase, Session

from companion.system.errors import CannotStart

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql, sqlite


class Base(DeclarativeBase):
    """The base of all rows: every constraint has a name, so that a migration can drop it."""

    metadata: ClassVar[MetaData] = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


db = SQLAlchemy(model_class=Base)

if TYPE_CHECKING:
    Model = Base
else:
    Model = db.Model


PRAGMAS = (
    "busy_timeout=5000",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
)

# The isolation levels of connections to a server that only read.
AUTOCOMMIT, REPEATABLE_READ = "AUTOCOMMIT", "REPEATABLE READ"

# The kinds of database that the app can use, with the driver of each.
DRIVERS = (("sqlite", "pysqlite"), ("postgresql", "psycopg"))


def init_app(app: Flask) -> None:
    """Bind the database to the app. Raises CannotStart if it cannot be used."""
    is_server = _is_server(_parse_url(app.config["SQLALCHEMY_DATABASE_URI"]))
    # a server may have closed an idle connection
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", {})["pool_pre_ping"] = is_server
    db.init_app(app)
    with app.app_context():
        app.extensions["write_lock"] = None if is_server else Lock()
        app.extensions["reading_engines"] = {
            level: db.engine.execution_options(isolation_level=level) if is_server else db.engine
            for level in (AUTOCOMMIT, REPEATABLE_READ)
        }
        if not is_server:
            pragmas = app.config.get("PRAGMAS", PRAGMAS)
            event.listen(db.engine, "connect", partial(_apply_pragmas, pragmas))
            event.listen(db.engine, "begin", _begin)


def _parse_url(text: str | URL) -> URL:
    with suppress(ArgumentError, ValueError):
        url = make_url(text)
        kind = url.get_backend_name(), url.get_driver_name()
        if kind in DRIVERS and (_has_valid_parameters(url) if _is_server(url) else _is_file(url)):
            return url
    raise CannotStart(
        "COMPANION_DATABASE_URL does not name a usable database. It must look like "
        "sqlite:////folder/file.sqlite or postgresql+psycopg://user:password@host/database."
    )


def _has_valid_parameters(url: URL) -> bool:
    """Return whether the driver knows all connection parameters in a server's URL."""
    from psycopg import ProgrammingError
    from psycopg.conninfo import make_conninfo

    try:
        make_conninfo("", **{name: str(value) for name, value in url.query.items()})
    except ProgrammingError:
        return False
    return True


def _is_file(url: URL) -> bool:
    """Return whether a URL is that of a SQLite file, which can be copied."""
    return url.database not in (None, "", ":memory:") and "uri" not in url.query


# Both execute statements.
Executor = Connection | Session


def read_connection() -> Connection:
    """Return a connection for reading; that to a server is in autocommit mode."""
    # autocommit spares a server BEGIN and ROLLBACK around each query
    return _reading_engine(AUTOCOMMIT).connect()


def read_session() -> Session:
    """Return a session for reading, as `read_connection` does."""
    return Session(_reading_engine(AUTOCOMMIT))


def snapshot() -> Connection:
    """Return a connection that reads all tables as they are at its first query."""
    return _reading_engine(REPEATABLE_READ).connect()


def _reading_engine(isolation_level: str) -> Engine:
    """Return the engine, with an isolation level for a server."""
    engines: dict[str, Engine] = current_app.extensions["reading_engines"]
    return engines[isolation_level]


def is_server_database() -> bool:
    """Return whether the database is a server, not a file."""
    return _is_server(db.engine.url)


def _is_server(url: URL) -> bool:
    return url.get_backend_name() != "sqlite"


@contextmanager
def write_transaction() -> Iterator[Connection]:
    """Yield a connection for a write transaction, which is committed at the end.

    An exception rolls it back. One must not begin inside another.
    """
    write_lock: Lock | None = current_app.extensions["write_lock"]
    # threads get this lock in turn; SQLite's own write lock, taken next, has no queue
    with write_lock or nullcontext(), db.engine.connect() as connection:
        connection.execution_options(immediate=True)
        with connection.begin():
            yield connection


@contextmanager
def write_session() -> Iterator[Session]:
    """Yield a session for a write transaction, as `write_transaction` does."""
    with write_transaction() as connection, Session(connection) as session:
        yield session
        session.flush()


def upsert_statement(row: type[Model], **values: object) -> Insert:
    """Return a statement that inserts a row, or updates the row with the same primary key."""
    key = [column.name for column in row.__table__.primary_key]
    statement = _insert(row).values(**values)
    updates = {name: statement.excluded[name] for name in values if name not in key}
    if not updates:
        return statement.on_conflict_do_nothing()
    return statement.on_conflict_do_update(index_elements=key, set_=updates)


def _insert(row: type[Model]) -> "sqlite.Insert | postgresql.Insert":
    if not is_server_database():
        return insert(row)
    from sqlalchemy.dialects import postgresql  # a file needs no server's dialect

    return postgresql.insert(row)


def delete_rows(connection: Connection, row: type[Model], condition: ColumnElement[bool]) -> None:
    """Delete the rows that meet a condition, after all rows that refer to them."""
    for mapper in row.registry.mappers:
        for key in mapper.local_table.foreign_keys:
            if key.column.table is row.__table__ and not key.ondelete:
                numbers = select(key.column).where(condition)
                delete_rows(connection, mapper.class_, key.parent.in_(numbers))
    connection.execute(delete(row).where(condition))


def close_connections(app: Flask) -> None:
    """Close every idle connection; SQLite then merges its log into the database file."""
    with app.app_context():
        db.engine.dispose()


def _apply_pragmas(pragmas: Iterable[str], connection: SQLiteConnection, _record: object) -> None:
    """Apply the pragmas, and disable the driver's own BEGIN in favour of `_begin`."""
    connection.isolation_level = None
    for pragma in pragmas:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """Begin a transaction; with the execution option `immediate`, take the write lock."""
    is_immediate = connection.get_execution_options().get("immediate", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_immediate else "BEGIN")
