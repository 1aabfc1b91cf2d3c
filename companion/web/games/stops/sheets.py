"""The sheets of the stops family: cards left, totals, cards shown or dumped, winners of a pot."""

from typing import Any

from companion.core.cards import PACK, face
from companion.core.words import pot_name
from companion.games.stops.entries import DUMMY
from companion.games.stops.finish import ACE_PIPS, COURT_PIPS
from companion.games.stops.offers import deal_as_counted, may_show, unseen
from companion.games.stops.state import StopsTable
from companion.web.games.stops.forms import pile_name
from companion.web.parts.forms import Fields, field_name
from companion.web.parts.pack import TileRow, picture


def _picture(table: StopsTable, fields: Fields, without: str | None = None) -> tuple[TileRow, ...]:
    """Draw the pack, the cards that anybody may still hold to be tapped."""
    free = set(unseen(table)) - {without}
    return picture(fields.getlist("cards"), seen=set(PACK) - free)


def _numbers(table: StopsTable, fields: Fields, least: int, most: dict[str, int]) -> list[Any]:
    """Give a number field for every player: name, what was typed, the least and the most."""
    rows = []
    for player in most:
        name = field_name(table, "n", player)
        rows.append((player, name, fields.get(name, ""), least, most[player]))
    return rows


def out(table: StopsTable, fields: Fields) -> dict[str, Any] | None:
    """Ask who went out of a hand kept in chips only, and the cards left of the others."""
    hand = table.live
    if hand is None or not hand.chips_only or table.phase != "play":
        return None
    if not fields and not table.options.per_card:
        fields = Fields({field_name(table, "n", p): str(n) for p, n in hand.left.items()})
    winners = [player for player in hand.players if player not in hand.cannot_win]
    return {
        "title": "Who went out?",
        "winners": winners,
        "numbers": _numbers(table, fields, 1, hand.left),
    }


def piles(table: StopsTable, fields: Fields) -> dict[str, Any] | None:
    """Ask for the cards of every pile before a deal; they stand as they should fall."""
    after = deal_as_counted(table)
    if after is None:
        return None
    counted = {**after.left, DUMMY: after.dead}
    names = {pile: pile_name(table, pile) for pile in counted}
    rows = [
        (pile, name, fields.get(name, str(counted[pile])), 1, 52) for pile, name in names.items()
    ]
    return {"title": "How many cards in each pile?", "numbers": rows}


def totals(table: StopsTable, fields: Fields) -> dict[str, Any] | None:
    """Ask for the card totals of a blocked hand."""
    hand = table.live
    if hand is None or table.phase not in ("blocked", "play"):
        return None
    most = {player: ACE_PIPS * cards for player, cards in hand.left.items()}
    numbers = _numbers(table, fields, 0, most)
    return {"title": "Card totals", "numbers": numbers, "court": COURT_PIPS, "ace": ACE_PIPS}


def show(table: StopsTable, fields: Fields) -> dict[str, Any] | None:
    """Show the picture of the pack, to tap what a player still holds."""
    waiting = may_show(table)
    player = fields.get("player") or next(iter(waiting), "")
    if player not in waiting:
        return None
    return {
        "title": f"What does {player} hold?",
        "player": player,
        "others": waiting,
        "cards": table.now.left[player],
        "rows": _picture(table, fields),
    }


def dump(table: StopsTable, fields: Fields) -> dict[str, Any] | None:
    """Show the picture of the pack, to tap what goes down with the next card."""
    hand = table.live
    if hand is None or hand.next is None:
        return None
    last, owner = hand.run[-1]
    return {
        "title": f"Four cards on {face(last)}",
        "next": hand.next,
        "last": last,
        "players": [p for p in table.present if p != owner and hand.left.get(p, 0) >= 4],
        "rows": _picture(table, fields, without=hand.next),
    }


def award(table: StopsTable, fields: Fields) -> dict[str, Any] | None:
    """Ask who shares a pot."""
    hand = table.live
    if hand is None or not hand.waiting:
        return None
    pot = hand.waiting[0]
    return {
        "title": f"Who shares the {pot_name(pot)} pot?",
        "pot": pot,
        "players": [player for player in table.present if player in hand.left],
        "tapped": fields.getlist("players"),
    }


SHEETS = {"out": out, "piles": piles, "totals": totals, "show": show, "dump": dump, "award": award}
"""The sheets by name."""
