"""Oh Claire!: bids, settlements, cups covered, eliminations and the jackpot."""

from typing import Any

import pytest

from companion.core.errors import Refused
from companion.games.oh_claire import game
from companion.games.oh_claire.game import HAND_SIZES, OhClaireTable
from companion.games.oh_claire.prompts import current_prompt, jackpot_sentence
from tests.core.table import Evening, evening, play_case, read_cases


def claire(text: str, players: str = "Ann Bob Cal", chips: Any = 24) -> Evening:
    return evening("oh-claire", players, chips=chips).play(text)


def table_of(text: str, chips: Any = 24) -> OhClaireTable:
    table = claire(text, chips=chips).log.table
    assert isinstance(table, OhClaireTable)
    return table


def bids(text: str) -> str:
    """Deal, and write bids in their order: ``Ann 2 Bob 3``."""
    words = text.split()
    turns = zip(words[::2], words[1::2], strict=True)
    return "deal; " + "; ".join(f"{player} bids {number} tricks" for player, number in turns)


def hand(bid: str, took: str) -> str:
    """Write a hand by its bids and tricks: ``Ann 2 Bob 3``, in the order of the bids."""
    return f"{bids(bid)}; took {took}; "


ALL_MISS = hand("Ann 0 Bob 0 Cal 0", "Ann 4 Bob 3 Cal 3")
CAL_MISSES = hand("Ann 2 Bob 3 Cal 4", "Ann 2 Bob 3 Cal 5")


def whole_game() -> str:
    """Play eleven hands in which Ann alone makes 0 tricks, dealt by Cal first."""
    orders = ["Ann 0 Bob 0 Cal 0", "Bob 0 Cal 0 Ann 0", "Cal 0 Ann 0 Bob 0"]
    return "".join(
        hand(orders[number % 3], f"Ann 0 Bob 1 Cal {size - 1}")
        for number, size in enumerate(HAND_SIZES)
    )


SHORT = {
    "ALL_MISS": ALL_MISS,
    "CAL_MISSES": CAL_MISSES,
    "BID_ONE": bids("Ann 1 Bob 1 Cal 1"),
    "CAL_STAYS": hand("Ann 0 Bob 0 Cal 0", "Ann 5 Bob 5 Cal 0"),
    "ANN_TAKES_ALL": hand("Ann 0 Bob 0 Cal 0", "Ann 10 Bob 0 Cal 0"),
    "BOB_STAYS": hand("Ann 2 Bob 3 Cal 3", "Ann 5 Bob 4 Cal 1"),
    "FOUR_MISS": hand("Ann 0 Bob 0 Cal 0 Dee 0", "Ann 4 Bob 3 Cal 2 Dee 1"),
    "ANN_MAKES": hand("Ann 2 Bob 3 Cal 4 Dee 2", "Ann 2 Bob 4 Cal 1 Dee 3"),
    "WHOLE_GAME": whole_game(),
    "ANN_MISSES": hand("Ann 2 Bob 3 Cal 4", "Ann 3 Bob 3 Cal 4"),
    "BOB_MISSES": hand("Ann 2 Bob 3 Cal 4", "Ann 2 Bob 4 Cal 4"),
    "EIGHT": hand("Ann 8 Bob 1 Cal 2", "Ann 8 Bob 0 Cal 2"),
    "TWICE_THREE": CAL_MISSES + hand("Bob 3 Cal 4 Ann 0", "Bob 3 Cal 3 Ann 3"),
    "ANN_FEW": "chips=Ann 2 Bob 9 Cal 9",
    "FOUR": "players=Ann Bob Cal Dee",
}

