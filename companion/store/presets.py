"""Presets: house rules that a device has saved under a name."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select

from companion.core.errors import InvalidValue
from companion.core.sentences import say
from companion.store.database import read_connection, write_transaction
from companion.store.models import PresetRow

NAME_LENGTH = 40

# The most presets of a device, for all games.
MOST = 40


@dataclass(frozen=True, slots=True)
class Preset:
    """House rules of a game under a name; `options` are JSON as in a record."""

    id: int
    name: str
    options: Mapping[str, object]


def list_presets(device: str, game: str) -> list[Preset]:
    """Return the presets of a device for a game, by name."""
    columns = select(PresetRow.id, PresetRow.name, PresetRow.options)
    rows = columns.where(PresetRow.device == device, PresetRow.game == game)
    with read_connection() as connection:
        matches = connection.execute(rows.order_by(PresetRow.name)).all()
    return [Preset(which, name, json.loads(options)) for which, name, options in matches]


def save_preset(device: str, game: str, name: str, options: Mapping[str, object]) -> None:
    """Save a preset, replacing one of the same name.

    Raises InvalidValue for a bad name, or if the device has too many.
    """
    if not 1 <= len(name) <= NAME_LENGTH:
        most = NAME_LENGTH
        raise InvalidValue(say("A name for house rules has 1 to {most} characters.", most=most))
    if not name.isprintable():
        raise InvalidValue(say("A name for house rules has no control characters."))
    conditions = (PresetRow.device == device, PresetRow.game == game, PresetRow.name == name)
    row = {"device": device, "game": game, "name": name, "options": json.dumps(options)}
    with write_transaction() as connection:
        connection.execute(delete(PresetRow).where(*conditions))
        query = select(func.count()).where(PresetRow.device == device)
        if (connection.scalar(query) or 0) >= MOST:
            why = say(
                "You have saved {most} sets of house rules already. Remove one first.", most=MOST
            )
            raise InvalidValue(why)
        connection.execute(insert(PresetRow), row)


def delete_preset(device: str, preset_id: int) -> None:
    """Delete a preset of this device, if it exists."""
    with write_transaction() as connection:
        conditions = (PresetRow.device == device, PresetRow.id == preset_id)
        connection.execute(delete(PresetRow).where(*conditions))
