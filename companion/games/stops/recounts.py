"""Cards counted again: of whom that can be told, and where the count belongs."""

from companion.core.cards import PACK
from companion.core.entries.entry import Raw
from companion.core.entries.writing import Begun, written
from companion.core.offers import Offer
from companion.core.sentences import say
from companion.games.stops.entries import Recount
from companion.games.stops.state import StopsTable


def recounts(table: StopsTable) -> dict[str, tuple[Offer, ...]]:
    """Offer to put right how many cards a player holds, or held at the end of the hand."""
    hand = table.live
    if hand is None or table.phase in ("over", "blocked"):
        return {}
    if hand.chips_only and hand.end.winner is None:
        return {}
    again = say("Count the cards again")
    return {
        player: (Offer(Begun(Recount, {"player": player}), again, form=True),)
        for player, left in hand.left.items()
        if player in table.present and (left or not hand.end.over)
    }


def most_counted(table: StopsTable, player: str) -> int:
    """Give the most cards that a player can hold."""
    hand = table.now
    if hand.chips_only:
        return len(PACK) // (len(hand.left) + 1) + 1
    return hand.left[player] + hand.dead


def recounted(table: StopsTable, player: str, cards: int) -> Raw | None:
    """Count a player's cards now; after the hand, where it ended. None: that cannot be told."""
    if player not in recounts(table) or not 0 < cards <= most_counted(table, player):
        return None
    hand = table.now
    entry = written(Recount(player, cards))
    if not hand.end.over:
        return entry
    if not hand.chips_only:
        return {"do": "insert", "before": table.ended, "entry": entry}
    left = {p: n for p, n in hand.left.items() if p != hand.end.winner}
    out = {"do": "out", "player": hand.end.winner, "left": {**left, player: cards}}
    return {"do": "amend", "entry": table.ended, "with": out}
