"""Oh Claire!: bids, settlements, cups covered, eliminations and the jackpot."""

import pytest

from companion.core.errors import Refused
from companion.core.log.log import Log
from companion.core.log.replay import replay_record
from companion.games import all_games
from companion.games.oh_claire import game as oh_claire
from companion.games.oh_claire.game import HAND_SIZES, OhClaireTable
from companion.games.oh_claire.prompts import current_prompt, jackpot_sentence
from tests.evenings import record


def entries(words: str) -> list[dict[str, object]]:
    """Read ``deal``, ``Ann bids 2``, ``took Ann 2 Bob 3``, or the name of an entry."""
    first, *rest = words.split()
    if rest[:1] == ["bids"]:
        return [{"do": "bid", "player": first, "tricks": int(rest[1])}]
    if first == "took":
        pairs = zip(rest[::2], map(int, rest[1::2]), strict=True)
        return [{"do": "tricks", "took": dict(pairs)}]
    if first == "leave":
        return [{"do": first, "player": rest[0]}]
    return [{"do": first}]


def play(text: str, players: str = "Ann Bob Cal", chips: object = 24) -> Log:
    names = players.split()
    lines = [line.strip() for line in text.split(";") if line.strip()]
    return replay_record(
        record(
            "oh-claire",
            names,
            chips=chips,
            log=[entry for line in lines for entry in entries(line)],
        ),
        all_games(),
    )


def table_of(text: str, players: str = "Ann Bob Cal", chips: object = 24) -> OhClaireTable:
    table = play(text, players, chips).table
    assert isinstance(table, OhClaireTable)
    return table


def hand(bids: str, took: str) -> str:
    """Write a hand by its bids and tricks: ``Ann 2 Bob 3``, in the order of the bids."""
    words = bids.split()
    made = "; ".join(f"{p} bids {n}" for p, n in zip(words[::2], words[1::2], strict=True))
    return f"deal; {made}; took {took}; "


def refusal(before: str, last: str, **more: object) -> str:
    log = play(before, **more)  # type: ignore[arg-type]
    with pytest.raises(Refused) as wrong:
        log.enter(entries(last)[0])
    return wrong.value.code


def purse(table: OhClaireTable) -> list[int]:
    return [table.ledger.chips[player] for player in table.seats]


ALL_MISS = "Ann 0 Bob 0 Cal 0", "Ann 4 Bob 3 Cal 3"


def whole_game() -> str:
    """Play eleven hands in which Ann alone makes 0 tricks, dealt by Cal first."""
    order = ["Ann Bob Cal", "Bob Cal Ann", "Cal Ann Bob"]
    text = ""
    for number, size in enumerate(HAND_SIZES):
        bids = " ".join(f"{p} 0" for p in order[number % 3].split())
        text += hand(bids, f"Ann 0 Bob 1 Cal {size - 1}")
    return text


# bids


def test_bids_go_round_from_the_dealers_left() -> None:
    turns = [
        table_of(text).turn for text in ("deal", "deal; Ann bids 2", "deal; Ann bids 2; Bob bids 1")
    ]
    assert turns == ["Ann", "Bob", "Cal"]
    assert table_of("deal; Ann bids 2; Bob bids 1; Cal bids 9").phase == "tricks"


def test_the_bids_may_not_add_up_to_the_size() -> None:
    assert refusal("deal; Ann bids 2; Bob bids 1", "Cal bids 7") == "bids-equal-tricks"


def test_only_the_last_bid_can_be_barred() -> None:
    table = table_of("deal; Ann bids 10; Bob bids 2; Cal bids 0")
    assert sum(table.bids.values()) == 12
    assert table_of("deal; Ann bids 10").bids == {"Ann": 10}


