"""Every write raises the version of a table, and holds only from the version it was made for."""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from flask import Flask

from companion.core.errors import Refused
from companion.store.database import read_connection
from companion.store.entries import StaleVersion, Tap, append_entry, create_table, update_setup
from companion.store.records import export_table, get_tally
from companion.store.table_cache import LoadedTable
from companion.store.table_settings import set_leavers
from companion.store.tables import get_version, load_table, subscribe
from tests.evenings import record

PLAYERS = ["Ann", "Bob", "Cal"]
SETUP = record(players=PLAYERS)
DEAL, KEEP, END = {"do": "deal"}, {"do": "swap"}, {"do": "end"}
UNDO = {"do": "undo"}
ON_SERVER = pytest.mark.parametrize("migrated_url", ["postgresql"], indirect=True)
ON_FILE = pytest.mark.parametrize("migrated_url", ["sqlite"], indirect=True)


def bought(player: str, chips: int = 5) -> dict[str, Any]:
    return {"do": "buy-in", "player": player, "chips": chips}


def tap(version: int, raw: Any, key: str = "") -> Tap:
    named = key or hashlib.md5(f"{version} {raw}".encode()).hexdigest()
    return Tap(version, named, lambda _: raw, by="a tablet")


def enter(token: str, *entries: Any) -> LoadedTable:
    """Make entries one after another, each on the newest screen."""
    for raw in entries:
        evening = append_entry(token, tap(get_version(token), raw))
    return evening


@pytest.fixture
def token(app: Flask) -> str:  # noqa: ARG001 - gives the context
    return create_table(SETUP)


def test_of_two_who_change_the_set_up_the_second_is_told(token: str) -> None:
    update_setup(token, 0, {**SETUP, "chips": 50})
    with pytest.raises(StaleVersion):
        update_setup(token, 0, {**SETUP, "chips": 70})
    assert load_table(token).setup_record["chips"] == 50


def test_a_set_up_sent_again_is_stored_and_announced_once(app: Flask, token: str) -> None:
    told: list[str] = []
    subscribe(app, told.append)
    versions = [update_setup(token, 0, {**SETUP, "chips": 50}).version for _ in range(2)]
    assert (versions, told) == ([1, 1], [token])


def test_an_entry_from_an_old_screen_is_not_stored(token: str) -> None:
    enter(token, bought("Ann"))
    with pytest.raises(StaleVersion):
        append_entry(token, tap(0, bought("Bob")))
    assert len(load_table(token).log.raw_entries) == 1


def test_an_old_screen_is_told_so_even_where_its_entry_is_refused_by_now(token: str) -> None:
    enter(token, DEAL)
    with pytest.raises(StaleVersion):
        append_entry(token, tap(0, DEAL, "another form"))


def test_the_same_sent_again_is_stored_once_and_never_read_again(token: str) -> None:
    read: list[int] = []

    def reading(log: Any) -> Any:
        read.append(len(log.raw_entries))
        return DEAL

    for _ in range(3):
        evening = append_entry(token, Tap(0, "key", reading))
    assert (evening.version, read) == (1, [0])


def test_the_same_sent_again_after_others_gives_the_table_as_it_stands(token: str) -> None:
    enter(token, bought("Ann"), bought("Bob"), UNDO)
    again = append_entry(token, tap(0, bought("Ann")))
    assert (again.version, len(again.log.raw_entries)) == (3, 3)


def test_the_same_sent_again_knows_who_leaves_by_now(token: str) -> None:
    set_leavers(token, ["Cal"])
    assert append_entry(token, tap(0, DEAL)).leavers == ("Cal",)
    set_leavers(token, ["Bob"])
    assert append_entry(token, tap(0, DEAL)).leavers == ("Bob",)


def test_a_refused_entry_changes_nothing(token: str) -> None:
    with pytest.raises(Refused):
        append_entry(token, tap(0, {"do": "stop"}))
    assert (get_version(token), load_table(token).log.raw_entries) == (0, [])


