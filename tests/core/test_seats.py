"""Joining and leaving between hands, and who deals then."""

import pytest

from tests.core.table import evening

OVER = "keep; chips-only; Ann out Bob 1 Cal 1 Dee 1"


def test_a_player_may_join_between_hands() -> None:
    table = evening().play("Eve joins left of Bob with 50")
    assert list(table.purses.items())[2] == ("Eve", 50)
    table.play("deal")
    assert (table.chips("Eve"), table.left("Eve"), table.pot("AS")) == (42, 9, 5)


def test_who_joins_sits_at_the_left_of_the_player_named() -> None:
    table = evening().play("Eve joins left of Dee with 50; deal; swap")
    assert table.lead == "Eve CDHS"
    assert list(table.purses) == ["Ann", "Bob", "Cal", "Dee", "Eve"]


def test_a_name_that_is_or_was_there_cannot_join() -> None:
    table = evening().refuses("Ann joins left of Bob with 5", "bad-entry")
    table.play("Cal leaves").refuses("Cal joins left of Bob with 5", "bad-entry")


@pytest.mark.parametrize("name", ["", "pot:AS", "x" * 41])
def test_a_name_that_cannot_be_does_not_join(name: str) -> None:
    join = {"do": "join", "player": name, "left_of": "Ann", "chips": 5}
    evening().refuses(join, "bad-entry")


def test_one_who_left_is_no_neighbour_any_more() -> None:
    evening().play("Cal leaves").refuses("Eve joins left of Cal with 5", "unknown-player")


def test_nobody_joins_or_leaves_in_mid_hand() -> None:
    table = evening().play("deal").refuses("Eve joins left of Ann with 5", "wrong-phase")
    table.refuses("Ann leaves", "wrong-phase")
    table.play("swap").refuses("Ann leaves", "wrong-phase")


def test_a_full_table_takes_nobody_else() -> None:
    full = evening("boodle", "A B C D E F G H").refuses("I joins left of A with 5", "wrong-phase")
    assert full.play("B leaves; I joins left of A with 5; deal").left("I") == 6


def test_who_left_stays_in_the_tally_with_his_chips() -> None:
    table = evening().play("deal; chips-only; Ann out Bob 1 Cal 1 Dee 1; Bob leaves")
    table.refuses("Bob buys in 5", "unknown-player").refuses("Bob leaves", "unknown-player")
    table.refuses("count Bob 5", "unknown-player")
    assert "Bob" not in table.play("deal").result["left"]
    table.play("misdeal; end")
    assert "Bob" in [line["player"] for line in table.result["tally"]]


def test_if_the_first_dealer_leaves_the_next_one_deals() -> None:
    table = evening(dealer="Bob").play("Bob leaves")
    assert table.result["dealer"] == "Bob"
    assert table.play("deal").result["dealer"] == "Cal"


def test_if_the_dealer_to_be_leaves_the_next_one_deals() -> None:
    table = evening().play(f"deal; {OVER}; Ann leaves")
    assert table.result["dealer"] == "Dee"
    assert table.play("deal").result["dealer"] == "Bob"


def test_who_joins_left_of_the_last_dealer_deals_next() -> None:
    table = evening().play(f"deal; {OVER}; Eve joins left of Dee with 9; deal")
    assert table.result["dealer"] == "Eve"


def test_if_the_last_dealer_leaves_his_left_neighbour_still_deals() -> None:
    assert evening().play(f"deal; {OVER}; Dee leaves; deal").result["dealer"] == "Ann"


def test_leaving_is_always_allowed_between_hands() -> None:
    table = evening("boodle", "Ann Bob Cal").play("Ann leaves; Bob leaves; Cal leaves; end")
    assert len(table.tally) == 3