@pytest.mark.parametrize(
    ("before", "last", "code"),
    [
        ("", "Ann bids 1", "wrong-phase"),
        ("deal", "Bob bids 1", "not-your-turn"),
        ("deal", "Bob bids 11", "not-your-turn"),
        ("deal", "Zed bids 1", "unknown-player"),
        ("deal", "Ann bids 11", "bad-count"),
        ("deal; Ann bids 1; Bob bids 1", "Cal bids 11", "bad-count"),
        ("deal", "took Ann 10 Bob 0 Cal 0", "wrong-phase"),
        ("deal", "deal", "wrong-phase"),
        ("deal", "end", "wrong-phase"),
        ("deal", "leave Ann", "wrong-phase"),
        ("", "misdeal", "wrong-phase"),
        ("deal", "next", "bad-entry"),
    ],
)
def test_what_cannot_be_is_refused(before: str, last: str, code: str) -> None:
    assert refusal(before, last) == code


@pytest.mark.parametrize(
    ("took", "code"),
    [
        ("Ann 4 Bob 6", "bad-count"),
        ("Ann 4 Bob 3 Cal 2", "bad-count"),
        ("Ann 11 Bob 0 Cal 0", "bad-count"),
        ("Ann 4 Bob 3 Cal 2 Zed 1", "unknown-player"),
    ],
)
def test_the_tricks_name_everybody_and_add_up_to_the_size(took: str, code: str) -> None:
    assert refusal("deal; Ann bids 1; Bob bids 1; Cal bids 1", f"took {took}") == code


# settlements


def test_who_missed_pays_each_maker_two_and_the_jackpot_one() -> None:
    table = table_of(hand("Ann 2 Bob 3 Cal 4", "Ann 2 Bob 3 Cal 5"))
    assert purse(table) == [25, 25, 19]
    assert table.ledger.chips["pot:jackpot"] == 1


def test_makers_put_a_chip_of_their_own_into_the_cup_of_their_bid() -> None:
    table = table_of(hand("Ann 2 Bob 3 Cal 4", "Ann 2 Bob 3 Cal 5"))
    assert [oh_claire.coverage(table, p) for p in table.seats] == [{2: 1}, {3: 1}, {}]
    assert oh_claire.bid_makers(table) == ("Ann", "Bob")


def test_a_bid_above_seven_is_paid_but_covers_no_cup() -> None:
    table = table_of(hand("Ann 8 Bob 1 Cal 2", "Ann 8 Bob 0 Cal 2"))
    assert purse(table) == [26, 19, 25]
    assert oh_claire.coverage(table, "Ann") == {}


def test_nobody_makes_it_and_everybody_pays_the_jackpot() -> None:
    table = table_of(hand(*ALL_MISS))
    assert (purse(table), table.ledger.chips["pot:jackpot"]) == ([23, 23, 23], 3)


def test_short_payers_pay_makers_chip_by_chip_from_their_left_before_the_jackpot() -> None:
    hands = hand("Ann 2 Bob 3 Cal 4", "Ann 2 Bob 3 Cal 5")
    few = {"Ann": 10, "Bob": 10, "Cal": 3}
    assert purse(table_of(hands, chips=few)) == [11, 10, 0]
    assert purse(table_of(hands, chips={**few, "Cal": 1})) == [10, 9, 0]
    table = table_of(hands, chips={**few, "Cal": 4})
    assert (purse(table), table.ledger.chips["pot:jackpot"]) == ([11, 11, 0], 0)


# eliminations


def test_who_has_no_chip_left_is_out_and_passed_over() -> None:
    out = hand("Ann 2 Bob 3 Cal 4", "Ann 3 Bob 3 Cal 4")
    table = table_of(out, chips={"Ann": 2, "Bob": 9, "Cal": 9})
    assert table.list_eliminated() == ["Ann"]
    again = table_of(f"{out} deal", chips={"Ann": 2, "Bob": 9, "Cal": 9})
    assert (again.dealer, again.turn, again.size) == ("Bob", "Cal", 9)


def test_a_maker_who_covers_with_his_last_chip_is_out() -> None:
    missed = hand("Ann 2 Bob 3 Cal 4", "Ann 2 Bob 4 Cal 4")
    assert purse(table_of(missed, chips={"Ann": 1, "Bob": 0, "Cal": 9})) == [0, 0, 8]
    table = table_of(missed, chips={"Ann": 1, "Bob": 0, "Cal": 9})
    assert table.list_eliminated() == ["Ann", "Bob"]


