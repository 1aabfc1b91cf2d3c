"""Access to tables and circles: by their own address or by an invitation."""

import secrets
from dataclasses import dataclass
from typing import Literal, cast

from sqlalchemy import bindparam, delete, func, select, update

from companion.store import tables
from companion.store.circles import get_circle, get_circle_by_token
from companion.store.database import read_connection, read_session, write_session
from companion.store.invitations import INVITED_BY, Invitations, find_invitation
from companion.store.models import Circle, EntryRow, Invitation, TableRow, VisitRow
from companion.store.people import UnknownCircle
from companion.store.visits import CIRCLES, visits_query

# What an address is for: to look on, for a player's own device, to tap all; or it is the table's
# own, which can do what help can.
Role = Literal["watch", "seat", "help", "own"]

_INVITED = (
    select(
        Invitation.role,
        Invitation.player,
        Invitation.withdrawn,
        TableRow.token,
        TableRow.seats_tap,
    )
    .join(TableRow, TableRow.id == Invitation.table_id)
    .where(Invitation.address == bindparam("address"))
)
_BY = (
    select(EntryRow.seat)
    .join(TableRow, TableRow.id == EntryRow.table_id)
    .where(TableRow.token == bindparam("token"), EntryRow.number == bindparam("number"))
)


@dataclass(frozen=True, slots=True)
class TableAccess:
    """Access to a table by an address; `player` is the player whose seat it is for.

    With `may_tap` players may make entries on their own devices.
    """

    address: str
    table: str
    role: Role = "own"
    player: str | None = None
    may_tap: bool = True

    @property
    def is_scorer(self) -> bool:
        """Whether this device may make all entries."""
        return self.role in ("own", "help")


def resolve_table_address(address: str) -> TableAccess:
    """Return the access to a table by an address.

    Raises InvitationWithdrawn, or UnknownTable for an unknown invitation. A table's own address is
    not looked up.
    """
    if INVITED_BY not in address:
        return TableAccess(address, address)
    if address in tables.DEMO_SEATS:
        return TableAccess(address, tables.DEMO_TOKEN, "seat", tables.DEMO_SEATS[address])
    row = find_invitation(address, _INVITED)
    if row is None:
        raise tables.UnknownTable(address)
    role, player, _, table, taps = row
    return TableAccess(address, table, cast(Role, role), player, taps)


def table_invitations(token: str) -> Invitations:
    return Invitations("table", tables.load_table(token).id)


def create_table_invitations(token: str) -> None:
    """Create the missing invitations to a table: watch, help, and each player's seat."""
    table = tables.load_table(token)
    wanted = [("watch", None), ("help", None), *(("seat", name) for name in table.table.present)]
    Invitations("table", table.id).create(wanted)


def renew_table_address(token: str, keeper: str) -> str:
    """Replace the table's own address. Return the new one; invitations stay valid.

    Devices that used the old address lose the table, except the device `keeper`; the form or file
    that the table came from no longer leads to it. The version is incremented, so that no entry
    sent to the old address is stored. Raises UnknownTable.
    """
    anew = secrets.token_urlsafe(16)
    statement = update(TableRow).where(TableRow.token == token).returning(TableRow.id)
    by_the_old = VisitRow.address.is_(None), VisitRow.device != keeper
    with write_session() as session:
        columns = {"token": anew, "key": None, "version": TableRow.version + 1}
        which = session.scalar(statement.values(columns))
        if which is None:
            raise tables.UnknownTable(token)
        session.execute(delete(VisitRow).where(VisitRow.table_id == which, *by_the_old))
    tables.notify_listeners(token)
    return anew


def get_entry_seat(token: str, number: int) -> str | None:
    """Return the player on whose own device an entry was made, or None."""
    with read_connection() as connection:
        return connection.scalar(_BY, {"token": token, "number": number})


_CIRCLE_INVITATION = select(Invitation.role, Invitation.withdrawn, Invitation.circle_id).where(
    Invitation.address == bindparam("address"), Invitation.circle_id.is_not(None)
)


@dataclass(frozen=True, slots=True)
class CircleAccess:
    """Access to a circle by an address, and the role that it gives.

    A `keeper` may do everything, a `member` may play and see the money, `look` may only read.
    """

    address: str
    circle: Circle
    role: str

    @property
    def is_keeper(self) -> bool:
        return self.role == "keeper"


def resolve_circle_address(address: str) -> CircleAccess:
    """Return the access by an address. Raises UnknownCircle or InvitationWithdrawn."""
    if INVITED_BY not in address:
        return CircleAccess(address, get_circle_by_token(address), "keeper")
    row = find_invitation(address, _CIRCLE_INVITATION)
    if row is None:
        raise UnknownCircle
    role, _, which = row
    return CircleAccess(address, get_circle(which or 0), role)


def list_circles_of_device(device: str, most: int | None = 20) -> list[CircleAccess]:
    """Return a device's access to the circles that it has visited, the latest first.

    They are at most `most` (None: all). Visits by an invitation that was withdrawn are left out.
    """
    role = func.coalesce(Invitation.role, "keeper")
    query = visits_query(device, CIRCLES, Circle, role).limit(most)
    with read_session() as session:
        return [CircleAccess(*row) for row in session.execute(query)]


def circles_kept_by(device: str) -> dict[int, CircleAccess]:
    """Return a device's access to each circle of which it is a keeper, by the circle's number."""
    accesses = list_circles_of_device(device, None)
    return {access.circle.id: access for access in accesses if access.is_keeper}
