"""The statements that raise a table's version, in which of several writers only one succeeds."""

from collections.abc import Callable, Mapping

from sqlalchemy import Connection, bindparam, insert, update

from companion.database.engine import writing
from companion.database.models import EntryRow, TableRow

Values = Mapping[str, object]

Also = Callable[[Connection], None] | None
"""What else is written in the same transaction."""

_JUDGED = TableRow.id == bindparam("which"), TableRow.version == bindparam("judged")
_RAISE = update(TableRow).where(*_JUDGED)
_ENTER = insert(EntryRow)


def raised(which: int, judged: int, table: Values, also: Also = None) -> bool:
    """Change columns of a table that is of the version it was judged for; False: it is not."""
    with writing() as connection:
        done = raised_in(connection, which, judged, table)
        if done and also:
            also(connection)
    return done


def raised_in(connection: Connection, which: int, judged: int, table: Values) -> bool:
    """Change a table as `raised` does, inside of a transaction."""
    values = {"which": which, "judged": judged, **table}
    return connection.execute(_RAISE, values).rowcount == 1


def entered(which: int, judged: int, table: Values, entry: Values, also: Also = None) -> bool:
    """Change a table so, and store the entry by which it comes; False: it is of another version.

    Raises IntegrityError where such an entry is there.
    """

    def enter(connection: Connection) -> None:
        connection.execute(_ENTER, {"table_id": which, **entry})
        if also:
            also(connection)

    return raised(which, judged, table, enter)