def test_what_looks_at_a_table_sees_it_unchanged_while_another_writes(token: str) -> None:
    before = load_table(token)
    enter(token, DEAL)
    assert (before.version, before.log.raw_entries, before.table.hand) == (0, [], 0)


def test_a_set_up_changed_in_one_process_is_seen_by_the_other(
    apps: tuple[Flask, Flask], token: str
) -> None:
    enter(token, bought("Ann"))
    with apps[1].app_context():
        update_setup(token, 1, {**SETUP, "chips": 50})
    evening = load_table(token)
    assert (evening.version, evening.table.ledger.chips["Ann"]) == (2, 55)


def test_of_two_processes_the_slower_is_told(apps: tuple[Flask, Flask], token: str) -> None:
    enter(token, bought("Ann"))
    with apps[1].app_context():
        enter(token, bought("Bob"))
    with pytest.raises(StaleVersion):
        append_entry(token, tap(1, bought("Cal")))
    assert append_entry(token, tap(1, bought("Bob"))).version == 2


def test_whether_an_evening_is_over_is_said_by_its_row(
    apps: tuple[Flask, Flask], token: str
) -> None:
    enter(token, bought("Ann"), bought("Bob"))
    with apps[1].app_context():
        enter(token, END)
    assert get_tally(token)[0]["over"]
    enter(token, UNDO)
    with apps[1].app_context():
        assert not get_tally(token)[0]["over"]


def test_a_stopped_write_leaves_the_table_as_it_was(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise OSError("the disk is gone")

    with monkeypatch.context() as broken:
        broken.setattr("companion.store.entries._entry_row", fail)
        with pytest.raises(OSError, match="gone"):
            enter(token, DEAL)
    assert (get_version(token), load_table(token).log.raw_entries) == (0, [])
    assert enter(token, DEAL).table.hand == 1


def test_of_many_threads_that_tap_at_once_each_is_stored_or_told(
    apps: tuple[Flask, Flask], token: str
) -> None:
    def tapping(place: int) -> int:
        stored = 0
        with apps[place % 2].app_context():
            while stored < 5:
                try:
                    raw = bought("Ann", 100 * place + stored + 1)
                    append_entry(token, tap(get_version(token), raw))
                    stored += 1
                except StaleVersion:
                    continue
        return stored

    with ThreadPoolExecutor(6) as threads:
        assert sum(threads.map(tapping, range(6))) == 30
    entered = sorted(raw["chips"] for raw in export_table(token)["log"])
    assert entered == sorted(100 * place + tap for place in range(6) for tap in range(1, 6))


@ON_FILE
def test_a_tap_is_one_short_transaction_in_a_file(token: str) -> None:
    append_entry(token, tap(0, bought("Ann")))
    asked: list[str] = []
    with read_connection() as connection:
        connection.connection.driver_connection.set_trace_callback(asked.append)  # type: ignore[union-attr]
    append_entry(token, tap(1, bought("Ann")))
    assert [statement.split()[0] for statement in asked] == ["BEGIN", "UPDATE", "INSERT", "COMMIT"]


@ON_SERVER
def test_a_tap_on_a_connection_that_was_lost_is_stored_once(app: Flask, token: str) -> None:
    append_entry(token, tap(0, bought("Ann")))
    cut_off(app)
    append_entry(token, tap(1, bought("Ann")))
    assert export_table(token)["log"] == [bought("Ann")] * 2


@ON_SERVER
def test_a_table_is_made_also_where_the_connection_was_lost(app: Flask, token: str) -> None:
    cut_off(app)
    assert create_table(SETUP) != token


def cut_off(app: Flask) -> None:
    """Cut all connections to the database, as a restart of it does."""
    with psycopg.connect(app.config["SQLALCHEMY_DATABASE_URI"].replace("+psycopg", "")) as other:
        other.execute(_CUT_OFF)


_CUT_OFF = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""
