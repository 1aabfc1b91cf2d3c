"""Tables that are dropped from memory: they go on as if they had stayed there."""

from flask import Flask

from companion.store.entries import append_entry, create_table
from companion.store.table_cache import TableCache, get_table_cache
from companion.store.tables import load_table
from tests.store.test_versions import SETUP, bought, tap


def test_more_evenings_than_may_stay_open_are_dropped_and_go_on(app: Flask) -> None:
    app.extensions["table_cache"] = TableCache(max_weight=100)
    tokens = [create_table(SETUP, [bought("Ann")] * 20) for _ in range(8)]
    for version in (20, 21):
        for token in tokens:
            assert append_entry(token, tap(version, bought("Bob"))).version == version + 1
            assert get_table_cache().weight <= 100
    for token in tokens:
        opened = load_table(token)
        assert opened.version == 22
        assert opened.table.ledger.chips["Bob"] == 110


def test_the_evenings_in_memory_are_those_used_last(app: Flask) -> None:
    create_table(SETUP, [bought("Ann")] * 20)
    app.extensions["table_cache"] = TableCache(max_weight=3 * get_table_cache().weight)
    tokens = [create_table(SETUP, [bought("Ann")] * 20) for _ in range(3)]
    assert load_table(tokens[0]).version == 20
    create_table(SETUP, [bought("Ann")] * 20)
    there = [get_table_cache().get(token) is not None for token in tokens]
    assert there == [True, False, True]


def test_an_evening_that_another_process_went_on_with_is_caught_up(
    app: Flask, apps: tuple[Flask, Flask]
) -> None:
    assert app is apps[0]
    apps[0].extensions["table_cache"] = TableCache(max_weight=1)
    tokens = [create_table(SETUP) for _ in range(2)]
    with apps[1].app_context():
        append_entry(tokens[0], tap(0, bought("Cal")))
    assert [*load_table(tokens[0]).log.raw_entries] == [bought("Cal")]
