"""What this device shows of a table: the memory aid, and findings that it has noted already."""

from typing import Any

from flask import session

from companion.store import Evening
from companion.web.games import screen_of

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


def note(evening: Evening, findings: int) -> None:
    """Remember that so many findings of the hand have been read on this device."""
    session["noted"] = [evening.token, evening.table.hand, findings]


def noted(evening: Evening) -> int:
    """Count the findings of the hand that need not be shown again on this device."""
    seen = session.get("noted")
    here = [evening.token, evening.table.hand]
    return int(seen[2]) if seen and seen[:2] == here else 0
