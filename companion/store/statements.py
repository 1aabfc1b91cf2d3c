"""The statements that raise a table's version, in which of several writers only one succeeds."""

from collections.abc import Callable, Mapping
from typing import Protocol

from sqlalchemy import Connection, bindparam, insert, update

from companion.database.engine import write_transaction
from companion.database.models import EntryRow, TableRow

ColumnValues = Mapping[str, object]

InSameTransaction = Callable[[Connection], None] | None
"""What else is written in the same transaction."""


class TableVersion(Protocol):
    """A table at the version that a write was judged for.

    The address is compared with the rest: a table that is deleted must never be mistaken for
    another one that got its number.
    """

    @property
    def id(self) -> int:
        """Its number."""

    @property
    def token(self) -> str:
        """Its own address."""

    @property
    def version(self) -> int:
        """The version that every write raises."""


_JUDGED = (
    TableRow.id == bindparam("which"),
    TableRow.token == bindparam("address"),
    TableRow.version == bindparam("judged"),
)
_RAISE = update(TableRow).where(*_JUDGED)
_ENTER = insert(EntryRow)


def update_if_version(
    judged: TableVersion, columns: ColumnValues, also: InSameTransaction = None
) -> bool:
    """Change columns of a table that is of the version it was judged for; False: it is not."""
    with write_transaction() as connection:
        done = update_if_version_in(connection, judged, columns)
        if done and also:
            also(connection)
    return done


def update_if_version_in(
    connection: Connection, judged: TableVersion, columns: ColumnValues
) -> bool:
    """Change a table as `raised` does, inside of a transaction."""
    which = {"which": judged.id, "address": judged.token, "judged": judged.version}
    return connection.execute(_RAISE, {**which, **columns}).rowcount == 1


def append_if_version(
    judged: TableVersion, columns: ColumnValues, entry: ColumnValues, also: InSameTransaction = None
) -> bool:
    """Change a table so, and store the entry by which it comes; False: it is of another version.

    Raises IntegrityError where such an entry is there.
    """

    def enter(connection: Connection) -> None:
        connection.execute(_ENTER, {"table_id": judged.id, **entry})
        if also:
            also(connection)

    return update_if_version(judged, columns, enter)
