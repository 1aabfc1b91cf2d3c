"""House rules that a device keeps under a name, to play by them again."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select

from companion.database import writing
from companion.extensions import db
from companion.models import PresetRow

NAME_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Preset:
    """House rules of a game by name; ``options`` are written as in a record."""

    id: int
    name: str
    options: Mapping[str, Any]


def presets_of(device: str, game: str) -> list[Preset]:
    """List the house rules that a device keeps for a game, by name."""
    rows = select(PresetRow).where(PresetRow.device == device, PresetRow.game == game)
    found = db.session.scalars(rows.order_by(PresetRow.name))
    return [Preset(row.id, row.name, json.loads(row.options)) for row in found]


def keep_preset(device: str, game: str, name: str, options: Mapping[str, Any]) -> None:
    """Keep house rules; the same name again replaces them. Raises ValueError for a bad name."""
    if not 1 <= len(name) <= NAME_LENGTH:
        raise ValueError(f"A name for house rules has 1 to {NAME_LENGTH} characters.")
    mine = (PresetRow.device == device, PresetRow.game == game, PresetRow.name == name)
    with writing() as session:
        session.execute(delete(PresetRow).where(*mine))
        session.add(PresetRow(device=device, game=game, name=name, options=json.dumps(options)))


def drop_preset(device: str, preset_id: int) -> None:
    """Throw house rules of this device away; none there: nothing happens."""
    with writing() as session:
        mine = (PresetRow.device == device, PresetRow.id == preset_id)
        session.execute(delete(PresetRow).where(*mine))
