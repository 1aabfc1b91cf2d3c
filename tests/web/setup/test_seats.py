"""The order of the seats is put right while the hands still replay."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from companion.store.records import create_from_record
from companion.store.tables import load_table
from tests.evenings import record
from tests.notation import entries
from tests.web.pages import escaped
from tests.web.sending import filled, send

NAMES = ["Ann", "Bob", "Cal"]
DEAL = "deal Ann 13 Bob 13 Cal 13 dummy 13"
CHIPS_ONLY = f"{DEAL}; chips-only; Ann out Bob 1 Cal 2"
PLAYED = f"{DEAL}; swap; Ann 3C"


def opened(app: Flask, log: str = "") -> str:
    with app.app_context():
        return create_from_record(record(players=NAMES, log=entries(log)))


def seat(
    client: FlaskClient, token: str, players: list[str], do: str = "save", **fields: Any
) -> TestResponse:
    form: MultiDict[str, str] = filled(client.get(f"/t/{token}/seats").text)
    form.setlist("players", players)
    for name, value in {"do": do, **fields}.items():
        form[name] = value
    return send(client, f"/t/{token}/seats", form)


def seats(app: Flask, token: str) -> list[str]:
    with app.app_context():
        evening = load_table(token)
        return list(evening.table.seats)


@pytest.mark.parametrize(
    ("do", "players"),
    [
        ("up:0", ["Cal", "Bob", "Ann"]),
        ("down:0", ["Bob", "Ann", "Cal"]),
        ("up:2", ["Ann", "Cal", "Bob"]),
        ("down:7", NAMES),
        ("sideways:1", NAMES),
    ],
)
def test_a_tap_moves_a_name_on_the_form_alone(
    client: FlaskClient, app: Flask, do: str, players: list[str]
) -> None:
    token = opened(app, PLAYED)
    answer = seat(client, token, NAMES, do)
    assert answer.status_code == 200
    assert filled(answer.text).getlist("players") == players
    assert filled(answer.text)["dealer"] == "Cal"
    assert seats(app, token) == NAMES


def test_before_any_hand_the_players_sit_as_they_like(client: FlaskClient, app: Flask) -> None:
    token = opened(app)
    answer = seat(client, token, ["Bob", "Ann", "Cal"])
    assert (answer.status_code, answer.location) == (303, f"/t/{token}")
    assert seats(app, token) == ["Bob", "Ann", "Cal"]
    said = "The seating order is saved."
    assert [said in client.get(f"/t/{token}").text for _ in range(2)] == [True, False]


def test_hands_that_still_replay_are_kept(client: FlaskClient, app: Flask) -> None:
    token = opened(app, CHIPS_ONLY)
    assert seat(client, token, ["Cal", "Bob", "Ann"]).status_code == 303
    assert seats(app, token) == ["Cal", "Bob", "Ann"]
    with app.app_context():
        evening = load_table(token)
        assert evening.log.raw_entries == entries(CHIPS_ONLY)
        assert evening.version == 4
        assert evening.table.hand == 1


def test_an_order_that_an_entry_cannot_stand_is_refused_by_its_number(
    client: FlaskClient, app: Flask
) -> None:
    token = opened(app, PLAYED)
    answer = seat(client, token, ["Bob", "Ann", "Cal"])
    assert answer.status_code == 422
    assert "The seats stay as they were." in answer.text
    assert "entry 3 (Ann plays 3♣) would no longer be valid: " in answer.text
    assert filled(answer.text).getlist("players") == ["Bob", "Ann", "Cal"]
    assert seats(app, token) == NAMES


def test_an_edit_that_could_not_stand_is_named_too(client: FlaskClient, app: Flask) -> None:
    token = opened(app, f"{PLAYED}; undo; redo; amend 2: Ann 4C")
    answer = seat(client, token, ["Bob", "Ann", "Cal"])
    assert answer.status_code == 422
    assert "entry 3 (Ann plays 3♣) would no longer be valid: " in answer.text


def test_the_first_dealer_is_put_right_too(client: FlaskClient, app: Flask) -> None:
    token = opened(app, CHIPS_ONLY)
    assert seat(client, token, NAMES, dealer="Bob").status_code == 303
    with app.app_context():
        evening = load_table(token)
        assert evening.table.dealer == "Bob"


def test_a_dealer_who_is_not_there_is_refused(client: FlaskClient, app: Flask) -> None:
    answer = seat(client, opened(app), NAMES, dealer="Eve")
    assert answer.status_code == 422
    assert "The dealer “Eve” is not one of the players." in answer.text


@pytest.mark.parametrize("players", [["Ann", "Bob"], ["Ann", "Bob", "Eve"], [], ["Ann"] * 3])
def test_only_the_same_players_can_be_seated(
    client: FlaskClient, app: Flask, players: list[str]
) -> None:
    token = opened(app)
    assert seat(client, token, players).status_code == 409
    assert seats(app, token) == NAMES


def test_an_order_sent_from_an_old_page_is_not_stored(client: FlaskClient, app: Flask) -> None:
    token = opened(app)
    answer = seat(client, token, ["Bob", "Ann", "Cal"], version="7")
    assert answer.status_code == 409
    assert escaped("Somebody else was quicker") in answer.text
    assert filled(answer.text).getlist("players") == NAMES
