"""Several processes on one database: none waits, fails or forgets because of another."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from alembic import command
from flask import Flask

from companion.core.errors import Refused
from companion.store.database import close_connections
from companion.store.entries import StaleVersion, append_entry, create_table, update_setup
from companion.store.migrations import alembic_config
from companion.store.table_cache import init_app
from companion.store.table_settings import set_leavers
from companion.store.tables import load_table
from companion.store.visits import TABLES, list_recent_tables, record_visit
from tests.commands import companion
from tests.databases import database
from tests.racing import TABLE, faults, house, race
from tests.store.conftest import app_on
from tests.store.test_versions import DEAL, KEEP, SETUP, tap

ROUNDS = 10


@pytest.mark.share(1)
def test_of_racing_taps_none_is_lost_or_doubled_and_none_fails(url: str, tmp_path: Path) -> None:
    processes = 2 if url.startswith("sqlite") else 3
    with house(tmp_path, url, processes) as servers:
        paths = [servers[0].import_table(TABLE) for _ in range(2)]
        result = race(servers, paths, taps=4)
        assert faults(servers, result) == []
        assert sum(sum(stored.values()) for stored in result.stored.values()) == 8 * processes


def test_an_older_database_is_copied_once_though_several_start(
    tmp_path: Path, testrun_uid: str
) -> None:
    with database("postgresql", tmp_path, testrun_uid) as url:
        with (app := app_on(url, tmp_path)).app_context():
            command.upgrade(alembic_config(), "0001")
        close_connections(app)
        with ThreadPoolExecutor(3) as room:
            one = partial(companion, "stats", instance=tmp_path, COMPANION_DATABASE_URL=url)
            done = list(room.map(lambda _: one(), range(3)))
    assert [each.returncode for each in done] == [0, 0, 0]
    assert len([*tmp_path.glob("backups/*-revision-0001.sqlite")]) == 1


def test_a_set_up_changed_while_another_deals_leaves_a_table_that_opens(
    apps: tuple[Flask, Flask], app: Flask
) -> None:
    def change(token: str) -> str:
        with apps[0].app_context():
            try:
                update_setup(token, 0, {**SETUP, "players": ["Ann", "Cal"]})
            except (StaleVersion, Refused):
                return "told"
        return "stored"

    def deal(token: str) -> str:
        with apps[1].app_context():
            try:
                append_entry(token, tap(0, DEAL))
            except (StaleVersion, Refused):
                return "told"
        return "stored"

    with ThreadPoolExecutor(2) as both:
        for _ in range(ROUNDS):
            token = create_table(SETUP)
            ends = [both.submit(change, token), both.submit(deal, token)]
            assert sorted(end.result() for end in ends) == ["stored", "told"]
            init_app(app)
            assert load_table(token).fault is None


def test_a_device_that_opens_a_table_through_both_at_once_is_remembered_once(
    apps: tuple[Flask, Flask], app: Flask
) -> None:
    def visit(place: int) -> None:
        with apps[place % 2].app_context():
            record_visit("a tablet", TABLES, table_id, token)

    with app.app_context(), ThreadPoolExecutor(4) as threads:
        for _ in range(ROUNDS):
            token = create_table(SETUP)
            table_id = load_table(token).id
            list(threads.map(visit, range(4)))
    assert len(list_recent_tables("a tablet", 2 * ROUNDS)) == ROUNDS


def test_who_leaves_after_the_hand_is_known_at_the_next_tap_and_the_next_look_everywhere(
    apps: tuple[Flask, Flask],
) -> None:
    here, there = (app.app_context for app in apps)
    with here():
        token = create_table(SETUP)
    with there():
        append_entry(token, tap(0, DEAL))
    with here():
        set_leavers(token, ["Ann"])
    with there():
        assert append_entry(token, tap(1, KEEP)).leavers == ("Ann",)
        assert load_table(token).leavers == ("Ann",)
    with here():
        assert load_table(token).leavers == ("Ann",)
        set_leavers(token, ())
    with there():
        assert load_table(token).leavers == ()
