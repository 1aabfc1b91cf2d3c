"""Lists of tables: those that a device has opened, and all of them."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, func, select
from sqlalchemy.exc import DBAPIError

from companion.core.log.record import SetupRecord
from companion.database.engine import reading, upsert, writing
from companion.database.models import TableRow, VisitRow, now
from companion.store.looking import Damaged, stored_json, stored_setup

VISITORS = 100
"""How many devices are remembered for a table; the latest ones stay."""

FRESH = timedelta(hours=1)
"""A visit that is no older is not written again."""

_LAST = select(VisitRow.last, VisitRow.address).where(
    VisitRow.device == bindparam("device"), VisitRow.table_id == bindparam("table_id")
)


@dataclass(frozen=True, slots=True)
class Listed:
    """A table as its row lists it; ``winners`` is None while it goes on, ``hand`` if unknown."""

    token: str
    setup: SetupRecord | Damaged
    created: datetime
    hand: int | None
    winners: list[str] | None


def tables_of(device: str, most: int) -> list[Listed]:
    """List the tables that a device has opened, the latest first, by the addresses it knows."""
    row = TableRow
    address = func.coalesce(VisitRow.address, row.token)
    query = (
        select(address, row.setup, row.created, row.hand, row.winners)
        .join(VisitRow, VisitRow.table_id == row.id)
        .where(VisitRow.device == device)
        .order_by(VisitRow.last.desc())
        .limit(most)
    )
    with reading() as connection:
        return [
            Listed(token, stored_setup(setup), created, hand, _names(winners))
            for token, setup, created, hand, winners in connection.execute(query)
        ]


def _names(text: str | None) -> list[str] | None:
    """Read the stored names of winners; damaged ones are not known."""
    names = stored_json(text) if text else None
    return names if isinstance(names, list) else None


def all_tokens() -> list[str]:
    """List the addresses of all tables, the oldest first."""
    with reading() as connection:
        return list(connection.scalars(select(TableRow.token).order_by(TableRow.id)))


def remember_visit(device: str, table_id: int, invited: str | None = None) -> None:
    """Write down that a device has opened a table, if it can be written and is not fresh.

    Where it came by an invitation, that is its address, unless it knows the table's own.
    """
    try:
        with reading() as connection:
            before = connection.execute(_LAST, {"device": device, "table_id": table_id}).first()
        known = invited if before is None or before.address else None
        if before is None or before.last < now() - FRESH or before.address != known:
            _write_visit(device, table_id, known)
    except DBAPIError:
        pass  # to look at a table nothing must be written


def _write_visit(device: str, table_id: int, address: str | None) -> None:
    latest = (
        select(VisitRow.device)
        .where(VisitRow.table_id == table_id)
        .order_by(VisitRow.last.desc())
        .limit(VISITORS)
    )
    with writing() as connection:
        visit = {"device": device, "table_id": table_id, "last": now(), "address": address}
        connection.execute(upsert(VisitRow, **visit))
        connection.execute(
            delete(VisitRow).where(
                VisitRow.table_id == table_id, VisitRow.device.not_in(latest.scalar_subquery())
            )
        )
