"""Findings enforced or waived where penalties are on (*The referee*)."""

import pytest

from companion.games.stops.penalties import penalty_sentence
from tests.core.table import Evening, evening, play_case, read_cases, spell_out, split_setup

PLAYED = {
    # Ann's lead of the 5 was not her lowest: entry 2, proven by entry 8.
    "WRONG": "deal; keep; Ann 5C; stop; Ann 2D; Bob 3D; stop; Bob 3C; Ann 4C",
    # Ann withholds the 5 of hearts at the stop, entry 3, and goes out with it, entry 6.
    "WITHHELD": "DEALT; HELD_BACK",
    "DEALT": "deal Ann 3 Bob 5 Cal 4 dummy 40; keep",
    "ONE_MORE": "deal Ann 4 Bob 5 Cal 4 dummy 39; keep; HELD_BACK",
    "HELD_BACK": "Ann 4H; stop; Ann 2C; stop; Ann 5H",
    "TWO_LEADS": "deal; keep; Ann KS AS 10D; stop; Ann 2C; stop",
    "BOB_OUT": "Bob 6H 7H 8H 9H 10H",
    # All have 92 after the antes, each pot 3.
    "KITTY": "michigan-kitty, penalties=on, first_lead=lowest-of-suit",
}

# Boodle for three: after the antes Ann and Bob have 96, Cal 92, each of four pots 4.
CASES = """
waived findings cost nothing
    WRONG => Ann 96, Bob 96, Cal 92; waive 0
    => Ann 96, Bob 96, Cal 92, Ann led-not-lowest 2-8 waived
a finding that was waived is settled
    WRONG; waive 0; not waive 0 (already-settled); not enforce 0 (already-settled)
a finding that was enforced is settled
    WRONG; enforce 0; not waive 0 (already-settled); not enforce 0 (already-settled)
only findings there are can be settled
    not enforce 0 (no-such-finding); WRONG; not enforce 1 (no-such-finding); misdeal;
    not waive 0 (no-such-finding)
two wrong leads in one entry are two findings and two fines
    TWO_LEADS; Ann 9D 2S => Ann led-not-lowest 2-6 open, Ann led-not-lowest 2-6 open;
    enforce 0; enforce 1
    => Ann led-not-lowest 2-6 enforced, Ann led-not-lowest 2-6 enforced, Ann 92, Bob 98
of two wrong leads in one entry each has its own proof
    TWO_LEADS; Ann 9D; Ann 2S => Ann led-not-lowest 2-6 open, Ann led-not-lowest 2-7 open
where penalties are off nothing is enforced or waived
    penalties=off: WRONG; not enforce 0 (wrong-phase); not waive 0 (wrong-phase);
    not enforce 7 (wrong-phase) => Ann led-not-lowest 2-8 open
a finding may be settled until the next deal
    per_card=0: WRONG; chips-only; Ann out Bob 1 Cal 1; enforce 0 => Ann 94, Bob 97, Cal 93;
    undo; deal; not enforce 0 (no-such-finding)
a wrong lead costs a chip to every other player
    WRONG; enforce 0 => Ann 94, Bob 97, Cal 93
a wrong first lead costs the same
    michigan-kitty, players=Ann Bob Cal Dee, penalties=on: deal; keep; Ann 5C; Bob 6C; stop;
    Bob 3D; Ann 4D; enforce 0
    => Ann first-lead-not-lowest 2-6 enforced, Ann 89, Bob 93, Cal 93, Dee 93
what the offender cannot pay becomes notes
    board=AH: count Ann 2; WRONG; enforce 0 => Ann 0, Ann owes Cal 1
who led wrong collects no money card any more
    WRONG; enforce 0; Ann QD => Ann 94, pot:QD 4
a waived offender goes on collecting
    WRONG; waive 0; Ann QD => pot:QD 0
the bar ends with the hand
    per_card=0: WRONG; enforce 0; chips-only; not Ann collects AH (nothing-to-collect);
    Ann out Bob 1 Cal 1; deal; keep; Bob 2C; stop; Bob 2D; Ann 3D; stop; Ann AH => pot:AH 0
what was collected since goes back, the wrong card included
    deal; keep; Ann JS; stop; Ann QD; stop; Ann AH; Ann 2C; stop; Ann 5D
    => Ann led-not-lowest 4-9 open, Ann 108; enforce 0
    => pot:AH 4, pot:KC 4, pot:QD 4, pot:JS 0, Ann 98, Bob 97, Cal 93
what others collected stands
    deal; keep; Ann 5C; stop; Ann QD; Bob KD AD; Bob JS; stop; Bob 3C; Ann 4C; enforce 0
    => pot:JS 0, pot:QD 4, Bob 101
notes that were collected go back as far as they are there
    deal; keep; Cal borrows 3 from pot:QD; Ann 9D; stop; Ann 5C; stop; Ann QD; stop; Ann 2H;
    Bob 3H; stop; Bob 3D; Ann 4D
    => Cal owes Ann 3, Ann led-not-lowest 3-13 open, Ann led-not-lowest 7-13 open;
    enforce 1 => Cal owes pot:QD 3, pot:QD 1, Ann 94
notes redeemed meanwhile go back in chips
    deal; keep; Cal borrows 3 from pot:QD; Ann 9D; stop; Ann 5C; stop; Ann QD; stop;
    Cal repays 2 to Ann; Ann 2H; Bob 3H; stop; Bob 3D; Ann 4D; enforce 0
    => Cal owes pot:QD 1, pot:QD 3
what cannot go back becomes a note to the pot
    deal; keep; Ann 9D; stop; Ann 5C; stop; Ann QD; stop; count Ann 3; Ann 2H; Bob 3H; stop;
    Bob 3D; Ann 4D; enforce 0 => Ann 0, pot:QD 1, Ann owes pot:QD 3
special cups go back too
    great-lakes, players=Ann Bob Cal Dee, penalties=on: deal; keep; Ann 3C; stop; Ann 6D; stop
    => Ann 95; Ann 2C; enforce 0 => Ann 88, pot:6-lead 4
the jackpot is never given back
    michigan-rummy-classic, players=Ann Bob Cal Dee, board=jackpot, per_card=0:
    deal Ann 3 Bob 9 Cal 9 Dee 9 dummy 22; keep; Ann 5C; stop; Ann 2D; stop; Ann 4C => Ann 104;
    enforce 0 => Ann 101, phase between-hands
who withheld a card collects nothing from the stop on
    deal; keep; Ann KC; stop; Ann QD; stop; Ann 9H; stop; Ann KD; enforce 0
    => Ann withheld 5-8 enforced, pot:KC 0, pot:QD 0, Ann 104; Ann AD; Ann JS => pot:JS 4
what he collected since the stop goes back
    deal; keep; Ann 5C; stop; Ann QD; stop; Ann 6C; enforce 0 => pot:QD 4, Ann 96, Bob 96, Cal 92
an offender who plays his last card does not win
    ONE_MORE; enforce 0; stop; Ann 3C => phase play, left Ann 0, next 4C;
    not Ann 4C (no-cards-left); stop => lead Bob DHS
play goes on until another goes out, who wins
    WITHHELD; enforce 0; Bob 6H; Bob 7H 8H 9H; Bob 10H
    => phase between-hands, Ann 96, Bob 100, Cal 88
an end already paid is reversed
    WITHHELD => phase between-hands, Ann 105; enforce 0
    => Ann 96, Bob 96, Cal 92, phase play, next 6H, left Ann 0, left Bob 5, left Cal 4
a hand does not resume among other players
    WITHHELD; Dee joins left of Cal with 50; not enforce 0 (wrong-phase)
nor after a later one was misdealt
    WITHHELD; Dee joins left of Cal with 50; deal; misdeal; not enforce 0 (wrong-phase)
nor where the others have changed since that misdeal
    WITHHELD; deal; misdeal; Dee joins left of Cal with 50; not enforce 0 (wrong-phase)
nor without a player who has left
    players=Ann Bob Cal Dee: deal Ann 3 Bob 5 Cal 4 Dee 4 dummy 36; keep; HELD_BACK; Dee leaves;
    deal; misdeal; not enforce 0 (wrong-phase)
a hand resumes if a later one was misdealt
    WITHHELD; deal; misdeal; enforce 0 => phase play, next 6H
what the winner cannot give back becomes a note
    WITHHELD; count Ann 6; enforce 0 => Ann 0, Ann owes Bob 3
notes for cards left are reversed as notes
    chips=Ann 100 Bob 6 Cal 100: WITHHELD => Bob owes Ann 3; enforce 0 => Bob 2
the kitty and the pots of the last hand are given back
    KITTY: last-hand; WITHHELD; enforce 0 => every pot 3, Ann 92, Bob 92, Cal 92
a note won with the kitty goes back into it
    KITTY: DEALT; Bob borrows 2 from pot:kitty; HELD_BACK => Bob owes Ann 2; enforce 0
    => Bob owes pot:kitty 2, Ann 92, Bob 94, Cal 92
a note that came home with the kitty is written again
    KITTY: DEALT; Ann borrows 2 from pot:kitty; HELD_BACK =>; enforce 0
    => Ann owes pot:kitty 2, Ann 94, pot:kitty 1
a note won with the kitty and redeemed goes back in chips
    KITTY: DEALT; Bob borrows 2 from pot:kitty; HELD_BACK; Bob repays 2 to Ann; enforce 0
    => pot:kitty 3
the lead of an offender without cards passes left
    deal Ann 3 Bob 5 Cal 4 dummy 40; keep; Ann KH; stop; Ann 2C; stop; Ann AH
    => phase between-hands; enforce 0 => lead Bob CDS
awards are reversed and shown cards forgotten
    michigan-rummy-classic, board=poker jackpot: WITHHELD; Bob shows 6H 7H 8H 9H JS;
    Cal shows 2S 3S 4S AS; award poker => pot:poker 0; enforce 0
    => phase play, pot:poker 4, pot:jackpot 4; Bob 6H 7H 8H 9H; stop; Bob JS;
    not award poker (nothing-to-collect); Cal shows 2S 3S 4S AS; award poker => Cal 96
nobody left who may win ends the hand and the kitty stays
    KITTY: WITHHELD; enforce 0; Bob 6H; stop; Bob 3C; enforce 1; stop; Bob 8D; Cal 9D; stop; Cal 4C
    => Ann withheld 3-6 enforced, Bob withheld 5-10 enforced, Cal withheld 12-16 open, phase play;
    enforce 2 => phase between-hands, pot:kitty 3, Ann 92, Bob 92, Cal 92
of two offenders and one who is none he wins
    KITTY: WITHHELD; enforce 0; Bob 6H; stop; Bob 3C; enforce 1; stop; Bob 8D; Cal 9D 10D JD QD
    => phase between-hands, Cal 100
barred players cannot go out in chips only
    deal; keep; Ann 4H; stop; Ann 2C; stop; Ann 5H; enforce 0; chips-only;
    not Ann out Bob 1 Cal 1 (wrong-phase); not Ann collects AH (nothing-to-collect);
    Bob out Ann 1 Cal 1 => phase between-hands
an offender without cards has none left in chips only
    WITHHELD; enforce 0; chips-only; Bob out Ann 0 Cal 2 => Ann 96, Bob 98, Cal 90
other findings carry no penalty
    michigan-rummy-classic: deal; keep; Ann 2C; stop; Ann skips; Bob 2D; Ann 3D
    => Ann 91, Bob 91, Cal 82; enforce 0
    => Ann false-skip 4-6 enforced, Ann 91, Bob 91, Cal 82; stop; Ann JS => pot:JS 0
a contradiction may be enforced and nothing happens
    deal Ann 2 Bob 2 Cal 48 dummy 0; keep; Ann 2C; stop; enforce 0
    => somebody contradiction 3-3 enforced
who was kept from a money card gets what lies in the pot
    per_card=0: WITHHELD; enforce 0; BOB_OUT => Ann 96; Cal shows AH 2S 3S 4S
    => Ann 92, Cal 96, pot:AH 4
it is paid when the finding is enforced if that comes last
    per_card=0: ONE_MORE; BOB_OUT; Cal shows AH 2S 3S 4S => Cal 92; enforce 0
    => Ann 92, Cal 96, pot:AH 4
only money cards of the withheld suit count
    per_card=0: WITHHELD; enforce 0; BOB_OUT; Cal shows KC QD JS 4S => Ann 96, Cal 92
an empty pot is not compensated
    per_card=0: WITHHELD; count pot:AH 0; enforce 0; BOB_OUT; Cal shows AH 2S 3S 4S => Ann 96
a waived finding is not compensated
    per_card=0: WITHHELD; waive 0; Cal shows AH 2S 3S 4S => phase between-hands, Cal 92
a money card that is all he still holds is compensated
    per_card=0: deal Ann 3 Bob 5 Cal 1 dummy 43; keep; HELD_BACK; enforce 0; BOB_OUT; Cal shows AH
    => Cal 96
the offender's own money card is not compensated
    per_card=0: ONE_MORE; enforce 0; BOB_OUT; Ann shows AH => Ann 96
a compensation beyond the purse becomes a note
    per_card=0: WITHHELD; enforce 0; BOB_OUT; count Ann 1; Cal shows AH 2S 3S 4S
    => Ann 0, Ann owes Cal 3
a combination is compensated if one player holds all of it
    per_card=0, board=QKH AH KC QD: WITHHELD; enforce 0; BOB_OUT; Cal shows QH KH 2S 3S => Cal 96
a part of a combination is not
    per_card=0, board=QKH AH KC QD: WITHHELD; enforce 0; BOB_OUT; Cal shows QH 9S 2S 3S => Cal 92
"""


