"""Cards counted again: of whom that can be told, and where the count belongs."""

from companion.core.cards import PACK
from companion.core.entries.entry import Raw
from companion.core.entries.writing import PartialEntry, serialize_entry
from companion.core.offers import Offer
from companion.core.sentences import say
from companion.games.stops.entries import Recount
from companion.games.stops.state import StopsTable


def recount_offers(table: StopsTable) -> dict[str, tuple[Offer, ...]]:
    """Offer to put right how many cards a player holds, or held at the end of the hand."""
    hand = table.hand_state
    if hand is None or table.phase in ("over", "blocked"):
        return {}
    if hand.chips_only and hand.end.winner is None:
        return {}
    again = say("Count the cards again")
    return {
        player: (Offer(PartialEntry(Recount, {"player": player}), again, needs_form=True),)
        for player, left in hand.cards_left.items()
        if player in table.present and (left or not hand.end.is_over)
    }


def max_card_count(table: StopsTable, player: str) -> int:
    """Give the most cards that a player can hold."""
    hand = table.current_hand
    if hand.chips_only:
        return len(PACK) // (len(hand.cards_left) + 1) + 1
    return hand.cards_left[player] + hand.dead_cards


def recount_entry(table: StopsTable, player: str, cards: int) -> Raw | None:
    """Count a player's cards now; after the hand, where it ended. None: that cannot be told."""
    if player not in recount_offers(table) or not 0 < cards <= max_card_count(table, player):
        return None
    hand = table.current_hand
    entry = serialize_entry(Recount(player, cards))
    if not hand.end.is_over:
        return entry
    if not hand.chips_only:
        return {"do": "insert", "before": table.ended_by, "entry": entry}
    left = {p: n for p, n in hand.cards_left.items() if p != hand.end.winner}
    out = {"do": "out", "player": hand.end.winner, "left": {**left, player: cards}}
    return {"do": "amend", "entry": table.ended_by, "with": out}
