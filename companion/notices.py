"""How the processes of one PostgreSQL database tell each other which table has changed."""

import secrets
import threading
import time
from collections.abc import Callable
from typing import Any

from flask import Flask
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import SQLAlchemyError

from companion.extensions import db

CHANNEL = "companion"
ME = secrets.token_hex(4)
"""Tells this process from the others: what it says itself it knows."""

AGAIN = 2
"""Seconds until a connection that was lost is made anew."""


def announce(connection: Connection, table: str) -> None:
    """Tell the other processes, once the transaction is committed, that a table has changed."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_notify(CHANNEL, f"{ME} {table}")))


def hear(app: Flask, listener: Callable[[str], None]) -> None:
    """Give a listener every table that another process says has changed, as long as this one runs.

    What is said while the connection is lost is lost: whoever listens looks at versions, too.
    """
    with app.app_context():
        if db.engine.dialect.name == "postgresql":
            threading.Thread(target=_hear, args=(app, listener), daemon=True).start()


def _hear(app: Flask, listener: Callable[[str], None]) -> None:
    while True:
        try:
            with app.app_context():
                _hear_on(_line(), listener)
        except (SQLAlchemyError, OSError, _driver_error()):
            time.sleep(AGAIN)


def _line() -> Any:
    """Take a connection out of the pool for good."""
    pooled = db.engine.raw_connection()
    line: Any = pooled.driver_connection
    pooled.detach()
    return line


def _hear_on(line: Any, listener: Callable[[str], None]) -> None:
    line.autocommit = True
    line.execute(f"LISTEN {CHANNEL}")
    for notice in line.notifies():
        sender, _, table = notice.payload.partition(" ")
        if sender != ME:
            listener(table)


def _driver_error() -> type[Exception]:
    from psycopg import Error  # here, because SQLite needs no such driver

    return Error
