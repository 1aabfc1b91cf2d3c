"""What this device shows of a table: the memory aid, and whose side is nearest.

It is remembered by the address by which the device came, in a cookie that it can read.
"""

from collections.abc import Sequence
from typing import TypeVar

from flask import session

from companion import store
from companion.core.entries.reading import NAME_LENGTH
from companion.store import Evening
from companion.web.games import screen_of
from companion.web.guests.roles import guest

T = TypeVar("T")

KEPT = 20
"""How many tables a device remembers a switch of; cookies are small."""


def memory_is_on() -> bool:
    """Say whether this device shows the memory aid of the table at this address."""
    return guest().address in session.get("memory", ())


def turn_memory() -> None:
    """Switch the memory aid of the table at this address on or off."""
    here = guest().address
    others = [other for other in session.get("memory", ()) if other != here]
    session["memory"] = others if memory_is_on() else [*others, here][-KEPT:]


def memory(evening: Evening) -> object:
    """Give the memory aid of a table, if this device shows it and the table permits it."""
    if not memory_is_on() or not store.permits(evening.id, "memory_aid"):
        return None
    draw = screen_of(evening.log.setup.game).memory
    return draw(evening.table) if draw else None


def switches_of() -> tuple[bool, str | None]:
    """Give all that this device has chosen for the table at this address."""
    return memory_is_on(), _nearest()


def follow(new: str) -> None:
    """Show the table by its new address as this device has shown it by the present one."""
    here = guest().address
    session["memory"] = [new if at == here else at for at in session.get("memory", ())]
    pairs = session.get("side", ())
    session["side"] = [[new if at == here else at, player] for at, player in pairs]


def turn_table(player: str) -> None:
    """Lay the table at this address so that a player's seat is the nearest."""
    here = guest().address
    others = [pair for pair in session.get("side", ()) if pair[0] != here]
    session["side"] = [*others, [here, player[:NAME_LENGTH]]][-KEPT:]


def nearest(evening: Evening) -> str | None:
    """Name the player to whose side this device has turned the table, if to any."""
    player = _nearest()
    return player if player in evening.table.present else None


def turned(evening: Evening, seats: Sequence[T], mine: str | None) -> tuple[T, ...]:
    """Give the seats of a table clockwise from that of a player, if one is the nearest."""
    first = evening.table.present.index(mine) if mine else 0
    return (*seats[first:], *seats[:first])


def _nearest() -> str | None:
    return dict(session.get("side", ())).get(guest().address)
