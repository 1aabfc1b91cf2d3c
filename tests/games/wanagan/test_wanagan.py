"""Wanagan: antes, reveals, claims with wild cards, overtimes, the sweep and the final."""

from itertools import pairwise
from typing import Any

import pytest

from companion.games.wanagan import game
from companion.games.wanagan.game import WanaganTable
from tests.core.table import Evening, evening

NOTHING = "2C 4D 8H JS KC"
NOTHING_TOO = "3C 5D 7H 10S QC"


def wanagan(text: str, players: str = "Ann Bob Cal", **setup: Any) -> Evening:
    return evening("wanagan", players, **setup).play(text)


def table_of(text: str, players: str = "Ann Bob Cal") -> WanaganTable:
    table = wanagan(text, players).log.table
    assert isinstance(table, WanaganTable)
    return table


def chips(text: str) -> dict[str, int]:
    return wanagan(text).purses


# the round


def test_everybody_antes_thirteen_chips() -> None:
    table = wanagan("deal")
    assert table.phase == "hand-1"
    assert table.chips("Ann") == 87
    assert [table.pot(cup) for cup in ("1-pair", "3-kind", "flush", "wanagan")] == [3, 3, 6, 6]


def test_a_deal_waits_for_those_who_cannot_ante() -> None:
    wanagan("", chips=12).refuses("deal", "short-of-chips")


def test_after_the_last_round_nothing_is_dealt() -> None:
    swept = "deal; next; next; next; next; award jackpot Ann"
    wanagan(swept, rounds=1).refuses("deal", "last-hand-played")
    assert wanagan(f"{swept}; deal", rounds=2).result["dealer"] == "Ann"


def test_a_round_goes_on_through_three_overtimes_to_the_final() -> None:
    phases = [wanagan("deal" + "; next" * number).phase for number in range(5)]
    assert phases == ["hand-1", "overtime-1", "overtime-2", "overtime-3", "final"]


def test_a_round_without_chips_in_cups_ends_at_next() -> None:
    first = "deal; award 1-pair Ann; award flush Bob; award 4-kind Cal; next; "
    second = "award 2-pair Ann; award straight Bob; award wanagan Cal; next; "
    third = "award 3-kind Ann; award full-house Bob"
    assert wanagan(first + second + third).phase == "overtime-2"
    assert wanagan(first + second + third + "; next").phase == "between-hands"


def test_what_is_left_in_cups_goes_to_the_jackpot() -> None:
    table = wanagan("deal; award 1-pair Ann; next; next; next; next")
    assert (table.pot("jackpot"), table.pot("flush")) == (36, 0)


def test_a_note_in_a_cup_is_swept_too() -> None:
    table = wanagan("deal; Ann borrows 6 from pot:flush; next; next; next; next")
    assert table.notes == ["Ann owes pot:jackpot 6"]


def test_the_final_ends_the_round_and_what_is_odd_stays_in_the_jackpot() -> None:
    for winners, stays in (("nobody", 39), ("Ann Bob", 1)):
        table = wanagan(f"deal; next; next; next; next; award jackpot {winners}")
        assert (table.phase, table.pot("jackpot")) == ("between-hands", stays)


# awards by names


def test_odd_chips_of_a_shared_cup_go_to_the_jackpot() -> None:
    table = wanagan("deal; award 1-pair Ann Bob")
    assert (table.chips("Ann"), table.pot("jackpot")) == (88, 1)


def test_a_note_in_a_cup_goes_to_its_winner() -> None:
    loan = "deal; Ann borrows 6 from pot:flush; award flush"
    assert wanagan(f"{loan} Ann").notes == []
    assert wanagan(f"{loan} Bob").notes == ["Ann owes Bob 6"]


@pytest.mark.parametrize(
    ("before", "last"),
    [
        ("deal; award flush Ann", "award flush Bob"),
        ("deal; award flush nobody", "award flush Bob"),
        ("deal; award flush Ann", "award straight Ann"),
        ("deal", "award jackpot Ann"),
        ("deal; next; next; next; next", "award flush Ann"),
        ("deal", "award flush"),
        ("deal; next; next; next; next", "award jackpot"),
    ],
)
def test_what_is_not_to_be_won_is_not_collected(before: str, last: str) -> None:
    wanagan(before).refuses(last, "nothing-to-collect")


