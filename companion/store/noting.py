"""What the players of a table have been told and have noted, on whatever device."""

from sqlalchemy import func, select

from companion.database.engine import read_connection, upsert_statement, write_transaction
from companion.database.models import DismissedFindingRow
from companion.store.listeners import notify_listeners
from companion.store.looking import load_table

LONGEST, MOST = 80, 1000
"""How long what is noted may be, and how much of it is kept of a table."""


def dismiss_finding(token: str, what: str) -> None:
    """Write down that something was noted, if it could be. Raises UnknownTable.

    No version is raised: a tap that somebody makes meanwhile must not become stale by it.
    """
    table_id = load_table(token).id
    if not what.isprintable():
        return
    of_table = select(func.count()).where(DismissedFindingRow.table_id == table_id)
    with write_transaction() as connection:
        if (connection.scalar(of_table) or 0) < MOST:
            connection.execute(
                upsert_statement(DismissedFindingRow, table_id=table_id, what=what[:LONGEST])
            )
    notify_listeners(token)


def list_dismissed_findings(table_id: int) -> frozenset[str]:
    """Give all that was noted at a table."""
    with read_connection() as connection:
        found = select(DismissedFindingRow.what).where(DismissedFindingRow.table_id == table_id)
        return frozenset(connection.scalars(found))
