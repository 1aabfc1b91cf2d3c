"""Many rows at once, past the ORM."""

from collections.abc import Callable, Iterable, Mapping

from sqlalchemy import Connection, insert, inspect
from sqlalchemy.dialects import sqlite

from companion.core.budget import breathe
from companion.database.base import Model, db

_AT_ONCE = 1000
"""How many rows are given to the driver at once."""


class Bulk:
    """Many rows of a table, written as its driver takes them, so that to insert them is short.

    All have the same columns; what is the same in all, and known only then, is given at the end.
    """

    def __init__(self, row: type[Model], rows: Iterable[Mapping[str, object]]) -> None:
        self._row = row
        columns = inspect(row).columns.keys()
        self._writers = {name: self._writer(name) for name in columns}
        self._rows = [self._written(one) for one in rows]

    def _written(self, one: Mapping[str, object]) -> dict[str, object]:
        breathe()
        written = ((name, self._writers[name], value) for name, value in one.items())
        return {name: write(value) if write else value for name, write, value in written}

    def _writer(self, column: str) -> Callable[[object], object] | None:
        dialect = db.engine.dialect
        kind = inspect(self._row).columns[column].type
        return kind.dialect_impl(dialect).bind_processor(dialect)

    def insert(self, connection: Connection, **same: object) -> None:
        """Insert them, if there are any, inside of a transaction."""
        if self._rows:
            is_sqlite = connection.dialect.name == "sqlite"
            dialect = sqlite.dialect(paramstyle="named") if is_sqlite else connection.dialect
            names = [*self._rows[0], *same]
            made = str(insert(self._row).compile(dialect=dialect, column_keys=names))
            for start in range(0, len(self._rows), _AT_ONCE):
                part = self._rows[start : start + _AT_ONCE]
                connection.exec_driver_sql(made, [one | same for one in part])
