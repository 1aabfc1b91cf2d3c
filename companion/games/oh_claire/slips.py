"""What is tapped wrong in Oh Claire!: another bid, a trick given to another, tricks exchanged."""

from collections.abc import Callable, Iterator
from itertools import combinations, permutations

from companion.core.entries.entry import Entry
from companion.core.entries.writing import serialize_entry
from companion.core.sentences import say
from companion.core.slip import Mistap
from companion.games.oh_claire.entries import TrickBid, Tricks
from companion.games.oh_claire.game import OhClaireTable


def mistaps(_: OhClaireTable) -> Callable[[OhClaireTable, Entry], Iterator[Mistap]]:
    """Look back on a hand: give what lists the slips of an entry."""
    return _slips


def _slips(table: OhClaireTable, entry: Entry) -> Iterator[Mistap]:
    if isinstance(entry, TrickBid):
        yield from _other_bids(table, entry)
    elif isinstance(entry, Tricks):
        yield from _moved(entry)
        yield from _exchanged(entry)


def _other_bids(table: OhClaireTable, entry: TrickBid) -> Iterator[Mistap]:
    for tricks in range(table.size + 1):
        if tricks != entry.tricks:
            bid = serialize_entry(TrickBid(entry.player, tricks))
            words = say("{player} bid {n}", player=entry.player, n=tricks)
            asks = say("Did {player} bid {tricks}?", player=entry.player, tricks=tricks)
            yield Mistap("number", (bid,), words, abs(tricks - entry.tricks) == 1, asks)


def _moved(entry: Tricks) -> Iterator[Mistap]:
    for one, other in permutations(entry.took, 2):
        if entry.took[one]:
            took = {**entry.took, one: entry.took[one] - 1, other: entry.took[other] + 1}
            words = say("A trick went to {other}, not {player}", other=other, player=one)
            asks = say("Did a trick go to {other}, not {player}?")
            yield Mistap("trick", (serialize_entry(Tricks(took)),), words, question_template=asks)


def _exchanged(entry: Tricks) -> Iterator[Mistap]:
    for one, other in combinations(entry.took, 2):
        took = {**entry.took, one: entry.took[other], other: entry.took[one]}
        if took != entry.took:
            words = say("The tricks of {player} and {other} are exchanged")
            told = words.with_facts(player=one, other=other)
            yield Mistap("exchanged", (serialize_entry(Tricks(took)),), told)