def boodle(played: str, **options: object) -> Evening:
    return evening("boodle", "Ann Bob Cal", **options).play(spell_out(played, **PLAYED))


@pytest.mark.parametrize("case", read_cases(CASES, **PLAYED))
def test_findings_are_enforced_and_waived(case: str) -> None:
    play_case(case, game="boodle", players="Ann Bob Cal")


@pytest.mark.parametrize("settle", ["enforce", "waive"])
def test_who_settles_a_finding_may_name_the_entry_that_it_is_about(settle: str) -> None:
    for entry in (1, 8, 99):
        wrong = {"do": settle, "finding": 0, "entry": entry}
        boodle("WRONG").refuses(wrong, "no-such-finding")
    table = boodle("WRONG").enter({"do": settle, "finding": 0, "entry": 2})
    table.refuses({"do": settle, "finding": 0, "entry": 2}, "already-settled")
    table.refuses({"do": settle, "finding": 0, "entry": 1}, "no-such-finding")


def test_compensation_is_paid_once_per_offender_and_pot() -> None:
    table = boodle(
        "WITHHELD; enforce 0; BOB_OUT; Cal shows AH 2S 3S 4S; count pot:AH 9", per_card=0
    )
    assert table.enter({"do": "show", "player": "Ann", "cards": []}).chips("Cal") == 96


@pytest.mark.parametrize("settled", ["enforce 0", "waive 0"])
def test_a_settlement_may_be_undone(settled: str) -> None:
    table = boodle("WITHHELD")
    before = table.result
    assert table.play(f"{settled}; undo").result == before


NO_MORE_POTS = "Ann wins no more pots by playing cards in this hand"
COSTS = {
    f"Ann pays 1 chip to Bob; {NO_MORE_POTS}": "OF_TWO: deal; keep; HELD_BACK",
    f"Ann pays Bob and Cal 1 chip each; {NO_MORE_POTS}": "WRONG",
    "play goes on without Ann; Ann pays back 5 chips to Bob and 4 to Cal": "WITHHELD",
}


@pytest.mark.parametrize(("words", "played"), COSTS.items())
def test_what_a_penalty_costs_is_said_before_it_is_applied(words: str, played: str) -> None:
    of_two = "michigan-kitty, players=Ann Bob, penalties=true"
    setup, log = split_setup(spell_out(played, OF_TWO=of_two, **PLAYED))
    table = evening(**{"game": "boodle", "players": "Ann Bob Cal"} | setup).play(log)
    before = table.log.table
    after = table.play("enforce 0").log.table
    assert str(penalty_sentence(before, after, 0)) == words
