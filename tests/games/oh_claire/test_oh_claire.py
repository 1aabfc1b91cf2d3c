"""Oh Claire!: bids, settlements, cups covered, eliminations and the jackpot."""

from typing import Any

import pytest

from companion.core.errors import Refused
from companion.games.oh_claire import game
from companion.games.oh_claire.game import HAND_SIZES, OhClaireTable
from companion.games.oh_claire.prompts import current_prompt, jackpot_sentence
from tests.core.table import Evening, evening


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


def purse(table: Evening) -> list[int]:
    return [*table.purses.values()]


ALL_MISS = hand("Ann 0 Bob 0 Cal 0", "Ann 4 Bob 3 Cal 3")
CAL_MISSES = hand("Ann 2 Bob 3 Cal 4", "Ann 2 Bob 3 Cal 5")
BOB_MISSES = hand("Ann 2 Bob 3 Cal 4", "Ann 2 Bob 4 Cal 4")
ANN_MISSES = hand("Ann 2 Bob 3 Cal 4", "Ann 3 Bob 3 Cal 4")


def whole_game() -> str:
    """Play eleven hands in which Ann alone makes 0 tricks, dealt by Cal first."""
    orders = ["Ann 0 Bob 0 Cal 0", "Bob 0 Cal 0 Ann 0", "Cal 0 Ann 0 Bob 0"]
    return "".join(
        hand(orders[number % 3], f"Ann 0 Bob 1 Cal {size - 1}")
        for number, size in enumerate(HAND_SIZES)
    )


# bids


def test_bids_go_round_from_the_dealers_left() -> None:
    turns = [table_of(text).turn for text in ("deal", bids("Ann 2"), bids("Ann 2 Bob 1"))]
    assert turns == ["Ann", "Bob", "Cal"]
    assert claire(bids("Ann 2 Bob 1 Cal 9")).phase == "tricks"


def test_the_bids_may_not_add_up_to_the_size() -> None:
    claire(bids("Ann 2 Bob 1")).refuses("Cal bids 7 tricks", "bids-equal-tricks")


def test_only_the_last_bid_can_be_barred() -> None:
    assert sum(table_of(bids("Ann 10 Bob 2 Cal 0")).bids.values()) == 12
    assert table_of(bids("Ann 10")).bids == {"Ann": 10}


@pytest.mark.parametrize(
    ("before", "last", "code"),
    [
        ("", "Ann bids 1 tricks", "wrong-phase"),
        ("deal", "Bob bids 1 tricks", "not-your-turn"),
        ("deal", "Bob bids 11 tricks", "not-your-turn"),
        ("deal", "Zed bids 1 tricks", "unknown-player"),
        ("deal", "Ann bids 11 tricks", "bad-count"),
        (bids("Ann 1 Bob 1"), "Cal bids 11 tricks", "bad-count"),
        ("deal", "took Ann 10 Bob 0 Cal 0", "wrong-phase"),
        ("deal", "deal", "wrong-phase"),
        ("deal", "end", "wrong-phase"),
        ("deal", "Ann leaves", "wrong-phase"),
        ("", "misdeal", "wrong-phase"),
        ("deal", "next", "bad-entry"),
        (bids("Ann 1 Bob 1 Cal 1"), "took Ann 4 Bob 6", "bad-count"),
        (bids("Ann 1 Bob 1 Cal 1"), "took Ann 4 Bob 3 Cal 2", "bad-count"),
        (bids("Ann 1 Bob 1 Cal 1"), "took Ann 11 Bob 0 Cal 0", "bad-count"),
        (bids("Ann 1 Bob 1 Cal 1"), "took Ann 4 Bob 3 Cal 2 Zed 1", "unknown-player"),
    ],
)
def test_what_cannot_be_is_refused(before: str, last: str, code: str) -> None:
    claire(before).refuses(last, code)


@pytest.mark.parametrize("tricks", [-1, 11, 10**30])
def test_a_bid_or_tricks_that_cannot_be_are_a_bad_count(tricks: int) -> None:
    bid = {"do": "bid", "player": "Ann", "tricks": tricks}
    took = {"do": "tricks", "took": {"Ann": tricks, "Bob": 10 - tricks, "Cal": 0}}
    claire("").refuses(bid, "wrong-phase").play("deal").refuses(bid, "bad-count")
    claire("deal").refuses(took, "wrong-phase")
    claire(bids("Ann 0 Bob 0 Cal 0")).refuses(took, "bad-count")


