"""A misdeal: the hand is as if it had not been dealt."""

import pytest

from tests.core.table import evening, play_case, read_cases

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


CASES = """
the same dealer deals again
    deal; misdeal; deal => dealer Dee, hand 1; keep; chips-only; Ann out Bob 1 Cal 1 Dee 1;
    deal; misdeal; deal => dealer Ann, hand 2
a hand that waits for poker may still be a misdeal, and so may a blocked one
    great-lakes: deal; keep; chips-only; totals Ann 9 Bob 9 Cal 9 Dee 9 => phase poker;
    misdeal => Ann 100, Bob 100, Cal 100, Dee 100; deal; keep; Ann 2C; stop; Ann skips; Bob skips;
    Cal skips; Dee skips => phase blocked; misdeal => hand 0
without a hand there is no misdeal
    not misdeal (wrong-phase); deal; chips-only; Ann out Bob 1 Cal 1 Dee 1;
    not misdeal (wrong-phase); deal; misdeal; not misdeal (wrong-phase)
findings of the hand go and those of the hand before come back
    boodle, players=Ann Bob Cal: deal; keep; Ann 5C; stop; Ann 2D; Bob 3D; stop; Bob 3C; Ann 4C;
    chips-only; Ann out Bob 1 Cal 1 => Ann led-not-lowest 2-8 open; deal => no findings;
    misdeal => Ann led-not-lowest 2-8 open; waive 0 => Ann led-not-lowest 2-8 waived
a last hand that was announced before the deal stays announced
    last-hand; deal; misdeal; not last-hand (wrong-phase); deal; chips-only;
    Ann out Bob 1 Cal 1 Dee 1 => pot:AS 0
a last hand that was announced after the deal stays announced
    deal; last-hand; misdeal; not last-hand (wrong-phase); deal; chips-only;
    Ann out Bob 1 Cal 1 Dee 1 => pot:AS 0
"""


@pytest.mark.parametrize("case", read_cases(CASES))
def test_after_a_misdeal_the_evening_goes_on(case: str) -> None:
    play_case(case)


def test_a_misdeal_may_be_undone() -> None:
    table = evening().play("deal; swap; Ann QC")
    before = table.result
    assert table.play("misdeal; undo").result == before
