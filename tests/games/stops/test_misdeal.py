"""A misdeal: the hand is as if it had not been dealt."""

import pytest

from tests.core.table import evening

STAGES = [
    "deal",
    "deal; Ann bids 1; Bob bids 4",
    "deal; Ann buys for 9; Ann QC; Ann KC",
    "deal; swap; Ann QC; chips-only; Bob collects AS",
    "deal; Ann borrows 5 from Bob; Cal buys in 30; count Dee 3; keep",
]


@pytest.mark.parametrize("stage", STAGES)
def test_all_transfers_of_the_hand_are_reversed(stage: str) -> None:
    table = evening().play("Ann borrows 2 from Cal")
    before = table.result
    assert table.play(f"{stage}; misdeal").result == before


def test_the_same_dealer_deals_again() -> None:
    table = evening().play("deal; misdeal; deal")
    assert (table.result["dealer"], table.result["hand"]) == ("Dee", 1)
    table.play("keep; chips-only; Ann out Bob 1 Cal 1 Dee 1; deal; misdeal; deal")
    assert (table.result["dealer"], table.result["hand"]) == ("Ann", 2)


def test_a_blocked_hand_and_one_that_waits_for_poker_may_still_be_a_misdeal() -> None:
    table = evening("great-lakes").play("deal; keep; chips-only; totals Ann 9 Bob 9 Cal 9 Dee 9")
    assert table.phase == "poker"
    assert table.play("misdeal").purses == {"Ann": 100, "Bob": 100, "Cal": 100, "Dee": 100}
    table.play("deal; keep; Ann 2C; stop; Ann skips; Bob skips; Cal skips; Dee skips")
    assert table.phase == "blocked"
    assert table.play("misdeal").result["hand"] == 0


def test_without_a_hand_there_is_no_misdeal() -> None:
    table = evening().refuses("misdeal", "wrong-phase")
    table.play("deal; chips-only; Ann out Bob 1 Cal 1 Dee 1").refuses("misdeal", "wrong-phase")
    table.play("deal; misdeal").refuses("misdeal", "wrong-phase")


def test_findings_of_the_hand_go_and_those_of_the_hand_before_come_back() -> None:
    table = evening("boodle", "Ann Bob Cal").play("deal; keep; Ann 5C; stop; Ann 2D; Bob 3D; stop")
    table.play("Bob 3C; Ann 4C; chips-only; Ann out Bob 1 Cal 1")
    assert table.findings == ["Ann led-not-lowest 2-8 open"]
    assert table.play("deal").findings == []
    assert table.play("misdeal").findings == ["Ann led-not-lowest 2-8 open"]
    assert table.play("waive 0").findings == ["Ann led-not-lowest 2-8 waived"]


@pytest.mark.parametrize("announced", ["last-hand; deal", "deal; last-hand"])
def test_an_announced_last_hand_stays_announced(announced: str) -> None:
    table = evening().play(f"{announced}; misdeal").refuses("last-hand", "wrong-phase")
    assert table.play("deal; chips-only; Ann out Bob 1 Cal 1 Dee 1").pot("AS") == 0


def test_a_misdeal_may_be_undone() -> None:
    table = evening().play("deal; swap; Ann QC")
    before = table.result
    assert table.play("misdeal; undo").result == before
