"""The form of Kids Rummy: who went out, and the cards or points of the others."""

from collections.abc import Mapping
from typing import Any

from companion.core.errors import Refused
from companion.games.kids_rummy.game import RummyTable, points_of
from companion.web.parts.forms import Fields, Reader, field_name, numbers


def score_of(fields: Fields, table: RummyTable) -> dict[str, Any]:
    """Give the score of a round, by cards if all were tapped; typed points go before them.

    Raises Refused (`bad-entry`) if somebody's are missing.
    """
    if "out" not in fields:
        raise Refused("bad-entry", "Who went out? Tap a player.")
    out = fields["out"] or None
    others = [player for player in table.playing if player != out]
    typed = numbers(fields, table, "p", others)
    cards = {player: fields.getlist(field_name(table, "c", player)) for player in others}
    for player in others:
        _check(player, typed[player], cards[player])
    if all(points is None for points in typed.values()):
        return {"do": "score", "out": out, "cards": cards}
    points = {p: points_of(cards[p]) if typed[p] is None else typed[p] for p in others}
    return {"do": "score", "out": out, "points": points}


def _check(player: str, points: int | None, cards: list[str]) -> None:
    if points is None and not cards:
        raise Refused("bad-entry", f"What has {player} left? Tap the cards, or type the points.")


READERS: Mapping[str, Reader] = {"score": score_of}
