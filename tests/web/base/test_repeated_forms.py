"""Every form that is sent twice is stored once, and answered both times with what there is."""

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store.entries import create_table
from companion.store.tables import get_version
from companion.store.visits import list_tokens
from tests.evenings import record
from tests.web.sending import filled, send
from tests.web.setup.test_setup import NAMES, new, start
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


def opened(app: Flask) -> str:
    with app.app_context():
        return create_table(record(players=NAMES))


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


def test_a_set_up_saved_twice_is_saved_once(client: FlaskClient, app: Flask) -> None:
    token = opened(app)
    form = filled(client.get(f"/t/{token}/setup").text)
    form.setlist("names", ["Eve", "Bob", "Cal"])
    assert [start(client, form, f"/t/{token}/setup").status_code for _ in range(2)] == [303, 303]
    with app.app_context():
        assert get_version(token) == 1


def test_seats_put_right_twice_are_moved_once(client: FlaskClient, app: Flask) -> None:
    token = opened(app)
    form = filled(client.get(f"/t/{token}/seats").text)
    form.setlist("players", NAMES[::-1])
    form["do"] = "save"
    answers = [send(client, f"/t/{token}/seats", form).status_code for _ in range(2)]
    assert answers == [303, 303]
    with app.app_context():
        assert get_version(token) == 1


def test_of_two_set_ups_the_second_is_told_and_overwrites_nothing(
    client: FlaskClient, app: Flask
) -> None:
    token = opened(app)
    forms = [filled(client.get(f"/t/{token}/setup").text) for _ in range(2)]
    forms[0].setlist("names", ["Eve", "Bob", "Cal"])
    forms[1].setlist("names", ["Ann", "Bob", "Dee"])
    answers = [start(client, form, f"/t/{token}/setup") for form in forms]
    assert [answer.status_code for answer in answers] == [303, 409]
    assert "Somebody else tapped first" in answers[1].text
    assert "Eve" in filled(answers[1].text).getlist("names")


def test_a_poll_sees_a_changed_set_up(client: FlaskClient, app: Flask) -> None:
    token = opened(app)
    assert client.get(f"/t/{token}/board?version=0").status_code == 204
    form = filled(client.get(f"/t/{token}/setup").text)
    form.setlist("names", ["Eve", "Bob", "Cal"])
    start(client, form, f"/t/{token}/setup")
    answer = client.get(f"/t/{token}/board?version=0")
    assert answer.status_code == 200
    assert "Eve" in answer.text


def test_an_address_with_control_characters_leads_to_no_table(client: FlaskClient) -> None:
    statuses = [client.get(path).status_code for path in ("/t/%00", "/open?address=%00")]
    statuses.append(client.get("/new?like=%00").status_code)
    assert statuses == [404, 404, 404]
