"""Wanagan: antes, reveals, claims with wild cards, overtimes, the sweep and the final."""

from typing import Any

import pytest

from tests.core.table import Evening, evening, play_case, read_cases

NOTHING = "2C 4D 8H JS KC"
NOTHING_TOO = "3C 5D 7H 10S QC"


def wanagan(text: str, players: str = "Ann Bob Cal", **setup: Any) -> Evening:
    return evening("wanagan", players, **setup).play(text)


def chips(text: str) -> dict[str, int]:
    return wanagan(text).purses


SHORT = {
    "FINAL": "deal; next; next; next; next",
    "NINES": "Ann shows 9C 9D 2H 4S 6C; Bob shows 8C 8S 2D 4C 7D",
    "NOTHING_TOO": NOTHING_TOO,
    "NOTHING": NOTHING,
    "SIX": "players=Ann Bob Cal Dee Eve Fay",
}

CASES = """
everybody antes thirteen chips
    deal => phase hand-1, Ann 87, pot:1-pair 3, pot:3-kind 3, pot:flush 6, pot:wanagan 6
a deal waits for those who cannot ante
    chips=12: not deal (short-of-chips)
after the last round nothing is dealt
    rounds=1: FINAL; award jackpot Ann; not deal (last-hand-played)
before the last round the next player deals
    rounds=2: FINAL; award jackpot Ann; deal => dealer Ann
a round goes on through three overtimes to the final
    deal => phase hand-1; next => phase overtime-1; next => phase overtime-2;
    next => phase overtime-3; next => phase final
a round without chips in cups ends at next
    deal; award 1-pair Ann; award flush Bob; award 4-kind Cal; next;
    award 2-pair Ann; award straight Bob; award wanagan Cal; next;
    award 3-kind Ann; award full-house Bob => phase overtime-2; next => phase between-hands
what is left in cups goes to the jackpot
    deal; award 1-pair Ann; next; next; next; next => pot:jackpot 36, pot:flush 0
a note in a cup is swept too
    deal; Ann borrows 6 from pot:flush; next; next; next; next => Ann owes pot:jackpot 6
the final that nobody wins ends the round
    FINAL; award jackpot nobody => phase between-hands, pot:jackpot 39
what is odd of a shared final stays in the jackpot
    FINAL; award jackpot Ann Bob => phase between-hands, pot:jackpot 1
odd chips of a shared cup go to the jackpot
    deal; award 1-pair Ann Bob => Ann 88, pot:jackpot 1
a note in a cup comes home to its issuer
    deal; Ann borrows 6 from pot:flush; award flush Ann =>
a note in a cup goes to its winner
    deal; Ann borrows 6 from pot:flush; award flush Bob => Ann owes Bob 6
parts of a split note stand clockwise in whatever order winners are named
    deal; Cal borrows 5 from pot:flush; award flush Ann Bob
    => Cal owes Ann 2, Cal owes Bob 2, Cal owes pot:jackpot 1; undo; award flush Bob Ann
    => Cal owes Ann 2, Cal owes Bob 2, Cal owes pot:jackpot 1
a cup that nobody took can be won in the next reveal
    deal; award flush nobody; next; award flush Ann => Ann 93
a cup is won once
    deal; award flush Ann; not award flush Bob (nothing-to-collect)
a cup that nobody took is not won in the same reveal
    deal; award flush nobody; not award flush Bob (nothing-to-collect)
nobody wins two cups in one reveal
    deal; award flush Ann; not award straight Ann (nothing-to-collect)
the jackpot is won in the final, and nothing else is
    deal; not award jackpot Ann (nothing-to-collect); next; next; next; next;
    not award flush Ann (nothing-to-collect)
nothing is judged without cards
    deal; not award flush (nothing-to-collect); next; next; next; next;
    not award jackpot (nothing-to-collect)
what cannot be is refused
    not award flush Ann (wrong-phase); deal; not award flush Ann Ann (bad-entry);
    not award flush Zed (unknown-player); not award AS Ann (unknown-pot);
    not Ann leaves (wrong-phase); next; next; next; next; not next (wrong-phase)
a hand stands for its exact category alone
    deal; Ann shows 9C 9D 9H 4S 4C; Bob shows NOTHING; Cal shows NOTHING_TOO; next
    => pot:full-house 0, pot:3-kind 3, pot:1-pair 3
the table may judge against what was shown
    deal; NINES; Cal shows NOTHING; award 1-pair Cal; next => Ann 87, Bob 87, Cal 90
who was awarded a cup by name wins no other by his cards
    deal; NINES; Cal shows NOTHING; award flush Ann; next => Ann 93, Bob 90, Cal 87
a claim that the cards do not make is refused
    deal; not Ann shows NOTHING as flush (bad-entry);
    not Ann shows 9C 9D 2H 4S 6C as jackpot (bad-entry)
a straight flush must say what it is
    deal; not Ann shows 5C 6C 7C 8C 9C (bad-entry)
up to five players have one pack
    deal; not Ann shows 9C 9C 2H 4S 6C (already-played)
six players have two packs
    SIX: deal; Ann shows 9C 9C 2H 4S 6C; not Bob shows 9C 3C 2H 4S 6C (already-played)
a show that cannot be is refused
    not Ann shows NOTHING (wrong-phase); deal; not Ann shows 2C 3C (bad-count);
    not Ann shows 2C 2C (already-played); not Ann shows JK 2C 3C 4C 5C (unknown-card);
    Ann shows NOTHING; not Ann shows NOTHING_TOO (wrong-phase);
    not Bob shows NOTHING (already-played); not next (wrong-phase)
the best poker hand takes the final
    FINAL; Ann shows AC AD KH KS 2C; Bob shows 2D 3D 4H 5S AH; Cal shows NOTHING_TOO; award jackpot
    => Ann 87, Bob 126, Cal 87
what wild cards could be must be said
    deal; next; next; next; not Ann shows QS QC 9D KH 10D (bad-entry)
cards are wild in the third overtime alone
    deal; not Ann shows QS QC 9D KH 10D as 4-kind (bad-entry); next; next; next;
    Ann shows QS QC 9D KH 10D as 4-kind => phase overtime-3
a pair of equal cards is a pair
    SIX: deal; Ann shows 9C 9C 2H 4S 6C as 1-pair => phase hand-1
"""


