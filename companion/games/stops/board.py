"""Boards of the stops family: the pots of a table by name, and what wins each of them."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from companion.core.cards import BIT, PACK, RANKS, SUITS, cards_to_mask
from companion.core.entries.parsing import quote_input
from companion.core.errors import InvalidValue
from companion.core.sentences import say

# Pots for going out.
OUT_POTS = ("kitty", "jackpot")

# Pots that are judged after the hand.
JUDGED_POTS = ("poker", "loser")

# The special cups of Great Lakes.
CUPS = ("ace-2", "full-house", "straight", "6-lead")


@dataclass(frozen=True, slots=True)
class Combination:
    """Cards of one suit, in the order of play, that win a pot together."""

    pot: str
    cards: tuple[str, ...]

    @property
    def any_suit(self) -> bool:
        """Return whether the pot may be won in any suit."""
        return "-" in self.pot


@dataclass(frozen=True, slots=True)
class Board:
    """The pots of a table, and what an entry must look up of them."""

    pots: tuple[str, ...]
    # the money cards
    singles: frozenset[str]
    combinations: tuple[Combination, ...]
    by_last_card: dict[str, tuple[Combination, ...]]
    # masks of the money cards, of the combinations in one suit, and of each combination
    single_bits: int
    fixed_bits: int
    combination_bits: tuple[int, ...]

    @property
    def out(self) -> tuple[str, ...]:
        """The pots that the player who goes out wins."""
        return tuple(pot for pot in self.pots if pot in OUT_POTS)

    @property
    def priced(self) -> str:
        """The pot that gets the price of the dummy: the kitty, or else the jackpot."""
        return min(self.out, key=OUT_POTS.index)

    @property
    def judged(self) -> tuple[str, ...]:
        """The pots that are judged after the hand."""
        return tuple(pot for pot in self.pots if pot in JUDGED_POTS)


def parse_board(value: object) -> tuple[str, ...]:
    """Return the pots of a board. Raises InvalidValue."""
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= len(PACK):
        raise InvalidValue(say("1 to {most} pots", most=len(PACK)))
    for pot in value:
        if not isinstance(pot, str) or not is_pot(pot):
            raise InvalidValue(
                say(
                    "cards, combinations like QKD or 8-9-10, kitty … (not {pot})",
                    pot=quote_input(pot),
                )
            )
        if value.count(pot) > 1:
            raise InvalidValue(say("different pots ({pot} appears twice)", pot=pot))
    return tuple(value)


def is_pot(pot: str) -> bool:
    """Return whether the family has a pot of this name."""
    return pot in OUT_POTS + JUDGED_POTS + CUPS or pot in BIT or bool(combination_cards(pot))


def _combinations() -> dict[str, tuple[tuple[str, ...], ...]]:
    sequences_by_pot = {}
    for low, high in combinations(range(len(RANKS) + 1), 2):
        ranks = RANKS[low:high]
        if len(ranks) > 1:
            by_suit = {suit: tuple(rank + suit for rank in ranks) for suit in SUITS}
            sequences_by_pot["-".join(ranks)] = tuple(by_suit.values())
            sequences_by_pot |= {"".join(ranks) + suit: (cards,) for suit, cards in by_suit.items()}
    return sequences_by_pot


_COMBINATIONS = _combinations()


def combination_cards(pot: str) -> tuple[tuple[str, ...], ...]:
    """Return the card sequences that win a pot: one, or one of each suit; () for other pots."""
    return _COMBINATIONS.get(pot, ())


def run_pot_name(low: str, high: str, suit: str) -> str:
    """Return the pot for the ranks from one to another in a suit, or in any one suit ("").

    Raises InvalidValue for an unknown rank or suit, or fewer than two ranks.
    """
    start, end = sorted(RANKS.index(rank) if rank in RANKS else -1 for rank in (low, high))
    pot = ("" if suit else "-").join(RANKS[start : end + 1]) + suit
    if start < 0 or not combination_cards(pot):
        raise InvalidValue(say("two or more ranks"))
    return pot


@lru_cache(maxsize=64)
def make_board(pots: tuple[str, ...]) -> Board:
    new_combinations = tuple(
        Combination(pot, cards) for pot in pots for cards in combination_cards(pot)
    )
    singles = frozenset(pot for pot in pots if pot in BIT)
    by_last: dict[str, tuple[Combination, ...]] = {}
    for combination in new_combinations:
        last = combination.cards[-1]
        by_last[last] = (*by_last.get(last, ()), combination)
    return Board(
        pots,
        singles,
        new_combinations,
        by_last,
        cards_to_mask(list(singles)),
        cards_to_mask(
            [
                card
                for combination in new_combinations
                if not combination.any_suit
                for card in combination.cards
            ]
        ),
        tuple(cards_to_mask(c.cards) for c in new_combinations),
    )


KITTY_BOARD = ("AS", "QC", "KH", "10H", "JD", "QKD", "8-9-10", "kitty")
BOODLE_BOARD = ("AH", "KC", "QD", "JS")
CLASSIC_BOARD = ("AH", "KC", "QD", "JS", "10H", "QKH", "7-8-9", "poker", "jackpot")
TOURNAMENT_BOARD = ("AH", "KC", "QD", "JS", "10H", "QKH", "8-9-10", "poker", "jackpot")
GREAT_LAKES_BOARD = (
    "KD",
    "QS",
    "JH",
    "ace-2",
    "full-house",
    "straight",
    "6-lead",
    "loser",
    "jackpot",
)
HEARTS_BOARD = ("AH", "KH", "QH", "JH", "10H", "QKH", "8-9-10", "kitty", "poker")
