"""Blocked hands, and pots that are judged after a hand (*A hand*, 9 and 10)."""

import pytest

from tests.core.table import Evening, evening, play_case, read_cases

FEW = "deal Ann 2 Bob 10 Cal 3 Dee 4 dummy 33; keep"
BLOCKED = f"{FEW}; Ann 2C; stop; Ann skips; Bob skips; Cal skips; Dee skips"
PLAYED = {
    "FEW": FEW,
    "BLOCKED": BLOCKED,
    "FIVE": "deal Ann 5 Bob 5 Cal 5 Dee 5 dummy 32; keep",
    "OUT": "deal; keep; chips-only; Ann out Bob 2 Cal 1 Dee 5",
}

# In a tournament without a dealer's extra, so that every pot holds 4 chips.
CASES = """
the lowest total takes the jackpot of a blocked hand
    board=jackpot: BLOCKED; totals Ann 8 Bob 60 Cal 7 Dee 33
    => Cal 103, pot:jackpot 0, phase between-hands
a tie splits the jackpot and the odd chips stay
    board=jackpot: count pot:jackpot 1; BLOCKED; totals Ann 8 Bob 60 Cal 8 Dee 33
    => Ann 101, Cal 101, pot:jackpot 1
a blocked hand pays no cards left
    board=jackpot, per_card=1: BLOCKED; totals Ann 8 Bob 60 Cal 7 Dee 33 => Bob 99
cards are still counted while totals are awaited
    board=jackpot: BLOCKED => left Ann 1, left Bob 10, left Cal 3, left Dee 4, dead 33;
    not deal (wrong-phase); not end (wrong-phase); not Ann 3D (wrong-phase);
    not award jackpot Ann (wrong-phase)
totals that cannot be are refused
    board=jackpot: BLOCKED; not totals Ann 8 Bob 60 Cal 7 (bad-entry);
    not totals Ann 8 Bob 60 Cal 7 Dee 33 Zed 5 (bad-entry);
    not totals Ann 1 Bob 60 Cal 7 Dee 33 (bad-count);
    not totals Ann 12 Bob 60 Cal 7 Dee 33 (bad-count);
    not totals Ann 8 Bob 19 Cal 7 Dee 33 (bad-count);
    not totals Ann 8 Bob 111 Cal 7 Dee 33 (bad-count)
an ace counts eleven
    board=jackpot: BLOCKED; Ann shows AS; totals Ann 11 Bob 60 Cal 33 Dee 44 => Ann 103
totals are asked only of a blocked hand
    board=jackpot: not totals Ann 8 Bob 60 Cal 7 Dee 33 (wrong-phase); FEW;
    not totals Ann 8 Bob 60 Cal 7 Dee 33 (wrong-phase); Ann 2C 3C;
    not totals Ann 8 Bob 60 Cal 7 Dee 33 (wrong-phase)
after a blocked hand the loser is judged
    great-lakes, dealer_extra=jackpot: BLOCKED; totals Ann 8 Bob 60 Cal 7 Dee 33 => phase poker;
    award loser Bob => phase between-hands
a poker pot waits and holds up the next deal
    board=poker jackpot: OUT => phase poker; not deal (wrong-phase); not end (wrong-phase);
    not Ann leaves (wrong-phase)
an empty pot does not wait
    board=poker jackpot, ante=0: OUT => phase between-hands
a pot with nothing but a note waits
    board=poker: deal; Bob borrows 4 from pot:poker; keep; chips-only; Ann out Bob 1 Cal 1 Dee 1
    => phase poker, Bob owes pot:poker 4; award poker Cal => Bob owes Cal 4
the table names the winners
    board=poker: OUT; award poker Bob Cal => Bob 101, Cal 101, pot:poker 0
odd chips of a shared pot stay
    board=poker: OUT; award poker Ann Bob Cal => Ann 100, pot:poker 1
nobody may win and the pot stays
    board=poker: OUT; award poker nobody => pot:poker 4, phase between-hands
in a tournament played and held cards count together
    board=poker: FIVE; Ann 2C 3C 4C 5C; Bob 6C; Ann 7C; Bob shows KS KH KD 7S;
    Cal shows AS AH AD QS QH; Dee shows 2S 3S 4S 5S 9S; award poker => Cal 103
who went out competes with what he played in a tournament
    board=poker: FIVE; Ann 2C 3C 4C 5C 6C; award poker => Ann 103
who has not shown does not compete
    board=poker: FIVE; Ann 2C 3C 4C 5C; Bob 6C; Cal 7C 8C 9C 10C JC; Dee shows QC KC AC AS AH;
    award poker => Cal 103
equal hands share the pot
    board=poker: FIVE; Ann 2C 3C; Cal 4C; Ann 5C 6C; stop; Ann 8D; Bob shows AS KS QS JS 9H;
    Dee shows AH KH QH JH 9S; Cal shows 2H 3H 5H 7S; award poker
    => Bob 101, Dee 101, pot:poker 0
in the classic game only cards still held compete
    michigan-rummy-classic, board=poker jackpot, per_card=0, dealer_extra=all pots:
    deal Ann 5 Bob 2 Cal 4 Dee 3 dummy 38; keep; Ann 2C 3C 4C 5C 6C;
    not award poker (nothing-to-collect); Bob shows 9S 9H; Cal shows AS KS QS 10H;
    Dee shows 9C 9D 2H; award poker => Dee 101
a missing kicker loses to any kicker
    michigan-rummy-classic, board=poker, per_card=0: deal Ann 1 Bob 1 Cal 2 Dee 1 dummy 47; keep;
    Ann 2C; Bob shows AS; Dee shows AC; Cal shows AH 2D; award poker => Cal 103
in great lakes the worst five cards take the loser's pot
    great-lakes, board=loser: FIVE; Ann 2C 3C 4C 5C 6C; Bob shows 2S 3S 4S 5H 7S;
    Cal shows 2H 3H 4H 5S 7H; Dee shows 2D 3D 4D 5D 8D; award loser => Bob 101, Cal 101, Dee 99
the five best or worst of all known cards count
    great-lakes, board=poker loser: deal Ann 5 Bob 7 Cal 7 Dee 9 dummy 24; keep;
    Ann JC QC KC AC 3D; Bob shows AS AH AD KS KH 2S 3S; Cal shows 9S 9H 8S 8H 7S 6C 4C; award poker
    => Bob 102, Cal 98; award loser Cal; undo; award loser => Cal 102
for the loser's pot the ace is high
    great-lakes, board=loser: FIVE; Ann 9C 10C JC QC KC; Bob shows AS 2S 3S 4S 5H;
    Cal shows KS QS JS 9S 7H; award loser => Cal 103
both pots that are judged are judged
    board=poker loser: OUT; award loser Bob => phase poker;
    not award loser Bob (nothing-to-collect); award poker Cal => phase between-hands
only pots that wait are awarded
    board=AH poker: not award poker Ann (wrong-phase); deal; keep; chips-only;
    not award poker Ann (wrong-phase); Ann out Bob 1 Cal 1 Dee 1;
    not award AH Ann (nothing-to-collect); not award ZZ Ann (unknown-pot);
    not award poker Zed (unknown-player); not award poker Ann Ann (bad-entry); award poker Ann;
    not award poker Ann (wrong-phase)
cards are shown only after the hand
    board=jackpot: not Ann shows 2C (wrong-phase); FEW; not Ann shows 2C 3C (wrong-phase)
all cards still held are shown once
    board=jackpot: FEW; Ann 2C 3C; not Cal shows 2D 3D (bad-count);
    not Cal shows 2D 3D 4D 5D (bad-count); Cal shows 2D 3D 4D;
    not Cal shows 2D 3D 4D (wrong-phase)
a card seen before cannot be shown
    board=jackpot: FEW; Ann 2C 3C; not Cal shows 2C 3D 4D (already-played); Cal shows 2D 3D 4D;
    not Dee shows 4D 5D 6D 7D (already-played); not Dee shows 5D 5D 6D 7D (already-played);
    not Dee shows 4D (already-played)
who was not dealt to shows nothing
    board=jackpot: FEW; Ann 2C 3C; Eve joins left of Ann with 5; not Eve shows 4D (wrong-phase)
cards may be shown until the next deal
    board=poker: FEW; Ann 2C 3C; award poker Ann; Cal shows 2D 3D 4D; deal;
    not Dee shows 5D 6D 7D 8D (wrong-phase)
"""


@pytest.mark.parametrize("case", read_cases(CASES, **PLAYED))
def test_hands_are_blocked_and_pots_are_judged(case: str) -> None:
    play_case(case, game="michigan-rummy-tournament", dealer_extra="none")


def tournament() -> Evening:
    return evening("michigan-rummy-tournament", board="jackpot", dealer_extra="none")


@pytest.mark.parametrize(("card", "pips"), [("3S", 3), ("10S", 10), ("JS", 10), ("KC", 10)])
def test_totals_agree_with_what_was_shown(card: str, pips: int) -> None:
    table = tournament().play(f"{BLOCKED}; Ann shows {card}")
    table.refuses(f"totals Ann {pips - 1} Bob 60 Cal 7 Dee 33", "bad-count")
    assert table.play(f"totals Ann {pips} Bob 60 Cal 33 Dee 44").chips("Ann") == 103


def test_who_went_out_has_no_cards_to_show() -> None:
    table = tournament().play(f"{FEW}; Ann 2C 3C").refuses("Ann shows 4C", "bad-count")
    assert table.enter({"do": "show", "player": "Ann", "cards": []}).findings == []
