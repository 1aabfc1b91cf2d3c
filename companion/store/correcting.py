"""An evening of a circle put right: taken out of it, or of another day and with other results."""

import json
from collections.abc import Callable
from dataclasses import replace

from sqlalchemy import Connection, delete, select, update

from companion.circles.results import Result
from companion.core.errors import Refused
from companion.database.circle_models import (
    BookingRow,
    EveningRow,
    HandRow,
    PaymentRow,
    SeatRow,
)
from companion.database.engine import writing
from companion.store.book import book
from companion.store.cache import Place, kept
from companion.store.circles import alone_at
from companion.store.evenings import PastEvening, past_evening
from companion.store.facts import disturb
from companion.store.listeners import tell_listeners
from companion.store.people import hold
from companion.store.results import facts_by
from companion.store.statements import raised
from companion.store.writing import Stale


def take_out(circle: int, number: int) -> None:
    """Take an evening out of its circle; its table stays. Raises Refused, or Stale."""
    past = _past(circle, number)

    def forget(connection: Connection) -> None:
        if not past.waits:
            disturb(connection, circle, past.game, past.day)
        paid = update(PaymentRow).where(PaymentRow.evening_id == number)
        connection.execute(paid.values(evening_id=None))
        for row in (BookingRow, SeatRow, HandRow):
            connection.execute(delete(row).where(row.evening_id == number))
        connection.execute(delete(EveningRow).where(EveningRow.id == number))

    _write(circle, past, None, forget)


def put_right(circle: int, number: int, right: Result) -> None:
    """Give an evening another day and, where only its results are known, other results.

    If it has waited it counts from now on.
    Raises Refused, or Stale.
    """
    past = _past(circle, number)
    place = Place(number, circle, past.game, right.day)
    facts = facts_by(right) if past.by_results else past.facts

    def change(connection: Connection) -> None:
        for day in {right.day} if past.waits else {past.day, right.day}:
            disturb(connection, circle, past.game, day)
        columns = {"day": right.day, "over": facts["over"], "facts": json.dumps(facts)}
        connection.execute(update(EveningRow).where(EveningRow.id == number).values(**columns))
        seats = update(SeatRow).where(SeatRow.evening_id == number)
        connection.execute(seats.values(day=right.day))
        book(connection, place, facts)

    _write(circle, past, place, change)


def _past(circle: int, number: int) -> PastEvening:
    found = past_evening(circle, number)
    if found is None:
        raise Refused("bad-entry", "There is no such evening in this circle.")
    return found[0]


def _write(
    circle: int, past: PastEvening, place: Place | None, also: Callable[[Connection], None]
) -> None:
    """Write a change of an evening, of which every worker hears that has its table open."""

    def change(connection: Connection) -> None:
        hold(connection, circle)
        stored = connection.scalar(select(EveningRow.facts).where(EveningRow.id == past.id))
        if stored is None or json.loads(stored) != past.facts:
            raise Stale  # somebody else was quicker: what changes was shown for other facts
        also(connection)

    if past.token is None:
        with writing() as connection:
            change(connection)
        return
    with alone_at(past.token) as before:
        version = before.version + 1
        known = before.place and before.place.evening == past.id
        if not known or not raised(before, {"version": version}, change):
            raise Stale
        kept().put(replace(before, version=version, place=place))
    tell_listeners(past.token)
