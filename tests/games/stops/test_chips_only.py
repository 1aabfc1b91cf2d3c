"""Hands kept in chips only."""

import pytest

from tests.core.table import evening


def test_pots_are_collected_by_name() -> None:
    table = evening().play("deal; swap; chips-only; Ann collects QKD; Bob collects AS")
    assert (table.chips("Ann"), table.chips("Bob"), table.pot("QKD")) == (96, 96, 0)


def test_before_any_bid_there_is_no_sale() -> None:
    table = evening().play("deal; chips-only")
    assert (table.phase, table.chips("Dee")) == ("play", 92)
    assert evening().play("deal; Bob buys for 2; chips-only").chips("Bob") == 90


def test_cards_are_not_told_any_more() -> None:
    result = evening().play("deal; swap; Ann 2C; chips-only").result
    assert [result[key] for key in ("left", "dead", "next", "lead")] == [None] * 4


def test_nothing_is_played_card_by_card_any_more() -> None:
    table = evening("great-lakes").play("deal; keep; Ann 5C; chips-only")
    for what in (
        "Bob 6C",
        "stop",
        "Ann skips",
        "chips-only",
        "Bob dumps 6C 5D 5H 6S for full-house",
    ):
        table.refuses(what, "wrong-phase")


def test_a_pot_is_collected_once_in_a_hand() -> None:
    table = (
        evening()
        .play("deal; chips-only; Ann collects AS")
        .refuses("Bob collects AS", "nothing-to-collect")
    )
    table.play("Ann out Bob 1 Cal 1 Dee 1; deal; chips-only; Bob collects AS")
    assert table.pot("AS") == 0


def test_a_pot_collected_by_a_card_is_not_collected_again_by_name() -> None:
    evening().play("deal; keep; Ann QC; chips-only").refuses(
        "Bob collects QC", "nothing-to-collect"
    )


@pytest.mark.parametrize("pot", ["kitty", "jackpot", "poker", "loser"])
def test_pots_that_no_card_wins_are_not_collected(pot: str) -> None:
    table = evening(board="AS kitty jackpot poker loser").play("deal; chips-only")
    table.refuses(f"Ann collects {pot}", "nothing-to-collect")


def test_a_hand_kept_card_by_card_collects_by_itself() -> None:
    table = evening().refuses("Ann collects AS", "wrong-phase")
    table.play("deal; swap").refuses("Ann collects AS", "wrong-phase")
    table.refuses("Ann out Bob 1 Cal 1 Dee 1", "wrong-phase")


def test_out_pays_the_kitty_and_the_cards_left() -> None:
    table = evening().play("deal; chips-only; Bob out Ann 2 Cal 5 Dee 10")
    assert table.purses == {"Ann": 90, "Bob": 92 + 4 + 17, "Cal": 87, "Dee": 82}
    assert table.phase == "between-hands"


@pytest.mark.parametrize(
    ("left", "code"),
    [
        ("Bob 1 Cal 1", "bad-entry"),
        ("Bob 1 Cal 1 Dee 1 Ann 1", "bad-entry"),
        ("Bob 1 Cal 1 Dee 1 Zed 1", "bad-entry"),
        ("Bob 0 Cal 1 Dee 1", "bad-count"),
        ("Bob 11 Cal 1 Dee 1", "bad-count"),
    ],
)
def test_cards_left_name_everyone_else_with_what_he_can_have(left: str, code: str) -> None:
    evening().play("deal; chips-only").refuses(f"Ann out {left}", code)
    if code == "bad-entry":
        evening().refuses(f"Ann out {left}", code)


def test_a_wrong_phase_is_named_before_a_wrong_count() -> None:
    evening().refuses("Ann out Bob 0 Cal 1 Dee 1", "wrong-phase")


def test_cards_played_before_count_against_what_is_left() -> None:
    table = evening().play("deal; keep; Ann 2C; Bob 3C; chips-only")
    table.refuses("Ann out Bob 10 Cal 10 Dee 10", "bad-count")
    assert table.play("Ann out Bob 9 Cal 10 Dee 10").chips("Bob") == 83


def test_out_by_a_stranger_is_refused() -> None:
    evening().play("deal; chips-only").refuses("Zed out Ann 1 Bob 1 Cal 1 Dee 1", "unknown-player")


def test_a_hand_in_chips_only_may_be_blocked_where_hands_can_be() -> None:
    table = evening("michigan-rummy-tournament", board="AH jackpot", dealer_extra="none")
    table.play("deal; chips-only; totals Ann 12 Bob 3 Cal 9 Dee 4")
    assert (table.chips("Bob"), table.phase) == (102, "between-hands")


def test_where_hands_are_never_blocked_there_are_no_totals() -> None:
    table = evening().play("deal; chips-only")
    table.refuses("totals Ann 12 Bob 3 Cal 9 Dee 4", "wrong-phase")


def test_totals_in_chips_only_need_not_fit_the_cards_counted() -> None:
    table = evening("great-lakes").play("deal; chips-only")
    table.refuses("totals Ann 1 Bob 20 Cal 20 Dee 20", "bad-count")
    table.refuses("totals Ann 0 Bob 20 Cal 20 Dee 20", "bad-count")
    table.refuses("totals Ann 122 Bob 20 Cal 20 Dee 20", "bad-count")
    assert table.play("totals Ann 2 Bob 20 Cal 20 Dee 20").phase == "poker"


def test_the_next_hand_is_kept_card_by_card_again() -> None:
    table = evening().play("deal; chips-only; Ann out Bob 1 Cal 1 Dee 1; deal; swap; Bob 2C")
    assert table.next == "3C"


def test_poker_pots_wait_after_a_hand_in_chips_only() -> None:
    table = evening("michigan-rummy-classic").play("deal; chips-only; Ann out Bob 1 Cal 2 Dee 1")
    assert table.phase == "poker"
    table.play("Bob shows 2C; Cal shows 3C 3D; award poker")
    assert table.chips("Cal") == 100 - 9 - 2 + 5
