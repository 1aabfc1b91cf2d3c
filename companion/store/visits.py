"""Visits of devices, and lists of the tables and circles that they have visited."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Delete, delete, func, select
from sqlalchemy.exc import DBAPIError

from companion.core.log.record import SetupRecord
from companion.store.access import ROLE_SEPARATOR, CircleAccess
from companion.store.database import read_connection, read_session, write_session
from companion.store.models import (
    Circle,
    CircleVisitRow,
    EveningRow,
    Invitation,
    TableRow,
    VisitRow,
    utc_now,
)
from companion.store.tables import DEMO_ID, DamagedSetup, parse_stored_json, parse_stored_setup

# The most visits that are stored of a table by its own address, or by invitations of one role.
MAX_VISITS = 100

# A visit is not written again before it is this old.
VISIT_PRECISION = timedelta(hours=1)

# The rows that devices visit, and the column of their visits that refers to them.
Visited = tuple[Any, Any]
TABLES: Visited = (TableRow, VisitRow.table_id)
CIRCLES: Visited = (Circle, CircleVisitRow.circle_id)


def visits_query(device: str, visited: Visited, *columns: Any) -> Any:
    """Return a query for what a device has visited, the latest first.

    Its columns are the address by which the device came, and `columns`. Visits by withdrawn
    invitations are left out.
    """
    row, number = visited
    visit, is_valid = number.class_, Invitation.withdrawn.is_(None)
    return (
        select(func.coalesce(visit.address, row.token), *columns)
        .join(visit, number == row.id)
        .outerjoin(Invitation, (Invitation.address == visit.address) & is_valid)
        .where(visit.device == device, visit.address.is_(None) | Invitation.address.is_not(None))
        .order_by(visit.last.desc())
    )


def record_visit(device: str, visited: Visited, number: int, address: str) -> None:
    """Store that a device has opened table or circle `number`, unless a recent visit is stored.

    The device came by `address`; the own address takes precedence over an invitation. The demo has
    no visits; database errors are ignored.
    """
    if number == DEMO_ID:
        return
    row = visited[1].class_
    query = select(row.last, row.address).where(row.device == device, visited[1] == number)
    try:
        with read_connection() as connection:
            visit: Any = connection.execute(query).first()
        is_recent = visit is not None and visit.last >= utc_now() - VISIT_PRECISION
        if not is_recent or visit.address != _invitation_used(visit, address):
            _write_visit(device, visited, number, address)
    except DBAPIError:
        pass  # a table or circle can be read without writing


def _write_visit(device: str, visited: Visited, number: int, address: str) -> None:
    row, column = visited
    # FOR NO KEY UPDATE: a change of the own address, or another visit, waits, or is seen here
    own = select(row.token).where(row.id == number).with_for_update(key_share=True)
    with write_session() as session:
        if session.scalar(own) != address and ROLE_SEPARATOR not in address:
            return
        visit = session.get(column.class_, (device, number))
        invitation = _invitation_used(visit, address)
        if visit is None:
            visit = column.class_(**{"device": device, column.key: number})
            session.add(visit)
        visit.last, visit.address = utc_now(), invitation
        if visited is TABLES:
            session.flush()
            session.connection().execute(_oldest_visits(number, invitation))


def _invitation_used(visit: Any, address: str) -> str | None:
    """Return the invitation by which a device came; None if it knows the own address.

    `visit` is the last visit that is stored, or None.
    """
    knows_own = ROLE_SEPARATOR not in address or (visit is not None and visit.address is None)
    return None if knows_own else address


def _oldest_visits(table_id: int, address: str | None) -> Delete:
    """Return a statement that deletes the oldest visits to a table by addresses of one kind."""
    role = None if address is None else address.partition(ROLE_SEPARATOR)[0] + ROLE_SEPARATOR
    column = VisitRow.address
    is_same_kind: ColumnElement[bool] = column.startswith(role) if role else column.is_(None)
    conditions = VisitRow.table_id == table_id, is_same_kind
    latest = select(VisitRow.device).where(*conditions).order_by(VisitRow.last.desc())
    to_keep = latest.limit(MAX_VISITS).scalar_subquery()
    return delete(VisitRow).where(*conditions, VisitRow.device.not_in(to_keep))


@dataclass(frozen=True, slots=True)
class RecentTable:
    """A table in a list; `winners` is None before the end, `hand` is None if unknown."""

    token: str
    setup: SetupRecord | DamagedSetup
    created: datetime
    hand: int | None
    winners: list[str] | None


def list_recent_tables(device: str, limit: int) -> list[RecentTable]:
    """Return the tables that a device has visited, at most `limit`, the latest first."""
    row = TableRow
    query = visits_query(device, TABLES, row.setup, row.created, row.hand, row.winners)
    with read_connection() as connection:
        return [
            RecentTable(token, parse_stored_setup(setup), created, hand, _names(winners))
            for token, setup, created, hand, winners in connection.execute(query.limit(limit))
        ]


def _names(text: str | None) -> list[str] | None:
    """Parse the stored names of winners; None if damaged."""
    names = parse_stored_json(text) if text else None
    return names if isinstance(names, list) else None


def list_tokens(*, in_circle: bool | None = None) -> list[str]:
    """Return the addresses of all tables, the oldest first.

    With `in_circle` they are only those in a circle (True), or in none (False).
    """
    query = select(TableRow.token).outerjoin(EveningRow, EveningRow.table_id == TableRow.id)
    if in_circle is not None:
        has_none = EveningRow.id.is_(None)
        query = query.where(~has_none if in_circle else has_none)
    with read_connection() as connection:
        return [*connection.scalars(query.order_by(TableRow.id))]


def list_circles_of_device(device: str, limit: int | None = 20) -> list[CircleAccess]:
    """Return a device's access to the circles that it has visited, the latest first.

    They are at most `limit` (None: all). Visits by an invitation that was withdrawn are left out.
    """
    role = func.coalesce(Invitation.role, "keeper")
    query = visits_query(device, CIRCLES, Circle, role).limit(limit)
    with read_session() as session:
        return [CircleAccess(*row) for row in session.execute(query)]


def circles_kept_by(device: str) -> dict[int, CircleAccess]:
    """Return a device's access to each circle of which it is a keeper, by the circle's number."""
    accesses = list_circles_of_device(device, None)
    return {access.circle.id: access for access in accesses if access.is_keeper}
