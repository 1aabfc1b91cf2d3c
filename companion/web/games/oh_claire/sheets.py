"""The sheet of Oh Claire!: the tricks entered so far, and what they would settle."""

from typing import Any

from companion.games.oh_claire.game import OhClaireTable
from companion.web.games.oh_claire.settling import settling
from companion.web.parts.by_seat import Fields, numbers


def tricks(table: OhClaireTable, fields: Fields) -> dict[str, Any] | None:
    """Ask for the tricks of everybody; the board asks for them in the same words."""
    if table.phase != "tricks":
        return None
    took = numbers(fields, table, "n", table.playing)
    return {"title": "Who took how many tricks?", "settling": settling(table, took)}


SHEETS = {"tricks": tricks}
"""The sheets by name."""
