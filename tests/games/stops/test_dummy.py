"""Swap, sale and keep (*A hand*, 3)."""

import pytest

from tests.core.table import play_case, read_cases

CASES = """
the dealer who swaps takes the dummy and his pile is dead
    deal => left Dee 10, dead 11; swap => left Dee 11, dead 10, phase play
keep leaves the dummy dead
    great-lakes: deal; keep => left Dee 10, dead 10, lead Ann CDHS
keep says that nobody bid where the dealer may not keep
    deal; keep => dead 11
the highest bidder pays the dealer and takes the dummy
    deal; Ann bids 1; Bob bids 3; Cal passes; Ann passes
    => Bob 89, Dee 95, Ann 92, left Bob 11, dead 10, phase play
bids go round from the dealer's left
    deal; not Bob bids 1 (not-your-turn); Ann bids 1; not Cal passes (not-your-turn);
    Bob bids 2; Cal bids 3; not Bob bids 9 (not-your-turn);
    Ann bids 4; Bob passes; Cal bids 5; Ann passes => Cal 87, phase play
each bid is higher than the last
    deal; not Ann bids 0 (bid-too-low); Ann bids 2; not Bob bids 2 (bid-too-low);
    Bob bids 3 => phase dummy
a pass is final
    deal; Ann passes; Bob bids 1; not Ann bids 2 (may-not-bid); not Ann passes (may-not-bid);
    Cal passes => Bob 91
the dealer never bids
    deal; not Dee bids 1 (may-not-bid); not Dee passes (may-not-bid);
    not Dee buys for 1 (may-not-bid)
the highest bidder is not asked against himself
    deal; Ann bids 1; Bob passes; Cal passes => left Ann 11
the last one asked may still bid when all others passed
    deal; Ann passes; Bob passes => phase dummy; Cal bids 1 => left Cal 11
nobody bids and the dummy is dead
    deal; Ann passes; Bob passes; Cal passes => phase play, dead 11, Dee 92
of two players the one who does not deal buys at once
    players=Ann Bob: deal; Ann bids 4 => phase play, Ann 88, Bob 96
the auction's result alone may be recorded
    deal; Cal buys for 7 => Cal 85, Dee 99, left Cal 11
a price beyond the purse becomes a note
    chips=Ann 10 Bob 8 Cal 8 Dee 8: deal; Ann buys for 5 => Ann 0, Dee 2, Ann owes Dee 3
once somebody bid the auction goes on
    deal; Ann bids 1; not swap (wrong-phase); not keep (wrong-phase);
    not Bob buys for 3 (wrong-phase); not chips-only (wrong-phase)
once somebody passed the auction goes on
    deal; Ann passes; not swap (wrong-phase); not keep (wrong-phase);
    not Bob buys for 3 (wrong-phase); not chips-only (wrong-phase)
the dummy is settled only once and before play
    not swap (wrong-phase); deal; swap; not swap (wrong-phase); not keep (wrong-phase);
    not Ann bids 1 (wrong-phase); not Ann passes (wrong-phase); not Ann buys for 1 (wrong-phase)
nobody plays before the dummy is settled
    deal; not Ann 2C (wrong-phase); not stop (wrong-phase); not Ann skips (wrong-phase);
    not Ann collects AS (wrong-phase); not Ann out Bob 1 Cal 1 Dee 1 (wrong-phase)
special cups are won by a bidder too
    great-lakes: deal; Ann bids 1; Bob bids 2; Cal passes; Ann passes; Ann AC; Ann 2H
    => pot:ace-2 0
"""


@pytest.mark.parametrize("case", read_cases(CASES))
def test_the_dummy_is_exchanged_sold_or_left(case: str) -> None:
    play_case(case)
