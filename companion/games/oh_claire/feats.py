"""What is remembered of a hand: tricks taken, and bids made."""

from collections.abc import Iterator

from companion.core.feats import Feat, FeatKind, Feats
from companion.core.sentences import say
from companion.games.oh_claire.game import OhClaireTable, makers


def _feats(table: OhClaireTable) -> Iterator[Feat]:
    for player, tricks in table.took.items():
        yield Feat("tricks", player, tricks)
    for player in makers(table):
        yield Feat("made", player, 1)


FEATS = Feats(
    _feats,
    {"tricks": FeatKind(column=say("Tricks")), "made": FeatKind(column=say("Bids made"))},
)
