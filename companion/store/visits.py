"""Lists of tables: those that a device has opened, and all of them."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, bindparam, delete, func, select
from sqlalchemy.exc import DBAPIError

from companion.core.log.record import SetupRecord
from companion.store.database import read_connection, upsert_statement, write_transaction
from companion.store.invitations import INVITED_BY
from companion.store.models import EveningRow, InvitationRow, TableRow, VisitRow, utc_now
from companion.store.tables import NO_ROW, DamagedSetup, parse_stored_json, parse_stored_setup

# How many devices are remembered for a table that came alike, by its own address or by an
# invitation of one kind; the latest ones stay.
VISITORS = 100

# A visit that is no older is not written again.
VISIT_PRECISION = timedelta(hours=1)

_LAST = select(VisitRow.last, VisitRow.address).where(
    VisitRow.device == bindparam("device"), VisitRow.table_id == bindparam("table_id")
)


@dataclass(frozen=True, slots=True)
class RecentTable:
    """A table as its row lists it; ``winners`` is None while it goes on, ``hand`` if unknown."""

    token: str
    setup: SetupRecord | DamagedSetup
    created: datetime
    hand: int | None
    winners: list[str] | None


def list_recent_tables(device: str, most: int) -> list[RecentTable]:
    """List the tables that a device has opened, the latest first."""
    row = TableRow
    query = tables_of_device_query(device, row.setup, row.created, row.hand, row.winners)
    query = query.order_by(VisitRow.last.desc()).limit(most)
    with read_connection() as connection:
        return [
            RecentTable(token, parse_stored_setup(setup), created, hand, _names(winners))
            for token, setup, created, hand, winners in connection.execute(query)
        ]


def tables_of_device_query(device: str, *columns: Any) -> Any:
    """Return the query of the tables that a device has opened, by the addresses it knows.

    What it knew by an invitation that was withdrawn is told no longer.
    """
    row, invited = TableRow, InvitationRow
    address = func.coalesce(VisitRow.address, row.token)
    return (
        select(address, *columns)
        .join(VisitRow, VisitRow.table_id == row.id)
        .outerjoin(invited, (invited.token == VisitRow.address) & invited.withdrawn.is_(None))
        .where(VisitRow.device == device, VisitRow.address.is_(None) | invited.token.is_not(None))
    )


def _names(text: str | None) -> list[str] | None:
    """Read the stored names of winners; damaged ones are not known."""
    names = parse_stored_json(text) if text else None
    return names if isinstance(names, list) else None


def list_tokens() -> list[str]:
    """List the addresses of all tables, the oldest first."""
    with read_connection() as connection:
        return list(connection.scalars(select(TableRow.token).order_by(TableRow.id)))


def list_tokens_without_circle() -> list[str]:
    """List the addresses of the tables that belong to no circle, the oldest first."""
    of_none = TableRow.id.not_in(
        select(EveningRow.table_id).where(EveningRow.table_id.is_not(None))
    )
    with read_connection() as connection:
        return [*connection.scalars(select(TableRow.token).where(of_none).order_by(TableRow.id))]


def record_visit(device: str, table_id: int, invited: str | None = None) -> None:
    """Write down that a device has opened a table, if it can be written and is not fresh.

    Where it came by an invitation, that is its address, unless it knows the table's own. The
    evening to look at is no table of anybody.
    """
    if table_id == NO_ROW:
        return
    try:
        with read_connection() as connection:
            before = connection.execute(_LAST, {"device": device, "table_id": table_id}).first()
        text = invited if before is None or before.address else None
        if before is None or before.last < utc_now() - VISIT_PRECISION or before.address != text:
            _write_visit(device, table_id, text)
    except DBAPIError:
        pass  # to look at a table nothing must be written


def _write_visit(device: str, table_id: int, address: str | None) -> None:
    of_table = VisitRow.table_id == table_id
    role = None if address is None else address.partition(INVITED_BY)[0] + INVITED_BY
    came = VisitRow.address
    alike: ColumnElement[bool] = came.startswith(role) if role else came.is_(None)
    latest = (
        select(VisitRow.device)
        .where(of_table, alike)
        .order_by(VisitRow.last.desc())
        .limit(VISITORS)
    )
    with write_transaction() as connection:
        visit = {"device": device, "table_id": table_id, "last": utc_now(), "address": address}
        connection.execute(upsert_statement(VisitRow, **visit))
        connection.execute(
            delete(VisitRow).where(
                of_table, alike, VisitRow.device.not_in(latest.scalar_subquery())
            )
        )
