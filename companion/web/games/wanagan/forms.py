"""The forms of Wanagan: five cards revealed, and the winners of a cup."""

from collections.abc import Mapping
from typing import Any

from companion.core.errors import Refused
from companion.games.wanagan.game import WanaganTable, possible_claims
from companion.web.parts.forms import Fields, Reader


def _show(fields: Fields, table: WanaganTable) -> dict[str, Any]:
    """Give the cards; what they stand for is named only where there is a choice."""
    cards = fields.getlist("cards")
    entry = {"do": "show", "player": fields.get("player", ""), "cards": cards}
    known = all(card in table.cards for card in cards)
    if known and len(possible_claims(table, tuple(cards))) > 1 and fields.get("as"):
        entry["as"] = fields["as"]
    return entry


def _award(fields: Fields, _: WanaganTable) -> dict[str, Any]:
    """Give the winners of a cup. Raises Refused (`bad-entry`) if a tap is missing."""
    pot, players = fields.get("pot"), fields.getlist("players")
    if not pot:
        raise Refused("bad-entry", "Which cup? Tap it first, then the player.")
    if not players and "nobody" not in fields:
        raise Refused("bad-entry", "Who has won? Tap everyone who shares the cup.")
    return {"do": "award", "pot": pot, "players": [] if "nobody" in fields else players}


READERS: Mapping[str, Reader] = {"show": _show, "award": _award}
