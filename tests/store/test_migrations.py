"""Databases of older versions: what they hold is kept, on each kind of database."""

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
from companion.system.settings import MIGRATIONS
from tests.store.test_versions import SETUP


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
