"""A game of its own kind is one file: the plain screen draws it, and every page knows it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

import companion.games
import companion.web.games
from companion.core.log.replay import record_result
from tests import evenings
from tests.games import FOLDER, games_of
from tests.web.pages import page_of
from tests.web.sending import filled, send
from tests.web.tapping import Table, buttons, impossible, offered

DEAL = {"do": "deal"}
HEARTS = {"do": "trump", "suit": "H"}
SETUP = evenings.record("whist")
# Ann and Cal take eight tricks, two of them odd.
TOOK = {"Ann": 5, "Bob": 2, "Cal": 3, "Dee": 3}

CLOSED: list[dict[str, Any]] = [DEAL, HEARTS, {"do": "tricks", "took": TOOK}, {"do": "done"}]


@pytest.fixture(autouse=True)
def whist() -> Iterator[None]:
    """The folder of the tests' own games is one of the program's for as long as a test runs."""
    with games_of(FOLDER):
        yield


def test_its_hands_are_judged() -> None:
    judged = record_result({**SETUP, "log": CLOSED}, companion.games.all_games())
    assert judged["ok"], judged
    assert judged["chips"] == {"Ann": 51, "Bob": 45, "Cal": 51, "Dee": 45}
    assert judged["pots"] == {"pool": 0, "aces": 4, "honours": 4}


def test_it_lies_in_the_box_and_is_set_up_with_its_own_rules(client: FlaskClient) -> None:
    assert "Little Whist" in client.get("/").text
    fields = filled(client.get("/new?game=whist").text)
    fields.setlist("names", evenings.PLAYERS)
    fields["rule_stake"] = "2"
    opened = send(client, "/new", {**fields.to_dict(flat=False), "do": "start"})
    table = page_of(client.get(opened.location).text)
    assert "Hand 1: Ann deals each player 13 cards" in table.text
    rules = client.get(f"{opened.location}/rules").text
    assert "Everybody puts 2 chips into every pot and gets 13 cards." in rules


def test_its_rules_are_its_own_sentences_and_house_rules(client: FlaskClient) -> None:
    rules = page_of(client.get("/rules/whist").text)
    assert [heading.text for heading in rules.all("h2")] == [
        "Before you begin", "Object of the game", "The deal", "House rules",
    ]  # fmt: skip
    assert "Chips into each pot" in rules.text


def test_an_answer_at_a_seat_lights_it(app: Flask) -> None:
    table = Table(app, SETUP, [DEAL, HEARTS])
    lit = [json.loads(seat.get("value")) for seat in table.page.all("button", class_="seat is-lit")]
    assert lit == [{"do": "trick", "player": player} for player in evenings.PLAYERS]
    table.tap({"do": "trick", "player": "Bob"})
    assert "Trick 2 of 13" in table.page.text
    assert "1 trick" in table.page.all("button", id="seat-2")[0].text


def test_what_needs_numbers_is_entered_on_a_page_of_its_own(app: Flask) -> None:
    table = Table(app, SETUP, [DEAL, HEARTS])
    table.page = table.look(table.page.link("Count them all"))
    assert table.fill("tricks", "tricks", took={**TOOK, "Ann": 6}).status_code == 422
    assert table.page.value("key-took:Ann") == "6"
    table.fill("tricks", "tricks", took=TOOK)
    assert table.log[-1] == {"do": "tricks", "took": TOOK}


def test_a_pot_a_seat_and_an_amount_are_tapped_one_after_another(app: Flask) -> None:
    table = Table(app, SETUP, CLOSED[:-1])
    assert table.page.values("key-pot") == ["aces", "honours"]
    assert table.page.values("key-player") == evenings.PLAYERS
    assert table.page.values("key-chips", "button") == ["1", "2", "3", "4"]
    assert table.page.values("do")[-1] == "take"
    table.fill("take", pot="honours", player="Ann", chips="4")
    assert table.log[-1] == {"do": "take", "pot": "honours", "player": "Ann", "chips": 4}
    assert buttons(table.page)["Nobody, go on"] == {"do": "done"}


def test_a_tap_that_lacks_something_says_what(app: Flask) -> None:
    table = Table(app, SETUP, CLOSED[:-1])
    assert table.fill("take", pot="honours", chips="4").status_code == 422
    assert "Answer this first: Who?" in table.page.text


def test_its_log_is_read_and_put_right(app: Flask) -> None:
    table = Table(app, SETUP, CLOSED)
    assert "Ann 5, Bob 2, Cal 3, Dee 3" in table.look("/log").text
    assert "Trumps are hearts" in table.look("/log").text
    form = table.look("/log/1")
    assert (len(form.values("suit")), form.checked("suit")) == (4, ["H"])
    changed = table.look("/log/1?look=1&do=trump&suit=S")
    assert "Trumps are spades" in changed.text
    table.tap({"do": "amend", "entry": 1, "with": {**HEARTS, "suit": "S"}})
    assert "Trumps are spades" in table.look("/log").text


def test_its_tally_is_shown_printed_and_taken_away(app: Flask) -> None:
    table = Table(app, SETUP, [*CLOSED, {"do": "end"}])
    tally = table.look("/tally")
    assert "Little Whist" in tally.text
    assert table.get("/tally.pdf").data.startswith(b"%PDF")
    assert "Ann and Cal" in table.get("/tally.csv").text
    record: Any = table.get("/record.json").json
    assert record["log"][1] == HEARTS
    assert record_result(record, companion.games.all_games())["ok"]
    for page in ("/more", "/more/player?player=Ann", "/setup", "/wrong"):
        assert table.get(page).status_code in (200, 303)


@pytest.mark.share(3)
@pytest.mark.parametrize("slug", [slug for slug in companion.games.all_games() if slug != "whist"])
def test_the_plain_screen_can_draw_every_game(
    app: Flask, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    monkeypatch.setattr(companion.web.games, "SCREENS", {})
    case = evenings.recorded(slug)[0]
    for entries in range(0, len(case["log"]), max(1, len(case["log"]) // 12)):
        table = Table(app, {**case, "log": []}, case["log"][:entries])
        assert table.page.all("h1", class_="ask-question")[0].text
        assert impossible(table, offered(table)) == []
