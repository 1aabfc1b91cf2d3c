"""What five cards are worth in Wanagan, wild cards and two packs included, and in words."""

import random
from collections import Counter
from itertools import combinations_with_replacement

import pytest

from companion.core.cards import PACK, RANK, SUIT
from companion.games.wanagan.game import WILD
from companion.games.wanagan.hands import SHAPES, cup_claims, draw_strength, reveal_sentence


def strength(cup: str, cards: str) -> tuple[int, ...]:
    return cup_claims(cards.split(), WILD)[cup]


def test_five_of_a_kind_claims_four_of_a_kind_and_beats_four() -> None:
    assert strength("4-kind", "QS QC QD KH 10D") > strength("4-kind", "AS AC AD AH KC")


def test_natural_and_wild_tie() -> None:
    assert strength("3-kind", "8S 8D 7S AC 9H") == strength("3-kind", "8C 8H 8S AH 9D")


def test_a_wild_card_stands_for_a_card_already_held() -> None:
    assert strength("flush", "AS 9S 5S 2S 4C") > strength("flush", "AD KD 9D 5D 2D")


def natural(cards: list[str]) -> dict[str, tuple[int, ...]]:
    ranks = sorted((RANK[card] for card in cards), reverse=True)
    counts = Counter(ranks)
    weighty = tuple(sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True))
    shape = tuple(counts[rank] for rank in weighty)
    made = {cup: weighty for cup, wanted in SHAPES.items() if shape == wanted}
    if shape[0] >= 4:
        made["4-kind"] = (int(shape == (5,)), *weighty)
    top = ranks[0] if len(counts) == 5 and ranks[0] - ranks[4] == 4 else 3
    straight = len(counts) == 5 and (ranks[0] - ranks[4] == 4 or ranks == [12, 3, 2, 1, 0])
    suited = len({SUIT[card] for card in cards}) == 1
    if straight:
        made["straight"] = (int(suited), top)
    if suited:
        made["flush"] = (1, top) if straight else (0, *ranks)
    for worth, wanagan_ranks in enumerate(([12, 7, 5, 3, 1], [8, 6, 4, 2, 0])):
        if ranks == wanagan_ranks:
            made["wanagan"] = (worth,)
    return made


def test_wild_cards_are_judged_as_if_every_choice_had_been_tried() -> None:
    chance = random.Random(1)
    plain = [card for card in PACK if card not in WILD]
    for _ in range(40):
        wild = chance.choice((0, 1, 1, 2))
        suit = chance.choice("CDHS-")
        pool = [card for card in plain if suit in ("-", card[-1])]
        fixed = [chance.choice(pool) for _ in range(5 - wild)]
        best: dict[str, tuple[int, ...]] = {}
        for chosen in combinations_with_replacement(PACK, wild):
            for cup, strength in natural([*fixed, *chosen]).items():
                best[cup] = max(best.get(cup, ()), strength)
        assert cup_claims([*fixed, *chance.sample(WILD, wild)], WILD) == best


def test_the_final_ranks_whole_hands() -> None:
    hands = [
        "QS QS QS QS QS",
        "5C 6C 7C 8C 9C",
        "2C 2D 2H 2S 3C",
        "2C 2D 2H 3S 3C",
        "2C 2C 4C 5C 6C",
        "AC 2D 3H 4S 5C",
        "2C 2D 2H 3S 4C",
        "2C 2D 3H 3S 4C",
        "2C 2D 3H 4S 5C",
        "2C 4D 6H 8S 10C",
        "2C 3D 4H 5S 7C",
    ]
    strengths = [draw_strength(hand.split()) for hand in hands]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(hands)


# in words

CLAIMS = [
    ("KH KD 2C 3C 9S", "1-pair", "a pair of kings"),
    ("KH KD 4C 4H 9S", "2-pair", "kings and fours"),
    ("KH KD KC 4H 9S", "3-kind", "three kings"),
    ("KH KD KC 4H 4S", "full-house", "kings full of fours"),
    ("KH 2H 9H 4H JH", "flush", "flush, king high"),
    ("4H 5H 6H 7H 8H", "flush", "straight flush to the eight"),
    ("4H 5D 6H 7H 8H", "straight", "straight to the eight"),
    ("AH 2D 3H 4H 5H", "straight", "straight to the five"),
    ("4H 4D 4S 4C 8H", "4-kind", "four fours"),
    ("4H 4D 4S 4C 4H", "4-kind", "five fours"),
    ("2H 4D 6S 8C 10H", "wanagan", "2-4-6-8-10"),
    ("AH 3D 5S 7C 9H", "wanagan", "A-3-5-7-9"),
]


@pytest.mark.parametrize(("cards", "claim", "words"), CLAIMS)
def test_a_claim_is_told_by_its_ranks(cards: str, claim: str, words: str) -> None:
    assert str(reveal_sentence(claim, cup_claims(cards.split())[claim])) == words


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("QH JH 3D 8D 9H", "queen high"),
        ("4H 5H 6H 7H 8H", "straight flush to the eight"),
        ("4H 4D 4S 4C 4H", "five fours"),
        *((cards, words) for cards, claim, words in CLAIMS[:5]),
    ],
)
def test_a_drawn_hand_is_told_as_the_best_that_it_is(cards: str, words: str) -> None:
    assert str(reveal_sentence("jackpot", draw_strength(cards.split()))) == words


def test_cards_for_no_cup_are_told_so() -> None:
    assert str(reveal_sentence(None, ())) == "no cup"
