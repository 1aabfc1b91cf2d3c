"""How a player may go on after a play: as far as the evenings of the records went, and lawfully."""

import json
import random
from typing import Any

import pytest

from companion.core.handlers import refusal_sentence
from companion.core.log.log import Log
from companion.core.log.record import parse_setup
from companion.games import all_games
from companion.games.stops.play import PlayCards
from companion.games.stops.prompts import longer_plays
from companion.games.stops.state import StopsTable
from tests.core.table import evening
from tests.evenings import recorded

STOPS = (
    "boodle",
    "great-lakes",
    "michigan-kitty",
    "michigan-rummy-classic",
    "michigan-rummy-tournament",
)


def goes_on(log: Log, player: str, *cards: str) -> list[str]:
    """The last cards of the plays to which a player may go on."""
    assert isinstance(log.table, StopsTable)
    return list(longer_plays(log.table, PlayCards(player, cards)))


def test_a_play_goes_on_up_its_run_and_then_into_the_next_lead() -> None:
    log = evening("boodle", "Ann Bob Cal").play("deal; keep; Ann JS").log
    assert goes_on(log, "Bob", "QS")[:2] == ["KS", "AS"]
    leads = goes_on(log, "Bob", "QS")[2:]
    assert {card[-1] for card in leads} == set("CDH")
    assert len(leads) == 39


@pytest.mark.parametrize("game", STOPS)
def test_every_play_of_an_evening_is_reached_from_its_first_card(game: str) -> None:
    played = 0
    for table, raw in plays(game):
        cards = tuple(raw.get("cards") or [raw["card"]])
        play = PlayCards(raw["player"], cards[:1])
        while play.cards != cards:
            ways = [
                way
                for way in longer_plays(table, play).values()
                if way.cards == cards[: len(way.cards)]
            ]
            play = max(ways, key=lambda way: len(way.cards))
        played += len(cards) > 1
    assert played


@pytest.mark.parametrize("game", STOPS)
def test_whatever_is_gone_on_to_can_be_entered(game: str, chance: random.Random) -> None:
    tried = 0
    for table, raw in chance.sample(list(plays(game)), 12):
        first = raw.get("card") or raw["cards"][0]
        for way in longer_plays(table, PlayCards(raw["player"], (first,))).values():
            entry = {"do": "play", "player": way.player, "cards": list(way.cards)}
            assert refusal_sentence(table, entry) is None, json.dumps(entry)
            tried += 1
    assert tried


def plays(game: str) -> Any:
    """The table before every play of some evenings, and the play."""
    for record in recorded(game)[:3]:
        log = Log(parse_setup(record, all_games()))
        for raw in record["log"]:
            if raw["do"] == "play":
                yield log.table, raw
            log.enter(raw)
