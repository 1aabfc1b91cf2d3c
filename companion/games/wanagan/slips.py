"""What is tapped wrong in Wanagan: a card beside the one shown, who shows it, for which cup."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.core.accounts import Pot
from companion.core.entries.common import Award
from companion.core.entries.entry import Entry
from companion.core.entries.writing import written
from companion.core.log.repair.common import cards_beside, shown_by
from companion.core.sentences import say
from companion.core.slip import Slip
from companion.games.wanagan.entries import Next, Reveal
from companion.games.wanagan.game import WanaganTable, open_pots, possible_claims


def slips(_: WanaganTable) -> Callable[[WanaganTable, Entry], Iterator[Slip]]:
    """Look back on a round: give what lists the slips of an entry."""
    return _slips


def _slips(table: WanaganTable, entry: Entry) -> Iterator[Slip]:
    if isinstance(entry, Reveal):
        yield from _other_claims(table, entry)
        for player in table.others(entry.player):
            yield shown_by(table, player, entry.player, replace(entry, player=player))
        yield from cards_beside(entry.player, entry.cards, lambda c: replace(entry, cards=c))
    elif isinstance(entry, Next):
        yield from _forgotten(table)


def _other_claims(table: WanaganTable, entry: Reveal) -> Iterator[Slip]:
    for pot in possible_claims(table, entry.cards):
        if entry.claim not in (None, pot):
            words = say("{player} claimed {pot}", player=entry.player, pot=Pot(pot))
            asks = say("Did {player} claim {pot}?")
            yield Slip("claim", (written(replace(entry, claim=pot)),), words, asks=asks)


def _forgotten(table: WanaganTable) -> Iterator[Slip]:
    """Think of a cup that was won before the reveal was closed."""
    for pot in open_pots(table):
        for player in table.present:
            award = written(Award(pot, (player,)))
            words = say("{player} won {pot} before that", player=player, pot=Pot(pot))
            asks = say("Did {player} win {pot} before that?")
            yield Slip("forgotten award", (award, written(Next())), words, asks=asks)
