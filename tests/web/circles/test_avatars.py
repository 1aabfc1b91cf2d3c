"""Who is who at a table: the colour and the symbol of a person of the circle are on the plate."""

import re
from itertools import product

import pytest
from flask.testing import FlaskClient

from companion.store.circles import add_table_to_circle
from companion.store.entries import create_table
from companion.store.names import update_person
from companion.store.people import list_people
from companion.store.records import create_from_record
from companion.system.settings import STATIC
from tests.evenings import in_chips, record
from tests.web.circles.devices import CircleDevice
from tests.web.tapping import Table

LOOK = re.compile(r'class="mark who-(\d)".*?#i-mark-(\d)')


def plates(client: FlaskClient, token: str) -> list[tuple[str, ...]]:
    """The looks on the plates of a table."""
    seats = client.get(f"/t/{token}").text.split('class="seats')[-1]
    return LOOK.findall(seats)


def give_look(keeper: CircleDevice, colour: int, symbol: int, people: int = 1) -> None:
    """Give the first people of a circle the same colour and symbol."""
    for one in keeper.stored(list_people)[:people]:
        keeper.stored(update_person, one.id, str(one.name), (colour, symbol), hidden=False)


def laid(keeper: CircleDevice, game: str = "michigan-kitty") -> str:
    """A table of the circle."""
    with keeper.app.app_context():
        return create_table(record(game), circle=keeper.circle.id)


@pytest.mark.parametrize("game", ["michigan-kitty", "wanagan", "oh-claire", "kids-rummy"])
def test_a_plate_bears_the_look_of_its_person(newcomer: CircleDevice, game: str) -> None:
    token = laid(newcomer, game)
    give_look(newcomer, 7, 4)
    assert plates(newcomer.client, token)[0] == ("7", "4")
    assert len(set(plates(newcomer.client, token))) == 4


def test_the_chart_of_a_tally_is_in_the_colours_of_its_people(newcomer: CircleDevice) -> None:
    with newcomer.app.app_context():
        token = create_from_record(in_chips(3, 2))
        add_table_to_circle(token, newcomer.circle.id)
    give_look(newcomer, 7, 4)
    page = newcomer.client.get(f"/t/{token}/tally").text
    assert re.findall(r"chart-line who-(\d)", page)[:3] == ["7", "1", "2"]
    assert LOOK.findall(page)[0] == ("7", "4")


def test_a_table_without_a_circle_is_as_it_was(newcomer: CircleDevice) -> None:
    assert plates(newcomer.client, Table(newcomer.app).token) == []


def test_no_two_at_a_table_look_alike(newcomer: CircleDevice) -> None:
    token = laid(newcomer)
    give_look(newcomer, 3, 9, people=4)
    looks = [("3", "9"), ("3", "0"), ("3", "1"), ("3", "2")]
    assert plates(newcomer.client, token) == looks


COLOUR = re.compile(r"--(who-\d|paper|paper-2): (#\w{3,6});")
LEAST = 4.5


def luminance(colour: str) -> float:
    """How light a colour is, as WCAG counts it."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    linear = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return sum(by * part for by, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_the_colours_of_people_stand_out_from_paper_by_day_and_in_the_dark() -> None:
    text = (STATIC / "css/companion.css").read_text()
    told: dict[str, list[str]] = {}
    for name, colour in COLOUR.findall(text):
        told.setdefault(name, []).append(colour)
    assert {len(colours) for colours in told.values()} == {3}
    pairs = product([name for name in told if name[0] == "w"], ("paper", "paper-2"), range(3))
    for name, paper, theme in pairs:
        light, dark = sorted(luminance(told[of][theme]) for of in (name, paper))[::-1]
        assert (light + 0.05) / (dark + 0.05) >= LEAST, (name, paper, theme)
