"""Presets: house rules that a device has saved under a name."""

import json
from collections.abc import Mapping, Sequence

from sqlalchemy import delete, func, select

from companion.core.errors import InvalidValue
from companion.core.sentences import say
from companion.store.database import read_session, write_session
from companion.store.models import Preset

NAME_LENGTH = 40

# The most presets of a device, for all games.
MAX_PRESETS = 40


def list_presets(device: str, game: str) -> Sequence[Preset]:
    query = select(Preset).filter_by(device=device, game=game).order_by(Preset.name)
    with read_session() as session:
        return session.scalars(query).all()


def save_preset(device: str, game: str, name: str, options: Mapping[str, object]) -> None:
    """Save a preset, replacing one of the same name.

    Raises InvalidValue for a bad name, or if the device has too many.
    """
    if not 1 <= len(name) <= NAME_LENGTH:
        raise InvalidValue(
            say("A name for house rules must have 1 to {most} characters.", most=NAME_LENGTH)
        )
    if not name.isprintable():
        raise InvalidValue(say("A name for house rules cannot contain invisible characters."))
    with write_session() as session:
        session.execute(delete(Preset).filter_by(device=device, game=game, name=name))
        count = session.scalar(select(func.count()).where(Preset.device == device)) or 0
        if count >= MAX_PRESETS:
            why = say("You have already saved {most} sets of house rules. Remove one first.")
            raise InvalidValue(why.with_facts(most=MAX_PRESETS))
        session.add(Preset(device=device, game=game, name=name, options=json.dumps(options)))


def delete_preset(device: str, preset_id: int) -> None:
    with write_session() as session:
        session.execute(delete(Preset).filter_by(device=device, id=preset_id))
