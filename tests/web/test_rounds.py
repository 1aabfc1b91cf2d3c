"""Games whose rule sheets call a deal a round say so on every page."""

import re

import pytest
from flask import Flask

from companion.games import all_games
from companion.language import available_languages
from tests.catalogues import CODES
from tests.evenings import record
from tests.web.pages import page_of
from tests.web.tapping import Table

GAMES = [slug for slug, game in all_games().items() if game.hand_terms.round_phrases]
PAGES = ("/board", "/rules", "/log", "/tally", "/more", "/more/end", "/more/player?player=Ann")
# What a player holds or shows, and what the dealer exchanges, is a hand all the same.
CARDS = (
    r"(poker|best|worst|lowest|two|equal|exchanges?|five|your|their|left in|still in|show a) hands?"
    r"|hands? (counts|(that )?fits|with|share)|(into|by) (your )?hand"
)
# A round of Wanagan has several hands.
OF_A_ROUND = r"(first|one|more) hands?"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("log", ["", "deal"])
def test_what_is_dealt_is_a_round(app: Flask, game: str, log: str) -> None:
    table = Table(app, record(game, ["Ann", "Bob", "Cal"]), log)
    cards = f"{CARDS}|{OF_A_ROUND}" if game == "wanagan" else CARDS
    for page in PAGES:
        text = re.sub(r"\s+", " ", page_of(table.get(page).text).text)
        rest = re.sub(rf"\b({cards})\b", "", text, flags=re.IGNORECASE)
        assert re.findall(r".{,40}\bhands?\b.{,40}", rest, re.IGNORECASE) == [], page


def test_a_phrase_keeps_its_capital(app: Flask) -> None:
    rules = Table(app, record("great-lakes", ["Ann", "Bob", "Cal"])).look("/rules").text
    assert "A round is everything from one deal to the next." in rules
    assert "The first lead of a round does not count." in rules
    assert "Between rounds, anybody may join" in rules


def test_a_house_rule_says_round_too(app: Flask) -> None:
    options = {"leftovers": "last-winner"}
    rules = Table(app, record("great-lakes", ["Ann", "Bob", "Cal"], options=options)).look("/rules")
    assert "unless you announce an earlier round" in rules.text


@pytest.mark.parametrize("code", CODES)
def test_other_languages_say_round_too(app: Flask, code: str) -> None:
    table = Table(app, record("great-lakes", ["Ann", "Bob", "Cal"]), "deal")
    table.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = code
    translate = available_languages()[code].catalogue.gettext
    assert translate("The round is called off") != translate("The hand is called off")
    for page, words in (
        ("/rules", "A {} is everything from one deal to the next."),
        ("/more", "This is the last {}"),
    ):
        text = table.look(page).text
        assert translate(words.format("round")) in text
        assert translate(words.format("hand")) not in text
