"""What a device has to save: the circles that it keeps, and its other tables, each as it stands."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from sqlalchemy import Connection, func, select

from companion.database.circle_models import (
    ChipValueRow,
    CircleRow,
    EveningRow,
    PaymentRow,
    PersonRow,
    PostingRow,
)
from companion.database.engine import read_connection
from companion.database.models import TableRow, VisitRow
from companion.store.circles import Circle
from companion.store.listing import opened_by
from companion.store.visitors import circles_kept_by


@dataclass(frozen=True, slots=True)
class Savings:
    """Circles, with what their state is called, and tables by their addresses, with the version."""

    circles: Mapping[Circle, str]
    tables: Mapping[str, int]


def get_savings(device: str) -> Savings:
    """Return what a device has to save."""
    circles = [visitor.circle for visitor in circles_kept_by(device).values()]
    of_these = select(EveningRow.table_id).where(
        EveningRow.circle_id.in_([one.id for one in circles]), EveningRow.table_id.is_not(None)
    )
    tables = opened_by(device, TableRow.version).where(TableRow.id.not_in(of_these))
    with read_connection() as connection:
        rows = connection.execute(tables.order_by(VisitRow.last.desc()))
        return Savings(
            {one: _state(connection, one.id) for one in circles},
            dict(map(tuple, rows)),
        )


def _state(connection: Connection, circle: int) -> str:
    """Return what changes whenever anything in a circle does, without a replay of its evenings."""
    parts = [[*map(str, row)] for query in _queries(circle) for row in connection.execute(query)]
    return blake2b(repr(parts).encode(), digest_size=6).hexdigest()


def _queries(circle: int) -> list[Any]:
    evening, paid = EveningRow, PaymentRow
    columns = evening.id, evening.day, TableRow.version
    evenings = select(*columns).outerjoin(TableRow, TableRow.id == evening.table_id)
    undone = select(paid.id, paid.undone)
    mine = CircleRow.name, CircleRow.scale, CircleRow.shows_findings, CircleRow.currency
    look = PersonRow.name, PersonRow.colour, PersonRow.symbol, PersonRow.hidden
    return [
        select(*mine).where(CircleRow.id == circle),
        select(*look).where(PersonRow.circle_id == circle).order_by(PersonRow.id),
        evenings.where(evening.circle_id == circle).order_by(evening.id),
        select(ChipValueRow.since, ChipValueRow.cents).where(ChipValueRow.circle_id == circle),
        select(func.max(PostingRow.id)).where(PostingRow.circle_id == circle),
        undone.where(paid.circle_id == circle).order_by(paid.id),
    ]
