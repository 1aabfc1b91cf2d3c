"""The statements that raise a table's version, in which of several writers only one succeeds."""

from collections.abc import Mapping
from functools import cache

from sqlalchemy import BindParameter, Dialect, bindparam, insert, inspect, select, update

from companion.database.base import Model
from companion.database.engine import on_server, send_at_once, writing
from companion.database.models import EntryRow, TableRow

Values = Mapping[str, object]

_JUDGED = TableRow.id == bindparam("which"), TableRow.version == bindparam("judged")
_RAISE = update(TableRow).where(*_JUDGED)
_ENTER = insert(EntryRow)

_OF_TABLE = "version", "length", "hand", "winners", "tally"
_OF_ENTRY = "number", "raw", "made", "by", "seat", "key"


def raised(which: int, judged: int, table: Values) -> bool:
    """Change columns of a table that is of the version it was judged for; False: it is not."""
    with writing() as connection:
        values = {"which": which, "judged": judged, **table}
        return connection.execute(_RAISE, values).rowcount == 1


def entered(which: int, judged: int, table: Values, entry: Values) -> bool:
    """Change a table so, and store the entry by which it comes; False: it is of another version.

    Raises IntegrityError where such an entry is there.
    """
    values = {"which": which, "judged": judged}
    if on_server():
        new = {f"new_{name}": value for name, value in {**table, **entry}.items()}
        return send_at_once(_raise_and_enter, values | new) == 1
    with writing() as connection:
        done = connection.execute(_RAISE, {**values, **table}).rowcount == 1
        if done:
            connection.execute(_ENTER, {"table_id": which, **entry})
    return done


@cache
def _raise_and_enter(dialect: Dialect) -> str:
    """Make one statement of both, for servers: there each message takes its time.

    It is written down as it is sent: to find it again among all takes as long as to send it.
    """
    new = {name: _new(TableRow, name) for name in _OF_TABLE}
    done = _RAISE.values(new).returning(TableRow.id).cte("done")
    entry = (_new(EntryRow, name) for name in _OF_ENTRY)
    both = _ENTER.from_select(["table_id", *_OF_ENTRY], select(done.c.id, *entry))
    return str(both.compile(dialect=dialect))


def _new(row: type[Model], column: str) -> BindParameter[object]:
    """Stand for the new value of a column."""
    return bindparam(f"new_{column}", type_=inspect(row).columns[column].type)