# settlements


def test_who_missed_pays_each_maker_two_and_the_jackpot_one() -> None:
    table = claire(CAL_MISSES)
    assert (purse(table), table.pot("jackpot")) == ([25, 25, 19], 1)


def test_makers_put_a_chip_of_their_own_into_the_cup_of_their_bid() -> None:
    table = table_of(CAL_MISSES)
    assert [game.coverage(table, p) for p in table.seats] == [{2: 1}, {3: 1}, {}]
    assert game.bid_makers(table) == ("Ann", "Bob")


def test_a_bid_above_seven_is_paid_but_covers_no_cup() -> None:
    eight = hand("Ann 8 Bob 1 Cal 2", "Ann 8 Bob 0 Cal 2")
    assert purse(claire(eight)) == [26, 19, 25]
    assert game.coverage(table_of(eight), "Ann") == {}


def test_nobody_makes_it_and_everybody_pays_the_jackpot() -> None:
    table = claire(ALL_MISS)
    assert (purse(table), table.pot("jackpot")) == ([23, 23, 23], 3)


@pytest.mark.parametrize(("few", "then"), [(3, [11, 10, 0]), (1, [10, 9, 0]), (4, [11, 11, 0])])
def test_short_payers_pay_makers_chip_by_chip_from_their_left_before_the_jackpot(
    few: int, then: list[int]
) -> None:
    table = claire(CAL_MISSES, chips={"Ann": 10, "Bob": 10, "Cal": few})
    assert (purse(table), table.pot("jackpot")) == (then, 0)


# eliminations


ANN_FEW = {"Ann": 2, "Bob": 9, "Cal": 9}


def test_who_has_no_chip_left_is_out_and_passed_over() -> None:
    assert table_of(ANN_MISSES, ANN_FEW).list_eliminated() == ["Ann"]
    again = table_of(f"{ANN_MISSES} deal", ANN_FEW)
    assert (again.dealer, again.turn, again.size) == ("Bob", "Cal", 9)


def test_a_maker_who_covers_with_his_last_chip_is_out() -> None:
    few = {"Ann": 1, "Bob": 0, "Cal": 9}
    assert purse(claire(BOB_MISSES, chips=few)) == [0, 0, 8]
    assert table_of(BOB_MISSES, few).list_eliminated() == ["Ann", "Bob"]


def test_a_maker_without_a_chip_covers_nothing() -> None:
    table = table_of(BOB_MISSES, chips=0)
    assert [game.coverage(table, player) for player in table.seats] == [{}, {}, {}]


def test_tricks_and_bids_of_an_eliminated_player_are_refused() -> None:
    table = claire(f"{ANN_MISSES} deal", chips=ANN_FEW)
    table.refuses("Ann bids 1 tricks", "not-your-turn")
    table.play("Cal bids 1 tricks; Bob bids 1 tricks")
    table.refuses("took Ann 0 Bob 4 Cal 5", "bad-count")


def test_the_last_one_left_takes_the_jackpot_and_wins() -> None:
    text = hand("Ann 2 Bob 3 Cal 3", "Ann 5 Bob 4 Cal 1")
    table = claire(text, chips={"Ann": 1, "Bob": 9, "Cal": 1}).refuses("deal", "last-hand-played")
    assert purse(table.play("end")) == [0, 11, 0]
    assert [line["player"] for line in table.result["tally"] if line["place"] == 1] == ["Bob"]


def test_if_all_go_at_once_they_compete_by_the_usual_rule() -> None:
    assert table_of(f"{ALL_MISS} end", chips=1).list_eliminated() == ["Ann", "Bob", "Cal"]
    tally = claire(f"{ALL_MISS} end", chips=1).tally
    assert tally == ["1. Ann 1 chips, +0", "1. Bob 1 chips, +0", "1. Cal 1 chips, +0"]


# the end


