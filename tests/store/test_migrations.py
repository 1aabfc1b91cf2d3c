"""Databases of older versions: what they hold is kept, on each kind of database."""

import json
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from alembic import command
from flask import Flask
from sqlalchemy import select, text

from companion.store import migrations
from companion.store.database import write_transaction
from companion.store.entries import create_table
from companion.store.migrations import alembic_config
from companion.store.models import TableRow
from companion.store.records import export_table, get_tally
from companion.store.tables import get_version, load_table
from companion.store.visits import TABLES, list_recent_tables, record_visit
from companion.system.settings import MIGRATIONS
from tests.store.test_versions import END, SETUP, UNDO, bought, enter


@pytest.fixture
def old(app: Flask) -> Flask:
    """A database of the first revision."""
    command.downgrade(alembic_config(), "0001")
    return app


def test_the_program_may_lie_in_a_folder_of_any_name(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "100 %s of it"
    shutil.copytree(MIGRATIONS, folder)
    monkeypatch.setattr(migrations, "MIGRATIONS", folder)
    command.downgrade(alembic_config(), "0001")
    migrations.upgrade_database(app)
    present, newest = migrations.get_revisions()
    assert present == newest


def insert(token: str, log: list[object], tally: object = None) -> None:
    made = datetime(2026, 1, 31, 22, 30, tzinfo=UTC)
    row = {"token": token, "setup": json.dumps(SETUP), "created": made}
    row["tally"] = None if tally is None else json.dumps(tally)
    with write_transaction() as connection:
        columns = "(token, setup, created, tally) VALUES (:token, :setup, :created, :tally)"
        connection.execute(text(f"INSERT INTO tables {columns}"), row)
        entry = (
            "INSERT INTO entries SELECT id, :number, :raw, :made FROM tables WHERE token = :token"
        )
        for number, raw in enumerate(log):
            values = {"number": number, "raw": json.dumps(raw), "made": made, "token": token}
            connection.execute(text(entry), values)


@pytest.mark.usefixtures("old")
def test_a_table_of_the_first_version_is_as_old_as_its_log() -> None:
    insert("on", [bought("Ann"), UNDO])
    command.upgrade(alembic_config(), "head")
    assert get_version("on") == 2
    assert enter("on", bought("Bob")).version == 3


@pytest.mark.usefixtures("old")
def test_an_evening_that_was_over_is_listed_with_its_winner() -> None:
    lines = [{"player": "Ann", "place": 1}, {"player": "Bob", "place": 2}]
    tally = {"lines": lines, "hands": [1]}
    insert("over", [bought("Ann"), END], tally)
    insert("on", [])
    command.upgrade(alembic_config(), "head")
    for token in ("over", "on"):
        record_visit("a tablet", TABLES, load_table(token).id, token)
    listed = {table.token: table for table in list_recent_tables("a tablet", 5)}
    assert (listed["over"].winners, listed["over"].hand) == (["Ann"], 1)
    assert (listed["on"].winners, listed["on"].hand) == (None, None)
    assert get_tally("over")[0] == tally


@pytest.mark.usefixtures("old")
def test_times_stay_in_utc() -> None:
    insert("on", [bought("Ann")])
    command.upgrade(alembic_config(), "head")
    assert get_tally("on")[1] == datetime(2026, 1, 31, 22, 30, tzinfo=UTC)
    assert export_table("on")["made"] == [{"at": "2026-01-31T22:30:00Z"}]


@pytest.mark.usefixtures("app")
def test_times_are_utc_whatever_zone_the_server_keeps() -> None:
    token, before = create_table(SETUP), datetime.now(UTC)
    with write_transaction() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET timezone TO 'America/New_York'"))
        created = connection.scalar(select(TableRow.created).where(TableRow.token == token))
    assert created is not None
    assert created.utcoffset() == timedelta(0)
    assert abs(created - before) < timedelta(minutes=1)
