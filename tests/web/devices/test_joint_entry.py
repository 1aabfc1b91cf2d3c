"""What all of a table are asked together, each tells at a seat of their own; then it is entered."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask

from companion.store.records import export_table
from tests.evenings import record
from tests.web.cases import read_cases, visit
from tests.web.tapping import Guest, Table

THREE = ["Ann", "Bob", "Cal"]
TOOK = {"Ann": 2, "Bob": 3, "Cal": 5}
BIDS = "deal; Ann bids 2 tricks; Bob bids 2 tricks; Cal bids 2 tricks"

CASES = """
the tricks are entered when everybody has told them
    oh-claire: BIDS
    as Ann: tap "2" => log nothing
    as Bob: tap "3" => log nothing
    as Cal: tap "5" => log took Ann 2 Bob 3 Cal 5
    as table: /log => "by everybody, from their phones"
what was told is seen at every device and fills the form of the table
    oh-claire: BIDS
    as Ann: tap "3"
    / => "Still waiting for Bob and Cal."
    as Bob => "said 3", "Your turn"
    as table => "said 3", ticked key-took:Ann 3
what does not add up is told and can be told anew
    oh-claire: BIDS
    as Ann: tap "2"
    as Bob: tap "2"
    as Cal: tap "2" => log nothing
    as Ann => "The tricks must add up to 10, not 6."
    as Cal: tap "6" => log took Ann 2 Bob 2 Cal 6
the table may enter it itself at any time
    oh-claire: BIDS
    as Ann: tap "2"
    as table: took Ann 2 Bob 3 Cal 5 => log took Ann 2 Bob 3 Cal 5
what was told is good only while the table stands so
    oh-claire: BIDS
    as Ann: tap "2"
    as table: undo; redo => no "said 2"
a round of Kids Rummy is told by points and by cards
    kids-rummy: deal
    as Bob: tap "I went out"
    as table => "went out"
    as Ann: fill score points:Ann=25
    as Cal: /more/mine => choice key-cards:Cal KD
    fill score on mine cards:Cal=KD,2H => log Bob out: Ann 25 Cal 15
a blocked round is told by everybody
    kids-rummy: deal
    as Ann: fill score cards:Ann=2H
    as Bob: fill score cards:Bob=3H
    as Cal: fill score cards:Cal=3H => log nothing
    as Ann => "3♥ was entered 2 times, but there can be only 1."
    as Cal: fill score cards:Cal=4H => log nobody out: Ann 2H Bob 3H Cal 4H
two who went out are told so
    kids-rummy: deal
    as Ann: tap "I went out"
    as Bob: tap "I went out"
    as Cal: fill score points:Cal=5 => log nothing, "Only one player can go out, not Ann and Bob."
    as Bob: fill score points:Bob=10 => log Ann out: Bob 10 Cal 5
a hand in chips only is ended from the seats
    deal; chips-only
    as Ann: fill out left:Ann=3
    as Bob: tap "I went out"
    as Cal: fill out left:Cal=1 => log Bob out Ann 3 Cal 1
"""


@pytest.mark.parametrize("case", read_cases(CASES, BIDS=BIDS))
def test_what_all_are_asked_is_told_at_each_seat(app: Flask, case: str) -> None:
    visit(app, case, players="Ann Bob Cal")


def tricks(player: str, number: Any) -> dict[str, Any]:
    return {"do": "tricks", "took": {player: number}}


def laid(app: Flask, game: str, log: str) -> tuple[Table, list[Guest]]:
    """A table of three, and the devices of its players."""
    table = Table(app, record(game, THREE), log).invite()
    return table, [Guest(table, player) for player in THREE]


def test_what_is_told_when_all_is_entered_comes_too_late(app: Flask) -> None:
    table, (ann, *_) = laid(app, "oh-claire", BIDS)
    assert table.tap({"do": "tricks", "took": TOOK}, version=4).status_code == 200
    assert ann.tap(tricks("Ann", 2), version=4).status_code == 409


def test_nobody_tells_for_another_nor_what_cannot_be(app: Flask) -> None:
    table, (ann, *_) = laid(app, "oh-claire", BIDS)
    before = len(table.log)
    for raw in (tricks("Bob", 2), {"do": "tricks", "took": TOOK}):
        answer = ann.tap(raw, version=4)
        assert answer.status_code == 403
        assert "This device can enter only what Ann does." in answer.text
    unreadable = [tricks("Ann", number) for number in (-1, 11, "2", None, 1.5, True)]
    for raw in (*unreadable, {"do": "tricks", "took": {}}, {"do": "tricks"}):
        assert ann.tap(raw, version=4).status_code == 422, raw
    table.post("/guests/seats", tap="off")
    assert ann.tap(tricks("Ann", 2), version=4).status_code == 403
    assert len(table.log) == before
    assert "said" not in table.look().text


def test_of_many_who_tell_at_once_nothing_is_lost_or_doubled(app: Flask) -> None:
    table, seats = laid(app, "oh-claire", BIDS)
    before = len(table.log)
    with ThreadPoolExecutor(6) as room:
        told = [(seat, player) for seat, player in zip(seats, THREE, strict=True)] * 2
        answers = room.map(lambda one: one[0].tap(tricks(one[1], TOOK[one[1]]), version=4), told)
        assert {answer.status_code for answer in answers} <= {200, 409}
    assert table.log[before:] == [{"do": "tricks", "took": TOOK}]
    with app.app_context():
        assert export_table(table.token)["made"][before]["seat"] == ""


def test_what_no_card_counts_is_refused_at_once(app: Flask) -> None:
    _, (ann, *_) = laid(app, "kids-rummy", "deal")
    points = ({"do": "score", "points": {"Ann": number}} for number in (7, 0))
    cards = ({"do": "score", "cards": {"Ann": [card]}} for card in ("XX", [], {}))
    for raw in (*points, *cards):
        answer = ann.tap(raw)
        assert answer.status_code == 422
        assert "is not possible for Ann." in answer.text or "There is no card" in answer.text
    assert ann.send(do="score", **{"key-points:Ann": ""}).status_code == 422
