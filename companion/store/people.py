"""The people of a circle: list, create, update and merge them, and seat them at evenings."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.orm import Session, aliased

from companion.circles.circle_file import AVATAR_CHOICES
from companion.core.accounts import NAME_RULE, is_name, name_key
from companion.core.errors import Refused
from companion.language import current_language
from companion.store.database import Executor, read_connection, read_session, write_session
from companion.store.models import (
    Circle,
    EveningRow,
    Payment,
    Person,
    PostingRow,
    SeatRow,
)
from companion.store.table_cache import EveningRef

# The person that each player becomes; None: a new one.
Assignment = Mapping[str, int | None]

# The most people of a circle.
MAX_PEOPLE = 200

_PEOPLE = select(Person).where(Person.circle_id == bindparam("circle")).order_by(Person.id)
_SEATS = select(SeatRow.evening_id, SeatRow.player, SeatRow.person_id).where(
    SeatRow.evening_id.in_(bindparam("evenings", expanding=True))
)
_AVATARS = (
    select(SeatRow.player, Person.colour, Person.symbol)
    .join(Person, Person.id == SeatRow.person_id)
    .where(SeatRow.evening_id == bindparam("evening"))
)


class Avatar(NamedTuple):
    """The colour and symbol of a person; both count from 0."""

    colour: int
    symbol: int


def list_people(circle: int) -> Sequence[Person]:
    """Return the people of a circle, the oldest first."""
    with read_session() as session:
        return select_people(session, circle)


def select_people(session: Session, circle: int) -> Sequence[Person]:
    """Return the people of a circle, the oldest first, read in `session`."""
    return session.scalars(_PEOPLE, {"circle": circle}).all()


def get_seats(executor: Executor, evenings: Collection[int]) -> dict[int, dict[str, int]]:
    """Return for each evening the persons by their names at its table."""
    seats: dict[int, dict[str, int]] = {evening: {} for evening in evenings}
    rows = executor.execute(_SEATS, {"evenings": [*evenings]}) if evenings else ()
    for evening, player, person in rows:
        seats[evening][player] = person
    return seats


def get_avatars(evening: int) -> dict[str, Avatar]:
    """Return the avatars of the persons of an evening by their names at its table."""
    with read_connection() as connection:
        result = connection.execute(_AVATARS, {"evening": evening})
        return {player: Avatar(colour, symbol) for player, colour, symbol in result}


class UnknownCircle(Exception):
    """There is no circle with this address or number."""


def lock_circle(executor: Executor, circle: int) -> None:
    """Lock the people of a circle until the end of the transaction. Raises UnknownCircle."""
    if not find_circle_to_lock(executor, circle):
        raise UnknownCircle(circle)


def find_circle_to_lock(executor: Executor, circle: int) -> bool:
    """Lock a circle as `lock_circle` does. Return False if there is none."""
    # FOR NO KEY UPDATE: entries, which only refer to the circle, can be stored meanwhile
    query = select(Circle.id).where(Circle.id == circle).with_for_update(key_share=True)
    return executor.scalar(query) is not None


def set_evening_seats(
    connection: Connection,
    evening_ref: EveningRef,
    players: Iterable[str],
    assignment: Assignment | None = None,
) -> None:
    """Store exactly these players as those of an evening.

    A player without a seat becomes the person in `assignment`, or the one with the same name, or a
    new one. Raises Refused (`bad-entry`) for one person at two seats, and for a circle with too
    many people.
    """
    evening, circle, _, day = evening_ref
    seats, names = get_seats(connection, [evening])[evening], list(players)
    row, old_names = SeatRow, seats.keys() - set(names)
    if old_names:
        is_old = row.evening_id == evening, row.player.in_(old_names)
        connection.execute(delete(row).where(*is_old))
    new_names = [name for name in names if name not in seats]
    if new_names:
        lock_circle(connection, circle)
        taken_ids = {seats[name] for name in names if name in seats}
        persons = _find_persons(Session(connection), circle, new_names, taken_ids, assignment or {})
        rows = [
            {"evening_id": evening, "player": name, "person_id": person, "day": day}
            for name, person in persons.items()
        ]
        connection.execute(insert(row), rows)


def match_names(people: Iterable[Person], names: Iterable[str]) -> dict[str, int | None]:
    """Return for each name the one of `people` who has it, or None; each person at most once."""
    ids_by_name: dict[str, int] = {}
    for person in people:
        if person.name is not None:
            ids_by_name.setdefault(name_key(person.name), person.id)
    return {name: ids_by_name.pop(name_key(name), None) for name in names}


def _find_persons(
    session: Session,
    circle: int,
    names: Iterable[str],
    taken_ids: set[int],
    assignment: Assignment,
) -> dict[str, int]:
    people = select_people(session, circle)
    free = [person for person in people if person.id not in taken_ids]
    others = [name for name in names if name not in assignment]
    matches = {**match_names(free, others), **assignment}
    person_ids = [who for name in names if (who := matches[name]) is not None]
    if len({*person_ids, *taken_ids}) < len(person_ids) + len(taken_ids):
        raise Refused("bad-entry", "One person cannot have two seats at a table.")
    if not {*person_ids} <= {person.id for person in people}:
        raise Refused("bad-entry", "This person does not belong to the circle.")
    number, persons = len(people), {}
    for name in names:
        who = matches[name]
        persons[name] = _create_person(session, circle, name, number).id if who is None else who
        number += who is None
    return persons


def _create_person(session: Session, circle: int, name: str, number: int) -> Person:
    """Add a person, with an avatar that the `number` people of the circle leave free."""
    colour, symbol = number, number + number // AVATAR_CHOICES
    look = {"colour": colour % AVATAR_CHOICES, "symbol": symbol % AVATAR_CHOICES}
    person = Person(circle_id=circle, name=name, hidden=False, **look)
    add_person(session, person, number)
    return person


def add_person(session: Session, person: Person, number: int) -> None:
    """Store a person in a circle of `number` people. Raises Refused (`bad-entry`) if it is full."""
    if number >= MAX_PEOPLE:
        raise Refused("bad-entry", "A circle can have at most {most} people.", most=MAX_PEOPLE)
    session.add(person)
    session.flush()


def create_person(circle: int, name: str) -> int:
    """Create a person of a circle. Return the person's number. Raises Refused (`bad-entry`)."""
    with write_session() as session:
        lock_circle(session, circle)
        people = select_people(session, circle)
        check_name(people, name)
        return _create_person(session, circle, name, len(people)).id


