"""The sheet of Kids Rummy: the cards left of everybody, added up while they are tapped."""

from dataclasses import dataclass
from typing import Any

from companion.core.errors import Refused
from companion.core.shelf import refusal
from companion.games.kids_rummy.game import RummyTable, points_of
from companion.web.games.kids_rummy.forms import score_of
from companion.web.parts.forms import Fields, field_name, numbers
from companion.web.parts.pack import TileRow, picture
from companion.web.parts.plates import symbol_of


@dataclass(frozen=True, slots=True)
class Hand:
    """What a player has left: the picture to tap, what was typed, and what it counts."""

    number: int
    symbol: int
    player: str
    cards_field: str
    points_field: str
    rows: tuple[TileRow, ...]
    typed: str
    points: int | None
    score: int


def score(table: RummyTable, fields: Fields) -> dict[str, Any] | None:
    """Ask for the cards left of everybody but the one who went out; a blocked round: of all."""
    out = fields.get("out")
    if table.phase != "play" or (out != "" and out not in table.playing):
        return None
    others = [player for player in table.playing if player != out]
    hands = [_hand(table, fields, n, player) for n, player in enumerate(others, 1)]
    return {
        "title": f"{out} went out" if out else "Nobody went out",
        "out": out,
        "hands": hands,
        "at": min(max(fields.get("at", 1, int), 1), len(hands)),
        "wrong": _wrong(table, fields) if all(hand.points for hand in hands) else "",
        "ready": all(hand.points for hand in hands),
    }


def _hand(table: RummyTable, fields: Fields, number: int, player: str) -> Hand:
    cards = fields.getlist(field_name(table, "c", player))
    typed = _typed(table, fields, player)
    points_field = field_name(table, "p", player)
    return Hand(
        number,
        symbol_of(table, player),
        player,
        field_name(table, "c", player),
        points_field,
        picture(cards, table.options.packs, table.options.jokers),
        fields.get(points_field, ""),
        typed if typed is not None else points_of(cards) if cards else None,
        table.scores[player],
    )


def _typed(table: RummyTable, fields: Fields, player: str) -> int | None:
    """Give the points typed so far, if they can be read."""
    try:
        return numbers(fields, table, "p", [player])[player]
    except Refused:
        return None


def _wrong(table: RummyTable, fields: Fields) -> str:
    """Say what would be wrong with the round as it is entered so far."""
    try:
        return str(refusal(table, score_of(fields, table)) or "")
    except Refused as wrong:
        return wrong.message


SHEETS = {"score": score}
"""The sheets by name."""
