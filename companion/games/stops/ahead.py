"""How a player may go on after a play: up its run, or with the lead that comes after it."""

from dataclasses import replace

from companion.core.errors import Refused
from companion.core.handlers import apply
from companion.games.stops.entries import Play
from companion.games.stops.offers import ask
from companion.games.stops.state import StopsTable
from companion.games.stops.unseen import run_after


def ahead(table: StopsTable, play: Play) -> dict[str, Play]:
    """Give the longer plays of the same player, by the last card of each.

    A play goes on up its run. At the end of that the run stops by itself, and its player leads.
    """
    most = table.now.left.get(play.player, 0) - len(play.cards)
    run = run_after(table.now, play.cards[-1], most)
    ways = {card: (*play.cards, *run[: number + 1]) for number, card in enumerate(run)}
    whole = replace(play, cards=(*play.cards, *run))
    ways |= {card: (*whole.cards, card) for card in _leads(table, whole)}
    return {card: replace(play, cards=cards) for card, cards in ways.items()}


def _leads(table: StopsTable, play: Play) -> tuple[str, ...]:
    """List what a player may lead after a play; nothing where it cannot stand, or is the last."""
    try:
        after = apply(table, play, table.entry + 1)
    except Refused:
        return ()
    lead = after.now.lead if after.phase == "play" else None
    if lead is None or lead.player != play.player:
        return ()
    return tuple(tile.cards[0] for tile in ask(after).tiles)
