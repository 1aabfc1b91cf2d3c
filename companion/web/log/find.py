"""Finding entries in the log: findings, the pots won, all about a player, or those of a hand."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import chain

from companion.core.accounts import Account
from companion.core.ledger import POT, Transfer
from companion.core.log.history import Effect, HistoryEntry
from companion.core.looking_back import Finding
from companion.core.sentences import Fact, Localizable, Sentence, say
from companion.core.words import NameList, OneOf, Series

FINDINGS, POTS = "findings", "pots"
KINDS = ((FINDINGS, say("Mistakes found")), (POTS, say("Pots won")))
"""What can be looked for, beside everything about a player and of a hand."""


@dataclass(frozen=True, slots=True)
class LogSearch:
    """What is looked for: a kind of entry, about a player, in a hand; empty texts, None: any."""

    kind: str = ""
    player: str = ""
    hand: int | None = None

    def __bool__(self) -> bool:
        return bool(self.kind or self.player) or self.hand is not None

    def matches(
        self, happening: HistoryEntry, effect: Effect | None, seats: Collection[str]
    ) -> bool:
        """Say whether an entry is looked for; ``seats`` are all who ever sat at the table."""
        if self.hand not in (None, happening.section):
            return False
        moves, found = (effect.moves, effect.findings) if effect else ((), ())
        if self.kind == POTS:
            winners = set(_winners(moves, seats))
            return self.player in winners if self.player else bool(winners)
        if self.kind == FINDINGS and not found:
            return False
        named = {*_texts(happening.raw), *_touched(moves), *chain(*map(_concerned, found))}
        return not self.player or self.player in named


def _winners(moves: Collection[Transfer], seats: Collection[str]) -> Iterator[str]:
    """Give whom chips went to from a pot for good, without a note for them."""
    if any(m.target.startswith(POT) and m.issuer is not None for m in moves):
        return
    for move in moves:
        if move.source.startswith(POT) and move.target in seats and move.issuer is None:
            yield move.target


def _concerned(found: Finding) -> Iterator[str]:
    """Give whose fault a finding is, and whom it names besides."""
    if found.player is not None:
        yield found.player
    yield from _named(found.words)


def _named(fact: Fact) -> Iterator[str]:
    """Give every player that a sentence names, however deep."""
    if isinstance(fact, Sentence):
        yield from chain(*map(_named, fact.facts.values()))
    elif isinstance(fact, NameList | OneOf | Series):
        yield from chain(*map(_named, fact))
    elif isinstance(fact, Account) or (isinstance(fact, str) and not isinstance(fact, Localizable)):
        yield fact


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