@pytest.mark.parametrize("start", ["deal", "deal; next", "deal; next; next; next; next"])
def test_a_pot_is_not_judged_by_the_cards_before_everybody_has_shown(start: str) -> None:
    pot = "jackpot" if start.endswith("next; next") else "1-pair"
    shown = f"{start}; Ann shows 9C 9D 2H 4S 6C; Bob shows 8C 8S 2D 4C 7D"
    wanagan(start).refuses(f"award {pot}", "nothing-to-collect")
    wanagan(shown).refuses(f"award {pot}", "nothing-to-collect")
    won = chips(f"{shown}; award {pot} Bob")["Bob"] - chips(shown)["Bob"]
    assert chips(f"{shown}; Cal shows {NOTHING}; award {pot}")["Ann"] == chips(shown)["Ann"] + won


def test_parts_of_a_split_note_stand_clockwise_in_whatever_order_winners_are_named() -> None:
    for winners in ("Ann Bob", "Bob Ann"):
        table = wanagan(f"deal; Cal borrows 5 from pot:flush; award flush {winners}")
        assert table.notes == ["Cal owes Ann 2", "Cal owes Bob 2", "Cal owes pot:jackpot 1"]


def test_a_cup_that_nobody_took_can_be_won_in_the_next_reveal() -> None:
    assert chips("deal; award flush nobody; next; award flush Ann")["Ann"] == 93


@pytest.mark.parametrize(
    ("before", "last", "code"),
    [
        ("deal", "award flush Ann Ann", "bad-entry"),
        ("deal", "award flush Zed", "unknown-player"),
        ("deal", "award AS Ann", "unknown-pot"),
        ("", "award flush Ann", "wrong-phase"),
        ("deal", "Ann leaves", "wrong-phase"),
        ("deal; next; next; next; next", "next", "wrong-phase"),
    ],
)
def test_what_cannot_be_is_refused(before: str, last: str, code: str) -> None:
    wanagan(before).refuses(last, code)


# reveals


# What Ann and Bob show, and what they have then; Cal shows nothing.
REVEALS = {
    "the better of two equal categories": ("9C 9D 2H 4S 6C", "9H 9S 2D 4C 7D", 87, 90),
    "equal hands share": ("9C 9D 2H 4S 6C", "9H 9S 2D 4C 6D", 88, 88),
    "the ace low in a straight": ("AC 2D 3H 4S 5C", "2C 3D 4H 5S 6C", 87, 93),
    "the even Wanagan": ("AC 3D 5H 7S 9C", "2C 4D 6H 8S 10C", 87, 93),
    "a straight flush as flush": ("5C 6C 7C 8C 9C as flush", "AH KH QH 9H 6H", 93, 87),
    "a straight flush as straight": ("5C 6C 7C 8C 9C as straight", "10H JD QS KS AH", 93, 87),
}


@pytest.mark.parametrize(("ann", "bob", "anns", "bobs"), REVEALS.values(), ids=REVEALS)
def test_the_best_hand_of_a_category_takes_its_cup(
    ann: str, bob: str, anns: int, bobs: int
) -> None:
    table = wanagan(f"deal; Ann shows {ann}; Bob shows {bob}; Cal shows {NOTHING_TOO}; next")
    assert table.purses == {"Ann": anns, "Bob": bobs, "Cal": 87}
    assert table.pot("jackpot") == (anns == bobs)


def test_a_hand_stands_for_its_exact_category_alone() -> None:
    table = wanagan(f"deal; Ann shows 9C 9D 9H 4S 4C; Bob shows {NOTHING}")
    table.play(f"Cal shows {NOTHING_TOO}; next")
    assert (table.pot("full-house"), table.pot("3-kind"), table.pot("1-pair")) == (0, 3, 3)


def test_the_table_may_judge_against_what_was_shown() -> None:
    shown = f"Ann shows 9C 9D 2H 4S 6C; Bob shows 8C 8S 2D 4C 7D; Cal shows {NOTHING}"
    assert chips(f"deal; {shown}; award 1-pair Cal; next") == {"Ann": 87, "Bob": 87, "Cal": 90}


