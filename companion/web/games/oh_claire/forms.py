"""The form of Oh Claire!: the tricks that everybody took."""

from collections.abc import Mapping
from typing import Any

from companion.core.errors import Refused
from companion.games.oh_claire.game import OhClaireTable
from companion.web.parts.forms import Fields, Reader, numbers


def _tricks(fields: Fields, table: OhClaireTable) -> dict[str, Any]:
    """Give the tricks. Raises Refused (`bad-entry`) if a number is missing."""
    took = numbers(fields, table, "n", table.playing)
    for player, tricks in took.items():
        if tricks is None:
            raise Refused("bad-entry", f"How many tricks did {player} take?")
    return {"do": "tricks", "took": took}


READERS: Mapping[str, Reader] = {"tricks": _tricks}
