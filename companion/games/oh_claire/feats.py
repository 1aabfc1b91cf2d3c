"""What is remembered of a hand: tricks taken, and bids made."""

from collections.abc import Iterator

from companion.core.feats import Highlight, HighlightKind, Highlights
from companion.core.sentences import say
from companion.games.oh_claire.game import OhClaireTable, bid_makers


def _feats(table: OhClaireTable) -> Iterator[Highlight]:
    for player, tricks in table.tricks_taken.items():
        yield Highlight("tricks", player, tricks)
    for player in bid_makers(table):
        yield Highlight("made", player, 1)


HIGHLIGHTS = Highlights(
    _feats,
    {
        "tricks": HighlightKind(column_title=say("Tricks")),
        "made": HighlightKind(column_title=say("Bids made")),
    },
)
