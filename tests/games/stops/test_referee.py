"""What the referee finds, with the entry that broke a rule and the one that proves it."""

import pytest

from tests.core.table import evening, play_case, read_cases

# Where no card is dead, somebody always has the next one.
DEALS = {
    "KEEP": "deal; keep",
    "FOUR": "deal Ann 4 Bob 4 Cal 4 Dee 4 dummy 36; keep",
    "TWO_DEAD": "deal Ann 10 Bob 10 Cal 15 Dee 15 dummy 2; keep",
    "OUTBID": "deal; Ann bids 1; Bob bids 2; Cal passes; Ann passes",
    "NONE_DEAD": "deal Ann 2 Bob 2 Cal 24 Dee 24 dummy 0; keep",
}
FOUND = """
a lower card played later proves a lead not lowest
    boodle: KEEP; Ann 5C; stop; Ann 2D; Bob 3D; stop; Bob 3C; Ann 4C => Ann led-not-lowest 2-8 open
before that card nothing is found
    boodle: KEEP; Ann 5C; stop; Ann 2D; Bob 3D; stop; Bob 3C => no findings
a lower card led later proves it too
    boodle: KEEP; Ann 5C; stop; Ann 2D; stop; Ann 3C => Ann led-not-lowest 2-6 open
a lower card shown after the hand proves it too
    boodle: FOUR; Ann 5C; stop; Ann 2D; Bob 3D 4D 5D 6D; Ann shows 7S 2C
    => Ann led-not-lowest 2-6 open
a higher card or another suit proves nothing
    boodle: KEEP; Ann 5C; stop; Ann 7D; stop; Ann 9C; stop; Ann 2H; stop; Ann 3S => no findings
lower cards of other players prove nothing
    boodle: KEEP; Ann 5C; Bob 6C; stop; Bob 2D; stop; Bob 2C 3C 4C => no findings
two wrong leads of a suit are two findings
    boodle: KEEP; Ann 9C; stop; Ann 2D; stop; Ann 5C; stop; Ann 2H; stop; Ann 3C
    => Ann led-not-lowest 2-6 open, Ann led-not-lowest 6-10 open
one card may prove two offences, in the order of the offences
    boodle: KEEP; Ann 4C; stop; Ann 2D; stop; Ann 7C 8C; stop; Ann 2H; stop; Ann 3C
    => Ann led-not-lowest 2-10 open, Ann led-not-lowest 6-10 open
the same offence is found once
    boodle: KEEP; Ann 9C; stop; Ann 2D; stop; Ann 3C; stop; Ann 5D; stop; Ann 5C
    => Ann led-not-lowest 2-6 open
under lowest-card any lower rank proves the first lead wrong
    michigan-kitty: KEEP; Ann 5C; Bob 6C; stop; Bob 3D; Ann 4D
    => Ann first-lead-not-lowest 2-6 open
under lowest-card an equal rank proves nothing
    michigan-kitty: KEEP; Ann 5C; Bob 6C; stop; Bob 4D; Ann 5D => no findings
the first lead is judged by one rule alone
    michigan-kitty: KEEP; Ann 5C; stop; Ann 7D; stop; Ann 3C => Ann first-lead-not-lowest 2-6 open
later leads are judged by suit, even under lowest-card
    michigan-kitty: KEEP; Ann 2C; stop; Ann 9D; stop; Ann 4S; stop; Ann 3D
    => Ann led-not-lowest 4-8 open
who plays the card that nobody had withheld it
    boodle: KEEP; Ann 5C; stop; Ann 2D; Bob 3D; stop; Bob 6C => Bob withheld 3-7 open
who shows the card that nobody had withheld it
    boodle: FOUR; Ann 5C; stop; Ann 2D; Bob 3D 4D 5D 6D; Dee shows 6C 9S 10S QS
    => Dee withheld 3-6 open; deal => no findings
a run that stopped by itself withholds nothing
    boodle: KEEP; Ann 5C; stop; Ann 2D; Bob 3D; stop; Bob 4C; Bob 2H => no findings
a card that could have been led proves a false skip
    michigan-rummy-classic: FOUR; Ann 2C; stop; Ann skips; Bob 2D; Ann 3D => Ann false-skip 4-6 open
a card shown proves a false skip
    great-lakes: FOUR; Ann 2C; stop; Ann skips; Bob 2D; stop; Bob 2S 3S; Cal 4S; Bob 5S;
    Ann shows 2H 5C 4C => Ann false-skip 4-10 open
a card that could not have been led proves nothing
    michigan-rummy-classic: FOUR; Ann 2C; stop; Ann skips; Bob 2D; stop; Bob 2S; Ann 3S
    => no findings
every false skip is found
    michigan-rummy-classic: FOUR; Ann 2C; stop; Ann skips; Bob 2D; stop; Bob 2S; stop; Bob skips;
    Cal skips; Dee skips; Ann skips; Bob 5S; stop; Bob skips; Cal skips; Dee skips; Ann 7H
    => Ann false-skip 4-18 open, Ann false-skip 12-18 open
a losing bidder who plays a money card has bid illegally
    michigan-kitty: OUTBID; Ann 2C; Bob 3C; stop; Bob 10D; Ann JD => Ann illegal-bid 1-9 open
the first bid is the offence, and it is found once
    michigan-kitty: deal; Ann bids 1; Bob bids 2; Cal passes; Ann bids 3; Bob bids 4; Ann passes;
    Ann 2H; stop; Ann QC; stop; Ann JD => Ann illegal-bid 1-9 open
the buyer may play money cards that came with the dummy
    michigan-kitty: deal; Ann bids 1; Bob passes; Cal passes; Ann QC KC AC => no findings
one who only passed is not examined
    michigan-kitty: deal; Ann passes; Bob bids 2; Cal passes; Ann QC => no findings
a part of a combination bars no bidder
    michigan-kitty: OUTBID; Ann 8S 9S => no findings
a whole combination does
    michigan-kitty: OUTBID; Ann 8S 9S; Ann 10S => Ann illegal-bid 1-6 open
combination cards of several runs do too
    michigan-kitty: OUTBID; Ann 2C; stop; Ann QD; stop; Ann 4S; stop; Ann KD
    => Ann illegal-bid 1-11 open, Ann withheld 8-11 open
cards shown after the hand prove an illegal bid
    michigan-kitty: OUTBID; chips-only; Cal out Ann 2 Bob 1 Dee 1; Dee shows QC; Bob shows AS;
    Ann shows 10H 3C => Ann illegal-bid 1-9 open
cards shown by the dealer and the buyer prove none
    michigan-kitty: OUTBID; chips-only; Cal out Ann 2 Bob 1 Dee 1; Dee shows QC; Bob shows AS
    => no findings
special cups bar nobody
    great-lakes: OUTBID; Ann AC; Ann 2H => no findings
where money cards do not bar nobody bids illegally
    boodle: OUTBID; Ann KC => no findings
a stop where somebody must have the card is a contradiction
    boodle: NONE_DEAD; Ann 2C; stop => somebody contradiction 3-3 open
there is one contradiction a hand at most
    boodle: deal Ann 4 Bob 4 Cal 22 Dee 22 dummy 0; keep; Ann 2C; stop; Ann 2D; Bob 3D; stop;
    Bob 2H; stop => somebody contradiction 3-3 open
too many stops for the dead pile are a contradiction
    boodle: TWO_DEAD; Ann 2C; stop; Ann 2D; stop; Ann 2H; stop => somebody contradiction 7-7 open
a stop at a money card contradicts a lawful swap
    michigan-kitty: deal; swap; Ann JC; stop => somebody contradiction 3-3 open
where nobody swapped it does not
    michigan-kitty: KEEP; Ann 10C JC; stop => no findings
a stop at a money card contradicts a lawful sale
    great-lakes: deal; Bob buys for 1; Ann QD; stop => somebody contradiction 3-3 open
what is not proven counts among contradictions
    boodle: TWO_DEAD; Ann 2C; stop; Ann 2D; stop; Ann 2S; Bob 3S; stop
    => somebody contradiction 8-8 open
what is proven is set aside before contradictions are sought
    boodle: TWO_DEAD; Ann 2C; stop; Ann 2D; stop; Ann 3C; stop; Ann 2H; stop
    => Ann withheld 3-6 open, somebody contradiction 9-9 open
a recount can make a contradiction
    boodle: TWO_DEAD; Ann 2C; stop; Ann 2D; stop; Bob holds 11 => somebody contradiction 6-6 open
without the recount there is none
    boodle: TWO_DEAD; Ann 2C; stop; Ann 2D; stop => no findings
a recount can avoid one
    boodle: TWO_DEAD; Bob holds 9; Ann 2C; stop; Ann 2D; stop; Ann 2H; stop => no findings
in chips only nothing is inferred any more
    boodle: NONE_DEAD; Ann 2C; chips-only; Ann out Bob 1 Cal 1 Dee 1 => no findings
a proof that comes later leaves a contradiction that was found
    boodle: TWO_DEAD; Ann 2C; stop; Ann 2D; stop; Ann 2S; Bob 3S; stop; Bob 3C
    => somebody contradiction 8-8 open, Bob withheld 3-9 open
where money cards do not bar a stop contradicts no swap
    michigan-kitty, money_card_bars=false: deal; swap; Ann 10C JC; stop => no findings
a wrong lead is taken back with its proof
    boodle: KEEP; Ann 5C; stop; Ann 2D; Bob 3D; stop; Bob 3C; Ann 4C; undo => no findings;
    redo => Ann led-not-lowest 2-8 open
a card withheld is taken back with its proof, and with the offence
    boodle: KEEP; Ann 5C; stop; Ann 2D; Bob 3D; stop; Bob 6C; undo => no findings;
    redo => Bob withheld 3-7 open; amend 7: Bob 7C => no findings
"""


@pytest.mark.parametrize("case", read_cases(FOUND, **DEALS))
def test_the_referee_finds_what_is_proven(case: str) -> None:
    play_case(case)


def test_cards_shown_can_make_a_contradiction() -> None:
    table = evening("boodle").play("deal Ann 3 Bob 4 Cal 22 Dee 22 dummy 1; keep; Ann JH; stop")
    table.play("Ann KS; Dee AS; Dee 5C; Ann 6C; Bob shows 2D 3D 4D 5D")
    assert table.findings == []
    hearts = " ".join(f"{rank}H" for rank in range(2, 11))
    table.play(f"Cal shows {hearts} 6D 7D 8D 9D 10D JD QD KD AD 2S 3S 4S 5S")
    assert table.findings == ["somebody contradiction 9-9 open"]
