"""The sheet of Oh Claire!: the tricks entered so far, and what they would settle."""

from dataclasses import replace
from typing import Any

from companion.core.errors import Refused
from companion.games.oh_claire.game import OhClaireTable
from companion.web.games.oh_claire.settling import Settling, settling
from companion.web.parts.forms import Fields, numbers


def tricks(table: OhClaireTable, fields: Fields) -> dict[str, Any] | None:
    """Ask for the tricks of everybody; the board asks for them in the same words."""
    if table.phase != "tricks":
        return None
    return {"title": "Who took how many tricks?", "settling": _so_far(table, fields)}


def _so_far(table: OhClaireTable, fields: Fields) -> Settling:
    try:
        return settling(table, numbers(fields, table, "n", table.playing))
    except Refused as wrong:
        return replace(settling(table, {}), wrong=wrong.message)


SHEETS = {"tricks": tricks}
"""The sheets by name."""
