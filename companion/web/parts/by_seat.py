"""Form fields that belong to a player are named by his seat; any name that he has would not do."""

from collections.abc import Iterable

from werkzeug.datastructures import MultiDict
from wtforms import Form, IntegerField

from companion.core.game import Table

Fields = MultiDict[str, str]


def field_name(table: Table, prefix: str, player: str) -> str:
    """Name a player's field."""
    return f"{prefix}{table.seats.index(player)}"


def numbers(
    fields: Fields, table: Table, prefix: str, players: Iterable[str]
) -> dict[str, int | None]:
    """Read everybody's number; None: none was given, or no whole one."""
    names = {player: field_name(table, prefix, player) for player in players}
    form = type("NumbersForm", (Form,), {name: IntegerField() for name in names.values()})(fields)
    return {player: form[name].data for player, name in names.items()}
