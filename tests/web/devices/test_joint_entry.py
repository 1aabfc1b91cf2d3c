"""What all of a table are asked together, each tells at a seat of their own; then it is entered."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask

from companion.store.records import export_table
from tests.evenings import record
from tests.notation import entry
from tests.web.pages import escaped
from tests.web.tapping import Guest, Table, buttons

THREE = ["Ann", "Bob", "Cal"]
TOOK = {"Ann": 2, "Bob": 3, "Cal": 5}


def laid(app: Flask, game: str, log: str) -> tuple[Table, list[Guest]]:
    """A table of three, and the devices of its players."""
    table = Table(app, record(game, THREE), log).invite()
    return table, [Guest(table, player) for player in THREE]


@pytest.fixture
def claire(app: Flask) -> tuple[Table, list[Guest]]:
    return laid(app, "oh-claire", "deal; Ann bids 2 tricks; Bob bids 2 tricks; Cal bids 2 tricks")


@pytest.fixture
def rummy(app: Flask) -> tuple[Table, list[Guest]]:
    return laid(app, "kids-rummy", "deal")


def tricks(player: str, number: Any) -> dict[str, Any]:
    return {"do": "tricks", "took": {player: number}}


def points(player: str, number: int) -> dict[str, Any]:
    return {"do": "score", "points": {player: number}}


def test_the_tricks_are_entered_when_everybody_has_told_them(claire: Any) -> None:
    table, seats = claire
    before = len(table.log)
    for seat, player in zip(seats, THREE, strict=True):
        assert len(table.log) == before
        assert buttons(seat.page)[str(TOOK[player])] == tricks(player, TOOK[player])
        assert seat.tap(tricks(player, TOOK[player])).status_code == 200
    assert table.log[before:] == [{"do": "tricks", "took": TOOK}]
    assert "by everybody, from their phones" in table.look("/log").text
    with table.app.app_context():
        assert export_table(table.token)["made"][before]["seat"] == ""


def test_what_was_told_is_seen_at_every_device_and_fills_the_form_of_the_table(claire: Any) -> None:
    table, (ann, bob, _) = claire
    ann.tap(tricks("Ann", 3))
    assert "said 3" in table.look().text
    assert "said 3" in bob.look().text
    assert "Still waiting for Bob and Cal." in ann.look().text
    assert "Your turn" in bob.look().text
    assert table.look().checked("key-took:Ann") == ["3"]


def test_what_does_not_add_up_is_told_and_can_be_told_anew(claire: Any) -> None:
    table, seats = claire
    before = len(table.log)
    for seat, player in zip(seats, THREE, strict=True):
        seat.tap(tricks(player, 2))
    assert len(table.log) == before
    assert "The tricks must add up to 10, not 6." in seats[0].look().text
    assert seats[2].tap(tricks("Cal", 6)).status_code == 200
    assert table.log[before:] == [{"do": "tricks", "took": {"Ann": 2, "Bob": 2, "Cal": 6}}]


def test_the_table_may_enter_it_itself_at_any_time(claire: Any) -> None:
    table, (ann, *_) = claire
    ann.tap(tricks("Ann", 2))
    table.page = table.look()
    assert table.tap({"do": "tricks", "took": TOOK}).status_code == 200
    assert ann.tap(tricks("Ann", 2), version=4).status_code == 409


def test_what_was_told_is_good_only_while_the_table_stands_so(claire: Any) -> None:
    table, (ann, *_) = claire
    ann.tap(tricks("Ann", 2))
    table.tap("undo")
    table.tap("redo")
    assert "said 2" not in table.look().text


def test_nobody_tells_for_another_nor_what_cannot_be(claire: Any) -> None:
    table, (ann, *_) = claire
    before = len(table.log)
    for raw in (tricks("Bob", 2), {"do": "tricks", "took": TOOK}):
        answer = ann.tap(raw, version=4)
        assert answer.status_code == 403
        assert "This device can only enter what Ann does." in answer.text
    unreadable = [tricks("Ann", number) for number in (-1, 11, "2", None, 1.5, True)]
    for raw in (*unreadable, {"do": "tricks", "took": {}}, {"do": "tricks"}):
        assert ann.tap(raw, version=4).status_code == 422, raw
    table.post("/guests/seats", tap="off")
    assert ann.tap(tricks("Ann", 2), version=4).status_code == 403
    assert len(table.log) == before
    assert "says" not in table.look().text


def test_of_many_who_tell_at_once_nothing_is_lost_or_doubled(claire: Any) -> None:
    table, seats = claire
    before = len(table.log)
    with ThreadPoolExecutor(6) as room:
        told = [(seat, player) for seat, player in zip(seats, THREE, strict=True)] * 2
        answers = room.map(lambda one: one[0].tap(tricks(one[1], TOOK[one[1]]), version=4), told)
        assert {answer.status_code for answer in answers} <= {200, 409}
    assert table.log[before:] == [{"do": "tricks", "took": TOOK}]


def test_a_round_of_kids_rummy_is_told_by_points_and_by_cards(rummy: Any) -> None:
    table, (ann, bob, cal) = rummy
    assert buttons(bob.page)["I went out"] == {"do": "score", "out": "Bob"}
    assert bob.tap({"do": "score", "out": "Bob"}).status_code == 200
    assert "went out" in table.look().text
    assert ann.send(do="score", **{"key-points:Ann": "25"}).status_code == 200
    sheet = cal.look("/more/mine")
    assert len(sheet.all("input", name="key-cards:Cal")) == 52
    fields = {"do": "score", "sheet": "mine", "key-cards:Cal": ["KD", "2H"]}
    assert cal.send(htmx=False, **fields).status_code == 303
    assert table.log[1:] == [entry("Bob out: Ann 25 Cal 15")]


def test_a_blocked_round_is_told_by_everybody(rummy: Any) -> None:
    table, seats = rummy
    for seat, player in zip(seats, THREE, strict=True):
        seat.tap({"do": "score", "cards": {player: ["2H" if player == "Ann" else "3H"]}})
    assert len(table.log) == 1
    assert escaped("3♥ was entered 2 times; there can be only 1.") in seats[0].look().text
    seats[2].tap({"do": "score", "cards": {"Cal": ["4H"]}})
    assert table.log[1]["out"] is None


def test_two_who_went_out_are_told_so(rummy: Any) -> None:
    table, (ann, bob, cal) = rummy
    ann.tap({"do": "score", "out": "Ann"})
    bob.tap({"do": "score", "out": "Bob"})
    cal.tap(points("Cal", 5))
    assert len(table.log) == 1
    assert "Only one player can go out, not Ann and Bob." in cal.look().text
    bob.tap(points("Bob", 10))
    assert table.log[1:] == [entry("Ann out: Bob 10 Cal 5")]


def test_what_no_card_counts_is_refused_at_once(rummy: Any) -> None:
    _, (ann, *_) = rummy
    cards = ({"do": "score", "cards": {"Ann": [card]}} for card in ("XX", [], {}))
    for raw in (points("Ann", 7), points("Ann", 0), *cards):
        answer = ann.tap(raw)
        assert answer.status_code == 422
        assert "is not possible for Ann." in answer.text or "There is no card" in answer.text
    assert ann.send(do="score", **{"key-points:Ann": ""}).status_code == 422


def test_a_hand_in_chips_only_is_ended_from_the_seats(app: Flask) -> None:
    table, (ann, bob, cal) = laid(app, "michigan-kitty", "deal; chips-only")
    assert ann.send(do="out", **{"key-left:Ann": "3"}).status_code == 200
    assert bob.tap({"do": "out", "player": "Bob"}).status_code == 200
    assert cal.send(do="out", **{"key-left:Cal": "1"}).status_code == 200
    assert table.log[2:] == [entry("Bob out Ann 3 Cal 1")]
