"""What players of the stops family may answer on devices of their own, besides the usual."""

from collections.abc import Iterable

from companion.core.entries.entry import Entry
from companion.core.entries.writing import Begun
from companion.core.offers import HowMany, Offer, Together
from companion.core.sentences import Sentence, say
from companion.games.stops.dumps import DUMPS, may_dump
from companion.games.stops.endings import Show, Totals
from companion.games.stops.entries import Dump, Out
from companion.games.stops.state import StopsTable
from companion.games.stops.unseen import may_show

Own = dict[str, tuple[Offer, ...]]


def shows(table: StopsTable) -> Own:
    """Offer to those who still hold cards to show them."""
    words, mine = say("{player} shows"), say("I show what I have left")
    return _on_a_sheet(Show, may_show(table), words, mine)


def dumps(table: StopsTable) -> Own:
    """Offer to those who can to put four cards down."""
    if not any(pot in DUMPS for pot in table.pots):
        return {}
    words, mine = say("{player} lays down four cards"), say("I lay down four cards")
    return _on_a_sheet(Dump, may_dump(table), words, mine)


def _on_a_sheet(kind: type[Entry], players: Iterable[str], words: Sentence, mine: Sentence) -> Own:
    return {
        player: (
            Offer(
                Begun(kind, {"player": player}), words.about(player=player), form=True, mine=mine
            ),
        )
        for player in players
    }


def going_out(table: StopsTable) -> Together:
    """Ask everybody who went out of a hand kept in chips only, and for the cards left."""
    label = say("When somebody is out: how many cards do you have left?")
    return Together(Begun(Out), label, table.now.players, HowMany("left"), out="player")


def ask_own_total(table: StopsTable) -> Together:
    """Ask everybody what the cards count that are held in a blocked hand."""
    label = say("What do the cards that you have left add up to?")
    return Together(Begun(Totals), label, table.present, HowMany("points", 0))
