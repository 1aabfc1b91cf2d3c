"""How a player may go on after a play: up its run, or with the lead that comes after it."""

from dataclasses import replace

from companion.core.errors import Refused
from companion.core.handlers import apply_entry
from companion.games.stops.entries import PlayCards
from companion.games.stops.offers import current_prompt
from companion.games.stops.state import StopsTable
from companion.games.stops.unseen import run_after


def longer_plays(table: StopsTable, play: PlayCards) -> dict[str, PlayCards]:
    """Give the longer plays of the same player, by the last card of each.

    A play goes on up its run. At the end of that the run stops by itself, and its player leads.
    """
    most = table.current_hand.cards_left.get(play.player, 0) - len(play.cards)
    run = run_after(table.current_hand, play.cards[-1], most)
    ways = {card: (*play.cards, *run[: number + 1]) for number, card in enumerate(run)}
    whole = replace(play, cards=(*play.cards, *run))
    ways |= {card: (*whole.cards, card) for card in _leads_after(table, whole)}
    return {card: replace(play, cards=cards) for card, cards in ways.items()}


def _leads_after(table: StopsTable, play: PlayCards) -> tuple[str, ...]:
    """List what a player may lead after a play; nothing where it cannot stand, or is the last."""
    try:
        after = apply_entry(table, play, table.entry_number + 1)
    except Refused:
        return ()
    lead = after.current_hand.lead if after.phase == "play" else None
    if lead is None or lead.player != play.player:
        return ()
    return tuple(tile.cards[0] for tile in current_prompt(after).tiles)
