"""Every form that is sent twice is stored once, and answered both times with what there is."""

import json
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.store.tables import get_version
from companion.store.visits import list_tokens
from tests.evenings import record
from tests.web.sending import filled, send
from tests.web.setup.test_seats import NAMES, opened
from tests.web.setup.test_setup import new, start
from tests.web.tapping import Table

LAKES = "deal; keep; Ann 5S 6S; Bob 7S"
DUMPED = ["8S", "8D", "7D", "7H"]
DUMP = {"do": "dump", "sheet": "dump", "key-player": "Cal", "key-cards": DUMPED}


def twice(table: Table, **form: Any) -> tuple[list[int], int]:
    """Send a form two times as it was drawn; give the answers, and by how much the log grew."""
    drawn_for, before = table.version, len(table.log)
    answers = [table.send(version=drawn_for, **form).status_code for _ in range(2)]
    return answers, len(table.log) - before


def test_a_dump_sent_twice_is_stored_once(app: Flask) -> None:
    table = Table(app, record("great-lakes"), LAKES)
    assert twice(table, **DUMP) == ([200, 200], 1)


def test_a_loan_sent_twice_is_made_once(app: Flask) -> None:
    table = Table(app, log="deal; swap")
    loan = {"key-player": "Ann", "key-from": "Bob", "key-chips": "5"}
    assert twice(table, do="borrow", sheet="player", **loan) == ([200, 200], 1)


def test_tricks_sent_twice_settle_the_hand_once(app: Flask) -> None:
    bids = "; ".join(f"{player} bids 2 tricks" for player in NAMES)
    table = Table(app, record("oh-claire", NAMES), f"deal; {bids}")
    took = {"key-took:Ann": "2", "key-took:Bob": "2", "key-took:Cal": "6"}
    assert twice(table, do="tricks", **took) == ([200, 200], 1)


def test_another_button_of_the_same_screen_is_told_of_the_first(app: Flask) -> None:
    table = Table(app, log="deal; swap")
    assert table.tap("Ann buys in 5", version=2).status_code == 200
    assert table.tap("Bob buys in 5", version=2).status_code == 409


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
    assert "Somebody else was quicker" in answers[1].text
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
