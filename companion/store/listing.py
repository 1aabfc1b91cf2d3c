"""Lists of tables: those that a device has opened, and all of them."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, delete, select
from sqlalchemy.exc import DBAPIError

from companion.database import reading, upsert, writing
from companion.models import TableRow, VisitRow, now

VISITORS = 100
"""How many devices are remembered for a table; the latest ones stay."""

FRESH = timedelta(hours=1)
"""A visit that is no older is not written again."""

_LAST = select(VisitRow.last).where(
    VisitRow.device == bindparam("device"), VisitRow.table_id == bindparam("table_id")
)


@dataclass(frozen=True, slots=True)
class Listed:
    """A table as its row lists it; ``winners`` is None while it goes on, ``hand`` if unknown."""

    token: str
    setup: dict[str, Any]
    created: datetime
    hand: int | None
    winners: list[str] | None


def tables_of(device: str, most: int) -> list[Listed]:
    """List the tables that a device has opened, the latest first."""
    row = TableRow
    query = (
        select(row.token, row.setup, row.created, row.hand, row.winners)
        .join(VisitRow, VisitRow.table_id == row.id)
        .where(VisitRow.device == device)
        .order_by(VisitRow.last.desc())
        .limit(most)
    )
    with reading() as connection:
        return [
            Listed(
                token, json.loads(setup), created, hand, json.loads(winners) if winners else None
            )
            for token, setup, created, hand, winners in connection.execute(query)
        ]


def all_tokens() -> list[str]:
    """List the addresses of all tables, the oldest first."""
    with reading() as connection:
        return list(connection.scalars(select(TableRow.token).order_by(TableRow.id)))


def remember_visit(device: str, table_id: int) -> None:
    """Write down that a device has opened a table, if it can be written and is not fresh."""
    try:
        with reading() as connection:
            last = connection.scalar(_LAST, {"device": device, "table_id": table_id})
        if last is None or last < now() - FRESH:
            _write_visit(device, table_id)
    except DBAPIError:
        pass  # to look at a table nothing must be written


def _write_visit(device: str, table_id: int) -> None:
    latest = (
        select(VisitRow.device)
        .where(VisitRow.table_id == table_id)
        .order_by(VisitRow.last.desc())
        .limit(VISITORS)
    )
    with writing() as connection:
        connection.execute(upsert(VisitRow, device=device, table_id=table_id, last=now()))
        connection.execute(
            delete(VisitRow).where(
                VisitRow.table_id == table_id, VisitRow.device.not_in(latest.scalar_subquery())
            )
        )