CASES = """
the bids may not add up to the size
    deal; Ann bids 2 tricks; Bob bids 1 tricks; not Cal bids 7 tricks (bids-equal-tricks)
a bid out of turn or beyond the size is refused
    not Ann bids 1 tricks (wrong-phase); deal; not Bob bids 1 tricks (not-your-turn);
    not Bob bids 11 tricks (not-your-turn); not Zed bids 1 tricks (unknown-player);
    not Ann bids 11 tricks (bad-count); Ann bids 1 tricks; Bob bids 1 tricks;
    not Cal bids 11 tricks (bad-count)
what belongs to another phase is refused
    not misdeal (wrong-phase); deal; not took Ann 10 Bob 0 Cal 0 (wrong-phase);
    not deal (wrong-phase); not end (wrong-phase); not Ann leaves (wrong-phase);
    not next (bad-entry)
tricks that cannot be are refused
    BID_ONE; not took Ann 4 Bob 6 (bad-count); not took Ann 4 Bob 3 Cal 2 (bad-count);
    not took Ann 11 Bob 0 Cal 0 (bad-count); not took Ann 4 Bob 3 Cal 2 Zed 1 (unknown-player)
who missed pays each maker two and the jackpot one
    CAL_MISSES => Ann 25, Bob 25, Cal 19, pot:jackpot 1
nobody makes it and everybody pays the jackpot
    ALL_MISS => Ann 23, Bob 23, Cal 23, pot:jackpot 3
a short payer pays the makers before the jackpot
    chips=Ann 10 Bob 10 Cal 4: CAL_MISSES => Ann 11, Bob 11, Cal 0, pot:jackpot 0
a shorter payer pays chip by chip from the left
    chips=Ann 10 Bob 10 Cal 3: CAL_MISSES => Ann 11, Bob 10, Cal 0, pot:jackpot 0
the shortest payer pays the first maker alone
    chips=Ann 10 Bob 10 Cal 1: CAL_MISSES => Ann 10, Bob 9, Cal 0, pot:jackpot 0
tricks and bids of an eliminated player are refused
    ANN_FEW: ANN_MISSES; deal; not Ann bids 1 tricks (not-your-turn); Cal bids 1 tricks;
    Bob bids 1 tricks; not took Ann 0 Bob 4 Cal 5 (bad-count)
the last one left takes the jackpot and wins
    chips=Ann 1 Bob 9 Cal 1: BOB_STAYS; not deal (last-hand-played); end
    => Ann 0, Bob 11, Cal 0, place 1 Bob +2
after eleven hands nothing is dealt
    chips=99: WHOLE_GAME; not deal (last-hand-played)
odd chips of a shared jackpot go from the last dealer's left
    FOUR: FOUR_MISS; Dee leaves; end => Ann 25, Bob 24, Cal 24, Dee 23
an eliminated player who left still counts for a deal
    chips=Ann 5 Bob 24 Cal 24: ANN_TAKES_ALL; Ann leaves; deal => phase bids
one who left with chips does not
    chips=Ann 5 Bob 24 Cal 24: ANN_TAKES_ALL; Bob leaves; not deal (wrong-phase)
the last one in wins the jackpot though he has left
    chips=3: CAL_STAYS; Cal leaves; end
    => pot:jackpot 0, Ann 0, Bob 0, Cal 8, place 1 Cal +6, place 2 Ann -3, place 2 Bob -3
of those who left one after another the last one competes
    ALL_MISS; Cal leaves; Ann leaves; Bob leaves; end => Ann 23, Bob 26, Cal 23
who left ranks last
    FOUR: ANN_MAKES; Ann leaves; end
    => place 1 Bob -2, place 1 Cal -2, place 1 Dee -2, place 4 Ann +6
bids go round from the dealer's left
    deal => turn Ann; Ann bids 2 tricks => turn Bob; Bob bids 1 tricks => turn Cal;
    Cal bids 9 tricks => phase tricks
only the last bid can be barred
    deal; Ann bids 10 tricks => bid Ann 10; Bob bids 2 tricks; Cal bids 0 tricks => phase tricks
makers put a chip of their own into the cup of their bid
    CAL_MISSES => cup 2 Ann 1, cup 3 Bob 1, no cups Cal
a bid above seven is paid but covers no cup
    EIGHT => Ann 26, Bob 19, Cal 25, no cups Ann
who has no chip left is out and passed over
    ANN_FEW: ANN_MISSES => out Ann; deal => dealer Bob, turn Cal
a maker who covers with his last chip is out
    chips=Ann 1 Bob 0 Cal 9: BOB_MISSES => Ann 0, Bob 0, Cal 8, out Ann Bob
a maker without a chip covers nothing
    chips=0: BOB_MISSES => no cups Ann, no cups Bob, no cups Cal
if all go at once they compete by the usual rule
    chips=1: ALL_MISS => out Ann Bob Cal; end => Ann 1, Bob 1, Cal 1, place 1 Ann +0, place 1 Cal +0
equal cups are decided by the chips in them
    TWICE_THREE => cup 3 Bob 2; end => pot:jackpot 0, Bob 31
chips in cups count for their owner
    CAL_MISSES; end => Ann 26, Bob 25, Cal 19, place 1 Ann +3, place 2 Bob +2, place 3 Cal -5
a misdeal takes the bids back
    CAL_MISSES; deal; Bob bids 1 tricks; misdeal => hand 1, bid Ann 2, bid Bob 3, bid Cal 4
"""


