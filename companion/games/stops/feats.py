"""What is remembered of a hand: pots that were won, the kitty, and the longest run."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from companion.core.cards import NEXT
from companion.core.feats import POT_WON, Feat, FeatKind, Feats
from companion.core.ledger import POT
from companion.core.sentences import say, say_n
from companion.games.stops.state import Hand, StopsTable


def _feats(table: StopsTable) -> Iterator[Feat]:
    hand = table.live
    if hand is None:
        return
    for player, pot, chips in _pots(hand):
        yield Feat(POT_WON, player, chips, pot)
        if pot in table.board.out:
            yield Feat("kitty", player, chips, pot)
    run = longest_run(hand.played)
    if run:
        yield Feat("run", None, run)


def _pots(hand: Hand) -> Iterator[tuple[str, str, int]]:
    """Give who took how many chips from which pot: by playing, and when the hand was settled."""
    for collection in hand.collected:
        yield collection.player, collection.pot, collection.chips
    for move in hand.end.settlement:
        if move.issuer is None and move.source == POT + move.why:
            yield move.target, move.why, move.chips


def longest_run(played: Iterable[str]) -> int:
    """Count the cards of the longest run among cards in the order in which they were played."""
    longest = length = 0
    for before, card in pairwise(("", *played)):
        length = length + 1 if NEXT.get(before) == card else 1
        longest = max(longest, length)
    return longest


FEATS = Feats(
    _feats,
    {
        "kitty": FeatKind(record=say("Largest kitty")),
        "run": FeatKind(record=say("Longest run"), amount=say_n("{n} card", "{n} cards", n=0)),
    },
)
