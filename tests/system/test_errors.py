"""Faults of the computer are recognized by error codes, whatever their messages."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from companion.core.sentences import Sentence
from companion.system.errors import (
    DATABASE_LOCKED,
    DISK_FULL,
    NO_DATABASE,
    NO_SERVER,
    NOT_WRITABLE,
    explain_error,
)


def full(file: Path) -> None:
    database = sqlite3.connect(file)
    database.execute("PRAGMA max_page_count = 1")
    database.execute("CREATE TABLE more (x)")


def readonly(file: Path) -> None:
    sqlite3.connect(f"file:{file}?mode=ro", uri=True).execute("CREATE TABLE more (x)")


def nowhere(file: Path) -> None:
    sqlite3.connect(file / "in" / "none")


def no_database(file: Path) -> None:
    file.write_text("This is a letter, and no database. " * 20, encoding="utf-8")
    sqlite3.connect(file).execute("SELECT * FROM sqlite_master")


def locked(file: Path) -> None:
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    sqlite3.connect(file, timeout=0).execute("SELECT * FROM sqlite_master")


def a_fault_of_ours(file: Path) -> None:
    sqlite3.connect(file).execute("SELECT * FROM nothing")


@pytest.mark.parametrize(
    ("work", "said"),
    [
        (full, DISK_FULL),
        (readonly, NOT_WRITABLE),
        (nowhere, NOT_WRITABLE),
        (no_database, NO_DATABASE),
        (locked, DATABASE_LOCKED),
        (a_fault_of_ours, None),
    ],
)
def test_errors_of_sqlite_are_known_by_their_codes(
    tmp_path: Path, work: Callable[[Path], None], said: Sentence | None
) -> None:
    file = tmp_path / "a.sqlite"
    sqlite3.connect(file).execute("PRAGMA user_version = 1")
    with pytest.raises(sqlite3.Error) as raised:
        work(file)
    assert explain_error(raised.value) is said


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (psycopg.OperationalError("nobody there"), NO_SERVER),
        (psycopg.errors.AdminShutdown("away"), NO_SERVER),
        (psycopg.errors.DiskFull("no room"), DISK_FULL),
        (psycopg.errors.UniqueViolation("twice"), None),
        (psycopg.ProgrammingError("no such thing"), None),
    ],
)
def test_errors_of_a_server_are_known_by_their_states(
    error: psycopg.Error, said: Sentence | None
) -> None:
    assert explain_error(error) is said
