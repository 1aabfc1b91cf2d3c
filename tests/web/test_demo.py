"""The evening that anybody may look at, from the first page on: it leaves no trace."""

import json

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from companion.core.log.replay import replay_record
from companion.games import all_games
from companion.store.database import db, read_connection
from companion.store.tables import DEMO_TOKEN, load_table
from tests.web.pages import page_of
from tests.web.sending import send

PLACES = ("/t/played", "/t/played/log", "/t/played/tally", "/t/seat.played")
TAP = {"version": "121", "entry": json.dumps({"do": "stop"})}


def rows(app: Flask) -> dict[str, int]:
    """How many rows each table of the database has."""
    with app.app_context(), read_connection() as connection:
        return {
            table.name: connection.scalar(select(func.count()).select_from(table)) or 0
            for table in db.metadata.sorted_tables
        }


@pytest.mark.parametrize("place", PLACES)
def test_the_first_page_leads_to_every_side_of_an_evening(client: FlaskClient, place: str) -> None:
    assert page_of(client.get("/").text).all("a", href=place)
    ribbon = page_of(client.get(place).text).all("p", class_="example")
    assert [each.said for each in ribbon] == ["A sample Set up your own"]


def test_the_evening_stands_in_the_middle_of_a_run(client: FlaskClient) -> None:
    page = client.get("/t/played").text
    assert "hand 3" in page
    assert 'data-kind="follow"' in page


def test_the_evening_is_a_lawful_record(client: FlaskClient) -> None:
    record = json.loads(client.get("/t/played/record.json").text)
    assert replay_record(record, all_games()).table.hand == 3


def test_whoever_looks_round_leaves_no_trace(app: Flask, client: FlaskClient) -> None:
    before = rows(app)
    for place in (*PLACES, "/t/played/log/5", "/t/played/more", "/t/played/guests"):
        assert client.get(place).status_code == 200
    for place in PLACES[::3]:
        assert send(client, f"{place}/entries", TAP).status_code == 403
    assert rows(app) == before
    assert "Your tables" not in client.get("/").text


@pytest.mark.parametrize(
    ("page", "form"),
    [
        ("log", TAP),
        ("guests", {}),
        ("guests/seats", {"tap": "on"}),
        ("guests/renew", {}),
        ("noted", {"finding": "x"}),
        ("copy", {}),
        ("wrong", {"dealer": "Ann", "version": "121"}),
    ],
)
def test_nothing_of_the_evening_can_be_changed(
    app: Flask, client: FlaskClient, page: str, form: dict[str, str]
) -> None:
    before = rows(app)
    assert send(client, f"/t/played/{page}", form).status_code == 403
    assert rows(app) == before


def test_a_tap_is_told_in_its_place_why_nothing_is_entered(client: FlaskClient) -> None:
    answer = send(client, "/t/played/entries", TAP, htmx=True)
    assert "only look at this evening" in answer.text
    assert 'id="board"' in answer.text


def test_a_table_of_ones_own_begins_with_the_players_of_the_evening(
    app: Flask, client: FlaskClient
) -> None:
    with app.app_context():
        players = load_table(DEMO_TOKEN).table.present
    page = page_of(client.get("/new?like=played").text)
    values = [field.get("value") for field in page.all("input")]
    assert all(player in values for player in players)