def check_name(people: Iterable[Person], name: str, own: int | None = None) -> None:
    """Raise Refused (`bad-entry`) for a name that is not allowed, or of another than `own`."""
    if not is_name(name):
        raise Refused("bad-entry", "A name must have {rule}.", rule=NAME_RULE)
    if match_names((p for p in people if p.id != own), [name])[name] is not None:
        raise Refused("bad-entry", "Somebody named {name} is already in this circle.", name=name)


def get_person_to_change(session: Session, circle: int, person: int) -> Person:
    """Return a person, and lock the circle. Raises Refused if the person is unknown or erased."""
    lock_circle(session, circle)
    row = session.scalar(select(Person).filter_by(id=person, circle_id=circle))
    if row is None or row.name is None:
        raise Refused("bad-entry", "This person does not belong to the circle.")
    return row


def merge_people(circle: int, person: int, into: int) -> None:
    """Merge `person` into `into`, who keeps name and avatar.

    Raises Refused (`bad-entry`) if both sat at one table, or one is not of the circle.
    """
    with write_session() as session:
        lock_circle(session, circle)
        person_ids = {row.id for row in select_people(session, circle)}
        if person == into or not {person, into} <= person_ids:
            raise Refused("bad-entry", "Choose two different people in this circle.")
        _check_never_together(session, person, into)
        _reassign(session, person, into)
        evenings = select(SeatRow.evening_id).where(SeatRow.person_id == into)
        changed = update(EveningRow).where(EveningRow.id.in_(evenings))
        session.execute(changed.values(changes=EveningRow.changes + 1))


def _check_never_together(session: Session, person: int, into: int) -> None:
    seat, other_seat = aliased(SeatRow), aliased(SeatRow)
    query = (
        select(func.min(seat.day))
        .join(other_seat, other_seat.evening_id == seat.evening_id)
        .where(seat.person_id == person, other_seat.person_id == into)
    )
    day = session.scalar(query)
    if day is not None:
        raise Refused(
            "bad-entry",
            "These two sat at the same table on {day}, so they cannot be the same person.",
            day=current_language().day(date.fromisoformat(day)),
        )


def _reassign(session: Session, person: int, into: int) -> None:
    columns = SeatRow.person_id, PostingRow.person_id, Payment.payer_id, Payment.payee_id
    between_both = Payment.payer_id.in_((person, into)), Payment.payee_id.in_((person, into))
    session.execute(delete(Payment).where(*between_both))
    for column in columns:
        session.execute(update(column.class_).where(column == person).values({column.key: into}))
    session.execute(delete(Person).where(Person.id == person))


def find_or_create_people(session: Session, circle: int, names: Iterable[str]) -> dict[str, int]:
    """Return the person of each name, upper or lower case alike; create unknown people.

    Raises Refused (`bad-entry`) if the circle would have too many people.
    """
    return _find_persons(session, circle, list(dict.fromkeys(names)), set(), {})
