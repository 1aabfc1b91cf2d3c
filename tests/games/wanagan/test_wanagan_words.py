"""Revealed hands in words."""

import pytest

from companion.games.wanagan.hands import cup_claims, draw_strength, reveal_sentence

CLAIMS = [
    ("KH KD 2C 3C 9S", "1-pair", "a pair of kings"),
    ("KH KD 4C 4H 9S", "2-pair", "kings and fours"),
    ("KH KD KC 4H 9S", "3-kind", "three kings"),
    ("KH KD KC 4H 4S", "full-house", "kings full of fours"),
    ("KH 2H 9H 4H JH", "flush", "flush to the king"),
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
