"""Who is who at a table: the colour and the symbol of a person of the circle are on the plate."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import store
from tests.evenings import record

LOOK = re.compile(r'class="mark who-(\d)".*?#i-mark-(\d)')


def plates(client: FlaskClient, token: str) -> list[tuple[str, ...]]:
    """The looks on the plates of a table."""
    seats = client.get(f"/t/{token}").text.split('class="seats')[-1]
    return LOOK.findall(seats)


@pytest.fixture
def circle(app: Flask) -> store.Circle:
    with app.app_context():
        return store.make_circle("Sundays")


@pytest.mark.parametrize("game", ["michigan-kitty", "wanagan", "oh-claire", "kids-rummy"])
def test_a_plate_bears_the_look_of_its_person(
    app: Flask, client: FlaskClient, circle: store.Circle, game: str
) -> None:
    with app.app_context():
        token = store.create(record(game), circle=circle.id)
        ann = store.people_of(circle.id)[0]
        store.change_person(circle.id, ann.id, "Ann", (7, 4), hidden=False)
    assert plates(client, token)[0] == ("7", "4")
    assert len(set(plates(client, token))) == 4


def test_a_table_without_a_circle_is_as_it_was(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        token = store.create(record())
    assert plates(client, token) == []


def test_no_two_at_a_table_look_alike(
    app: Flask, client: FlaskClient, circle: store.Circle
) -> None:
    with app.app_context():
        token = store.create(record(), circle=circle.id)
        for one in store.people_of(circle.id):
            store.change_person(circle.id, one.id, str(one.name), (3, 9), hidden=False)
    assert plates(client, token) == [("3", "9"), ("3", "0"), ("3", "1"), ("3", "2")]
