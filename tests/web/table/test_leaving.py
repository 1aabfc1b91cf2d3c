"""A player who must go in the middle of a hand leaves after it, by itself."""

from flask import Flask

from tests.evenings import record
from tests.web.sending import send
from tests.web.tapping import Table

LOG = [{"do": "deal"}, {"do": "chips-only"}]
OUT = {"do": "out", "player": "Bob", "left": {"Ann": 3, "Cal": 4, "Dee": 5}}
PLAYERS = ["Ann", "Bob", "Cal", "Dee"]


def goes(table: Table, player: str) -> None:
    """Tap that a player leaves after the hand, or stays after all."""
    assert send(table.client, f"{table.url}/leaving", {"player": player}).status_code == 303


def test_who_must_go_leaves_when_the_hand_is_over(app: Flask) -> None:
    table = Table(app, record(players=PLAYERS), LOG)
    assert "Cal leaves after this hand" in table.look("/more/player?player=Cal").text
    goes(table, "Cal")
    assert [badge.text for badge in table.look("").all("span", class_="badge")] == ["leaves"]
    table.tap(OUT)
    assert table.log[-2:] == [OUT, {"do": "leave", "player": "Cal"}]
    table.tap({"do": "deal"})
    assert table.log[-1] == {"do": "deal"}


def test_the_name_of_who_goes_wraps_with_the_words_round_it(app: Flask) -> None:
    sheet = Table(app, record(players=PLAYERS), LOG).look("/more/player?player=Cal")
    assert "Cal leaves after this hand" in [span.text for span in sheet.all("span")]


def test_who_goes_may_stay_after_all(app: Flask) -> None:
    table = Table(app, record(players=PLAYERS), LOG)
    goes(table, "Cal")
    assert "Cal stays after all" in table.look("/wrong/else").text
    goes(table, "Cal")
    table.tap(OUT)
    assert table.log[-1] == OUT
    goes(table, "Cal")
    table.tap({"do": "deal"})
    assert table.log[-1] == {"do": "deal"}, "between hands whoever goes leaves at once"
