"""A number for everybody: rows of tiles to tap, or fields to type in."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.web.parts.by_keys import KEY
from companion.web.parts.forms import FormData


@dataclass(frozen=True, slots=True)
class NumberRow:
    """A player's number: the name of its field, what is typed or tapped, and the most it may be."""

    player: str
    field: str
    value: str
    most: int


def number_rows(
    key: str, fields: FormData, most: Mapping[str, int], usual: Mapping[str, int] | None = None
) -> tuple[NumberRow, ...]:
    """Give a row for each player; ``usual`` are the numbers that stand where none was typed."""
    rows = []
    for player, high in most.items():
        name = f"{KEY}{key}:{player}"
        stands = usual.get(player, "") if usual else ""
        rows.append(NumberRow(player, name, fields.get(name, str(stands)), high))
    return tuple(rows)
