"""Who comes to a circle by which address, and which circles a device knows."""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import bindparam, func, select
from sqlalchemy.exc import DBAPIError

from companion.database.circle_models import CircleRow, CircleVisitRow
from companion.database.engine import read_connection, upsert_statement, write_transaction
from companion.database.models import InvitationRow, utc_now
from companion.store.circles import Circle, get_circle, get_circle_by_token
from companion.store.inviting import INVITED_BY, find_invitation
from companion.store.people import UnknownCircle, lock_circle

_CIRCLE_INVITATION = select(
    InvitationRow.role, InvitationRow.withdrawn, InvitationRow.circle_id
).where(InvitationRow.token == bindparam("address"), InvitationRow.circle_id.is_not(None))
_BEFORE = select(CircleVisitRow.last, CircleVisitRow.address).where(
    CircleVisitRow.device == bindparam("device"),
    CircleVisitRow.circle_id == bindparam("circle_id"),
)
_TOKEN = select(CircleRow.token).where(CircleRow.id == bindparam("circle_id"))
_FRESH = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class CircleAccess:
    """Somebody at an address of a circle, and what that address is for.

    A ``keeper`` may do everything; a ``member`` may play, and read the book; one who came to
    ``look`` may only read.
    """

    address: str
    circle: Circle
    role: str

    @property
    def is_keeper(self) -> bool:
        """Say whether this device may do everything."""
        return self.role == "keeper"


def resolve_circle_address(address: str) -> CircleAccess:
    """Tell who comes to a circle by an address. Raises UnknownCircle, or Withdrawn."""
    if INVITED_BY not in address:
        return CircleAccess(address, get_circle_by_token(address), "keeper")
    found = find_invitation(address, _CIRCLE_INVITATION)
    if found is None:
        raise UnknownCircle(address)
    role, _, which = found
    return CircleAccess(address, get_circle(which or 0), role)


def list_circles_of_device(device: str, most: int | None = 20) -> list[tuple[str, Circle]]:
    """List the circles that a device has opened, the latest first, with the address it knows.

    What it knew by an invitation that was withdrawn is listed no longer.
    """
    visit, row, invitation = CircleVisitRow, CircleRow, InvitationRow
    is_good = (invitation.token == visit.address) & invitation.withdrawn.is_(None)
    address = func.coalesce(visit.address, row.token)
    columns = row.id, row.token, row.name, row.scale, row.shows_findings, row.currency
    query = (
        select(address, *columns)
        .join(visit, visit.circle_id == row.id)
        .outerjoin(invitation, is_good)
        .where(visit.device == device, visit.address.is_(None) | invitation.token.is_not(None))
        .order_by(visit.last.desc())
        .limit(most)
    )
    with read_connection() as connection:
        rows = connection.execute(query).all()
    return [(row[0], Circle(*row[1:])) for row in rows]


def circles_kept_by(device: str) -> dict[int, CircleAccess]:
    """Return who a device is at each circle where it may do everything, by circle."""
    visitors = [
        resolve_circle_address(address) for address, _ in list_circles_of_device(device, None)
    ]
    return {visitor.circle.id: visitor for visitor in visitors if visitor.is_keeper}


def record_circle_visit(device: str, visitor: CircleAccess) -> None:
    """Write down that a device has opened a circle, if it can be written and is not fresh.

    Its own address goes before an invitation.
    """
    row, key = CircleVisitRow, {"device": device, "circle_id": visitor.circle.id}
    address = None if visitor.address == visitor.circle.token else visitor.address
    try:
        with read_connection() as connection:
            before = connection.execute(_BEFORE, key).first()
        known = address if before is None or before.address else None
        if before is None or before.last < utc_now() - _FRESH or before.address != known:
            with write_transaction() as connection:
                lock_circle(connection, visitor.circle.id)
                token = connection.scalar(_TOKEN, {"circle_id": visitor.circle.id})
                if address is not None or token == visitor.address:  # not renewed meanwhile
                    connection.execute(upsert_statement(row, **key, last=utc_now(), address=known))
    except (DBAPIError, UnknownCircle):
        pass  # to look at a circle nothing must be written
