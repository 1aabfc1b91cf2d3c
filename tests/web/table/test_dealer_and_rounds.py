"""What a table agrees on between hands: who deals, and how many hands are played."""

from typing import Any

import pytest
from flask import Flask

from tests.evenings import record
from tests.web.tapping import Table, buttons

NAMES = ["Ann", "Bob", "Cal"]
OUT = {"do": "out", "player": "Bob", "left": {"Ann": 3, "Cal": 2}}
HAND = [{"do": "deal"}, {"do": "chips-only"}, OUT]


def after_a_hand(app: Flask, **options: Any) -> Table:
    setup = record("boodle", NAMES, dealer="Ann", options=options)
    return Table(app, setup, HAND)


def offered(table: Table, sheet: str, do: str) -> list[Any]:
    """The entries of a kind that a sheet offers: it is one tap away, and each of them another."""
    return [raw for raw in buttons(table.look(f"/more{sheet}")).values() if raw["do"] == do]


@pytest.mark.parametrize(("rounds", "numbers"), [(3, [4, 2]), (1, [2]), (None, [])])
def test_one_more_hand_and_one_less_are_two_taps_away(
    app: Flask, rounds: int | None, numbers: list[int]
) -> None:
    table = after_a_hand(app, rounds=rounds)
    assert [raw["rounds"] for raw in offered(table, "", "rounds")] == numbers


def test_once_all_is_played_one_more_hand_is_one_tap_away(app: Flask) -> None:
    table = after_a_hand(app, rounds=1)
    table.tap(buttons(table.page)["One more hand: 2 in all"])
    assert table.tap({"do": "deal"}).status_code == 200


def test_somebody_else_deals_with_two_taps(app: Flask) -> None:
    table = after_a_hand(app)
    assert offered(table, "/player?player=Bob", "deal") == []
    (deal,) = offered(table, "/player?player=Cal", "deal")
    assert deal == {"do": "deal", "dealer": "Cal"}
    assert table.tap(deal).status_code == 200
    assert table.log[-1] == deal


def test_any_number_of_hands_is_agreed_on_a_sheet_of_its_own(app: Flask) -> None:
    table = after_a_hand(app, rounds=3)
    table.fill("rounds", sheet="rounds", rounds="-")
    assert table.log[-1] == {"do": "rounds", "rounds": None}
    table.page = table.look()
    table.fill("rounds", sheet="rounds", rounds="7")
    assert table.log[-1] == {"do": "rounds", "rounds": 7}


def test_calling_off_the_last_hand_says_how_one_more_is_played(app: Flask) -> None:
    table = Table(app, record("boodle", NAMES, options={"rounds": 1}), HAND[:1])
    words = "It counts as the last one."
    assert words in table.look("/more/break-off").text
    table = Table(app, record("boodle", NAMES, options={"rounds": 2}), HAND[:1])
    assert words not in table.look("/more/break-off").text


LEFT = [{"do": "leave", "player": "Cal"}]


@pytest.mark.parametrize("leftovers", ["divide", "last-winner"])
def test_the_end_asks_whether_those_who_left_share_what_is_left(app: Flask, leftovers: str) -> None:
    setup = record("boodle", NAMES, dealer="Ann", options={"leftovers": leftovers})
    table = Table(app, setup, HAND + LEFT)
    sheet = table.look("/more/end")
    back = buttons(sheet)["Cal shares too"]
    assert back == {"do": "return", "player": "Cal"}
    assert table.tap(back).status_code == 200
    table.page = table.look()
    assert table.tap({"do": "end"}).status_code == 200
    assert table.log[-2:] == [back, {"do": "end"}]


@pytest.mark.parametrize("game", ["boodle", "wanagan"])
def test_the_end_asks_only_where_somebody_who_was_dealt_to_has_left(app: Flask, game: str) -> None:
    hand = [{"do": "deal"}, {"do": "break-off"}]
    for log, asked in (hand, False), (hand + LEFT, True), (LEFT + hand, False):
        table = Table(app, record(game, [*NAMES, "Dee"], dealer="Ann"), log)
        entries = [raw for raw in buttons(table.page).values() if raw["do"] == "end"]
        assert bool(entries) != asked
        assert ("shares too" in table.client.get(f"{table.url}/more/end").text) == asked
