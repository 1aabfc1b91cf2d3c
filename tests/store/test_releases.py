"""Databases as each release wrote them open with everything in them, whatever has changed since.

`releases/` holds one for each revision, written by the program of that time: an evening that is
over, one that goes on, and a table that has just been made.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion import store
from companion.backups import restore
from companion.database import close
from companion.house_rules import presets_of
from companion.places import MIGRATIONS
from tests.store.conftest import app_on

RELEASES = {path.stem: path for path in sorted(Path(__file__).parent.glob("releases/*.sql"))}
TABLES = ["table-1", "table-2", "table-3"]


def written(revision: str, file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.executescript(RELEASES[revision].read_text())


def test_there_is_one_of_every_revision() -> None:
    revisions = {path.name.partition("_")[0] for path in MIGRATIONS.glob("versions/*.py")}
    assert revisions == set(RELEASES)


@pytest.mark.parametrize("revision", RELEASES)
def test_a_database_of_a_release_opens_with_everything_in_it(
    revision: str, url: str, tmp_path: Path
) -> None:
    file = tmp_path / "release.sqlite"
    written(revision, file)
    with closing(sqlite3.connect(file)) as old:
        (tally,) = old.execute("SELECT tally FROM tables WHERE token = 'table-1'").fetchone()
        logs = old.execute("SELECT raw FROM entries ORDER BY table_id, number").fetchall()
    app = app_on(url, tmp_path / "house")
    restore(app, file)
    with app.app_context():
        assert store.all_tokens() == TABLES
        assert [list(store.faults(token)) for token in TABLES] == [[], [], []]
        exported = [raw for token in TABLES for raw in store.export(token)["log"]]
        assert exported == [json.loads(raw) for (raw,) in logs]
        assert store.tally("table-1")[0] == json.loads(tally)
        assert [table.token for table in store.tables_of("a tablet", 5)] == ["table-1"]
        assert [rules.name for rules in presets_of("a tablet", "boodle")] == ["Grandma's rules"]
    close(app)
