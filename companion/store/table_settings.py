"""Settings of a table for all its devices: permissions, leavers, dismissed findings."""

import json
from collections.abc import Collection
from typing import Literal

from sqlalchemy import func, select, update

from companion.store.database import read_connection, upsert_statement, write_transaction
from companion.store.models import DismissedFindingRow, TableRow
from companion.store.tables import UnknownTable, load_table, notify_listeners

# The most characters of a dismissed finding, and the most that are stored of a table.
MAX_LENGTH, MAX_DISMISSED = 80, 1000


def dismiss_finding(token: str, what: str) -> None:
    """Store that the finding with key `what` was dismissed. Raises UnknownTable."""
    table_id = load_table(token).id
    if not what.isprintable():
        return
    of_table = select(func.count()).where(DismissedFindingRow.table_id == table_id)
    with write_transaction() as connection:
        # the version stays: an entry sent meanwhile must not become stale
        if (connection.scalar(of_table) or 0) < MAX_DISMISSED:
            connection.execute(
                upsert_statement(DismissedFindingRow, table_id=table_id, what=what[:MAX_LENGTH])
            )
    notify_listeners(token)


def list_dismissed_findings(table_id: int) -> frozenset[str]:
    with read_connection() as connection:
        query = select(DismissedFindingRow.what).where(DismissedFindingRow.table_id == table_id)
        return frozenset(connection.scalars(query))


# What a table may permit, as the columns of its row.
Permission = Literal["seats_tap", "memory_aid"]


def has_permission(table_id: int, what: Permission) -> bool:
    with read_connection() as connection:
        column = getattr(TableRow, what)
        return bool(connection.scalar(select(column).where(TableRow.id == table_id)))


def set_permission(token: str, what: Permission, *, on: bool) -> None:
    """Permit `what` (`on`), or forbid it, on all devices of a table. Raises UnknownTable."""
    _update(token, what, on)


def set_leavers(token: str, names: Collection[str]) -> None:
    """Store the names of players who leave after the hand. Raises UnknownTable."""
    _update(token, "leavers", json.dumps([*names]) if names else None)


def _update(token: str, column: str, value: bool | str | None) -> None:
    statement = update(TableRow).where(TableRow.token == token).values({column: value})
    with write_transaction() as connection:
        if not connection.execute(statement).rowcount:
            raise UnknownTable(token)
    notify_listeners(token)
