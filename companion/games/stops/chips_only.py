"""Hands kept in chips only: pots are collected by name, cards left are entered."""

from companion.core.accounts import Pot
from companion.core.errors import Refused, WrongPhase
from companion.core.handlers import first_missing_player
from companion.core.sentences import say
from companion.core.words import CardCount
from companion.games.stops import entries as e
from companion.games.stops import hand_end
from companion.games.stops.board import is_won_in_play
from companion.games.stops.play import collect_pot_chips
from companion.games.stops.state import Hand, StopsTable


def _need_chips_only(table: StopsTable) -> Hand:
    table.require_phase("play")
    if not table.current_hand.chips_only:
        raise WrongPhase(say("this hand is kept card by card"))
    return table.current_hand


def collect_pot(table: StopsTable, entry: e.Collect) -> None:
    """Award a money pot by name.

    Raises Refused (`wrong-phase`, `nothing-to-collect`).
    """
    hand = _need_chips_only(table)
    if not is_won_in_play(entry.pot):
        raise Refused("nothing-to-collect", "No card wins {pot}.", pot=Pot(entry.pot))
    if entry.pot in [c.pot for c in hand.pot_wins]:
        raise Refused(
            "nothing-to-collect", "In this hand {pot} has been won already.", pot=Pot(entry.pot)
        )
    if entry.player in hand.penalties.barred:
        raise Refused(
            "nothing-to-collect", "{player} may collect no more in this hand.", player=entry.player
        )
    collect_pot_chips(table, hand, entry.player, entry.pot)


def enter_out(table: StopsTable, entry: e.Out) -> None:
    """End a hand kept in chips only: who went out, and how many cards the others still hold.

    Raises Refused (`bad-entry`, `wrong-phase`, `bad-count`).
    """
    others = table.others(entry.player)
    missing = first_missing_player(entry.left, others)
    if missing:
        raise Refused("bad-entry", "How many cards does {player} have left?", player=missing)
    if entry.left.keys() != set(others):
        raise Refused("bad-entry", "The cards left must name everyone else.")
    hand = _need_chips_only(table)
    if entry.player in hand.penalties.cannot_win:
        raise Refused(
            "wrong-phase", "{player} may not win this hand any more.", player=entry.player
        )
    for player, cards in entry.left.items():
        # a player without cards would have gone out before
        if not min(1, hand.cards_left[player]) <= cards <= hand.cards_left[player]:
            raise Refused(
                "bad-count",
                "{player} cannot have {cards} left.",
                player=player,
                cards=CardCount(cards),
            )
    hand.cards_left.update(entry.left)
    hand.cards_left[entry.player] = 0
    hand_end.go_out(table, entry.player)
