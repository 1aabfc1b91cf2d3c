"""What is tapped wrong in Oh Claire!: another bid, a trick given to another, tricks exchanged."""

from collections.abc import Callable, Iterator
from itertools import combinations, permutations

from companion.core.entries.entry import Entry
from companion.core.entries.writing import written
from companion.core.sentences import say
from companion.core.slip import Slip
from companion.games.oh_claire.entries import TrickBid, Tricks
from companion.games.oh_claire.game import OhClaireTable


def slips(_: OhClaireTable) -> Callable[[OhClaireTable, Entry], Iterator[Slip]]:
    """Look back on a hand: give what lists the slips of an entry."""
    return _slips


def _slips(table: OhClaireTable, entry: Entry) -> Iterator[Slip]:
    if isinstance(entry, TrickBid):
        yield from _other_bids(table, entry)
    elif isinstance(entry, Tricks):
        yield from _moved(entry)
        yield from _exchanged(entry)


def _other_bids(table: OhClaireTable, entry: TrickBid) -> Iterator[Slip]:
    for tricks in range(table.size + 1):
        if tricks != entry.tricks:
            bid = written(TrickBid(entry.player, tricks))
            words = say("{player} bid {n}", player=entry.player, n=tricks)
            asks = say("Did {player} bid {tricks}?", player=entry.player, tricks=tricks)
            yield Slip("number", (bid,), words, abs(tricks - entry.tricks) == 1, asks)


def _moved(entry: Tricks) -> Iterator[Slip]:
    for one, other in permutations(entry.took, 2):
        if entry.took[one]:
            took = {**entry.took, one: entry.took[one] - 1, other: entry.took[other] + 1}
            words = say("A trick went to {other}, not {player}", other=other, player=one)
            asks = say("Did a trick go to {other}, not {player}?")
            yield Slip("trick", (written(Tricks(took)),), words, asks=asks)


def _exchanged(entry: Tricks) -> Iterator[Slip]:
    for one, other in combinations(entry.took, 2):
        took = {**entry.took, one: entry.took[other], other: entry.took[one]}
        if took != entry.took:
            words = say("The tricks of {player} and {other} are exchanged")
            told = words.about(player=one, other=other)
            yield Slip("exchanged", (written(Tricks(took)),), told)
