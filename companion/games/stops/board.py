"""Boards of the stops family: the pots of a table by name, and what wins each of them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from companion.core.accounts import register_pot_name
from companion.core.cards import BIT, PACK, RANKS, SUITS, cards_to_mask
from companion.core.entries.parsing import quote_input
from companion.core.errors import InvalidValue
from companion.core.poker import Strength, best_hand_strength
from companion.core.sentences import Sentence, say

# Pots for going out.
OUT_POTS = ("kitty", "jackpot")


@dataclass(frozen=True, slots=True)
class NamedPot:
    """A pot that is not named after cards, and what wins it.

    That is a judgement after the hand, a lead, or a rule elsewhere (going out, a dump).
    """

    name: str
    # on the pot, and within a sentence
    label: Sentence
    sentence: Sentence
    # for a pot that is judged: the question, the strength of cards, and which strength wins
    question: Sentence | None = None
    strength: Callable[[Iterable[str]], Strength] = best_hand_strength
    best: Callable[[Iterable[Strength]], Strength] = max
    # whether a lead wins it: the card, the suit of the run before, whether any 2 could be led
    wins_by_lead: Callable[[str, str | None, bool], bool] | None = None


# All of them by name, in the order in which they are offered.
NAMED_POTS: dict[str, NamedPot] = {}


def register_pots(*pots: NamedPot) -> None:
    """Register pots that boards of the family may have. A game calls this when it is imported."""
    for pot in pots:
        NAMED_POTS[pot.name] = pot
        register_pot_name(pot.name, pot.label, pot.sentence)


def is_judged(pot: str) -> bool:
    """Return whether the winner of a pot is judged after the hand, as for `poker`."""
    return pot in NAMED_POTS and NAMED_POTS[pot].question is not None


def is_won_in_play(pot: str) -> bool:
    return pot not in OUT_POTS and not is_judged(pot)


register_pots(
    NamedPot("kitty", say("kitty"), say("the kitty")),
    NamedPot("jackpot", say("jackpot"), say("the jackpot")),
    NamedPot(
        "poker", say("poker"), say("the poker pot"), question=say("Who has the best poker hand?")
    ),
)


@dataclass(frozen=True, slots=True)
class Combination:
    """A pot and the cards of one suit, in the order of play, that win it together."""

    pot: str
    cards: tuple[str, ...]

    @property
    def any_suit(self) -> bool:
        """Whether the pot may be won in any suit, as `8-9-10`."""
        return "-" in self.pot


@dataclass(frozen=True, slots=True)
class Board:
    """The pots of a table, and the cards that win them, prepared for a quick look-up."""

    pots: tuple[str, ...]
    # the money cards
    singles: frozenset[str]
    combinations: tuple[Combination, ...]
    by_last_card: dict[str, tuple[Combination, ...]]
    # masks of the money cards, of the combinations in one suit, and of each combination
    single_bits: int
    fixed_bits: int
    combination_bits: tuple[int, ...]
    # the pots that a lead may win
    lead_pots: tuple[NamedPot, ...]

    @property
    def out(self) -> tuple[str, ...]:
        """The pots that the player who goes out wins."""
        return tuple(pot for pot in self.pots if pot in OUT_POTS)

    @property
    def priced(self) -> str:
        """The pot that gets the price of the dummy: the kitty if there is one, or the jackpot."""
        return min(self.out, key=OUT_POTS.index)

    @property
    def judged(self) -> tuple[str, ...]:
        """The pots whose winners are judged after the hand, such as `poker`."""
        return tuple(filter(is_judged, self.pots))


def parse_board(value: object) -> tuple[str, ...]:
    """Return the pots of a board, from a list of their names. Raises InvalidValue."""
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= len(PACK):
        raise InvalidValue(say("1 to {most} pots", most=len(PACK)))
    for pot in value:
        if not isinstance(pot, str) or not is_pot(pot):
            raise InvalidValue(
                say(
                    "pots such as KH (a card), QKD or 8-9-10 (combinations), or kitty ({pot} is "
                    "not a pot)",
                    pot=quote_input(pot),
                )
            )
        if value.count(pot) > 1:
            raise InvalidValue(
                say("pots that are all different ({pot} appears more than once)", pot=pot)
            )
    return tuple(value)


def is_pot(pot: str) -> bool:
    return pot in NAMED_POTS or pot in BIT or bool(combination_cards(pot))


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
    """Return the card sequences that win a pot: one for `QKD`, four for `8-9-10`, or ()."""
    return _COMBINATIONS.get(pot, ())


def run_pot_name(low: str, high: str, suit: str) -> str:
    """Return the pot for the ranks from `low` to `high` in a suit (`QKD`) or in any (`8-9-10`).

    `suit` is "" for any. Raises InvalidValue for an unknown rank or suit, or fewer than two ranks.
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
        cards_to_mask(singles),
        cards_to_mask(card for c in new_combinations if not c.any_suit for card in c.cards),
        tuple(cards_to_mask(c.cards) for c in new_combinations),
        tuple(
            NAMED_POTS[pot] for pot in pots if pot in NAMED_POTS and NAMED_POTS[pot].wins_by_lead
        ),
    )


# The board that several games offer besides their own.
HEARTS_BOARD = ("AH", "KH", "QH", "JH", "10H", "QKH", "8-9-10", "kitty", "poker")
