"""Who is who at a table: the colour and the symbol of a person of the circle are on the plate."""

import re
from itertools import product

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store.circles import add_table_to_circle, create_circle
from companion.store.entries import create_table
from companion.store.models import Circle
from companion.store.names import update_person
from companion.store.people import list_people
from companion.store.records import create_from_record
from companion.system.settings import STATIC
from tests.evenings import in_chips, record

LOOK = re.compile(r'class="mark who-(\d)".*?#i-mark-(\d)')


def plates(client: FlaskClient, token: str) -> list[tuple[str, ...]]:
    """The looks on the plates of a table."""
    seats = client.get(f"/t/{token}").text.split('class="seats')[-1]
    return LOOK.findall(seats)


@pytest.fixture
def circle(app: Flask) -> Circle:
    with app.app_context():
        return create_circle("Sundays")


@pytest.mark.parametrize("game", ["michigan-kitty", "wanagan", "oh-claire", "kids-rummy"])
def test_a_plate_bears_the_look_of_its_person(
    app: Flask, client: FlaskClient, circle: Circle, game: str
) -> None:
    with app.app_context():
        token = create_table(record(game), circle=circle.id)
        ann = list_people(circle.id)[0]
        update_person(circle.id, ann.id, "Ann", (7, 4), hidden=False)
    assert plates(client, token)[0] == ("7", "4")
    assert len(set(plates(client, token))) == 4


def test_the_chart_of_a_tally_is_in_the_colours_of_its_people(
    app: Flask, client: FlaskClient, circle: Circle
) -> None:
    with app.app_context():
        token = create_from_record(in_chips(3, 2))
        add_table_to_circle(token, circle.id)
        ann = list_people(circle.id)[0]
        update_person(circle.id, ann.id, "Ann", (7, 4), hidden=False)
    page = client.get(f"/t/{token}/tally").text
    assert re.findall(r"chart-line who-(\d)", page)[:3] == ["7", "1", "2"]
    assert LOOK.findall(page)[0] == ("7", "4")


def test_a_table_without_a_circle_is_as_it_was(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        token = create_table(record())
    assert plates(client, token) == []


def test_no_two_at_a_table_look_alike(app: Flask, client: FlaskClient, circle: Circle) -> None:
    with app.app_context():
        token = create_table(record(), circle=circle.id)
        for one in list_people(circle.id):
            update_person(circle.id, one.id, str(one.name), (3, 9), hidden=False)
    assert plates(client, token) == [("3", "9"), ("3", "0"), ("3", "1"), ("3", "2")]


COLOUR = re.compile(r"--(who-\d|paper|paper-2): (#\w{3,6});")
LEAST = 4.5


def luminance(colour: str) -> float:
    """How light a colour is, as WCAG counts it."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    linear = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return sum(by * part for by, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_the_colours_of_people_stand_out_from_paper_by_day_and_in_the_dark() -> None:
    text = "".join((STATIC / "css" / name).read_text() for name in ("companion.css", "who.css"))
    told: dict[str, list[str]] = {}
    for name, colour in COLOUR.findall(text):
        told.setdefault(name, []).append(colour)
    assert {len(colours) for colours in told.values()} == {3}
    pairs = product([name for name in told if name[0] == "w"], ("paper", "paper-2"), range(3))
    for name, paper, theme in pairs:
        light, dark = sorted(luminance(told[of][theme]) for of in (name, paper))[::-1]
        assert (light + 0.05) / (dark + 0.05) >= LEAST, (name, paper, theme)
