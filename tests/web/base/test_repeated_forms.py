"""Every form that is sent twice is stored once, and answered both times with what there is."""

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store.tables import get_version
from companion.store.visits import list_tokens
from tests.evenings import record
from tests.web.sending import filled, send
from tests.web.setup.test_setup import NAMES, new, start, with_
from tests.web.tapping import Table

BIDS = "; ".join(f"{player} bids 2 tricks" for player in NAMES)
DUMPED = ["8S", "8D", "7D", "7H"]
# A game, its log, and a form of its table.
SENT_TWICE = {
    "a dump": (
        *("great-lakes", "deal; keep; Ann 5S 6S; Bob 7S"),
        {"do": "dump", "sheet": "dump", "key-player": "Cal", "key-cards": DUMPED},
    ),
    "a loan": (
        *("boodle", "deal; swap"),
        {"do": "borrow", "sheet": "player", "key-player": "Ann", "key-from": "Bob", "key-chips": 5},
    ),
    "the tricks of a hand": (
        *("oh-claire", f"deal; {BIDS}"),
        {"do": "tricks", "key-took:Ann": 2, "key-took:Bob": 2, "key-took:Cal": 6},
    ),
}


@pytest.mark.parametrize(("game", "log", "form"), SENT_TWICE.values(), ids=SENT_TWICE)
def test_a_form_of_the_table_sent_twice_is_recorded_once(
    app: Flask, game: str, log: str, form: dict[str, Any]
) -> None:
    table = Table(app, record(game, NAMES), log)
    drawn_for, before = table.version, len(table.log)
    answers = [table.send(version=drawn_for, **form).status_code for _ in range(2)]
    assert (answers, len(table.log) - before) == ([200, 200], 1)


def test_a_new_table_opened_twice_is_one(client: FlaskClient, app: Flask) -> None:
    form = new(client)
    assert len({start(client, form).location for _ in range(2)}) == 1
    assert start(client, new(client)).location != start(client, form).location
    with app.app_context():
        assert len(list_tokens()) == 2


def test_a_record_imported_twice_by_one_form_is_one_table(client: FlaskClient) -> None:
    form = filled(client.get("/").text)
    form["record"] = json.dumps(record(log=[]))
    assert len({send(client, "/import", form).location for _ in range(2)}) == 1


CHANGED = {
    "setup": {"do": "start", "names": ["Eve", *NAMES[1:]]},
    "seats": {"players": NAMES[::-1]},
}


@pytest.mark.parametrize("page", CHANGED)
def test_a_table_that_is_changed_twice_by_one_form_is_changed_once(app: Flask, page: str) -> None:
    table = Table(app, record(players=NAMES))
    form = with_(filled(table.get(f"/{page}").text), **{"do": "save", **CHANGED[page]})
    answers = [send(table.client, f"{table.url}/{page}", form).status_code for _ in range(2)]
    assert answers == [303, 303]
    with app.app_context():
        assert get_version(table.token) == 1