def test_a_maker_without_a_chip_covers_nothing() -> None:
    table = table_of(hand("Ann 2 Bob 3 Cal 4", "Ann 2 Bob 4 Cal 4"), chips=0)
    assert [oh_claire.coverage(table, player) for player in table.seats] == [{}, {}, {}]


def test_tricks_and_bids_of_an_eliminated_player_are_refused() -> None:
    out = hand("Ann 2 Bob 3 Cal 4", "Ann 3 Bob 3 Cal 4")
    few = {"Ann": 2, "Bob": 9, "Cal": 9}
    assert refusal(f"{out} deal", "Ann bids 1", chips=few) == "not-your-turn"
    bids = f"{out} deal; Cal bids 1; Bob bids 1"
    assert refusal(bids, "took Ann 0 Bob 4 Cal 5", chips=few) == "bad-count"


def test_the_last_one_left_takes_the_jackpot_and_wins() -> None:
    few = {"Ann": 1, "Bob": 9, "Cal": 1}
    text = hand("Ann 2 Bob 3 Cal 3", "Ann 5 Bob 4 Cal 1")
    assert refusal(text, "deal", chips=few) == "last-hand-played"
    table = table_of(f"{text} end", chips=few)
    assert purse(table) == [0, 11, 0]
    assert [line.player for line in table.tally or () if line.place == 1] == ["Bob"]


def test_if_all_go_at_once_they_compete_by_the_usual_rule() -> None:
    table = table_of(hand(*ALL_MISS) + "end", chips=1)
    assert table.list_eliminated() == ["Ann", "Bob", "Cal"]
    assert [(line.player, line.result, line.place) for line in table.tally or ()] == [
        ("Ann", 0, 1),
        ("Bob", 0, 1),
        ("Cal", 0, 1),
    ]


# the end


def test_after_eleven_hands_nothing_is_dealt() -> None:
    assert refusal(whole_game(), "deal", chips=99) == "last-hand-played"


def test_the_hands_shrink_to_five_cards_and_grow_again() -> None:
    assert HAND_SIZES == (10, 9, 8, 7, 6, 5, 6, 7, 8, 9, 10)


def test_the_jackpot_goes_to_the_most_cups_covered() -> None:
    two_cups = hand("Ann 2 Bob 3 Cal 4", "Ann 2 Bob 3 Cal 5")
    more = hand("Bob 1 Cal 4 Ann 0", "Bob 1 Cal 3 Ann 5")
    table = table_of(two_cups + more)
    assert oh_claire.jackpot_winners(table) == ("Bob",)
    table = table_of(f"{two_cups}{more} end")
    assert str(jackpot_sentence(table)) == "Jackpot: Bob, with 2 cups covered and 2 chips in them."


def test_where_no_cup_is_covered_nothing_is_said_of_the_jackpot() -> None:
    assert jackpot_sentence(table_of("end")) is None


def test_equal_cups_are_decided_by_the_chips_in_them() -> None:
    first = hand("Ann 2 Bob 3 Cal 4", "Ann 2 Bob 3 Cal 5")
    again = hand("Bob 3 Cal 4 Ann 0", "Bob 3 Cal 3 Ann 3")
    assert oh_claire.jackpot_winners(table_of(first + again)) == ("Bob",)


def test_odd_chips_of_a_shared_jackpot_go_from_the_last_dealers_left() -> None:
    text = hand("Ann 0 Bob 0 Cal 0 Dee 0", "Ann 4 Bob 3 Cal 2 Dee 1")
    table = table_of(f"{text} leave Dee; end", players="Ann Bob Cal Dee")
    assert purse(table) == [25, 24, 24, 23]


# Cal made the bid; with 3 chips each Ann and Bob have none left.
ONE_OUT = hand("Ann 0 Bob 0 Cal 0", "Ann 5 Bob 5 Cal 0")


def test_an_eliminated_player_who_left_still_counts_for_a_deal() -> None:
    text = hand("Ann 0 Bob 0 Cal 0", "Ann 10 Bob 0 Cal 0")
    table = table_of(f"{text} leave Ann; deal", chips={"Ann": 5, "Bob": 24, "Cal": 24})
    assert table.phase == "bids"
    left = f"{hand('Ann 0 Bob 0 Cal 0', 'Ann 10 Bob 0 Cal 0')} leave Bob"
    assert refusal(left, "deal", chips=24) == "wrong-phase"


