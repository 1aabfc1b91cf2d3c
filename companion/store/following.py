"""A person's name in all evenings: it follows when it is changed, and goes when it is erased.

All tables and evenings are written together or not at all. What is to be written is read before;
where somebody writes to one of the tables meanwhile it is read again.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, select

from companion.core.errors import Refused
from companion.core.words import told
from companion.database.circle_models import EveningRow, SeatRow
from companion.database.engine import reading, writing
from companion.database.models import TableRow
from companion.store.circles import UNNAMED
from companion.store.listeners import tell_listeners
from companion.store.people import Look, change_row, set_person
from companion.store.rewriting import EveningNames, TableNames, evening_names, table_names
from companion.store.writing import Stale

TRIES = 5
"""How often it is read again before whoever writes all the time goes first."""

MOST_NAMELESS = 20
"""How many names are tried for somebody who has none, where others are called so."""

NewName = Callable[[Collection[str]], str | None]
"""Gives a name that nobody else at a table has; None: the old one stays."""


@dataclass(frozen=True, slots=True)
class _Seat:
    """Where somebody sat, and what everybody there was called."""

    evening: int
    table: int | None
    token: str | None
    player: str
    others: Collection[str]


@dataclass(frozen=True, slots=True)
class _Rewritten:
    """An evening as it is to be written; its table may be gone, or too damaged to be read."""

    evening: EveningNames
    table: TableNames | None
    token: str | None


def change_person(
    circle: int, person: int, name: str, look: tuple[int, int], *, hidden: bool
) -> None:
    """Call somebody so, and give a look; the name follows to wherever nobody else is called so.

    Raises Refused (`bad-entry`) as `change_row` does, or Stale; then nothing has changed.
    """

    def called_so(others: Collection[str]) -> str | None:
        return None if name in others else name

    def change(connection: Connection) -> None:
        change_row(connection, circle, person, name, Look(*look), hidden=hidden)

    _follow(person, called_so, change)


def erase_person(circle: int, person: int) -> None:
    """Erase somebody's name for good, at all tables and in all evenings.

    Raises Refused (`bad-entry`), or Stale, where that cannot be; then nothing has changed.
    """

    def forget(connection: Connection) -> None:
        set_person(connection, circle, person, {"name": None, "hidden": False})

    _follow(person, _nameless, forget, wholly=True)


def _nameless(others: Collection[str]) -> str | None:
    plain = told(UNNAMED)
    tried = (plain, *(f"{plain} {number}" for number in range(2, MOST_NAMELESS)))
    return next((name for name in tried if name not in others), None)


def _follow(
    person: int, new_name: NewName, change: Callable[[Connection], None], *, wholly: bool = False
) -> None:
    """Change a person together with the name at all tables; ``wholly``: no table may be left."""
    for _ in range(TRIES):
        with reading() as connection:
            found = [*_rewritten(connection, person, new_name)]
        if wholly and any(one.token and one.table is None for one in found):
            raise Refused("bad-entry", "The name stands in a table that cannot be read any more.")
        if _written(found, change):
            _tell_of(found)
            return
    raise Stale


def _tell_of(written: Iterable[_Rewritten]) -> None:
    for one in written:
        if one.token and one.table:
            tell_listeners(one.token)


def _rewritten(connection: Connection, person: int, new_name: NewName) -> Iterator[_Rewritten]:
    for seat in _seats(connection, person):
        new = new_name(seat.others)
        if new not in (None, seat.player):
            names = {seat.player: str(new), str(new): seat.player}
            table = seat.table and table_names(connection, seat.table, names)
            yield _Rewritten(
                evening_names(connection, seat.evening, names), table or None, seat.token
            )


def _seats(connection: Connection, person: int) -> list[_Seat]:
    mine, other = SeatRow.__table__.alias(), SeatRow.__table__.alias()
    query = (
        select(mine.c.evening_id, TableRow.id, TableRow.token, mine.c.player, other.c.player)
        .join(EveningRow, EveningRow.id == mine.c.evening_id)
        .outerjoin(TableRow, TableRow.id == EveningRow.table_id)
        .join(other, other.c.evening_id == mine.c.evening_id)
        .where(mine.c.person_id == person)
    )
    others: dict[tuple[int, int | None, str | None, str], set[str]] = {}
    for *seat, name in connection.execute(query):
        others.setdefault((seat[0], seat[1], seat[2], seat[3]), set()).add(name)
    return [_Seat(*seat, names - {seat[3]}) for seat, names in others.items()]


def _written(found: list[_Rewritten], change: Callable[[Connection], None]) -> bool:
    """Write all together; False where somebody has written to one of the tables since."""
    try:
        with writing() as connection:
            change(connection)
            for one in found:
                if one.table and not one.table.write(connection):
                    raise Stale
                one.evening.write(connection)
    except Stale:
        return False
    return True
