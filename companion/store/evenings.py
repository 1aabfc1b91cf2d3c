"""The evenings of a circle: list, correct, delete, and import them from results."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Select, bindparam, insert, select, update
from sqlalchemy.orm import Session

from companion.circles.facts import EveningFacts, HandFacts, rename_in_evening_facts
from companion.circles.spreadsheet import EveningResult
from companion.core.errors import Refused
from companion.core.log.replay import NameMap
from companion.games import all_games
from companion.store.database import delete_rows, read_connection, snapshot, write_transaction
from companion.store.entries import StaleVersion, update_table
from companion.store.evening_facts import get_hands, post_evening
from companion.store.models import ChipValueRow, EveningRow, Payment, Person, SeatRow, TableRow
from companion.store.people import find_or_create_people, get_seats, lock_circle, select_people
from companion.store.quota import current_quota
from companion.store.table_cache import EveningRef, get_table_cache
from companion.store.tables import lock_table


@dataclass(frozen=True, slots=True)
class CircleEvening:
    """An evening of a circle; `token` is the address of its table, None if it has none.

    `people` has the persons by their names at the table.
    """

    id: int
    game: str
    day: str
    facts: EveningFacts
    people: dict[str, int]
    token: str | None

    @property
    def places(self) -> dict[int, int]:
        """The place in the tally by person; players who are no person of the circle are omitted."""
        places = {line["player"]: line["place"] for line in self.facts["lines"]}
        return {person: places[name] for name, person in self.people.items() if name in places}

    @property
    def by_results(self) -> bool:
        """Whether only the results of the evening are known."""
        return self.token is None and not self.facts["hands"]

    @property
    def waits(self) -> bool:
        """Whether the evening is pending: it counts nowhere until a keeper accepts it."""
        return self.by_results and not self.facts["over"]


# Evenings by their results that count nowhere until a keeper accepts them.
IS_PENDING = EveningRow.table_id.is_(None) & (EveningRow.hands == 0) & ~EveningRow.over

_NEWEST_FIRST = EveningRow.day.desc(), EveningRow.id.desc()
# columns, because two hundred mapped objects take twice as long as two hundred rows
_EVENINGS_QUERY = (
    select(EveningRow.id, EveningRow.game, EveningRow.day, EveningRow.facts, TableRow.token)
    .outerjoin(TableRow, TableRow.id == EveningRow.table_id)
    .where(EveningRow.facts != "{}")
    .order_by(*_NEWEST_FIRST)
    .limit(bindparam("limit"))
)
_CIRCLE_EVENINGS = _EVENINGS_QUERY.where(EveningRow.circle_id == bindparam("circle"))


def list_latest_evenings(circle: int, limit: int, game: str | None = None) -> list[CircleEvening]:
    """Return at most `limit` evenings of a circle, the latest first, of `game` or all (None)."""
    query = _CIRCLE_EVENINGS if game is None else _CIRCLE_EVENINGS.where(EveningRow.game == game)
    return _list(query, limit, circle=circle)


def list_evenings_and_people(
    circle: int, limit: int
) -> tuple[list[CircleEvening], Sequence[Person]]:
    """Return at most `limit` evenings of a circle, and its people at the same moment."""
    with snapshot() as connection:
        evenings = _select(connection, _CIRCLE_EVENINGS, limit, circle=circle)
        return evenings, select_people(Session(connection), circle)


def list_pending_evenings(circle: int, limit: int = 200) -> list[CircleEvening]:
    """Return the latest evenings that a keeper has not accepted yet."""
    return _list(_CIRCLE_EVENINGS.where(IS_PENDING), limit, circle=circle)


def list_evenings_of_person(person: int, limit: int) -> list[CircleEvening]:
    seats = select(SeatRow.evening_id).where(SeatRow.person_id == person)
    latest = seats.order_by(SeatRow.day.desc(), SeatRow.evening_id.desc()).limit(limit)
    return _list(_EVENINGS_QUERY.where(EveningRow.id.in_(latest)), limit)


def get_evening(circle: int, number: int) -> CircleEvening | None:
    """Return an evening of a circle, or None."""
    evenings = _list(_CIRCLE_EVENINGS.where(EveningRow.id == number), 1, circle=circle)
    return evenings[0] if evenings else None


def get_evening_and_hands(circle: int, number: int) -> tuple[CircleEvening, list[HandFacts]] | None:
    """Return an evening of a circle and its hands at the same moment, or None."""
    query = _CIRCLE_EVENINGS.where(EveningRow.id == number)
    with snapshot() as connection:
        evenings = _select(connection, query, 1, circle=circle)
        return (evenings[0], [*get_hands(connection, number).values()]) if evenings else None


def _list(query: Select[*tuple[Any, ...]], limit: int, **values: object) -> list[CircleEvening]:
    with snapshot() as connection:
        return _select(connection, query, limit, **values)


def _select(
    connection: Connection, query: Select[*tuple[Any, ...]], limit: int, **values: object
) -> list[CircleEvening]:
    rows = connection.execute(query, {"limit": limit, **values}).all()
    people = get_seats(connection, [row.id for row in rows])
    return [
        CircleEvening(number, game, day, json.loads(facts), people[number], token)
        for number, game, day, facts, token in rows
    ]


def get_latest_table_token(circle: int) -> str | None:
    """Return the address of the latest table of a circle, or None."""
    query = select(TableRow.token).join(EveningRow, EveningRow.table_id == TableRow.id)
    with read_connection() as connection:
        latest = query.where(EveningRow.circle_id == circle).order_by(*_NEWEST_FIRST).limit(1)
        return connection.scalar(latest)


def import_results(circle: int, results: Sequence[EveningResult], *, waits: bool = False) -> None:
    """Store evenings of which only the results are known; unknown people are created.

    With `waits` they are pending. Raises Refused (`bad-entry`) if the circle would have too many
    people, or QuotaExceeded; then nothing is stored.
    """
    names = (name for result in results for name in result.results)
    with write_transaction() as connection:
        current_quota().take(len(results))
        lock_circle(connection, circle)
        people = find_or_create_people(Session(connection), circle, names)
        evenings = [
            *zip(_insert(connection, circle, results, over=not waits), results, strict=True)
        ]
        seats = [
            {"evening_id": number, "player": name, "person_id": people[name], "day": result.day}
            for number, result in evenings
            for name in result.results
        ]
        connection.execute(insert(SeatRow), seats)
        values = select(ChipValueRow.since).filter_by(circle_id=circle)
        if waits or connection.scalar(values) is None:
            return
        for number, result in evenings:
            evening_ref = EveningRef(number, circle, result.game, result.day)
            post_evening(connection, evening_ref, facts_from_result(result))


def _insert(
    connection: Connection, circle: int, results: Iterable[EveningResult], *, over: bool
) -> Sequence[int]:
    rows = [
        {
            "circle_id": circle,
            "hands": 0,
            "over": over,
            "game": result.game,
            "day": result.day,
            "facts": json.dumps(facts_from_result(result, over=over)),
        }
        for result in results
    ]
    statement = insert(EveningRow).returning(EveningRow.id, sort_by_parameter_order=True)
    return connection.scalars(statement, rows).all()


def facts_from_result(result: EveningResult, *, over: bool = True) -> EveningFacts:
    """Return the facts of an evening by its results alone; while pending it is not `over`."""
    game = all_games().get(result.game)
    column = "score" if game and game.unit == "points" else "result"
    places = _places(result.results, fewest_first=bool(game and game.highlights.fewer_is_better))
    lines = [
        {"player": name, "place": places[name], column: result.results[name]}
        for name in sorted(places, key=lambda name: places[name])
    ]
    return {"hands": 0, "over": over, "lines": lines, "standing": dict(result.results)}


def _places(results: Mapping[str, int], *, fewest_first: bool) -> Mapping[str, int]:
    ranking = sorted(results.values(), reverse=not fewest_first)
    return {name: ranking.index(number) + 1 for name, number in results.items()}


def delete_evening(circle: int, number: int) -> None:
    """Delete an evening from its circle; its table stays. Raises Refused or StaleVersion."""
    evening = get_evening(circle, number)
    if evening is None:
        raise Refused("bad-entry", "There is no such evening in this circle.")
    with _transaction(circle, evening, None) as connection:
        _check_facts(connection, evening)
        payments = update(Payment).where(Payment.evening_id == number)
        connection.execute(payments.values(evening_id=None))
        delete_rows(connection, EveningRow, EveningRow.id == number)


def correct_evening(circle: int, evening: CircleEvening, correction: EveningResult) -> None:
    """Set the day of an evening and, if only its results are known, the results.

    `correction` has the names in `evening`; players who were renamed since keep their new ones. A
    pending evening is accepted. Raises Refused or StaleVersion.
    """
    number = evening.id
    evening_ref = EveningRef(number, circle, evening.game, correction.day)
    new_facts = facts_from_result(correction) if evening.by_results else evening.facts
    with _transaction(circle, evening, evening_ref) as connection:
        facts = rename_in_evening_facts(new_facts, _check_facts(connection, evening))
        columns = {"day": correction.day, "over": facts["over"], "facts": json.dumps(facts)}
        statement = update(EveningRow).where(EveningRow.id == number)
        connection.execute(statement.values(**columns, changes=EveningRow.changes + 1))
        seats = update(SeatRow).where(SeatRow.evening_id == number)
        connection.execute(seats.values(day=correction.day))
        post_evening(connection, evening_ref, facts)


@contextmanager
def _transaction(
    circle: int, evening: CircleEvening, evening_ref: EveningRef | None
) -> Iterator[Connection]:
    """Begin a write transaction for an evening, whose table then has `evening_ref`.

    Raises StaleVersion.
    """
    if evening.token is None:
        with write_transaction() as connection:
            lock_circle(connection, circle)
            yield connection
        return
    with lock_table(evening.token) as before:
        after = replace(before, version=before.version + 1, evening_ref=evening_ref)
        if before.evening_ref is None or before.evening_ref.evening != evening.id:
            raise StaleVersion
        with write_transaction() as connection:
            update_table(connection, before, {"version": after.version}, circle)
            yield connection
        get_table_cache().put(after)


def _check_facts(connection: Connection, evening: CircleEvening) -> NameMap:
    """Raise StaleVersion if the facts are others now: changes were shown for those in `evening`.

    Return the present name of each player in `evening`; of somebody merged since, the old one.
    """
    people = get_seats(connection, [evening.id])[evening.id]
    name = {person: player for player, person in people.items()}
    names = {player: name.get(person, player) for player, person in evening.people.items()}
    text = connection.scalar(select(EveningRow.facts).where(EveningRow.id == evening.id))
    if text is None or json.loads(text) != rename_in_evening_facts(evening.facts, names):
        raise StaleVersion
    return names
