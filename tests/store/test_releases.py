"""Databases as each release wrote them open with everything in them, whatever has changed since.

`releases/` holds one for each revision, written by the program of that time: an evening that is
over, one that goes on, and a table that has just been made.
"""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic import command
from flask import Flask
from sqlalchemy import Engine, MetaData, NullPool, create_engine, select

from companion.store.backups import (
    VERSION_TABLE,
    copy_sqlite_file,
    import_from_sqlite,
    prepare_database,
    restore_database,
)
from companion.store.database import close_connections, db, is_server_database
from companion.store.maintenance import list_faults
from companion.store.migrations import alembic_config
from companion.store.presets import list_presets
from companion.store.records import export_table, get_tally
from companion.store.tables import get_version
from companion.store.visits import list_recent_tables, list_tokens
from companion.system.settings import MIGRATIONS, sqlite_url
from tests.store.conftest import app_on

RELEASES = {path.stem: path for path in sorted(Path(__file__).parent.glob("releases/*.sql"))}
TABLES = ["table-1", "table-2", "table-3"]
# Columns that nobody ever read.
TAKEN_OUT = {("circles", "version")}
# Tables of what is added up when it is asked for.
NOT_STORED = {"sums"}


def written(revision: str, file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.executescript(RELEASES[revision].read_text())


def test_there_is_one_of_every_revision() -> None:
    revisions = {path.name.partition("_")[0] for path in MIGRATIONS.glob("versions/*.py")}
    assert revisions == set(RELEASES)


def in_place(app: Flask, revision: str, file: Path) -> None:
    """Start on a database as the release left it, on either kind of database."""
    with app.app_context():
        if is_server_database():
            command.upgrade(alembic_config(), revision)
            import_from_sqlite(file)
        else:
            copy_sqlite_file(file, Path(str(db.engine.url.database)))
    prepare_database(app)


def restored(app: Flask, _: str, file: Path) -> None:
    restore_database(app, file)


def rows(engine: Engine) -> dict[str, list[dict[str, object]]]:
    """All that is in a database, by table."""
    found = MetaData()
    found.reflect(engine)
    with engine.connect() as connection:
        return {
            table.name: [
                {str(name): in_utc(value) for name, value in row.items()}
                for row in connection.execute(select(table).order_by(*table.primary_key)).mappings()
            ]
            for table in found.sorted_tables
            if table.name != VERSION_TABLE
        }


def still_kept(old: dict[str, list[dict[str, object]]]) -> dict[str, list[dict[str, object]]]:
    """All of it but the columns and tables that were taken out since."""
    return {
        table: [
            {name: value for name, value in row.items() if (table, name) not in TAKEN_OUT}
            for row in were
        ]
        for table, were in old.items()
        if table not in NOT_STORED
    }


def in_utc(value: object) -> object:
    if isinstance(value, datetime) and value.tzinfo is None:
        return value.replace(tzinfo=UTC)
    return value


WAYS = [
    *((revision, in_place) for revision in RELEASES),
    *((revision, restored) for revision in (min(RELEASES), max(RELEASES))),
]


@pytest.mark.share(8)
@pytest.mark.parametrize(("revision", "way"), WAYS)
def test_a_database_of_a_release_opens_with_everything_in_it(
    revision: str, way: Callable[[Flask, str, Path], None], url: str, tmp_path: Path
) -> None:
    file = tmp_path / "release.sqlite"
    written(revision, file)
    old = still_kept(rows(create_engine(sqlite_url(file), poolclass=NullPool)))
    app = app_on(url, tmp_path / "house")
    way(app, revision, file)
    with app.app_context():
        new = rows(db.engine)
        for table, were in old.items():
            kept = [
                {name: row[name] for name in was} for was, row in zip(were, new[table], strict=True)
            ]
            assert [seen(row, way) for row in kept] == [seen(row, way) for row in were]
        assert_open(old)
    close_connections(app)


def seen(row: dict[str, object], way: object) -> dict[str, object]:
    """A row without what restoring raises: no screen has seen the table as it is now."""
    return {name: value for name, value in row.items() if way is in_place or name != "version"}


def assert_open(old: dict[str, list[dict[str, object]]]) -> None:
    assert list_tokens() == TABLES
    assert [list(list_faults(token)) for token in TABLES] == [[], [], []]
    logs = [export_table(token)["log"] for token in TABLES]
    assert all(get_version(token) >= len(log) for token, log in zip(TABLES, logs, strict=True))
    assert [raw for log in logs for raw in log] == [
        json.loads(str(row["raw"])) for row in old["entries"]
    ]
    assert get_tally("table-1")[0] == json.loads(str(old["tables"][0]["tally"]))
    assert [table.token for table in list_recent_tables("a tablet", 5)] == ["table-1"]
    assert [rules.name for rules in list_presets("a tablet", "boodle")] == ["Grandma's rules"]
