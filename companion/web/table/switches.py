"""What this device shows of a table: the memory aid, and whose side is nearest."""

from collections.abc import Sequence
from typing import Any, TypeVar

from flask import session

from companion.store import Evening
from companion.web.games import screen_of

T = TypeVar("T")

KEPT = 20
"""How many tables a device remembers a switch of; cookies are small."""


def memory_is_on(token: str) -> bool:
    """Say whether this device shows the memory aid of a table."""
    return token in session.get("memory", ())


def turn_memory(token: str) -> None:
    """Switch the memory aid of a table on or off."""
    others = [other for other in session.get("memory", ()) if other != token]
    session["memory"] = others if memory_is_on(token) else [*others, token][-KEPT:]


def memory(evening: Evening) -> Any:
    """Give the memory aid of a table, if this device shows it."""
    if not memory_is_on(evening.token):
        return None
    draw = screen_of(evening.log.setup.game).memory
    return draw(evening.table) if draw else None


def turn(token: str, player: str) -> None:
    """Lay the table so that a player's seat is the nearest."""
    others = [pair for pair in session.get("side", ()) if pair[0] != token]
    session["side"] = [*others, [token, player]][-KEPT:]


def turned(evening: Evening, seats: Sequence[T]) -> tuple[T, ...]:
    """Give the seats of a table clockwise from the one that is nearest on this device."""
    nearest = dict(session.get("side", ())).get(evening.token)
    present = evening.table.present
    first = present.index(nearest) if nearest in present else 0
    return (*seats[first:], *seats[:first])
