"""Export of a circle as a file, and the state of what a device can save."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Any

from sqlalchemy import Connection, func, select

from companion.circles.circle_file import (
    FORMAT,
)
from companion.store.access import circles_kept_by
from companion.store.circles import Circle, file_name, get_circle
from companion.store.database import read_connection, snapshot
from companion.store.models import (
    ChipValueRow,
    CircleRow,
    EveningRow,
    HandRow,
    PaymentRow,
    PersonRow,
    PostingRow,
    SeatRow,
    TableRow,
)
from companion.store.people import UnknownCircle, select_people
from companion.store.records import get_table_record
from companion.store.tables import DAMAGED, parse_stored_json
from companion.store.visits import TABLES, visits_query


def list_circles() -> list[Circle]:
    """Return all circles, the oldest first."""
    with read_connection() as connection:
        numbers = connection.scalars(select(CircleRow.id).order_by(CircleRow.id)).all()
    return [get_circle(number) for number in numbers]


def export_circle(circle: Circle) -> dict[str, object]:
    """Return a circle as JSON for a file, with the records of its tables, without addresses.

    Raises UnknownCircle.
    """
    with snapshot() as connection:
        row = connection.execute(select(CircleRow).where(CircleRow.id == circle.id)).first()
        if row is None:
            raise UnknownCircle(circle.id)
        people = select_people(connection, circle.id)
        person = {one.id: at for at, one in enumerate(people)}
        rows = connection.execute(_evenings_of(circle.id)).all()
        evening = {row.id: at for at, row in enumerate(rows)}
        evenings = [_written_evening(connection, row, person) for row in rows]
        book, booking = _written_book(connection, circle.id, evening, person)
        payments = _written_payments(connection, circle.id, evening, person, booking)
        worths = select(ChipValueRow.since, ChipValueRow.cents).where(
            ChipValueRow.circle_id == circle.id
        )
        since = connection.execute(worths.order_by(ChipValueRow.since)).all()
    return {
        "format": FORMAT,
        "circle": file_name(row.token, row.key),
        "name": row.name,
        "scale": row.scale,
        "shows_findings": row.shows_findings,
        "currency": row.currency,
        "people": [_written_person(one) for one in people],
        "worths": [{"since": day, "cents": cents} for day, cents in since],
        "evenings": evenings,
        "book": book,
        "payments": payments,
    }


def _evenings_of(circle: int) -> Any:
    row, table = EveningRow, TableRow
    columns = row.id, row.key, row.game, row.day, row.facts, table.token, table.created
    query = select(*columns).outerjoin(table, table.id == row.table_id)
    return query.where(row.circle_id == circle).order_by(row.id)


def _written_person(one: Any) -> dict[str, object]:
    look = {"colour": one.colour, "symbol": one.symbol}
    return {"name": one.name, **look, "hidden": one.hidden}


def _written_evening(connection: Connection, row: Any, person: Mapping[int, int]) -> object:
    sat = select(SeatRow.player, SeatRow.person_id).where(SeatRow.evening_id == row.id)
    seats = {player: person[who] for player, who in connection.execute(sat)}
    fields = {"key": row.key, "game": row.game, "day": row.day, "seats": seats}
    record = get_table_record(connection, row.token) if row.token else {DAMAGED: ""}
    if DAMAGED not in record:
        return {**fields, "began": _moment(row.created), "record": record}
    hand = HandRow
    query = select(hand.facts, hand.seconds).where(hand.evening_id == row.id).order_by(hand.number)
    hands = [
        {**parse_stored_json(facts), "seconds": seconds}
        for facts, seconds in connection.execute(query)
    ]
    return {**fields, "facts": parse_stored_json(row.facts), "hands": hands}


def _written_book(
    connection: Connection, circle: int, evening: Mapping[int, int], person: Mapping[int, int]
) -> tuple[list[dict[str, object]], dict[int, int]]:
    """Return the postings as JSON, and by number how many there are up to each."""
    row = PostingRow
    columns = row.id, row.evening_id, row.person_id, row.cents, row.made, row.amends
    lines = connection.execute(select(*columns).where(row.circle_id == circle).order_by(row.id))
    rows, places = [], {}
    for number, of, who, cents, moment, amends in lines:
        line = {"evening": evening[of], "person": person[who], "cents": cents}
        rows.append({**line, "made": _moment(moment), "amends": amends})
        places[number] = len(rows)
    return rows, places


def _written_payments(
    connection: Connection,
    circle: int,
    evening: Mapping[int, int],
    person: Mapping[int, int],
    booking: Mapping[int, int],
) -> list[dict[str, object]]:
    row = PaymentRow
    columns = row.payer_id, row.payee_id, row.cents, row.made, row.undone, row.evening_id
    query = select(*columns, row.booked).where(row.circle_id == circle).order_by(row.id)
    return [
        {
            "payer": person[payer],
            "payee": person[payee],
            "cents": cents,
            "made": _moment(moment),
            "undone": undone and _moment(undone),
            "evening": None if of is None else evening[of],
            "booked": booking.get(booked, 0),
        }
        for payer, payee, cents, moment, undone, of, booked in connection.execute(query)
    ]


def _moment(moment: datetime) -> str:
    return moment.isoformat()


@dataclass(frozen=True, slots=True)
class Savings:
    """What a device can save: circles with a hash of their state, tables with their version."""

    circles: Mapping[Circle, str]
    tables: Mapping[str, int]


def get_savings(device: str) -> Savings:
    """Return the circles that a device keeps, and its tables that are in none of them."""
    circles = [visitor.circle for visitor in circles_kept_by(device).values()]
    of_these = select(EveningRow.table_id).where(
        EveningRow.circle_id.in_([one.id for one in circles]), EveningRow.table_id.is_not(None)
    )
    tables = visits_query(device, TABLES, TableRow.version).where(TableRow.id.not_in(of_these))
    with read_connection() as connection:
        rows = connection.execute(tables)
        return Savings(
            {one: _state(connection, one.id) for one in circles},
            dict(map(tuple, rows)),
        )


def _state(connection: Connection, circle: int) -> str:
    """Return a hash that changes with any change of a circle, without replaying its tables."""
    parts = [[*map(str, row)] for query in _queries(circle) for row in connection.execute(query)]
    return blake2b(repr(parts).encode(), digest_size=6).hexdigest()


def _queries(circle: int) -> list[Any]:
    evening, paid = EveningRow, PaymentRow
    columns = evening.id, evening.day, TableRow.version
    evenings = select(*columns).outerjoin(TableRow, TableRow.id == evening.table_id)
    undone = select(paid.id, paid.undone)
    entry_columns = (
        CircleRow.name,
        CircleRow.scale,
        CircleRow.shows_findings,
        CircleRow.currency,
    )
    look = PersonRow.name, PersonRow.colour, PersonRow.symbol, PersonRow.hidden
    return [
        select(*entry_columns).where(CircleRow.id == circle),
        select(*look).where(PersonRow.circle_id == circle).order_by(PersonRow.id),
        evenings.where(evening.circle_id == circle).order_by(evening.id),
        select(ChipValueRow.since, ChipValueRow.cents).where(ChipValueRow.circle_id == circle),
        select(func.max(PostingRow.id)).where(PostingRow.circle_id == circle),
        undone.where(paid.circle_id == circle).order_by(paid.id),
    ]
