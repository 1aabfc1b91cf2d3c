"""Finding entries in the log: findings, the pots won, all about a player, or those of a hand."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from companion.core.history import Effect, Happening
from companion.core.ledger import POT, Transfer
from companion.core.sentences import say

FINDINGS, POTS = "findings", "pots"
KINDS = ((FINDINGS, say("Findings")), (POTS, say("Pots won")))
"""What can be looked for, beside everything about a player and of a hand."""


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for: a kind of entry, about a player, in a hand; empty texts, None: any."""

    kind: str = ""
    player: str = ""
    hand: int | None = None

    def __bool__(self) -> bool:
        return bool(self.kind or self.player) or self.hand is not None

    def finds(self, happening: Happening, effect: Effect | None, seats: Collection[str]) -> bool:
        """Say whether an entry is looked for; ``seats`` are all who ever sat at the table."""
        moves = effect.moves if effect else ()
        if self.hand not in (None, happening.section):
            return False
        if self.kind == FINDINGS and not (effect and effect.findings):
            return False
        if self.kind == POTS and not _wins_pot(moves, seats):
            return False
        named = {*_texts(happening.raw), *_touched(moves)}
        return not self.player or self.player in named


def _wins_pot(moves: Collection[Transfer], seats: Collection[str]) -> bool:
    """Say whether chips went from a pot to a player for good, without a note for them."""
    won = any(m.source.startswith(POT) and m.target in seats and m.issuer is None for m in moves)
    return won and not any(m.target.startswith(POT) and m.issuer is not None for m in moves)


def _touched(moves: Collection[Transfer]) -> Iterator[str]:
    for move in moves:
        yield from (move.source, move.target)


def _texts(raw: object) -> Iterator[str]:
    """Give every text in an entry, however deep, the keys of objects too."""
    if isinstance(raw, str):
        yield raw
    elif isinstance(raw, list | dict):
        for item in raw:
            yield from _texts(item)
        if isinstance(raw, dict):
            for item in raw.values():
                yield from _texts(item)
