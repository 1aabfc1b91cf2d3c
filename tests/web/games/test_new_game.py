"""A new game of the stops family is one file beside the others; nothing else is touched."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

import companion.games
from companion.core.log.replay import record_result
from tests.evenings import record
from tests.notation import entries
from tests.web.pages import page_of
from tests.web.sending import filled, send
from tests.web.tapping import Table

NEWMARKET = '''
"""Newmarket: four horses, and a jackpot for going out."""

from companion.core.game import BoardChoices
from companion.games.stops.game import StopsGame
from companion.games.stops.options import StopsOptions

HORSES = ("AS", "KH", "QD", "JC", "jackpot")

GAME = StopsGame(
    slug="newmarket",
    name="Newmarket",
    tagline="Four horses run, each in a suit of its own.",
    min_players=3,
    max_players=8,
    defaults=StopsOptions(
        board=HORSES,
        dealer_extra="none",
        dummy_dealt="last",
        dealer_may_keep=True,
        money_card_bars=False,
        first_lead="lowest-of-suit",
        next_lead="other-suit",
        no_lead="last-player",
        per_card=1,
        penalties=False,
        leftovers="divide",
    ),
    boards=BoardChoices({"Horses": HORSES}),
)
'''

SETUP = record("newmarket", ["Ann", "Bob", "Cal"])
HAND = entries("deal Ann 2 Bob 2 Cal 2 dummy 46; keep; Ann JC; Bob QC; stop; Bob QD")
# An ante of 5; Ann wins the JC, Bob the QD and the jackpot, 3 each; 3 cards are left.
PURSES = {"Ann": 97, "Bob": 104, "Cal": 93}

POTS = {"AS": 3, "KH": 3, "QD": 0, "JC": 0, "jackpot": 0}


@pytest.fixture(autouse=True)
def newmarket(tmp_path: Path) -> Iterator[None]:
    """The new game's file lies in a folder of games for as long as a test runs."""
    (tmp_path / "newmarket.py").write_text(NEWMARKET)
    companion.games.__path__.append(str(tmp_path))
    companion.games.all_games.cache_clear()
    yield
    companion.games.__path__.remove(str(tmp_path))
    companion.games.all_games.cache_clear()
    sys.modules.pop("companion.games.newmarket", None)


def test_its_hands_are_judged() -> None:
    judged = record_result({**SETUP, "log": HAND}, companion.games.all_games())
    assert judged["ok"], judged
    assert (judged["chips"], judged["pots"]) == (PURSES, POTS)
    unswapped = {**SETUP, "log": [HAND[0], *HAND[2:]]}
    assert record_result(unswapped, companion.games.all_games())["entry"] == 1


def test_it_lies_in_the_box_with_its_rules(client: FlaskClient) -> None:
    assert "Newmarket" in client.get("/").text
    rules = page_of(client.get("/rules/newmarket").text)
    assert "each player puts an ante of 1 chip into every pot (5 chips in all)." in rules.said


def test_a_table_is_set_up_for_it(client: FlaskClient) -> None:
    fields = filled(client.get("/new?game=newmarket").text)
    assert fields.getlist("rule_board")[1:] == ["AS", "KH", "QD", "JC", "jackpot"]
    fields.setlist("names", ["Ann", "Bob", "Cal"])
    opened = send(client, "/new", {**fields.to_dict(flat=False), "do": "start"})
    assert opened.status_code == 303
    assert "Ann deals hand 1" in client.get(opened.location).text


def test_a_hand_of_it_is_tapped(app: Flask) -> None:
    table = Table(app, SETUP)
    for entry in HAND:
        assert table.tap(entry).status_code == 200
    purses = [int(purse.text.split()[0]) for purse in table.page.all("span", class_="purse")]
    assert purses == list(PURSES.values())
    pots = {pot: table.page.all("li", id=f"pot-{pot}")[0].text for pot in POTS}
    assert {pot: int(text.split(": ")[1].split()[0]) for pot, text in pots.items()} == POTS
