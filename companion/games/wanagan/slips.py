"""What is tapped wrong in Wanagan: a cup given to another, or a card beside the one shown."""

from collections.abc import Callable, Iterator

from companion.core.cards import beside
from companion.core.entries.common import Award
from companion.core.entries.entry import Entry
from companion.core.sentences import say
from companion.core.slip import Slip
from companion.core.words import Card, Pot
from companion.games.wanagan.entries import Reveal
from companion.games.wanagan.game import WanaganTable


def slips(_: WanaganTable) -> Callable[[WanaganTable, Entry], Iterator[Slip]]:
    """Look back on a round: give what lists the slips of an entry."""
    return _slips


def _slips(table: WanaganTable, entry: Entry) -> Iterator[Slip]:
    if isinstance(entry, Award):
        yield from _other_winners(table, entry)
    elif isinstance(entry, Reveal):
        yield from _other_cards(entry)


def _other_winners(table: WanaganTable, entry: Award) -> Iterator[Slip]:
    words = say("{pot} was won by somebody else.", pot=Pot(entry.pot))
    for player in table.present:
        if entry.players != (player,):
            award = {"do": "award", "pot": entry.pot, "players": [player]}
            yield Slip("wrong-seat", (award,), 1.0, words, say("{player}", player=player))


def _other_cards(entry: Reveal) -> Iterator[Slip]:
    claim = {} if entry.claim is None else {"as": entry.claim}
    for card in entry.cards:
        words = say("{player} did not show {card}.", player=entry.player, card=Card(card))
        for other in beside(card):
            cards = [other if each == card else each for each in entry.cards]
            show = {"do": "show", "player": entry.player, "cards": cards, **claim}
            answer = say("{card}", card=Card(other))
            yield Slip(f"wrong-card {card}", (show,), 0.1, words, answer)
