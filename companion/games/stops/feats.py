"""What is remembered of a hand: pots that were won, the kitty, and the longest run."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from companion.core.cards import NEXT
from companion.core.feats import POT_WON, Highlight, HighlightKind, Highlights
from companion.core.ledger import POT
from companion.core.sentences import say, say_plural
from companion.games.stops.state import Hand, StopsTable


def _feats(table: StopsTable) -> Iterator[Highlight]:
    hand = table.hand_state
    if hand is None:
        return
    for player, pot, chips in _pots(hand):
        yield Highlight(POT_WON, player, chips, pot)
        if pot in table.board.out:
            yield Highlight("kitty", player, chips, pot)
    run = longest_run(hand.played_cards)
    if run:
        yield Highlight("run", None, run)


def _pots(hand: Hand) -> Iterator[tuple[str, str, int]]:
    """Give who took how many chips from which pot: by playing, and when the hand was settled."""
    for collection in hand.pot_wins:
        yield collection.player, collection.pot, collection.chips
    for move in hand.end.payments:
        if move.issuer is None and move.source == POT + move.reason:
            yield move.target, move.reason, move.chips


def longest_run(played: Iterable[str]) -> int:
    """Count the cards of the longest run among cards in the order in which they were played."""
    longest = length = 0
    for before, card in pairwise(("", *played)):
        length = length + 1 if NEXT.get(before) == card else 1
        longest = max(longest, length)
    return longest


HIGHLIGHTS = Highlights(
    _feats,
    {
        "kitty": HighlightKind(record_title=say("Largest kitty")),
        "run": HighlightKind(
            record_title=say("Longest run"), amount=say_plural("{n} card", "{n} cards", n=0)
        ),
    },
)
