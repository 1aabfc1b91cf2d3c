"""What players of the stops family may answer on devices of their own, besides the usual."""

from companion.core.offers import HowMany, Offer, Together
from companion.core.sentences import say
from companion.games.stops.dumps import DUMPS, may_dump
from companion.games.stops.state import StopsTable
from companion.games.stops.unseen import may_show

Own = dict[str, tuple[Offer, ...]]


def shows(table: StopsTable) -> Own:
    """Offer to those who still hold cards to show them."""
    return {player: (_shows(player),) for player in may_show(table)}


def _shows(player: str) -> Offer:
    words = say("{player} shows", player=player)
    mine = say("I show what I have left")
    return Offer({"do": "show", "player": player}, words, form=True, mine=mine)


def dumps(table: StopsTable) -> Own:
    """Offer to those who can to put four cards down."""
    if not any(pot in DUMPS for pot in table.pots):
        return {}
    return {player: (_dumps(player),) for player in may_dump(table)}


def _dumps(player: str) -> Offer:
    words = say("{player} puts four cards down", player=player)
    mine = say("I put four cards down")
    return Offer({"do": "dump", "player": player}, words, form=True, mine=mine)


def going_out(table: StopsTable) -> Together:
    """Ask everybody who went out of a hand kept in chips only, and for the cards left."""
    label = say("When somebody is out: how many cards do you have left?")
    return Together({"do": "out"}, label, table.now.players, HowMany("left"), out="player")


def totals(table: StopsTable) -> Together:
    """Ask everybody what the cards count that are held in a blocked hand."""
    label = say("What do the cards that you have left add up to?")
    return Together({"do": "totals"}, label, table.present, HowMany("points", 0))
