"""An evening of a circle put right: taken out of it, or of another day and with other results."""

import json
from collections.abc import Callable
from dataclasses import replace

from sqlalchemy import Connection, delete, select, update

from companion.circles.results import EveningResult
from companion.core.errors import Refused
from companion.database.circle_models import (
    EveningRow,
    HandRow,
    PaymentRow,
    PostingRow,
    SeatRow,
)
from companion.database.engine import write_transaction
from companion.store.book import post_evening
from companion.store.cache import EveningRef, get_table_cache
from companion.store.circles import alone_at
from companion.store.evenings import CircleEvening, get_evening
from companion.store.facts import invalidate_totals
from companion.store.listeners import notify_listeners
from companion.store.people import lock_circle
from companion.store.results import facts_from_result
from companion.store.statements import update_if_version
from companion.store.writing import StaleVersion


def delete_evening(circle: int, number: int) -> None:
    """Take an evening out of its circle; its table stays. Raises Refused, or Stale."""
    past = _get_past(circle, number)

    def forget(connection: Connection) -> None:
        if not past.waits:
            invalidate_totals(connection, circle, past.game, past.day)
        paid = update(PaymentRow).where(PaymentRow.evening_id == number)
        connection.execute(paid.values(evening_id=None))
        for row in (PostingRow, SeatRow, HandRow):
            connection.execute(delete(row).where(row.evening_id == number))
        connection.execute(delete(EveningRow).where(EveningRow.id == number))

    _write(circle, past, None, forget)


def correct_evening(circle: int, number: int, right: EveningResult) -> None:
    """Give an evening another day and, where only its results are known, other results.

    If it has waited it counts from now on.
    Raises Refused, or Stale.
    """
    past = _get_past(circle, number)
    place = EveningRef(number, circle, past.game, right.day)
    facts = facts_from_result(right) if past.by_results else past.facts

    def change(connection: Connection) -> None:
        for day in {right.day} if past.waits else {past.day, right.day}:
            invalidate_totals(connection, circle, past.game, day)
        columns = {"day": right.day, "over": facts["over"], "facts": json.dumps(facts)}
        connection.execute(update(EveningRow).where(EveningRow.id == number).values(**columns))
        seats = update(SeatRow).where(SeatRow.evening_id == number)
        connection.execute(seats.values(day=right.day))
        post_evening(connection, place, facts)

    _write(circle, past, place, change)


def _get_past(circle: int, number: int) -> CircleEvening:
    found = get_evening(circle, number)
    if found is None:
        raise Refused("bad-entry", "There is no such evening in this circle.")
    return found[0]


def _write(
    circle: int, past: CircleEvening, place: EveningRef | None, also: Callable[[Connection], None]
) -> None:
    """Write a change of an evening, of which every worker hears that has its table open."""

    def change(connection: Connection) -> None:
        lock_circle(connection, circle)
        stored = connection.scalar(select(EveningRow.facts).where(EveningRow.id == past.id))
        if stored is None or json.loads(stored) != past.facts:
            raise StaleVersion  # somebody else was quicker: what changes was shown for other facts
        also(connection)

    if past.token is None:
        with write_transaction() as connection:
            change(connection)
        return
    with alone_at(past.token) as before:
        version = before.version + 1
        known = before.evening_ref and before.evening_ref.evening == past.id
        if not known or not update_if_version(before, {"version": version}, change):
            raise StaleVersion
        get_table_cache().put(replace(before, version=version, evening_ref=place))
    notify_listeners(past.token)