@pytest.mark.parametrize("case", read_cases(CASES, **SHORT))
def test_rounds_are_played(case: str) -> None:
    play_case(case, game="wanagan", players="Ann Bob Cal")


@pytest.mark.parametrize("start", ["deal", "deal; next", "deal; next; next; next; next"])
def test_a_pot_is_not_judged_by_the_cards_before_everybody_has_shown(start: str) -> None:
    pot = "jackpot" if start.endswith("next; next") else "1-pair"
    shown = f"{start}; Ann shows 9C 9D 2H 4S 6C; Bob shows 8C 8S 2D 4C 7D"
    wanagan(start).refuses(f"award {pot}", "nothing-to-collect")
    wanagan(shown).refuses(f"award {pot}", "nothing-to-collect")
    won = chips(f"{shown}; award {pot} Bob")["Bob"] - chips(shown)["Bob"]
    assert chips(f"{shown}; Cal shows {NOTHING}; award {pot}")["Ann"] == chips(shown)["Ann"] + won


@pytest.mark.parametrize(
    ("shown", "why"),
    [
        (f"{NOTHING} as flush", "Ann’s cards do not fit any cup."),
        ("9C 9D 2H 4S 6C as flush", "Ann’s cards fit another cup: 1 pair, not flush."),
        ("5C 6C 7C 8C 9C", "Ann must choose a cup: flush or straight."),
    ],
)
def test_a_claim_is_refused_with_what_the_cards_are_good_for(shown: str, why: str) -> None:
    wanagan("deal").refuses(f"Ann shows {shown}", "bad-entry", why)


# What Ann and Bob show, and what they have then; Cal shows nothing.
REVEALS = {
    "the better of two equal categories": ("9C 9D 2H 4S 6C", "9H 9S 2D 4C 7D", 87, 90),
    "equal hands share": ("9C 9D 2H 4S 6C", "9H 9S 2D 4C 6D", 88, 88),
    "the ace low in a straight": ("AC 2D 3H 4S 5C", "2C 3D 4H 5S 6C", 87, 93),
    "the even Wanagan": ("AC 3D 5H 7S 9C", "2C 4D 6H 8S 10C", 87, 93),
    "a straight flush as flush": ("5C 6C 7C 8C 9C as flush", "AH KH QH 9H 6H", 93, 87),
    "a straight flush as straight": ("5C 6C 7C 8C 9C as straight", "10H JD QS KS AH", 93, 87),
}


@pytest.mark.parametrize(("ann", "bob", "anns", "bobs"), REVEALS.values(), ids=REVEALS)
def test_the_best_hand_of_a_category_takes_its_cup(
    ann: str, bob: str, anns: int, bobs: int
) -> None:
    table = wanagan(f"deal; Ann shows {ann}; Bob shows {bob}; Cal shows {NOTHING_TOO}; next")
    assert table.purses == {"Ann": anns, "Bob": bobs, "Cal": 87}
    assert table.pot("jackpot") == (anns == bobs)
