"""A circle as it is taken along: written as one file, with the records of its evenings."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select

from companion.circles.circle_file import FORMAT
from companion.database.circle_models import (
    ChipValueRow,
    CircleRow,
    EveningRow,
    HandRow,
    PaymentRow,
    PostingRow,
    SeatRow,
)
from companion.database.engine import read_connection, snapshot
from companion.database.models import TableRow
from companion.store.circles import Circle, file_name, get_circle
from companion.store.looking import DAMAGED, parse_stored_json
from companion.store.people import UnknownCircle, select_people
from companion.store.transfer import get_table_record


def list_circles() -> list[Circle]:
    """List all circles, the oldest first."""
    with read_connection() as connection:
        numbers = connection.scalars(select(CircleRow.id).order_by(CircleRow.id)).all()
    return [get_circle(number) for number in numbers]


def export_circle(circle: Circle) -> dict[str, object]:
    """Return a circle as it stands, with the records of its evenings, and without its addresses.

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
    written = {"key": row.key, "game": row.game, "day": row.day, "seats": seats}
    record = get_table_record(connection, row.token) if row.token else {DAMAGED: ""}
    if DAMAGED not in record:
        return {**written, "began": _moment(row.created), "record": record}
    hand = HandRow
    kept = select(hand.facts, hand.seconds).where(hand.evening_id == row.id).order_by(hand.number)
    hands = [
        {**parse_stored_json(facts), "seconds": seconds}
        for facts, seconds in connection.execute(kept)
    ]
    return {**written, "facts": parse_stored_json(row.facts), "hands": hands}


def _written_book(
    connection: Connection, circle: int, evening: Mapping[int, int], person: Mapping[int, int]
) -> tuple[list[dict[str, object]], dict[int, int]]:
    """Give the lines of the book, and how many there are up to each of their numbers."""
    row = PostingRow
    columns = row.id, row.evening_id, row.person_id, row.cents, row.made, row.amends
    lines = connection.execute(select(*columns).where(row.circle_id == circle).order_by(row.id))
    written, places = [], {}
    for number, of, who, cents, made, amends in lines:
        line = {"evening": evening[of], "person": person[who], "cents": cents}
        written.append({**line, "made": _moment(made), "amends": amends})
        places[number] = len(written)
    return written, places


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
            "made": _moment(made),
            "undone": undone and _moment(undone),
            "evening": None if of is None else evening[of],
            "booked": booking.get(booked, 0),
        }
        for payer, payee, cents, made, undone, of, booked in connection.execute(query)
    ]


def _moment(moment: datetime) -> str:
    return moment.isoformat()
