"""Copies of the whole database: while the app runs, before a migration, and back again."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest
from alembic import command
from alembic.util import CommandError
from flask import Flask
from sqlalchemy import text

from companion.store.backups import backup_database, prepare_database, restore_database
from companion.store.circles import add_table_to_circle, create_circle_from_table
from companion.store.database import close_connections, write_transaction
from companion.store.entries import StaleVersion, append_entry, create_table
from companion.store.migrations import alembic_config
from companion.store.money import set_chip_value
from companion.store.presets import list_presets, save_preset
from companion.store.records import create_from_record, export_table, get_tally
from companion.store.tables import UnknownTable, get_version, load_table
from companion.store.visits import TABLES, list_recent_tables, list_tokens, record_visit
from companion.system.errors import CannotStart, explain_error
from tests.evenings import in_chips
from tests.store.conftest import app_on
from tests.store.test_versions import SETUP, bought, enter, tap

pytestmark = pytest.mark.share(1)


@pytest.fixture
def home(migrated_url: str, tmp_path: Path) -> Iterator[Flask]:
    """An app on a database of each kind."""
    app = app_on(migrated_url, tmp_path)
    with app.app_context():
        yield app
    close_connections(app)


def copies(app: Flask) -> list[Path]:
    return sorted(Path(app.instance_path, "backups").glob("*.sqlite"))


def test_a_backup_is_whole_while_others_write(home: Flask, tmp_path: Path) -> None:
    token, done = create_table(SETUP), tmp_path / "copy.sqlite"

    def writing() -> None:
        with home.app_context():
            enter(token, *(bought("Ann") for _ in range(60)))

    writer = Thread(target=writing)
    writer.start()
    while writer.is_alive():
        before = get_version(token)
        backup_database(done)
        with closing(sqlite3.connect(done)) as copy:
            (version,) = copy.execute("SELECT version FROM tables").fetchone()
            (entries,) = copy.execute("SELECT count(*) FROM entries").fetchone()
        assert before <= version == entries <= get_version(token)
    writer.join()
    assert [path.name for path in tmp_path.glob(".copy*")] == []


def test_a_backup_brings_back_addresses_dates_visits_and_house_rules(
    home: Flask, tmp_path: Path
) -> None:
    token, done = create_table(SETUP), tmp_path / "copy.sqlite"
    record_visit("a tablet", TABLES, load_table(token).id, token)
    save_preset("a tablet", "boodle", "Grandma's rules", {"ante": 2})
    listed = list_recent_tables("a tablet", 5)
    enter(token, bought("Ann"))
    before = export_table(token)
    backup_database(done)
    enter(token, bought("Bob"))
    lost = create_table(SETUP)
    restore_database(home, done)
    assert export_table(token) == before
    assert [table.created for table in list_recent_tables("a tablet", 5)] == [listed[0].created]
    assert [rules.name for rules in list_presets("a tablet", "boodle")] == ["Grandma's rules"]
    with pytest.raises(UnknownTable):
        get_version(lost)


def test_a_backup_brings_back_the_pages_of_a_circle_as_they_were(
    home: Flask, tmp_path: Path
) -> None:
    evening, done = in_chips(4, 3, over=True), tmp_path / "copy.sqlite"
    circle = create_circle_from_table(create_from_record(evening))
    set_chip_value(circle.id, "", 5, "EUR")
    pages = [f"/c/{circle.token}{of}" for of in ("", "/people/1", "/evenings/1", "/book")]
    client = home.test_client()
    before = [client.get(page).text for page in pages]
    backup_database(done)
    add_table_to_circle(create_from_record(evening), circle.id)
    assert client.get(pages[0]).text != before[0]
    restore_database(home, done)
    assert [client.get(page).text for page in pages] == before


def test_no_screen_of_before_writes_to_a_table_that_was_restored(
    home: Flask, tmp_path: Path
) -> None:
    token, done = create_table(SETUP), tmp_path / "copy.sqlite"
    backup_database(done)
    enter(token, bought("Ann"), bought("Ann"))
    restore_database(home, done)
    enter(token, bought("Bob"), bought("Cal"))
    chips = load_table(token).table.ledger.chips
    assert [chips[player] for player in SETUP["players"]] == [100, 105, 105]
    with pytest.raises(StaleVersion):
        append_entry(token, tap(2, bought("Ann")))


def test_what_a_backup_replaces_is_kept(home: Flask, tmp_path: Path) -> None:
    done = tmp_path / "copy.sqlite"
    backup_database(done)
    token = create_table(SETUP)
    restore_database(home, done)
    assert [path.name.endswith("-replaced.sqlite") for path in copies(home)] == [True]
    restore_database(home, copies(home)[0])
    assert list_tokens() == [token]


@pytest.mark.parametrize("content", ["", "no database"])
def test_what_is_no_backup_changes_nothing(home: Flask, tmp_path: Path, content: str) -> None:
    token, wrong = create_table(SETUP), tmp_path / "wrong.sqlite"
    wrong.write_text(content)
    with pytest.raises(CannotStart, match="is not a Companion backup"):
        restore_database(home, wrong)
    assert list_tokens() == [token]


def test_before_a_migration_the_database_is_copied_and_the_last_few_are_kept(
    home: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = create_table(SETUP)
    monkeypatch.setattr("companion.store.backups.MAX_BACKUPS", 2)
    for _ in range(3):
        command.downgrade(alembic_config(), "0001")
        prepare_database(home)
        assert list_tokens() == [token]
    assert len(copies(home)) == 2
    prepare_database(home)
    assert len(copies(home)) == 2
    with closing(sqlite3.connect(copies(home)[-1])) as copy:
        assert copy.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)


def test_a_backup_of_an_older_version_is_migrated(home: Flask, tmp_path: Path) -> None:
    token, done = create_table(SETUP, [bought("Ann")]), tmp_path / "copy.sqlite"
    command.downgrade(alembic_config(), "0001")
    backup_database(done)
    prepare_database(home)
    restore_database(home, done)
    assert load_table(token).table.ledger.chips["Ann"] == 105


def test_a_backup_of_a_newer_version_changes_nothing(home: Flask, tmp_path: Path) -> None:
    done = tmp_path / "copy.sqlite"
    backup_database(done)
    token = create_table(SETUP)
    with closing(sqlite3.connect(done)) as copy, copy:
        copy.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(CommandError, match="Can't locate revision"):
        restore_database(home, done)
    assert list_tokens() == [token]


def test_a_start_on_a_newer_database_is_refused_and_takes_no_copy_s_place(home: Flask) -> None:
    with write_transaction() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(CommandError) as refused:
        prepare_database(home)
    assert "made by a newer version" in str(explain_error(refused.value))
    assert copies(home) == []


def test_a_house_moves_to_a_server_and_back(url: str, tmp_path: Path) -> None:
    kinds = (f"sqlite:///{tmp_path / 'house.sqlite'}", url)
    house, server = (app_on(kind, tmp_path / f"{at}") for at, kind in enumerate(kinds))
    prepare_database(house)
    with house.app_context():
        token = create_table(SETUP, [bought("Ann")])
        made = get_tally(token)[1]
        backup_database(tmp_path / "moved.sqlite")
    restore_database(server, tmp_path / "moved.sqlite")
    with server.app_context():
        assert get_tally(token)[1] == made
        enter(token, bought("Bob"))
        another = create_table(SETUP)
        backup_database(tmp_path / "back.sqlite")
    restore_database(house, tmp_path / "back.sqlite")
    with house.app_context():
        assert list_tokens() == [token, another]
        assert get_tally(token)[1] == made
        assert len(export_table(token)["log"]) == 2
    close_connections(house)
    close_connections(server)
