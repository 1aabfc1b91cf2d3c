"""Who comes by which address: a table's own, or an invitation, which can be withdrawn."""

import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, cast

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from companion.database.engine import reading, writing
from companion.database.models import EntryRow, InvitationRow, TableRow, now
from companion.store.listeners import tell
from companion.store.looking import UnknownTable, evening

Role = Literal["watch", "seat", "help", "own"]
"""What an address is for: to look on, for a player's own device, to tap all; or it is the
table's own, which can do what help can."""

INVITED_BY = "."
"""Parts the role from the secret in the address of an invitation; no table's own has one."""

REMEMBERED = 50
"""So many invitations to a table that were withdrawn are known as such; older ones are unknown."""

_ADDRESS = re.compile(r"[a-z]+\.[A-Za-z0-9_-]{1,24}")

_INVITED = (
    select(
        InvitationRow.role,
        InvitationRow.player,
        InvitationRow.withdrawn,
        TableRow.token,
        TableRow.seats_tap,
    )
    .join(TableRow, TableRow.id == InvitationRow.table_id)
    .where(InvitationRow.token == bindparam("address"))
)
_PRESENT = (
    select(InvitationRow.token, InvitationRow.role, InvitationRow.player)
    .where(InvitationRow.table_id == bindparam("table_id"))
    .where(InvitationRow.withdrawn.is_(None))
)
_SEATS = select(TableRow.seats_tap).where(TableRow.id == bindparam("table_id"))
_BY = (
    select(EntryRow.seat)
    .join(TableRow, TableRow.id == EntryRow.table_id)
    .where(TableRow.token == bindparam("token"), EntryRow.number == bindparam("number"))
)


class Withdrawn(Exception):
    """The invitation is not good any more."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody at an address of a table. ``player`` is whose seat it is, if it is one.

    ``taps``: players may tap on devices of their own.
    """

    address: str
    table: str
    role: Role = "own"
    player: str | None = None
    taps: bool = True

    @property
    def is_scorer(self) -> bool:
        """Say whether this device may do everything."""
        return self.role in ("own", "help")


@dataclass(frozen=True, slots=True)
class Invitation:
    """An address that is given to guests."""

    address: str
    role: Role
    player: str | None


def admit(address: str) -> Guest:
    """Tell who comes by an address. Raises Withdrawn, or UnknownTable for no invitation.

    A table's own address is believed; whoever looks for the table finds out.
    """
    if INVITED_BY not in address:
        return Guest(address, address)
    if not _ADDRESS.fullmatch(address):
        raise UnknownTable(address)
    with reading() as connection:
        found = connection.execute(_INVITED, {"address": address}).first()
    if found is None:
        raise UnknownTable(address)
    role, player, withdrawn, table, taps = found
    if withdrawn is not None:
        raise Withdrawn
    return Guest(address, table, cast(Role, role), player, taps)


def invitations(table_id: int) -> list[Invitation]:
    """List the invitations to a table that are good."""
    with reading() as connection:
        return _good(connection, table_id)


def invite(token: str) -> None:
    """Make the invitations that a table lacks: to watch, to help, and to everybody's seat."""
    found = evening(token)
    wanted = [("watch", None), ("help", None), *(("seat", name) for name in found.table.present)]
    with _alone(found.id) as connection:
        there = {(one.role, one.player) for one in _good(connection, found.id)}
        _make(connection, found.id, (one for one in wanted if one not in there))


def withdraw(token: str, address: str, *, anew: bool) -> None:
    """Let an invitation of a table be good no more, and make another in its place if wished."""
    table_id = evening(token).id
    if not _ADDRESS.fullmatch(address):
        return
    row = InvitationRow
    with _alone(table_id) as connection:
        gone = connection.execute(
            update(row)
            .where(row.table_id == table_id, row.token == address, row.withdrawn.is_(None))
            .values(withdrawn=now())
            .returning(row.role, row.player)
        ).first()
        if gone is not None:
            _forget(connection, table_id)
        if gone is not None and anew:
            _make(connection, table_id, [(gone.role, gone.player)])
    tell(token)


def _forget(connection: Connection, table_id: int) -> None:
    """Forget the invitations that were withdrawn long ago."""
    row = InvitationRow
    withdrawn = select(row.token).where(row.table_id == table_id, row.withdrawn.is_not(None))
    old = withdrawn.order_by(row.withdrawn.desc()).offset(REMEMBERED)
    connection.execute(delete(row).where(row.token.in_(connection.scalars(old).all())))


def seats_tap(table_id: int) -> bool:
    """Say whether players may tap on devices of their own."""
    with reading() as connection:
        return bool(connection.scalar(_SEATS, {"table_id": table_id}))


def let_seats_tap(token: str, *, tap: bool) -> None:
    """Let players tap on devices of their own, or only look."""
    with writing() as connection:
        connection.execute(update(TableRow).where(TableRow.token == token).values(seats_tap=tap))
    tell(token)


def made_by_seat(token: str, number: int) -> str | None:
    """Name the player on whose own device an entry was made; None: on another one."""
    with reading() as connection:
        return connection.scalar(_BY, {"token": token, "number": number})


@contextmanager
def _alone(table_id: int) -> Iterator[Connection]:
    """Begin a write in which nobody else makes or withdraws an invitation to a table."""
    held = select(TableRow.id).where(TableRow.id == table_id).with_for_update()
    with writing() as connection:
        connection.execute(held)
        yield connection


def _good(connection: Connection, table_id: int) -> list[Invitation]:
    rows = connection.execute(_PRESENT, {"table_id": table_id})
    return [Invitation(address, cast(Role, role), player) for address, role, player in rows]


def _make(connection: Connection, table_id: int, wanted: Iterable[tuple[str, str | None]]) -> None:
    rows = [
        {
            "token": f"{role}{INVITED_BY}{secrets.token_urlsafe(16)}",
            "table_id": table_id,
            "role": role,
            "player": player,
        }
        for role, player in wanted
    ]
    if rows:
        connection.execute(insert(InvitationRow), rows)
