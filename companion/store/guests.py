"""Who comes by which address: a table's own, or an invitation, which can be withdrawn."""

import secrets
from dataclasses import dataclass
from typing import Literal, cast

from sqlalchemy import bindparam, delete, select, update

from companion.database.engine import read_connection, write_transaction
from companion.database.models import EntryRow, InvitationRow, TableRow, VisitRow
from companion.store.inviting import (
    INVITED_BY,
    Invitation,
    InvitationTarget,
    create_invitations,
    find_invitation,
    list_invitations,
    withdraw_invitation,
)
from companion.store.listeners import notify_listeners
from companion.store.looking import UnknownTable, load_table
from companion.store.played import DEMO_SEATS, DEMO_TOKEN

Role = Literal["watch", "seat", "help", "own"]
"""What an address is for: to look on, for a player's own device, to tap all; or it is the
table's own, which can do what help can."""

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
_BY = (
    select(EntryRow.seat)
    .join(TableRow, TableRow.id == EntryRow.table_id)
    .where(TableRow.token == bindparam("token"), EntryRow.number == bindparam("number"))
)


@dataclass(frozen=True, slots=True)
class TableAccess:
    """Somebody at an address of a table. ``player`` is whose seat it is, if it is one.

    ``taps``: players may tap on devices of their own.
    """

    address: str
    table: str
    role: Role = "own"
    player: str | None = None
    may_tap: bool = True

    @property
    def is_scorer(self) -> bool:
        """Say whether this device may do everything."""
        return self.role in ("own", "help")


def resolve_table_address(address: str) -> TableAccess:
    """Tell who comes by an address. Raises Withdrawn, or UnknownTable for no invitation.

    A table's own address is believed; whoever looks for the table finds out.
    """
    if INVITED_BY not in address:
        return TableAccess(address, address)
    if address in DEMO_SEATS:
        return TableAccess(address, DEMO_TOKEN, "seat", DEMO_SEATS[address])
    found = find_invitation(address, _INVITED)
    if found is None:
        raise UnknownTable(address)
    role, player, _, table, taps = found
    return TableAccess(address, table, cast(Role, role), player, taps)


def list_table_invitations(table_id: int) -> list[Invitation]:
    """List the invitations to a table that are good."""
    return list_invitations(InvitationTarget("table", table_id))


def create_table_invitations(token: str) -> None:
    """Make the invitations that a table lacks: to watch, to help, and to everybody's seat."""
    found = load_table(token)
    wanted = [("watch", None), ("help", None), *(("seat", name) for name in found.table.present)]
    create_invitations(InvitationTarget("table", found.id), wanted)


def withdraw_table_invitation(token: str, address: str, *, anew: bool) -> None:
    """Let an invitation of a table be good no more, and make another in its place if wished."""
    withdraw_invitation(InvitationTarget("table", load_table(token).id), address, anew=anew)
    notify_listeners(token)


def renew_table_address(token: str, keeper: str) -> str:
    """Give a table another address of its own, and tell it; invitations to it stay good.

    Of the devices that came by the old one only the ``keeper`` still has the table. The version is
    raised, so that no tap that is on its way by the old one is stored. Raises UnknownTable.
    """
    anew = secrets.token_urlsafe(16)
    moved = update(TableRow).where(TableRow.token == token).returning(TableRow.id)
    by_the_old = VisitRow.address.is_(None), VisitRow.device != keeper
    with write_transaction() as connection:
        which = connection.scalar(moved.values(token=anew, version=TableRow.version + 1))
        if which is None:
            raise UnknownTable(token)
        connection.execute(delete(VisitRow).where(VisitRow.table_id == which, *by_the_old))
    notify_listeners(token)
    return anew


def get_entry_seat(token: str, number: int) -> str | None:
    """Name the player on whose own device an entry was made; None: on another one."""
    with read_connection() as connection:
        return connection.scalar(_BY, {"token": token, "number": number})
