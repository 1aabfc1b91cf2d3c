"""How the processes of one PostgreSQL database tell each other which tables have changed.

What is said is no part of the transaction that changed a table: those that say something are
committed one after the other by PostgreSQL, which then waits for its disk once for each.
"""

import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from flask import Flask
from sqlalchemy import bindparam, func, select
from sqlalchemy.exc import SQLAlchemyError

from companion.database.base import db
from companion.database.engine import at_once, on_server

if TYPE_CHECKING:
    from psycopg import Connection as Line

CHANNEL = "companion"
ME = secrets.token_hex(4)
"""Tells this process from the others: what it says itself it knows."""

AGAIN = 2
"""Seconds until a connection that was lost is made anew."""

PAUSE = 0.1
"""Seconds between two notices of a process: what changes meanwhile is told together."""

MOST = 200
"""So many tables a notice may name: it may have 8,000 bytes."""

_NOTIFY = select(func.pg_notify(CHANNEL, bindparam("text")))


class Crier:
    """Tells the other processes which tables have changed here, at once or after a pause."""

    def __init__(self, app: Flask) -> None:
        """Begin, in a thread that ends with the process."""
        self._app = app
        self._changed: set[str] = set()
        self._news = threading.Condition()
        threading.Thread(target=self._cry_on, daemon=True).start()

    def changed(self, table: str) -> None:
        """Note that a table has changed; any thread may call this."""
        with self._news:
            self._changed.add(table)
            self._news.notify()

    def _cry_on(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._changed)
                tables, self._changed = list(self._changed), set()
            with suppress(SQLAlchemyError), self._app.app_context():
                _cry(tables)
            time.sleep(PAUSE)


def _cry(tables: list[str]) -> None:
    with at_once() as connection:
        for first in range(0, len(tables), MOST):
            text = " ".join((ME, *tables[first : first + MOST]))
            connection.execute(_NOTIFY, {"text": text})


def exchange(app: Flask, listener: Callable[[str], None]) -> Callable[[str], None] | None:
    """Give a listener every table that another process says has changed, as long as this one runs.

    What is returned is to be called for those that change here; None: the others cannot be told.
    What is said while a connection is lost is lost: whoever listens looks at versions, too.
    """
    with app.app_context():
        if not on_server():
            return None
    threading.Thread(target=_hear, args=(app, listener), daemon=True).start()
    return Crier(app).changed


def _hear(app: Flask, listener: Callable[[str], None]) -> None:
    while True:
        try:
            with app.app_context():
                _hear_on(_line(), listener)
        except (SQLAlchemyError, OSError, _driver_error()):
            time.sleep(AGAIN)


def _line() -> "Line":
    """Take a connection out of the pool for good."""
    pooled = db.engine.raw_connection()
    line: Line | None = pooled.driver_connection
    assert line is not None
    pooled.detach()
    return line


def _hear_on(line: "Line", listener: Callable[[str], None]) -> None:
    line.autocommit = True
    line.execute(f"LISTEN {CHANNEL}")
    for notice in line.notifies():
        sender, *tables = notice.payload.split()
        for table in tables if sender != ME else ():
            listener(table)


def _driver_error() -> type[Exception]:
    from psycopg import Error  # here, because SQLite needs no such driver

    return Error
