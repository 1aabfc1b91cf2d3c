"""Antes, piles, and who deals (*A hand*, 1 and 2)."""

import pytest

from tests.core.table import evening, play_case, read_cases

OVER = "keep; chips-only; Ann out Bob 1 Cal 1 Dee 1"

CASES = """
everybody puts the ante into every pot
    deal => Ann 92, Bob 92, Cal 92, Dee 92, every pot 4
the ante may be higher
    ante=3: deal => Ann 76, pot:AS 12
without an ante the pots stay empty
    ante=0, chips=0: deal => every pot 0
the dealer antes twice into all four pots of boodle
    boodle: deal => every pot 5, Ann 96, Dee 92
the dealer antes twice into all nine pots of the classic game
    michigan-rummy-classic: deal => every pot 5, Ann 91, Dee 82
the dealer of a tournament antes twice into the jackpot
    michigan-rummy-tournament: deal => pot:jackpot 5, pot:QKH 4, Ann 91, Dee 90
the dealer of great lakes antes twice into the jackpot
    great-lakes: deal => pot:jackpot 5, pot:KD 4, Ann 91, Dee 90
the dealer's extra for a jackpot goes into a kitty
    dealer_extra=jackpot: deal => pot:kitty 5, pot:AS 4, Dee 91
a player called dummy has cards of his own
    players=Ann dummy Cal: deal; swap; Ann 2C; dummy 3C
    => left Ann 12, left dummy 12, left Cal 13, dead 13, no findings
a miscounted deal may be told
    deal Ann 9 Bob 12 Cal 10 Dee 10 dummy 11
    => left Ann 9, left Bob 12, left Cal 10, left Dee 10, dead 11
piles that cannot be are refused
    not deal Ann 12 Bob 10 Cal 10 Dee 10 dummy 11 (bad-count);
    not deal Ann 0 Bob 21 Cal 10 Dee 10 dummy 11 (bad-count);
    not deal Ann 11 Bob 10 Cal 10 dummy 11 (bad-entry);
    not deal Ann 11 Bob 10 Cal 10 Dee 21 (bad-entry);
    not deal Ann 11 Bob 10 Cal 10 Dee 10 Zed 1 dummy 10 (bad-entry)
an empty dummy may be dealt and bought
    deal Ann 13 Bob 13 Cal 13 Dee 13 dummy 0; Ann buys for 1 => left Ann 0, lead Bob CDHS
a deal is refused until every ante is covered
    chips=Ann 100 Bob 7 Cal 100 Dee 100: not deal (short-of-chips); Bob borrows 1 from Ann; deal
    => Bob 0, Ann 91, Bob owes Ann 1
the dealer's extra counts among his antes
    boodle, chips=Ann 4 Bob 4 Cal 4 Dee 7: not deal (short-of-chips); Dee buys in 1; deal => Dee 0
the player left of the dealer leads first
    dealer=Bob: deal; swap => lead Cal CDHS
the deal passes to the left
    dealer=Cal: deal; OVER => dealer Cal; deal; OVER => dealer Dee; deal; OVER => dealer Ann;
    deal; OVER => dealer Bob; deal; OVER => dealer Cal
before the first deal no hand is counted
    => hand 0, phase between-hands, left None, dead None; deal => hand 1
a deal in mid-hand is refused
    deal; not deal (wrong-phase); swap; not deal (wrong-phase); Ann 2C; not deal (wrong-phase)
after the agreed rounds no more is dealt
    great-lakes, rounds=2, board=KD jackpot: deal; OVER; deal; OVER; not deal (last-hand-played);
    end => phase over
a tournament lasts five rounds
    michigan-rummy-tournament, board=jackpot: deal; OVER; deal; OVER; deal; OVER; deal; OVER;
    deal; OVER; not deal (last-hand-played)
great lakes lasts five rounds
    great-lakes, board=jackpot: deal; OVER; deal; OVER; deal; OVER; deal; OVER; deal; OVER;
    not deal (last-hand-played)
too few players cannot be dealt to
    boodle, players=Ann Bob Cal: Bob leaves; not deal (wrong-phase)
without agreed rounds play goes on
    great-lakes, rounds=null, board=KD jackpot: deal; OVER; deal; OVER; deal; OVER; deal; OVER;
    deal; OVER; deal; OVER => hand 6
"""


@pytest.mark.parametrize("case", read_cases(CASES, OVER=OVER))
def test_antes_are_paid_and_cards_are_dealt(case: str) -> None:
    play_case(case)


@pytest.mark.parametrize("seats", range(3, 9))
@pytest.mark.parametrize(("game", "first"), [("michigan-kitty", True), ("great-lakes", False)])
def test_the_dummy_gets_an_odd_card_first_or_last(game: str, first: bool, seats: int) -> None:
    names = [f"P{seat}" for seat in range(seats)]
    dealt = evening(game, " ".join(names)).play("deal").result
    order = ["dummy", *names] if first else [*names, "dummy"]
    piles = {pile: len(range(at, 52, seats + 1)) for at, pile in enumerate(order)}
    assert {**dealt["left"], "dummy": dealt["dead"]} == piles