@pytest.mark.parametrize("case", read_cases(CASES, **SHORT))
def test_hands_are_bid_and_settled(case: str) -> None:
    play_case(case, game="oh-claire", players="Ann Bob Cal", chips=24)


@pytest.mark.parametrize("tricks", [-1, 11, 10**30])
def test_a_bid_or_tricks_that_cannot_be_are_a_bad_count(tricks: int) -> None:
    bid = {"do": "bid", "player": "Ann", "tricks": tricks}
    took = {"do": "tricks", "took": {"Ann": tricks, "Bob": 10 - tricks, "Cal": 0}}
    claire("").refuses(bid, "wrong-phase").play("deal").refuses(bid, "bad-count")
    claire("deal").refuses(took, "wrong-phase")
    claire(bids("Ann 0 Bob 0 Cal 0")).refuses(took, "bad-count")


def test_who_took_fewer_than_no_tricks_is_named() -> None:
    took = {"do": "tricks", "took": {"Ann": 4, "Bob": -2, "Cal": 8}}
    why = "Bob can have taken only 0 to 10 tricks, not -2."
    claire(bids("Ann 0 Bob 0 Cal 0")).refuses(took, "bad-count", why)


def test_the_jackpot_goes_to_the_most_cups_covered() -> None:
    two_cups = CAL_MISSES + hand("Bob 1 Cal 4 Ann 0", "Bob 1 Cal 3 Ann 5")
    assert game.jackpot_winners(table_of(two_cups)) == ("Bob",)
    said = str(jackpot_sentence(table_of(f"{two_cups} end")))
    assert said == "Jackpot: Bob, with 2 cups covered and 2 chips in them."


def test_in_a_tie_for_the_jackpot_each_is_said_to_have_the_cups() -> None:
    said = str(jackpot_sentence(table_of(f"{CAL_MISSES} end")))
    assert said == "Jackpot: Ann and Bob, each with 1 cup covered and 1 chip in it."


def test_where_no_cup_is_covered_nothing_is_said_of_the_jackpot() -> None:
    assert jackpot_sentence(table_of("end")) is None


def test_the_core_offers_bids_and_says_why_one_is_barred() -> None:
    tiles = current_prompt(table_of(bids("Ann 2 Bob 1"))).tiles
    barred = [offer for offer in tiles if offer.refusal]
    assert (len(tiles), [offer.raw["tricks"] for offer in barred]) == (11, [7])
    assert str(barred[0].refusal) == "The bids would then add up to 10, the number of tricks."
    assert current_prompt(table_of("")).tiles == ()


def test_a_settlement_can_be_seen_before_it_is_made() -> None:
    table = table_of(bids("Ann 2 Bob 3 Cal 4"))
    moves = game.settlement(table, {"Ann": 2, "Bob": 3, "Cal": 5})
    assert [(move.source, move.target, move.chips) for move in moves] == [
        ("Cal", "Ann", 2),
        ("Cal", "Bob", 2),
        ("Cal", "pot:jackpot", 1),
        ("Ann", "pot:cup 2 of Ann", 1),
        ("Bob", "pot:cup 3 of Bob", 1),
    ]
    assert [table.ledger.chips[player] for player in table.seats] == [24, 24, 24]
    with pytest.raises(Refused, match="add up to 10"):
        game.settlement(table, {"Ann": 2, "Bob": 3, "Cal": 4})
