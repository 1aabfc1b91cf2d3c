"""Poker hands, compared with pokerkit's, and in words."""

import random
from itertools import combinations, pairwise

import pytest
from pokerkit import StandardLowHand

from companion.core.cards import PACK
from companion.core.poker import best_hand_strength, hand_sentence, lowest_hand_strength, strength

# Knows all hands of five with the ace high only: A-2-3-4-5 is no straight.
ORACLE = StandardLowHand.lookup


def cards(text: str) -> list[str]:
    return text.split()


def rank(hand: tuple[str, ...]) -> int:
    """How good pokerkit finds five cards; the greater, the better."""
    text = "".join(card[:-1].replace("10", "T") + card[-1].lower() for card in hand)
    return int(ORACLE.get_entry(text).index)


def hands(seed: int, size: int, count: int) -> list[list[str]]:
    dealer = random.Random(seed)
    return [dealer.sample(PACK, size) for _ in range(count)]


def suited(seed: int, size: int, count: int) -> list[list[str]]:
    """Hands out of few ranks and suits, in which rare categories are frequent."""
    dealer = random.Random(seed)
    found: list[list[str]] = []
    while len(found) < count:
        suits, low = dealer.sample("CDHS", dealer.randint(2, 4)), dealer.randint(0, 7)
        pack = [
            card for card in PACK if card[-1] in suits and low <= PACK.index(card) % 13 < low + 6
        ]
        if len(pack) >= size:
            found.append(dealer.sample(pack, size))
    return found


def same_order(known: list[tuple[object, int]]) -> bool:
    """Whether our strengths order hands as the oracle's ranks do, ties included."""
    ordered = sorted(known, key=lambda row: row[1])
    return all(
        (ours == more) if theirs == greater else (ours < more)  # type: ignore[operator]
        for (ours, theirs), (more, greater) in pairwise(ordered)
    )


def test_five_cards_rank_as_pokerkit_ranks_them() -> None:
    dealt = hands(1, 5, 2500) + suited(2, 5, 2500)
    assert same_order([(strength(hand), rank(tuple(hand))) for hand in dealt])


@pytest.mark.parametrize("size", [6, 7, 9, 11])
def test_the_best_and_the_worst_five_of_many_are_found(size: int) -> None:
    for hand in hands(size, size, 12) + suited(size, size, 12):
        ordered = sorted(combinations(hand, 5), key=rank)
        assert lowest_hand_strength(hand) == strength(ordered[0])
        assert best_hand_strength(hand) == strength(ordered[-1])


def test_the_order_of_the_cards_does_not_matter() -> None:
    shuffler = random.Random(5)
    for hand in suited(6, 8, 200):
        shuffled = shuffler.sample(hand, len(hand))
        assert best_hand_strength(hand) == best_hand_strength(shuffled)
        assert lowest_hand_strength(hand) == lowest_hand_strength(shuffled)


CATEGORIES = [
    ("2C 4D 7H 9S KC", "king high"),
    ("AS 2C 3D 4H 5S", "ace high"),
    ("6C 6D 7H 9S KC", "a pair of sixes"),
    ("6C 6D KH KS 2C", "two pairs, kings and sixes"),
    ("JC JD JH 9S KC", "three jacks"),
    ("2C 3D 4H 5S 6C", "a straight to the six"),
    ("10C JD QH KS AC", "a straight to the ace"),
    ("2C 4C 5C 6C 10C", "a flush, ten high"),
    ("4C 4D KH KS KC", "a full house, kings full of fours"),
    ("4C 4D 4H 4S KC", "four fours"),
    ("9C 10C JC QC KC", "a straight flush to the king"),
]


@pytest.mark.parametrize(("text", "words"), CATEGORIES)
def test_a_hand_has_its_words(text: str, words: str) -> None:
    assert str(hand_sentence(best_hand_strength(cards(text)))) == words


def test_no_cards_have_words_too() -> None:
    assert str(hand_sentence(best_hand_strength([]))) == "no cards"


SHORT = [
    # the better hand first
    ("2C 2D", "AC KD QH JS"),
    ("2C 2D 2H", "AC AD KH KS"),
    ("2C 2D 3H 3S", "AC AD KH QS"),
    ("2C 2D 2H 2S", "AC AD AH KS"),
    ("KC", "QC JD 9H"),
    ("KC 2D", "KH"),
    ("KC 2D 3S", "KH 3D"),
    ("2C 2D 3H", "2S 2H"),
    ("2C", ""),
]


@pytest.mark.parametrize(("better", "worse"), SHORT)
def test_short_hands_compete_by_what_they_have(better: str, worse: str) -> None:
    assert best_hand_strength(cards(better)) > best_hand_strength(cards(worse))


def test_fewer_than_five_cards_make_no_straight_and_no_flush() -> None:
    assert str(hand_sentence(best_hand_strength(cards("9C 10C JC QC")))) == "queen high"
