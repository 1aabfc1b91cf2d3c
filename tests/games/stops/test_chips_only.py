"""Hands kept in chips only."""

import pytest

from tests.core.table import play_case, read_cases

CASES = """
pots are collected by name
    deal; swap; chips-only; Ann collects QKD; Bob collects AS => Ann 96, Bob 96, pot:QKD 0
before any bid there is no sale
    deal; chips-only => phase play, Dee 92
a sale that was made stays
    deal; Bob buys for 2; chips-only => Bob 90
cards are not told any more
    deal; swap; Ann 2C; chips-only => left None, dead None, next nothing, lead nobody
nothing is played card by card any more
    great-lakes: deal; keep; Ann 5C; chips-only; not Bob 6C (wrong-phase); not stop (wrong-phase);
    not Ann skips (wrong-phase); not chips-only (wrong-phase);
    not Bob dumps 6C 5D 5H 6S for full-house (wrong-phase)
a pot is collected once in a hand
    deal; chips-only; Ann collects AS; not Bob collects AS (nothing-to-collect);
    Ann out Bob 1 Cal 1 Dee 1; deal; chips-only; Bob collects AS => pot:AS 0
a pot collected by a card is not collected again by name
    deal; keep; Ann QC; chips-only; not Bob collects QC (nothing-to-collect)
pots that no card wins are not collected
    board=AS kitty jackpot poker loser: deal; chips-only;
    not Ann collects kitty (nothing-to-collect); not Ann collects jackpot (nothing-to-collect);
    not Ann collects poker (nothing-to-collect); not Ann collects loser (nothing-to-collect)
a hand kept card by card collects by itself
    not Ann collects AS (wrong-phase); deal; swap; not Ann collects AS (wrong-phase);
    not Ann out Bob 1 Cal 1 Dee 1 (wrong-phase)
out pays the kitty and the cards left
    deal; chips-only; Bob out Ann 2 Cal 5 Dee 10
    => Ann 90, Bob 113, Cal 87, Dee 82, phase between-hands
cards left name everyone else
    not Ann out Bob 1 Cal 1 (bad-entry); not Ann out Bob 1 Cal 1 Dee 1 Ann 1 (bad-entry);
    not Ann out Bob 1 Cal 1 Dee 1 Zed 1 (bad-entry); deal; chips-only;
    not Ann out Bob 1 Cal 1 (bad-entry); not Ann out Bob 1 Cal 1 Dee 1 Ann 1 (bad-entry);
    not Ann out Bob 1 Cal 1 Dee 1 Zed 1 (bad-entry)
cards left are as many as somebody can have
    deal; chips-only; not Ann out Bob 0 Cal 1 Dee 1 (bad-count);
    not Ann out Bob 11 Cal 1 Dee 1 (bad-count)
a wrong phase is named before a wrong count
    not Ann out Bob 0 Cal 1 Dee 1 (wrong-phase)
cards played before count against what is left
    deal; keep; Ann 2C; Bob 3C; chips-only; not Ann out Bob 10 Cal 10 Dee 10 (bad-count);
    Ann out Bob 9 Cal 10 Dee 10 => Bob 83
out by a stranger is refused
    deal; chips-only; not Zed out Ann 1 Bob 1 Cal 1 Dee 1 (unknown-player)
a hand in chips only may be blocked where hands can be
    michigan-rummy-tournament, board=AH jackpot, dealer_extra=none: deal; chips-only;
    totals Ann 12 Bob 3 Cal 9 Dee 4 => Bob 102, phase between-hands
where hands are never blocked there are no totals
    deal; chips-only; not totals Ann 12 Bob 3 Cal 9 Dee 4 (wrong-phase)
totals in chips only need not fit the cards counted
    great-lakes: deal; chips-only; not totals Ann 1 Bob 20 Cal 20 Dee 20 (bad-count);
    not totals Ann 0 Bob 20 Cal 20 Dee 20 (bad-count);
    not totals Ann 122 Bob 20 Cal 20 Dee 20 (bad-count);
    totals Ann 2 Bob 20 Cal 20 Dee 20 => phase poker
the next hand is kept card by card again
    deal; chips-only; Ann out Bob 1 Cal 1 Dee 1; deal; swap; Bob 2C => next 3C
poker pots wait after a hand in chips only
    michigan-rummy-classic: deal; chips-only; Ann out Bob 1 Cal 2 Dee 1 => phase poker;
    Bob shows 2C; Cal shows 3C 3D; award poker => Cal 94
"""


@pytest.mark.parametrize("case", read_cases(CASES))
def test_a_hand_is_kept_in_chips_only(case: str) -> None:
    play_case(case)
