"""Export of a circle as a file, and the circles and tables that a device can save."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, func, inspect, select
from sqlalchemy.orm import Session

from companion.circles.circle_file import FORMAT
from companion.store.database import Model, read_connection, read_session, snapshot
from companion.store.models import (
    ChipValueRow,
    Circle,
    EveningRow,
    HandRow,
    Payment,
    Person,
    PostingRow,
    TableRow,
)
from companion.store.people import UnknownCircle, get_seats, select_people
from companion.store.records import get_table_record
from companion.store.tables import DAMAGED, parse_stored_json
from companion.store.visits import TABLES, circles_kept_by, visits_query

T = TypeVar("T", bound=Model)


def list_circles() -> Sequence[Circle]:
    with read_session() as session:
        return session.scalars(select(Circle).order_by(Circle.id)).all()


def export_circle(circle: Circle) -> dict[str, object]:
    """Return a circle as JSON for a file, with the records of its tables, without addresses.

    Raises UnknownCircle.
    """
    with snapshot() as connection, Session(connection) as session:
        current = session.get(Circle, circle.id)
        if current is None:
            raise UnknownCircle
        people = select_people(session, current.id)
        rows = session.execute(_evenings_query(current.id)).all()
        person_index = {person.id: index for index, person in enumerate(people)}
        evening_index = {row.id: index for index, row in enumerate(rows)}
        return {
            "format": FORMAT,
            "circle": current.file_key,
            "name": current.name,
            "scale": current.scale,
            "shows_findings": current.shows_findings,
            "currency": current.currency,
            "people": [_to_json(one, "name", "colour", "symbol", "hidden") for one in people],
            "worths": [
                _to_json(one, "since", "cents")
                for one in session.scalars(_rows_query(ChipValueRow, current.id))
            ],
            "evenings": [_evening_to_json(session, row, person_index) for row in rows],
            **_book_to_json(session, current.id, evening_index, person_index),
        }


def _to_json(row: Model, *names: str) -> dict[str, object]:
    return {name: getattr(row, name) for name in names}


def _rows_query(model: type[T], circle: int) -> Select[T]:
    """Return a query for the rows of a circle, by their primary key."""
    mapper = inspect(model)
    return select(model).filter_by(circle_id=circle).order_by(*mapper.primary_key)


def _evenings_query(circle: int) -> Any:
    row, table = EveningRow, TableRow
    columns = row.id, row.key, row.game, row.day, row.facts, table.token, table.created
    query = select(*columns).outerjoin(table, table.id == row.table_id)
    return query.where(row.circle_id == circle).order_by(row.id)


def _evening_to_json(session: Session, row: Any, person_index: Mapping[int, int]) -> object:
    seats_by_name = get_seats(session, [row.id])[row.id]
    seats = {player: person_index[who] for player, who in seats_by_name.items()}
    fields = {"key": row.key, "game": row.game, "day": row.day, "seats": seats}
    record = get_table_record(session.connection(), row.token) if row.token else {DAMAGED: ""}
    if DAMAGED not in record:
        return {**fields, "began": row.created.isoformat(), "record": record}
    query = select(HandRow).where(HandRow.evening_id == row.id).order_by(HandRow.number)
    hands = [
        {**parse_stored_json(hand.facts), "seconds": hand.seconds}
        for hand in session.scalars(query)
    ]
    return {**fields, "facts": parse_stored_json(row.facts), "hands": hands}


def _book_to_json(
    session: Session, circle: int, evening_index: Mapping[int, int], person_index: Mapping[int, int]
) -> dict[str, object]:
    """Return the postings and payments as JSON."""
    postings = session.scalars(_rows_query(PostingRow, circle)).all()
    numbers = [posting.id for posting in postings]
    return {
        "book": [
            {
                "evening": evening_index[posting.evening_id],
                "person": person_index[posting.person_id],
                "cents": posting.cents,
                "made": posting.made.isoformat(),
                "amends": posting.amends,
            }
            for posting in postings
        ],
        "payments": [
            {
                "payer": person_index[payment.payer_id],
                "payee": person_index[payment.payee_id],
                "cents": payment.cents,
                "made": payment.made.isoformat(),
                "undone": payment.undone and payment.undone.isoformat(),
                "evening": payment.evening_id and evening_index[payment.evening_id],
                "booked": bisect_right(numbers, payment.booked),
            }
            for payment in session.scalars(_rows_query(Payment, circle))
        ],
    }


@dataclass(frozen=True, slots=True)
class Savings:
    """What a device can save: circles with a hash of their state, and tables with their version."""

    circles: Mapping[Circle, str]
    tables: Mapping[str, int]


def get_savings(device: str) -> Savings:
    """Return the circles that a device keeps, and its tables that are in none of them."""
    circles = [visitor.circle for visitor in circles_kept_by(device).values()]
    in_circles = select(EveningRow.table_id).where(
        EveningRow.circle_id.in_([one.id for one in circles]), EveningRow.table_id.is_not(None)
    )
    tables = visits_query(device, TABLES, TableRow.version).where(TableRow.id.not_in(in_circles))
    with read_connection() as connection:
        rows = connection.execute(tables)
        return Savings(
            {one: _state_hash(connection, one.id) for one in circles},
            dict(map(tuple, rows)),
        )


def _state_hash(connection: Connection, circle: int) -> str:
    """Return a hash that changes with any change of a circle, without replaying its tables."""
    queries = _state_queries(circle)
    parts = [[*map(str, row)] for query in queries for row in connection.execute(query)]
    return blake2b(repr(parts).encode(), digest_size=6).hexdigest()


def _state_queries(circle: int) -> list[Any]:
    evening, payment = EveningRow, Payment
    columns = evening.id, evening.day, TableRow.version
    evenings = select(*columns).outerjoin(TableRow, TableRow.id == evening.table_id)
    payments = select(payment.id, payment.undone)
    settings = Circle.name, Circle.scale, Circle.shows_findings, Circle.currency
    avatar = Person.name, Person.colour, Person.symbol, Person.hidden
    return [
        select(*settings).where(Circle.id == circle),
        select(*avatar).where(Person.circle_id == circle).order_by(Person.id),
        evenings.where(evening.circle_id == circle).order_by(evening.id),
        select(ChipValueRow.since, ChipValueRow.cents).where(ChipValueRow.circle_id == circle),
        select(func.max(PostingRow.id)).where(PostingRow.circle_id == circle),
        payments.where(payment.circle_id == circle).order_by(payment.id),
    ]
