"""A person's name in all evenings: it follows when it is changed, and goes when it is erased.

All tables and evenings are written together or not at all. Tables are read before, since their
logs are long; where somebody writes to one of them meanwhile it is read again. Evenings are read
under the lock of their circle.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, select, update

from companion.core.errors import Refused
from companion.core.log.renaming import NameMap
from companion.core.words import localize
from companion.database.circle_models import CircleRow, EveningRow, PersonRow, SeatRow
from companion.database.engine import read_connection, write_transaction
from companion.database.models import TableRow
from companion.store.circles import NAME_LENGTH, NAMELESS
from companion.store.listeners import notify_listeners
from companion.store.people import Avatar, lock_circle, update_person_columns, update_person_row
from companion.store.rewriting import TableRename, plan_evening_rename, plan_table_rename
from companion.store.writing import StaleVersion

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
class _Renaming:
    """A name at an evening that is to be exchanged; its table may be gone, or damaged."""

    seat: _Seat
    names: NameMap
    table: TableRename | None


def update_person(
    circle: int, person: int, name: str, look: tuple[int, int], *, hidden: bool
) -> None:
    """Call somebody so, and give a look; the name follows to wherever nobody else is called so.

    Raises Refused (`bad-entry`) as `change_row` does, or Stale; then nothing has changed.
    """

    def called_so(others: Collection[str]) -> str | None:
        return None if name in others else name

    def change(connection: Connection) -> None:
        update_person_row(connection, circle, person, name, Avatar(*look), hidden=hidden)

    _follow(person, called_so, change)


def anonymize_person(circle: int, person: int) -> None:
    """Erase somebody's name for good, at all tables, in all evenings and in the circle's name.

    Raises Refused (`bad-entry`), or Stale, where that cannot be; then nothing has changed.
    """

    def forget(connection: Connection) -> None:
        lock_circle(connection, circle)
        _erase_from_circle_name(connection, circle, person)
        update_person_columns(connection, circle, person, {"name": None, "hidden": False})

    _follow(person, _nameless, forget, wholly=True)


def _erase_from_circle_name(connection: Connection, circle: int, person: int) -> None:
    row, mine = CircleRow, (PersonRow.id == person, PersonRow.name.is_not(None))
    query = select(row.name, PersonRow.name).join(PersonRow, PersonRow.circle_id == row.id)
    for title, name in connection.execute(query.where(row.id == circle, *mine)).all():
        renamed = re.sub(rf"(?<!\w){re.escape(str(name))}(?!\w)", localize(NAMELESS), title)
        values = {"name": renamed[:NAME_LENGTH].strip()}
        connection.execute(update(row).where(row.id == circle).values(values))


def _nameless(others: Collection[str]) -> str | None:
    plain = localize(NAMELESS)
    tried = (plain, *(f"{plain} {number}" for number in range(2, MOST_NAMELESS)))
    return next((name for name in tried if name not in others), None)


def _follow(
    person: int, new_name: NewName, change: Callable[[Connection], None], *, wholly: bool = False
) -> None:
    """Change a person together with the name at all tables; ``wholly``: no table may be left."""
    for _ in range(TRIES):
        with read_connection() as connection:
            seats = _seats(connection, person)
            renamings = [*_renamings(connection, seats, new_name)]
        if wholly and any(one.seat.token and one.table is None for one in renamings):
            raise Refused("bad-entry", "The name is used at a table that can no longer be read.")
        if _write(person, seats, renamings, change):
            _tell_of(renamings)
            return
    raise StaleVersion


def _tell_of(renamings: Iterable[_Renaming]) -> None:
    for renaming in renamings:
        if renaming.seat.token and renaming.table:
            notify_listeners(renaming.seat.token)


def _renamings(
    connection: Connection, seats: Iterable[_Seat], new_name: NewName
) -> Iterator[_Renaming]:
    for seat in seats:
        new = new_name(seat.others)
        if new not in (None, seat.player):
            names = {seat.player: str(new), str(new): seat.player}
            table = seat.table and plan_table_rename(connection, seat.table, names)
            yield _Renaming(seat, names, table or None)


def _seats(connection: Connection, person: int) -> list[_Seat]:
    mine, other = SeatRow.__table__.alias(), SeatRow.__table__.alias()
    query = (
        select(mine.c.evening_id, TableRow.id, TableRow.token, mine.c.player, other.c.player)
        .join(EveningRow, EveningRow.id == mine.c.evening_id)
        .outerjoin(TableRow, TableRow.id == EveningRow.table_id)
        .join(other, other.c.evening_id == mine.c.evening_id)
        .where(mine.c.person_id == person)
        .order_by(mine.c.evening_id)
    )
    others: dict[tuple[int, int | None, str | None, str], set[str]] = {}
    for *seat, name in connection.execute(query):
        others.setdefault((seat[0], seat[1], seat[2], seat[3]), set()).add(name)
    return [_Seat(*seat, names - {seat[3]}) for seat, names in others.items()]


def _write(
    person: int,
    seats: list[_Seat],
    renamings: list[_Renaming],
    change: Callable[[Connection], None],
) -> bool:
    """Write all together; False where somebody has written to a table or taken a seat since."""
    try:
        with write_transaction() as connection:
            change(connection)
            if _seats(connection, person) != seats:
                raise StaleVersion
            for renaming in renamings:
                if renaming.table and not renaming.table.write(connection):
                    raise StaleVersion
                plan_evening_rename(connection, renaming.seat.evening, renaming.names).write(
                    connection
                )
    except StaleVersion:
        return False
    return True
