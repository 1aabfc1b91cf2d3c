"""What is tapped wrong in Oh Claire!: a bid by one, or a trick given to another."""

from collections.abc import Callable, Iterator
from itertools import permutations

from companion.core.entries.entry import Entry
from companion.core.sentences import say
from companion.core.slip import Slip
from companion.games.oh_claire.entries import Bid, Tricks
from companion.games.oh_claire.game import OhClaireTable


def slips(_: OhClaireTable) -> Callable[[OhClaireTable, Entry], Iterator[Slip]]:
    """Look back on a hand: give what lists the slips of an entry."""
    return _slips


def _slips(table: OhClaireTable, entry: Entry) -> Iterator[Slip]:
    if isinstance(entry, Bid):
        yield from _other_bids(table, entry)
    elif isinstance(entry, Tricks):
        yield from _other_tricks(entry)


def _other_bids(table: OhClaireTable, entry: Bid) -> Iterator[Slip]:
    words = say("{player} did not bid {n}.", player=entry.player, n=entry.tricks)
    for tricks in (entry.tricks - 1, entry.tricks + 1):
        if 0 <= tricks <= table.size:
            bid = {"do": "bid", "player": entry.player, "tricks": tricks}
            yield Slip("wrong-number", (bid,), 1.0, words, say("{n}", n=tricks))


def _other_tricks(entry: Tricks) -> Iterator[Slip]:
    words = say("A trick was taken by somebody else.")
    for one, other in permutations(entry.took, 2):
        if entry.took[one]:
            took = {**entry.took, one: entry.took[one] - 1, other: entry.took[other] + 1}
            answer = say("{other}, not {player}", other=other, player=one)
            yield Slip("wrong-seat", ({"do": "tricks", "took": took},), 1.0, words, answer)
