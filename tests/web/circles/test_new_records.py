"""A record of the circle is told at the moment when it is set."""

from flask import Flask
from flask.testing import FlaskClient

from companion.store.circles import add_table_to_circle, create_circle_from_table
from companion.store.records import create_from_record
from tests.evenings import in_chips, record
from tests.store.test_versions import enter

PLAYERS = ["Ann", "Bob", "Cal"]
OUT = {"do": "out", "player": "Ann", "left": {"Bob": 1, "Cal": 1}}


def test_the_largest_kitty_of_a_circle_is_told_when_it_is_won(
    app: Flask, client: FlaskClient
) -> None:
    with app.app_context():
        circle = create_circle_from_table(create_from_record(in_chips(3, 10)))
        stays = [{"do": "deal"}, {"do": "chips-only"}, {"do": "break-off"}] * 2
        log = [*stays, {"do": "deal"}, {"do": "chips-only"}]
        token = create_from_record(record(players=PLAYERS, chips=100, log=log))
        add_table_to_circle(token, circle.id)
        enter(token, OUT)
    told = "A record of this circle: Largest kitty, 9 chips"
    assert told in client.get(f"/t/{token}").text
    with app.app_context():
        enter(token, {"do": "deal"})
    assert told not in client.get(f"/t/{token}").text


def test_nothing_is_a_record_in_the_first_hands_of_a_circle(
    app: Flask, client: FlaskClient
) -> None:
    with app.app_context():
        token = create_from_record(in_chips(3, 2))
        create_circle_from_table(token)
    assert "A record" not in client.get(f"/t/{token}").text
