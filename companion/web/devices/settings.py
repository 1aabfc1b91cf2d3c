"""The settings of a device for a table: the memory aid, and the nearest seat.

They are stored by the address of the table in the device's session.
"""

from flask import session

from companion.core.accounts import NAME_LENGTH
from companion.store.table_cache import LoadedTable
from companion.store.table_settings import has_permission
from companion.web.access import current_table_access
from companion.web.games import screen_of

# How many tables a device remembers a switch of; cookies are small.
MAX_TABLES = 20


def is_memory_aid_on() -> bool:
    return current_table_access().address in session.get("memory", ())


def toggle_memory_aid() -> None:
    address = current_table_access().address
    others = [other for other in session.get("memory", ()) if other != address]
    session["memory"] = others if is_memory_aid_on() else [*others, address][-MAX_TABLES:]


def memory_aid(evening: LoadedTable) -> object:
    """Return the memory aid; None if this device does not show it or the table forbids it."""
    if not is_memory_aid_on() or not has_permission(evening.id, "memory_aid"):
        return None
    draw = screen_of(evening.log.setup.game).memory
    return draw(evening.table) if draw else None


def get_device_settings() -> tuple[bool, str | None]:
    """Return this device's settings for this table: memory aid on, and the nearest player."""
    return is_memory_aid_on(), _nearest()


def carry_settings_to(new: str) -> None:
    """Move the settings of this device to a new address of the table."""
    old = current_table_access().address
    session["memory"] = [new if key == old else key for key in session.get("memory", ())]
    pairs = session.get("side", ())
    session["side"] = [[new if key == old else key, player] for key, player in pairs]


def set_nearest_seat(player: str) -> None:
    """Turn the table on this device, so that this player's seat is the nearest."""
    address = current_table_access().address
    others = [pair for pair in session.get("side", ()) if pair[0] != address]
    session["side"] = [*others, [address, player[:NAME_LENGTH]]][-MAX_TABLES:]


def nearest_player(evening: LoadedTable) -> str | None:
    """Return the player whose seat is the nearest on this device; None without a choice."""
    player = _nearest()
    return player if player in evening.table.present else None


def _nearest() -> str | None:
    return dict(session.get("side", ())).get(current_table_access().address)
