"""Leads, follows, stops and skips (*A hand*, 4–6)."""

import pytest

from tests.core.table import evening, play_case, read_cases

CASES = """
the first lead is any suit
    deal; keep => lead Ann CDHS; Ann 9S => next 10S
only the leader leads
    deal; keep; not Bob 2C (not-your-turn); not Bob skips (wrong-phase)
the next higher card of the suit follows
    deal; keep; Ann 9S; Cal 10S => next JS, lead nobody; not Cal QS (not-next-card);
    not Cal JC (not-next-card); not Cal 9S (not-next-card); not Cal 8S (not-next-card)
a player may follow himself
    deal; keep; Ann 9S; Ann 10S; Ann JS => left Ann 8, next QS
cards in a row may go on over an ace into the next lead
    deal; keep; Ann KS AS 2D 3D => next 4D, left Ann 7
cards in a row do not jump over a stop that nobody called
    deal; keep; not Ann 9S 10S 2D (not-next-card)
of cards in a row none is played if one cannot be
    deal; keep; not Ann 9S 10S QS (not-next-card); Ann 9S 10S JS => next QS
an ace stops a run by itself
    deal; keep; Ann KS; Bob AS => lead Bob DH, next nothing; not stop (wrong-phase)
a next card already played stops a run by itself
    deal; keep; Ann 9S; stop; Ann 2D; stop; Ann 7S; Cal 8S => lead Cal DH; not stop (wrong-phase)
a stop before any lead makes no sense
    not stop (wrong-phase); deal; keep; not stop (wrong-phase)
who played the last card leads the other colour
    deal; keep; Ann 2C; Bob 3C; stop => lead Bob DH; not Bob 5C (wrong-suit);
    not Bob 5S (wrong-suit); Bob 5H => next 6H
after a suit the other colour may be led
    deal; keep; Ann 2C; stop => lead Ann DH; undo; undo; Ann 2D; stop => lead Ann CS;
    undo; undo; Ann 2H; stop => lead Ann CS; undo; undo; Ann 2S; stop => lead Ann DH
in boodle any suit but the one that stopped may be led
    boodle: deal; keep; Ann 2C; stop => lead Ann DHS; undo; undo; Ann 2D; stop => lead Ann CHS;
    undo; undo; Ann 2H; stop => lead Ann CDS; undo; undo; Ann 2S; stop => lead Ann CDH
a card on the table cannot be led again
    deal; keep; Ann 2C; stop; Ann 2D; stop; not Ann 2C (already-played)
a skip passes the lead to the left under the same restriction
    deal; keep; Ann 2C; Cal 3C; stop; Cal skips => lead Dee DH; not Cal skips (not-your-turn);
    not Dee 4S (wrong-suit); Dee skips => lead Ann DH
nobody skips while a run goes on
    deal; keep; Ann 2C; not Ann skips (wrong-phase); not Bob skips (wrong-phase)
when all skip the last player leads the forbidden colour
    deal; keep; Ann 2C; Cal 3C; stop; Cal skips; Dee skips; Ann skips; Bob skips => lead Cal CS;
    not Cal 4D (wrong-suit); not Cal skips (wrong-phase); Cal 5S => next 6S
when all skip in boodle the last player leads the same suit
    boodle: deal; keep; Ann 2C; stop; Ann skips; Bob skips; Cal skips; Dee skips => lead Ann C;
    not Ann 4S (wrong-suit)
when all skip in a tournament the hand is blocked
    michigan-rummy-tournament: deal; keep; Ann 2C; stop; Ann skips; Bob skips; Cal skips; Dee skips
    => phase blocked, lead nobody, next nothing; not Ann 3D (wrong-phase);
    not Ann skips (wrong-phase)
when all skip in great lakes the hand is blocked
    great-lakes: deal; keep; Ann 2C; stop; Ann skips; Bob skips; Cal skips; Dee skips
    => phase blocked, lead nobody, next nothing; not Ann 3D (wrong-phase);
    not Ann skips (wrong-phase)
after the fallback lead the usual restriction holds again
    deal; keep; Ann 2C; stop; Ann skips; Bob skips; Cal skips; Dee skips; Ann 4S; stop
    => lead Ann DH; Ann skips => lead Bob DH
every card leaves a hand
    deal; keep; Ann 2C; Bob 3C; Cal 4C; Bob 5C => left Ann 10, left Bob 8, left Cal 9, left Dee 10
a recount takes from the dead pile or gives to it
    deal; keep; Ann 2C; Ann holds 12 => left Ann 12, dead 9; Ann holds 9 => dead 12
the dealer may be recounted before he swaps
    deal; Dee holds 12; swap => left Dee 9, dead 12
a recount that cannot be is refused
    deal; keep; not Ann holds 0 (bad-count); not Ann holds 23 (bad-count);
    not Ann holds 52 (bad-count); not Ann holds 53 (bad-count)
a player may hold all that seemed dead
    deal; keep; Ann holds 22 => dead 0
between hands and in chips only nothing is recounted
    not Ann holds 5 (wrong-phase); deal; chips-only; not Ann holds 5 (wrong-phase)
"""


@pytest.mark.parametrize("case", read_cases(CASES))
def test_cards_are_led_followed_and_stopped(case: str) -> None:
    play_case(case)


def test_several_cards_in_a_row_may_be_one_entry() -> None:
    one = evening().play("deal; keep; Ann 9S 10S JS")
    many = evening().play("deal; keep; Ann 9S; Ann 10S; Ann JS")
    assert one.result == many.result
    assert len(one.log.raw_entries) == 3
