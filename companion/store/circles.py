"""Circles: create, update and delete them, and add tables to them."""

import secrets
from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from companion.core.accounts import is_legible
from companion.core.errors import Refused
from companion.core.sentences import Sentence, say
from companion.language import current_language
from companion.store.database import delete_rows, read_session, write_session, write_transaction
from companion.store.entries import require_intact, update_table
from companion.store.evening_facts import NewEvening
from companion.store.models import (
    IMPORTED_PREFIX,
    SCALES,
    Circle,
    CircleVisitRow,
    EveningRow,
    TableRow,
)
from companion.store.people import Assignment, UnknownCircle, lock_circle
from companion.store.quota import current_quota
from companion.store.table_cache import LoadedTable, get_table_cache
from companion.store.tables import is_table_token, lock_table

NAME_LENGTH = 60


def get_circle_by_token(token: str) -> Circle:
    """Return the circle with this own address. Raises UnknownCircle."""
    if not is_table_token(token):
        raise UnknownCircle
    return _get(token=token)


def get_circle(number: int) -> Circle:
    """Return the circle with this number. Raises UnknownCircle."""
    return _get(id=number)


def _get(**columns: object) -> Circle:
    with read_session() as session:
        circle = session.scalar(select(Circle).filter_by(**columns))
    if circle is None:
        raise UnknownCircle
    return circle


def create_circle(name: str, key: str | None = None) -> Circle:
    """Create a circle, or return the one that was created with the same `key`.

    Raises Refused (`bad-entry`) for a bad name, or QuotaExceeded.
    """
    _check_name(name)
    with write_session() as session:
        existing = key and session.scalar(select(Circle).filter_by(key=key))
        return existing or insert_circle(session, name=name, key=key)


def insert_circle(session: Session, **columns: object) -> Circle:
    """Insert a circle with these columns. Return it. Raises QuotaExceeded."""
    current_quota().take(1)
    circle = Circle(**columns)
    session.add(circle)
    session.flush()
    return circle


def _check_name(name: str) -> None:
    if not is_legible(name, NAME_LENGTH) or name != name.strip():
        raise Refused(
            "bad-entry",
            "A circle’s name must have 1 to {most} visible characters, "
            "with no space at either end.",
            most=NAME_LENGTH,
        )


def update_circle(number: int, name: str, scale: str, *, shows_findings: bool) -> None:
    """Set a circle's name and scale, and whether its pages show findings. Raises Refused."""
    _check_name(name)
    if scale not in SCALES:
        raise Refused("bad-entry", "There is no such choice for “Points by place.”")
    values = {"name": name, "scale": scale, "shows_findings": shows_findings}
    with write_transaction() as connection:
        connection.execute(update(Circle).where(Circle.id == number).values(values))


def renew_circle(circle: Circle, keeper: str) -> str:
    """Replace the circle's own address. Return the new one; invitations stay valid.

    Devices that used the old one lose the circle, except the device `keeper`.
    """
    token, visit = secrets.token_urlsafe(16), CircleVisitRow
    old_visits = visit.address.is_(None), visit.device != keeper
    columns = {"token": token, "key": IMPORTED_PREFIX + circle.file_key}
    with write_transaction() as connection:
        lock_circle(connection, circle.id)
        connection.execute(update(Circle).where(Circle.id == circle.id).values(columns))
        connection.execute(delete(visit).where(visit.circle_id == circle.id, *old_visits))
    return token


def add_table_to_circle(
    token: str, circle: int, assignment: Assignment | None = None
) -> LoadedTable:
    """Add a table to a circle, and store the facts of its hands. Return the table.

    Its players become persons, as with `assignment` in `set_evening_seats`. Raises UnknownTable,
    StaleVersion, or Refused if the table has a circle already or one person would sit twice.
    """
    with lock_table(token) as before:
        if before.evening_ref:
            raise Refused("bad-entry", "This table already belongs to a circle.")
        return _create_evening(before, circle, assignment)


def create_circle_from_table(token: str) -> Circle:
    """Create a circle of a table's players, with the table. Return the circle.

    If the table has a circle already, return that. Raises UnknownTable or StaleVersion; then no
    circle is created.
    """
    with lock_table(token) as before:
        evening_ref = before.evening_ref or _create_evening(before, None).evening_ref
    assert evening_ref
    return get_circle(evening_ref.circle)


def _create_evening(
    before: LoadedTable, circle: int | None, assignment: Assignment | None = None
) -> LoadedTable:
    """Add a table to a circle (None: a new one, with its players' names). Raises StaleVersion."""
    require_intact(before)
    new_evening = NewEvening(before.setup_record["game"], before.log)
    name = _name_of_players(before.table.seats)
    with write_transaction() as connection:
        update_table(connection, before, {"version": before.version + 1}, circle)
        number = circle or insert_circle(Session(connection), name=name).id
        evening_ref = new_evening.write(connection, before.id, number, assignment)
    after = replace(before, version=before.version + 1, evening_ref=evening_ref)
    get_table_cache().put(after)
    return after


def _name_of_players(players: Sequence[str]) -> str:
    """Return the players as the name of a circle, as many as fit, without marks of direction."""
    join_list, count = current_language().join_list, len(players)
    name = join_list(players, "standard")
    while len(name) > NAME_LENGTH:
        count -= 1
        name = join_list([*players[:count], "…"], "standard")
    return name


def delete_circle(number: int) -> None:
    """Delete a circle and all that belongs to it; the tables of its evenings stay."""
    of_circle = TableRow.id.in_(select(EveningRow.table_id).where(EveningRow.circle_id == number))
    statement = update(TableRow).where(of_circle).values(version=TableRow.version + 1)
    with write_transaction() as connection:
        lock_circle(connection, number)
        connection.execute(statement)  # so that every worker loads them again, without the circle
        delete_rows(connection, Circle, Circle.id == number)


# The name of an erased person.
NAMELESS: Sentence = say("Erased person")
