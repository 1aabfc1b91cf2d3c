"""What a table permits its devices: taps from the seats, and the memory aid."""

from typing import Literal

from sqlalchemy import select, update

from companion.database.engine import read_connection, write_transaction
from companion.database.models import TableRow
from companion.store.listeners import notify_listeners

Permission = Literal["seats_tap", "memory_aid"]

_COLUMNS = {"seats_tap": TableRow.seats_tap, "memory_aid": TableRow.memory_aid}


def has_permission(table_id: int, what: Permission) -> bool:
    """Say whether a table permits something to its devices."""
    with read_connection() as connection:
        return bool(connection.scalar(select(_COLUMNS[what]).where(TableRow.id == table_id)))


def set_permission(token: str, what: Permission, *, on: bool) -> None:
    """Permit something to all devices of a table from now on, or forbid it."""
    with write_transaction() as connection:
        connection.execute(update(TableRow).where(TableRow.token == token).values({what: on}))
    notify_listeners(token)