def test_after_eleven_hands_nothing_is_dealt() -> None:
    claire(whole_game(), chips=99).refuses("deal", "last-hand-played")


def test_the_hands_shrink_to_five_cards_and_grow_again() -> None:
    assert HAND_SIZES == (10, 9, 8, 7, 6, 5, 6, 7, 8, 9, 10)


def test_the_jackpot_goes_to_the_most_cups_covered() -> None:
    two_cups = CAL_MISSES + hand("Bob 1 Cal 4 Ann 0", "Bob 1 Cal 3 Ann 5")
    assert game.jackpot_winners(table_of(two_cups)) == ("Bob",)
    said = str(jackpot_sentence(table_of(f"{two_cups} end")))
    assert said == "Jackpot: Bob, with 2 cups covered and 2 chips in them."


def test_where_no_cup_is_covered_nothing_is_said_of_the_jackpot() -> None:
    assert jackpot_sentence(table_of("end")) is None


def test_equal_cups_are_decided_by_the_chips_in_them() -> None:
    again = hand("Bob 3 Cal 4 Ann 0", "Bob 3 Cal 3 Ann 3")
    assert game.jackpot_winners(table_of(CAL_MISSES + again)) == ("Bob",)


def test_odd_chips_of_a_shared_jackpot_go_from_the_last_dealers_left() -> None:
    text = hand("Ann 0 Bob 0 Cal 0 Dee 0", "Ann 4 Bob 3 Cal 2 Dee 1")
    assert purse(claire(f"{text} Dee leaves; end", "Ann Bob Cal Dee")) == [25, 24, 24, 23]


def test_an_eliminated_player_who_left_still_counts_for_a_deal() -> None:
    text = hand("Ann 0 Bob 0 Cal 0", "Ann 10 Bob 0 Cal 0")
    few = {"Ann": 5, "Bob": 24, "Cal": 24}
    assert claire(f"{text} Ann leaves; deal", chips=few).phase == "bids"
    claire(f"{text} Bob leaves").refuses("deal", "wrong-phase")


def test_the_last_one_in_wins_the_jackpot_though_he_has_left() -> None:
    one_out = hand("Ann 0 Bob 0 Cal 0", "Ann 5 Bob 5 Cal 0")
    table = claire(f"{one_out} Cal leaves; end", chips=3)
    assert (table.pot("jackpot"), purse(table)) == (0, [0, 0, 8])
    assert [line["player"] for line in table.result["tally"]] == ["Cal", "Ann", "Bob"]


def test_of_those_who_left_one_after_another_the_last_one_competes() -> None:
    assert purse(claire(f"{ALL_MISS} Cal leaves; Ann leaves; Bob leaves; end")) == [23, 26, 23]


def test_chips_in_cups_count_for_their_owner() -> None:
    table = claire(f"{CAL_MISSES} end")
    assert table.tally == ["1. Ann 26 chips, +3", "2. Bob 25 chips, +2", "3. Cal 19 chips, -5"]
    assert [line["cups"] for line in table.result["tally"]] == [1, 1, 0]


def test_who_left_ranks_last() -> None:
    text = hand("Ann 2 Bob 3 Cal 4 Dee 2", "Ann 2 Bob 4 Cal 1 Dee 3")
    tally = claire(f"{text} Ann leaves; end", "Ann Bob Cal Dee").result["tally"]
    ranked = [(line["player"], line["result"]) for line in tally]
    assert ranked == [("Bob", -2), ("Cal", -2), ("Dee", -2), ("Ann", 6)]


def test_a_misdeal_takes_the_bids_back() -> None:
    table = table_of(f"{CAL_MISSES} deal; Bob bids 1 tricks; misdeal")
    assert (table.hand, table.bids) == (1, {"Ann": 2, "Bob": 3, "Cal": 4})


# what the screen asks


def test_the_core_offers_bids_and_says_why_one_is_barred() -> None:
    tiles = current_prompt(table_of(bids("Ann 2 Bob 1"))).tiles
    barred = [offer for offer in tiles if offer.refusal]
    assert (len(tiles), [offer.raw["tricks"] for offer in barred]) == (11, [7])
    assert "10" in str(barred[0].refusal)
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
