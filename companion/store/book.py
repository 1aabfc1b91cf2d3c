"""The book of a circle: what evenings brought in money, and what was paid for it."""

from collections.abc import Mapping

from sqlalchemy import Connection, bindparam, func, insert, select

from companion.circles.facts import EveningFacts
from companion.database.circle_models import ChipValueRow, PostingRow, SeatRow
from companion.database.models import utc_now
from companion.games import all_games
from companion.store.cache import EveningRef

_BOOKED = (
    select(PostingRow.person_id, func.sum(PostingRow.cents))
    .where(PostingRow.evening_id == bindparam("which"))
    .group_by(PostingRow.person_id)
)


def post_evening(connection: Connection, place: EveningRef, facts: EveningFacts) -> None:
    """Book what an evening brought everybody in cents, or what it brings otherwise by now."""
    due = _due(connection, place, facts)
    booked = _booked(connection, place.evening)
    moved = {who: due.get(who, 0) - booked.get(who, 0) for who in {**booked, **due}}
    rows = [{"person_id": who, "cents": cents} for who, cents in moved.items() if cents]
    same = {"circle_id": place.circle, "evening_id": place.evening}
    when = {"made": utc_now(), "amends": bool(booked)}
    if rows:
        connection.execute(insert(PostingRow), [same | when | row for row in rows])


def _due(connection: Connection, place: EveningRef, facts: EveningFacts) -> Mapping[int, int]:
    """Tell what everybody has won or lost, in cents; nothing while the evening goes on."""
    game = all_games().get(place.game)
    if not facts["over"] or (game and game.unit != "chips"):
        return {}
    cents = get_chip_value(connection, place.circle, place.day)
    if not cents:
        return {}
    sat = select(SeatRow.player, SeatRow.person_id).where(SeatRow.evening_id == place.evening)
    people = dict(row for row in connection.execute(sat))
    return {people[p]: chips * cents for p, chips in facts["standing"].items() if p in people}


def get_chip_value(connection: Connection, circle: int, day: str) -> int:
    """Tell what a chip was worth in a circle on a day, in cents."""
    row = ChipValueRow
    known = select(row.cents).where(row.circle_id == circle, row.since <= day)
    return connection.scalar(known.order_by(row.since.desc()).limit(1)) or 0


def _booked(connection: Connection, evening: int) -> dict[int, int]:
    found = connection.execute(_BOOKED, {"which": evening})
    return {person: int(cents) for person, cents in found}