def test_who_was_awarded_a_cup_by_name_wins_no_other_by_his_cards() -> None:
    shown = f"Ann shows 9C 9D 2H 4S 6C; Bob shows 8C 8S 2D 4C 7D; Cal shows {NOTHING}"
    assert chips(f"deal; {shown}; award flush Ann; next") == {"Ann": 93, "Bob": 90, "Cal": 87}


def test_a_claim_that_the_cards_do_not_make_is_refused() -> None:
    table = wanagan("deal").refuses(f"Ann shows {NOTHING} as flush", "bad-entry")
    table.refuses("Ann shows 9C 9D 2H 4S 6C as jackpot", "bad-entry")


def test_a_straight_flush_must_say_what_it_is() -> None:
    wanagan("deal").refuses("Ann shows 5C 6C 7C 8C 9C", "bad-entry")


def test_two_packs_are_in_use_from_six_players() -> None:
    six = "Ann Bob Cal Dee Eve Fay"
    twice = "Ann shows 9C 9C 2H 4S 6C"
    wanagan("deal").refuses(twice, "already-played")
    assert table_of(f"deal; {twice}", six).revealed["Ann"].claim == "1-pair"
    wanagan(f"deal; {twice}", six).refuses("Bob shows 9C 3C 2H 4S 6C", "already-played")


@pytest.mark.parametrize(
    ("before", "last", "code"),
    [
        ("deal", "Ann shows 2C 3C", "bad-count"),
        ("deal", "Ann shows 2C 2C", "already-played"),
        ("deal", "Ann shows JK 2C 3C 4C 5C", "unknown-card"),
        ("", f"Ann shows {NOTHING}", "wrong-phase"),
        (f"deal; Ann shows {NOTHING}", f"Ann shows {NOTHING_TOO}", "wrong-phase"),
        (f"deal; Ann shows {NOTHING}", f"Bob shows {NOTHING}", "already-played"),
        (f"deal; Ann shows {NOTHING}", "next", "wrong-phase"),
    ],
)
def test_a_show_that_cannot_be_is_refused(before: str, last: str, code: str) -> None:
    wanagan(before).refuses(last, code)


def test_the_best_poker_hand_takes_the_final() -> None:
    table = wanagan("deal; next; next; next; next; Ann shows AC AD KH KS 2C")
    table.play(f"Bob shows 2D 3D 4H 5S AH; Cal shows {NOTHING_TOO}; award jackpot")
    assert table.purses == {"Ann": 87, "Bob": 126, "Cal": 87}


def test_cards_are_wild_in_the_third_overtime_alone() -> None:
    shown = "Ann shows QS QC 9D KH 10D"
    assert table_of(f"deal; {shown}").revealed["Ann"].claim == "1-pair"
    wanagan("deal; next; next; next").refuses(shown, "bad-entry")
    third = table_of(f"deal; next; next; next; {shown} as 4-kind")
    assert third.revealed["Ann"].claim == "4-kind"


# what the screen asks


@pytest.mark.parametrize(
    ("hands", "passes"),
    [(0, []), (1, ["AnnBob", "BobCal", "CalAnn"]), (2, ["AnnCal", "CalBob", "BobAnn"]), (3, [])],
)
def test_cards_are_passed_left_then_right_then_not_at_all(hands: int, passes: list[str]) -> None:
    circle = game.passing_circle(table_of("deal" + "; next" * hands))
    assert [one + other for one, other in pairwise(circle)] == passes


def test_the_core_offers_open_cups_claims_and_who_is_yet_to_show() -> None:
    table = table_of("deal; award 1-pair Ann; next; award 2-pair Bob; Cal shows 9C 9D 9H 4S 5C")
    assert " ".join(game.open_pots(table)) == "3-kind full-house flush straight 4-kind wanagan"
    assert game.players_to_reveal(table) == ("Ann", "Bob")
    assert game.pot_leaders(table, "3-kind") == ("Cal",)
    assert game.possible_claims(table, ("5C", "6C", "7C", "8C", "9C")) == ("flush", "straight")
    assert game.possible_claims(table, ("5C", "6C")) == ()
