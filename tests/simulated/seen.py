"""What is known of a hand with hidden cards, to the dealer and to an onlooker."""

from dataclasses import dataclass, field
from typing import Any

from companion.core.cards import PACK, RANK, SUIT, SUITS


def colour(suit: str) -> str:
    return "red" if suit in "DH" else "black"


def above(card: str) -> str | None:
    """The next higher card of the suit."""
    at = PACK.index(card)
    return None if RANK[card] == 12 else PACK[at + 1]


def combination(pot: str) -> list[list[str]]:
    """The cards that win a pot together: none, or one list, or one in each suit."""
    if "-" in pot and pot[0].isdigit():
        return [[rank + suit for rank in pot.split("-")] for suit in SUITS]
    ranks = pot[:-1].replace("10", "T")
    known = len(ranks) > 1 and pot[-1] in SUITS and set(ranks) <= set("23456789TJQKA")
    return [[rank.replace("T", "10") + pot[-1] for rank in ranks]] if known else []


@dataclass(frozen=True)
class Event:
    """Something an onlooker sees: a lead, a stop, a skip, a bid, or a card in a player's hand.

    ``cards``: what a stop or skip says is not held, what a lead says is not held, or the card.
    """

    kind: str
    entry: int
    player: str | None
    cards: frozenset[str]


@dataclass
class Hand:
    """What is known of a hand that was played.

    An onlooker knows the ``events``, the ``counts`` of cards after an entry (by player, and
    dead), who ``shows`` when, whether the dummy was ``taken`` and by which ``buyer``. Only the
    dealer knows the ``offences``: rule, player and entry.
    """

    options: dict[str, Any]
    players: tuple[str, ...]
    events: list[Event] = field(default_factory=list)
    counts: dict[int, tuple[dict[str, int], int]] = field(default_factory=dict)
    shows: dict[str, int] = field(default_factory=dict)
    taken: bool = False
    buyer: str | None = None
    chips_only: bool = False
    offences: set[tuple[str, str | None, int]] = field(default_factory=set)
    deal: int = 0
    last: int = 0

    @property
    def singles(self) -> frozenset[str]:
        return frozenset(self.options["board"]) & frozenset(PACK)

    @property
    def barring(self) -> frozenset[str]:
        """The cards of which one alone bars from swapping and bidding."""
        if self.options["combination_bars"] == "whole":
            return self.singles
        found = [combination(pot) for pot in self.options["board"]]
        return self.singles.union(*(cards[0] for cards in found if len(cards) == 1))

    @property
    def wholes(self) -> list[set[str]]:
        found = [combination(pot) for pot in self.options["board"]]
        if self.options["combination_bars"] == "part":
            found = [cards for cards in found if len(cards) > 1]
        return [set(cards) for suits in found for cards in suits]


@dataclass(frozen=True)
class Lead:
    """Who leads, what may be led, and the suit of the run before. ``free``: nobody may skip."""

    player: str
    suits: str
    free: bool = True
    after: str | None = None
    two: bool = False


def may_lead(lead: Lead) -> frozenset[str]:
    """All cards that may be led; after an ace a 2 of any suit may."""
    return frozenset(c for c in PACK if SUIT[c] in lead.suits or (lead.two and RANK[c] == 0))
