"""Going out, per-card payments, the last hand and what is left over (*A hand*, 8 and 11)."""

import pytest

from tests.core.table import play_case, read_cases

# Ann has two cards, Bob ten, Cal three, Dee four; everybody 92 chips, each pot 4.
FEW = "deal Ann 2 Bob 10 Cal 3 Dee 4 dummy 33"

CASES = """
the last card of a player ends the hand
    FEW; keep; Ann 2C; Ann 3C => phase between-hands, left None, dead None;
    not Bob 4C (wrong-phase); not stop (wrong-phase)
who goes out wins the kitty and a chip for every card left
    FEW; keep; Ann 2C; Ann 3C => Ann 113, Bob 82, Cal 89, Dee 88, pot:kitty 0, pot:AS 4
a money card just played is collected first
    per_card=0: FEW; keep; Ann JC QC => Ann 100, pot:QC 0
cards left may cost more
    per_card=3: FEW; keep; Ann 2C 3C => Bob 62
cards left may cost nothing
    per_card=0: FEW; keep; Ann 2C 3C => Bob 92
tournaments pay no cards left
    michigan-rummy-tournament: FEW; keep => Ann 91, Bob 91; Ann 2C 3C => Ann 96, Bob 91
what a loser cannot pay becomes a note
    chips=Ann 8 Bob 12 Cal 11 Dee 8: FEW; keep; Ann 2C; Ann 3C
    => Ann 11, Bob 0, Cal 0, Dee 0, Bob owes Ann 6, Dee owes Ann 4
the other pots stay and grow
    FEW; keep; Ann 2C 3C; deal => pot:AS 8, pot:kitty 4
in boodle there is no pot for going out
    boodle: FEW; keep; Ann 2C 3C => Ann 113, pot:AH 5
a board may have a kitty and a jackpot
    board=kitty jackpot, per_card=0: FEW; keep; Ann 2C 3C => Ann 106
who goes out in the last hand takes every pot
    per_card=0: FEW; keep; last-hand; Ann 2C 3C => Ann 124, every pot 0;
    not deal (last-hand-played)
the next hand may be announced as the last
    per_card=0: last-hand; FEW; keep; Ann 2C 3C => Ann 124; not deal (last-hand-played);
    end => phase over
the last hand may be announced during the auction
    deal; last-hand; swap; not last-hand (wrong-phase)
after the first lead it is too late to announce the last hand
    FEW; keep; Ann 2C; not last-hand (wrong-phase)
in chips only it is too late to announce the last hand
    deal; chips-only; not last-hand (wrong-phase)
between hands it is the next hand that is announced
    per_card=0: FEW; keep; Ann 2C 3C; last-hand => Ann 96, pot:AS 4; FEW; swap; Bob 2C;
    not last-hand (wrong-phase)
the winner of the last hand leaves pots that poker decides
    board=AS kitty poker loser, per_card=0: last-hand; FEW; keep; Ann 2C 3C
    => Ann 104, phase poker, pot:poker 4, pot:loser 4
where leftovers are divided the last hand is like any other
    boodle, per_card=0: FEW; keep; last-hand; Ann 2C 3C => Ann 96, pot:AH 5
notes in the pots go to the winner of the last hand
    per_card=0: last-hand; FEW; keep; Bob borrows 3 from pot:AS; Ann 2C 3C
    => Ann 121, Bob owes Ann 3
what is left is divided equally and odd chips go from the dealer's left
    board=AS kitty, chips=10: count pot:AS 4; count pot:kitty 3; end
    => Ann 12, Bob 12, Cal 12, Dee 11
odd chips go from the last dealer's left
    board=AS kitty, chips=10, dealer=Bob: count pot:AS 2; end => Ann 10, Bob 10, Cal 11, Dee 11
leftovers are divided among those still there
    board=AS kitty, chips=10: Bob leaves; count pot:AS 4; end => Ann 12, Bob 10, Cal 11, Dee 11
if nobody is left the pots keep what they hold
    players=Ann Bob, board=AS, chips=10: count pot:AS 4; Ann leaves; Bob leaves; end
    => pot:AS 4, phase over
the evening ends only between hands
    deal; not end (wrong-phase); swap; not end (wrong-phase)
after the end nothing but undo is possible
    end; not deal (wrong-phase); not end (wrong-phase); not Ann buys in 1 (wrong-phase);
    not Ann borrows 1 from Bob (wrong-phase); not count Ann 1 (wrong-phase);
    not Ann repays 1 to Bob (wrong-phase); not Eve joins left of Ann with 1 (wrong-phase);
    not last-hand (wrong-phase); not misdeal (wrong-phase); not Ann leaves (wrong-phase);
    not enforce 0 (wrong-phase); not Ann shows 2C (wrong-phase); not award AS Ann (wrong-phase);
    undo; deal => phase dummy
the tally ranks by result and equal results share a place
    count Ann 105; count Cal 103; count Dee 105; end
    => Ann 105, place 1 Ann +5, place 1 Dee +5, place 3 Cal +3, place 4 Bob +0
bought chips are no gain
    Bob buys in 50; end => Bob 150, place 1 Bob +0, bought Ann 100, bought Bob 150
"""


@pytest.mark.parametrize("case", read_cases(CASES, FEW=FEW))
def test_hands_and_evenings_come_to_their_end(case: str) -> None:
    play_case(case)
