"""How the app talks to its database: SQLite's settings, write transactions, migrations."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from sqlite3 import Connection as SQLiteConnection
from threading import Lock

from flask import Flask, current_app
from sqlalchemy import (
    URL,
    Connection,
    Dialect,
    Engine,
    Insert,
    create_engine,
    event,
    inspect,
    make_url,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError

from companion.database.base import Model, db, migrate
from companion.machine.long_work import holding
from companion.machine.trouble import BadUrl

PRAGMAS = (
    "busy_timeout=5000",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
)

DRIVERS = (("sqlite", "pysqlite"), ("postgresql", "psycopg"))
"""The kinds of database that the app can use, with the driver of each."""


def init_app(app: Flask) -> None:
    """Bind the database and its migrations to the app.

    A server may have been away since a connection to it was last used, so it is asked. Raises
    CannotStart where the database is none that can be used.
    """
    is_server = _is_server(_read(app.config["SQLALCHEMY_DATABASE_URI"]))
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", {})["pool_pre_ping"] = is_server
    db.init_app(app)
    migrate.init_app(app)
    with app.app_context():
        app.extensions["one_writer"] = None if is_server else Lock()
        app.extensions["statements"] = _of_one_statement(db.engine)
        for engine in db.engines.values():
            _prepare(engine)


def _read(named: str | URL) -> URL:
    try:
        url = make_url(named)
        kind = url.get_backend_name(), url.get_driver_name()
    except (ArgumentError, ValueError) as wrong:
        raise BadUrl from wrong
    if kind not in DRIVERS or (kind[0] == "sqlite" and not _is_file(url)):
        raise BadUrl
    return url


def _is_file(url: URL) -> bool:
    """Say whether SQLite keeps its database in a file by that name, which can be copied."""
    return url.database not in (None, "", ":memory:") and "uri" not in url.query


def _of_one_statement(engine: Engine) -> Engine:
    """Let a server take each statement for a transaction: that is one message to it, not three.

    Its connections are others, so that none has to be changed to and fro.
    """
    if not _is_server(engine.url):
        return engine
    at_once = {"isolation_level": "AUTOCOMMIT", "skip_autocommit_rollback": True}
    return create_engine(engine.url, hide_parameters=True, **at_once)


def at_once() -> Connection:
    """Give a connection on which, on a server, each statement is a transaction of its own."""
    return _statements().connect()


def send_at_once(written: Callable[[Dialect], str], values: Mapping[str, object]) -> int:
    """Send a server one statement as its driver takes it; give the number of rows it changed.

    SQLAlchemy takes as long for it as the driver and the wire. Where anything is wrong it sends
    the statement again, for it knows all errors, and lets go of connections that were lost: sent
    twice, a statement must do what it does once.
    """
    engine = _statements()
    statement = written(engine.dialect)
    with suppress(engine.dialect.loaded_dbapi.Error):
        return _send(engine, statement, values)
    with engine.connect() as connection:
        return connection.exec_driver_sql(statement, values).rowcount


def _send(engine: Engine, statement: str, values: Mapping[str, object]) -> int:
    pooled = engine.raw_connection()
    try:
        cursor = pooled.cursor()
        cursor.execute(statement, values)
        return cursor.rowcount
    except BaseException:
        pooled.invalidate()
        raise
    finally:
        pooled.close()


def _statements() -> Engine:
    engine: Engine = current_app.extensions["statements"]
    return engine


def reading() -> Connection:
    """Give a connection to look with."""
    return at_once()


def on_server() -> bool:
    """Say whether the database is a server, not a file."""
    return _is_server(_statements().url)


def _is_server(url: URL) -> bool:
    return url.get_backend_name() != "sqlite"


@contextmanager
def writing() -> Iterator[Connection]:
    """Give a connection for one write transaction: committed at the end, else rolled back.

    SQLite's write lock is taken at the start, and before it a lock of this process, where those
    who wait come in turn. Calls do not nest.
    """
    one_writer: Lock | None = current_app.extensions["one_writer"]
    with holding(one_writer) if one_writer else nullcontext(), db.engine.connect() as connection:
        connection.execution_options(immediate=True)
        with connection.begin():
            yield connection


def upsert(row: type[Model], **values: object) -> Insert:
    """Insert a row, or where its key is there already change its other columns, if it has any."""
    dialect = postgresql if on_server() else sqlite
    key = [column.name for column in inspect(row).primary_key]
    others = {name: value for name, value in values.items() if name not in key}
    new = dialect.insert(row).values(**values)
    made: Insert = new.on_conflict_do_nothing()
    if others:
        made = new.on_conflict_do_update(index_elements=key, set_=others)
    return made


def close(app: Flask) -> None:
    """Close every idle connection, so that SQLite folds its log into the database file."""
    with app.app_context():
        for engine in (*db.engines.values(), app.extensions["statements"]):
            engine.dispose()


def _prepare(engine: Engine) -> None:
    if not _is_server(engine.url):
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
