"""What the players of a table have been told and have noted, on whatever device."""

from sqlalchemy import func, select

from companion.database.engine import reading, upsert, writing
from companion.database.models import NotedRow
from companion.store.listeners import tell_listeners
from companion.store.looking import evening

LONGEST, MOST = 80, 1000
"""How long what is noted may be, and how much of it is kept of a table."""


def note(token: str, what: str) -> None:
    """Write down that something was noted, if it could be. Raises UnknownTable.

    No version is raised: a tap that somebody makes meanwhile must not become stale by it.
    """
    table_id = evening(token).id
    if not what.isprintable():
        return
    of_table = select(func.count()).where(NotedRow.table_id == table_id)
    with writing() as connection:
        if (connection.scalar(of_table) or 0) < MOST:
            connection.execute(upsert(NotedRow, table_id=table_id, what=what[:LONGEST]))
    tell_listeners(token)


def noted(table_id: int) -> frozenset[str]:
    """Give all that was noted at a table."""
    with reading() as connection:
        found = select(NotedRow.what).where(NotedRow.table_id == table_id)
        return frozenset(connection.scalars(found))