def test_the_last_one_in_wins_the_jackpot_though_he_has_left() -> None:
    table = table_of(f"{ONE_OUT} leave Cal; end", chips=3)
    assert (table.ledger.chips["pot:jackpot"], purse(table)) == (0, [0, 0, 8])
    assert [line.player for line in table.tally or ()] == ["Cal", "Ann", "Bob"]


def test_of_those_who_left_one_after_another_the_last_one_competes() -> None:
    text = hand("Ann 0 Bob 0 Cal 0", "Ann 4 Bob 3 Cal 3")
    table = table_of(f"{text} leave Cal; leave Ann; leave Bob; end")
    assert purse(table) == [23, 26, 23]


@pytest.mark.parametrize("tricks", [-1, 11, 10**30])
def test_a_bid_or_tricks_that_cannot_be_are_a_bad_count(tricks: int) -> None:
    def code(before: str, raw: dict[str, object]) -> str:
        log = play(before)
        with pytest.raises(Refused) as wrong:
            log.enter(raw)
        return wrong.value.code

    bid = {"do": "bid", "player": "Ann", "tricks": tricks}
    took = {"do": "tricks", "took": {"Ann": tricks, "Bob": 10 - tricks, "Cal": 0}}
    assert code("deal", bid) == "bad-count"
    assert code("", bid) == "wrong-phase"
    assert code("deal; Ann bids 0; Bob bids 0; Cal bids 0", took) == "bad-count"
    assert code("deal", took) == "wrong-phase"


def test_chips_in_cups_count_for_their_owner() -> None:
    table = table_of(hand("Ann 2 Bob 3 Cal 4", "Ann 2 Bob 3 Cal 5") + "end")
    assert [(p.player, p.chips, p.cups, p.result, p.place) for p in table.tally or ()] == [
        ("Ann", 26, 1, 3, 1),
        ("Bob", 25, 1, 2, 2),
        ("Cal", 19, 0, -5, 3),
    ]


def test_who_left_ranks_last() -> None:
    text = hand("Ann 2 Bob 3 Cal 4 Dee 2", "Ann 2 Bob 4 Cal 1 Dee 3")
    tally = table_of(f"{text} leave Ann; end", players="Ann Bob Cal Dee").tally or ()
    assert [(line.player, line.result) for line in tally] == [
        ("Bob", -2),
        ("Cal", -2),
        ("Dee", -2),
        ("Ann", 6),
    ]


def test_a_misdeal_takes_the_bids_back() -> None:
    table = table_of(hand("Ann 2 Bob 3 Cal 4", "Ann 2 Bob 3 Cal 5") + "deal; Bob bids 1; misdeal")
    assert (table.hand, table.bids) == (1, {"Ann": 2, "Bob": 3, "Cal": 4})


# what the screen asks


def test_the_core_offers_bids_and_says_why_one_is_barred() -> None:
    bids = current_prompt(table_of("deal; Ann bids 2; Bob bids 1")).tiles
    barred = [offer for offer in bids if offer.refusal]
    assert (len(bids), [offer.raw["tricks"] for offer in barred]) == (11, [7])
    assert "10" in str(barred[0].refusal)
    assert current_prompt(table_of("")).tiles == ()


def test_a_settlement_can_be_seen_before_it_is_made() -> None:
    table = table_of("deal; Ann bids 2; Bob bids 3; Cal bids 4")
    moves = oh_claire.settlement(table, {"Ann": 2, "Bob": 3, "Cal": 5})
    assert [(move.source, move.target, move.chips) for move in moves] == [
        ("Cal", "Ann", 2),
        ("Cal", "Bob", 2),
        ("Cal", "pot:jackpot", 1),
        ("Ann", "pot:cup 2 of Ann", 1),
        ("Bob", "pot:cup 3 of Bob", 1),
    ]
    assert purse(table) == [24, 24, 24]
    with pytest.raises(Refused, match="add up to 10"):
        oh_claire.settlement(table, {"Ann": 2, "Bob": 3, "Cal": 4})
