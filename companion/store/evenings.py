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

_LATEST = EveningRow.day.desc(), EveningRow.id.desc()
# columns, because two hundred mapped objects take twice as long as two hundred rows
_EVENINGS = (
    select(EveningRow.id, EveningRow.game, EveningRow.day, EveningRow.facts, TableRow.token)
    .outerjoin(TableRow, TableRow.id == EveningRow.table_id)
    .where(EveningRow.facts != "{}")
    .order_by(*_LATEST)
    .limit(bindparam("most"))
)
_OF_CIRCLE = _EVENINGS.where(EveningRow.circle_id == bindparam("circle"))


def list_latest_evenings(circle: int, most: int, game: str | None = None) -> list[CircleEvening]:
    """Return at most `most` evenings of a circle, the latest first, of `game` or all (None)."""
    query = _OF_CIRCLE if game is None else _OF_CIRCLE.where(EveningRow.game == game)
    return _list(query, most, circle=circle)


def list_evenings_and_people(
    circle: int, most: int
) -> tuple[list[CircleEvening], Sequence[Person]]:
    """Return at most `most` evenings of a circle, and its people at the same moment."""
    with snapshot() as connection:
        evenings = _select(connection, _OF_CIRCLE, most, circle=circle)
        return evenings, select_people(Session(connection), circle)


def list_pending_evenings(circle: int, most: int = 200) -> list[CircleEvening]:
    """Return the latest evenings that a keeper has not accepted yet."""
    return _list(_OF_CIRCLE.where(IS_PENDING), most, circle=circle)


def list_evenings_of_person(person: int, most: int) -> list[CircleEvening]:
    seats = select(SeatRow.evening_id).where(SeatRow.person_id == person)
    latest = seats.order_by(SeatRow.day.desc(), SeatRow.evening_id.desc()).limit(most)
    return _list(_EVENINGS.where(EveningRow.id.in_(latest)), most)


def get_evening(circle: int, number: int) -> tuple[CircleEvening, list[HandFacts]] | None:
    """Return an evening of a circle and its hands; None if the circle has no such evening."""
    query = _OF_CIRCLE.where(EveningRow.id == number)
    with snapshot() as connection:
        evenings = _select(connection, query, 1, circle=circle)
        return (evenings[0], [*get_hands(connection, number).values()]) if evenings else None


def _list(query: Select[*tuple[Any, ...]], most: int, **values: object) -> list[CircleEvening]:
    with snapshot() as connection:
        return _select(connection, query, most, **values)


def _select(
    connection: Connection, query: Select[*tuple[Any, ...]], most: int, **values: object
) -> list[CircleEvening]:
    rows = connection.execute(query, {"most": most, **values}).all()
    people = get_seats(connection, [row.id for row in rows])
    return [
        CircleEvening(number, game, day, json.loads(facts), people[number], token)
        for number, game, day, facts, token in rows
    ]


def get_latest_table_token(circle: int) -> str | None:
    """Return the address of the latest table of a circle, or None."""
    query = select(TableRow.token).join(EveningRow, EveningRow.table_id == TableRow.id)
    with read_connection() as connection:
        latest = query.where(EveningRow.circle_id == circle).order_by(*_LATEST).limit(1)
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
    same = {"circle_id": circle, "hands": 0, "over": over}
    rows = [
        {
            **same,
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


def _places(numbers: Mapping[str, int], *, fewest_first: bool) -> Mapping[str, int]:
    order = sorted(numbers.values(), reverse=not fewest_first)
    return {name: order.index(number) + 1 for name, number in numbers.items()}


def delete_evening(circle: int, number: int) -> None:
    """Delete an evening from its circle; its table stays. Raises Refused or StaleVersion."""
    found = get_evening(circle, number)
    if found is None:
        raise Refused("bad-entry", "There is no such evening in this circle.")

    with _transaction(circle, found[0], None) as (connection, _):
        statement = update(Payment).where(Payment.evening_id == number)
        connection.execute(statement.values(evening_id=None))
        delete_rows(connection, EveningRow, EveningRow.id == number)


def correct_evening(circle: int, past: CircleEvening, right: EveningResult) -> None:
    """Set the day of an evening and, if only its results are known, the results.

    `right` has the names in `past`; players who were renamed since have the new ones. A pending
    evening is accepted. Raises Refused or StaleVersion.
    """
    number = past.id
    evening_ref = EveningRef(number, circle, past.game, right.day)
    corrected = facts_from_result(right) if past.by_results else past.facts

    with _transaction(circle, past, evening_ref) as (connection, names):
        facts = rename_in_evening_facts(corrected, names)
        columns = {"day": right.day, "over": facts["over"], "facts": json.dumps(facts)}
        more = {"changes": EveningRow.changes + 1}
        changed = update(EveningRow).where(EveningRow.id == number)
        connection.execute(changed.values(**columns, **more))
        seats = update(SeatRow).where(SeatRow.evening_id == number)
        connection.execute(seats.values(day=right.day))
        post_evening(connection, evening_ref, facts)


@contextmanager
def _transaction(
    circle: int, past: CircleEvening, evening_ref: EveningRef | None
) -> Iterator[tuple[Connection, NameMap]]:
    """Begin a write transaction for an evening, and notify its table's workers at the end.

    Yields the present name of each player in `past` too. Raises StaleVersion.
    """
    if past.token is None:
        with write_transaction() as connection:
            lock_circle(connection, circle)
            yield connection, _present_names(connection, past)
        return
    with lock_table(past.token) as before:
        after = replace(before, version=before.version + 1, evening_ref=evening_ref)
        if before.evening_ref is None or before.evening_ref.evening != past.id:
            raise StaleVersion
        with write_transaction() as connection:
            update_table(connection, before, {"version": after.version}, circle)
            yield connection, _present_names(connection, past)
        get_table_cache().put(after)


def _present_names(connection: Connection, past: CircleEvening) -> NameMap:
    """Return the present name of each player in `past`; of somebody merged since, the old one.

    Raises StaleVersion if the facts are others now: changes were shown for those in `past`.
    """
    people = get_seats(connection, [past.id])[past.id]
    name = {person: player for player, person in people.items()}
    names = {player: name.get(person, player) for player, person in past.people.items()}
    text = connection.scalar(select(EveningRow.facts).where(EveningRow.id == past.id))
    if text is None or json.loads(text) != rename_in_evening_facts(past.facts, names):
        raise StaleVersion
    return names
