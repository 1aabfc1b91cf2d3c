"""The evenings of a circle to look at: the latest, those of a person, and one as a whole."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, bindparam, select

from companion.circles.facts import EveningFacts, HandFacts
from companion.database.circle_models import EveningRow, HandRow, SeatRow
from companion.database.engine import read_connection
from companion.database.models import TableRow


@dataclass(frozen=True, slots=True)
class CircleEvening:
    """An evening as a circle remembers it; ``token`` is its table's own address, if there is one.

    ``people`` are the persons by the names at its table.
    """

    id: int
    game: str
    day: str
    facts: EveningFacts
    people: dict[str, int]
    token: str | None

    @property
    def places(self) -> dict[int, int]:
        """Everybody's place, by person; a name that sits nowhere is left out."""
        places = {line["player"]: line["place"] for line in self.facts["lines"]}
        return {person: places[name] for name, person in self.people.items() if name in places}

    @property
    def by_results(self) -> bool:
        """Tell whether nothing but its results is known."""
        return self.token is None and not self.facts["hands"]

    @property
    def waits(self) -> bool:
        """Tell whether it counts nowhere until a keeper accepts it."""
        return self.by_results and not self.facts["over"]


_COLUMNS = (
    select(EveningRow.id, EveningRow.game, EveningRow.day, EveningRow.facts, TableRow.token)
    .outerjoin(TableRow, TableRow.id == EveningRow.table_id)
    .where(EveningRow.facts != "{}")
)
WAITS = EveningRow.table_id.is_(None) & (EveningRow.hands == 0) & ~EveningRow.over
"""Evenings by their results that count nowhere until a keeper accepts them."""

_LATEST = EveningRow.day.desc(), EveningRow.id.desc()
_OF_CIRCLE = (
    _COLUMNS.where(EveningRow.circle_id == bindparam("circle"))
    .order_by(*_LATEST)
    .limit(bindparam("most"))
)
_OF_GAME = _OF_CIRCLE.where(EveningRow.game == bindparam("game"))
_WAITING = _OF_CIRCLE.where(WAITS)
_OF_PERSON = _COLUMNS.where(
    EveningRow.id.in_(
        select(SeatRow.evening_id)
        .where(SeatRow.person_id == bindparam("person"))
        .order_by(SeatRow.day.desc(), SeatRow.evening_id.desc())
        .limit(bindparam("most"))
    )
).order_by(*_LATEST)
_SEATS = select(SeatRow.evening_id, SeatRow.player, SeatRow.person_id).where(
    SeatRow.evening_id.in_(bindparam("numbers", expanding=True))
)


def list_latest_evenings(circle: int, most: int, game: str | None = None) -> list[CircleEvening]:
    """List the latest evenings of a circle, of one game if one is named."""
    values = {"circle": circle, "most": most}
    return _past(_OF_CIRCLE, values) if game is None else _past(_OF_GAME, {**values, "game": game})


def waiting_evenings(circle: int, most: int = 200) -> list[CircleEvening]:
    """List the latest evenings of a circle that wait until a keeper accepts them."""
    return _past(_WAITING, {"circle": circle, "most": most})


def list_evenings_of_person(person: int, most: int) -> list[CircleEvening]:
    """List the latest evenings of a person."""
    return _past(_OF_PERSON, {"person": person, "most": most})


def get_evening(circle: int, number: int) -> tuple[CircleEvening, list[HandFacts]] | None:
    """Give an evening of a circle with its hands; None: there is none of that number."""
    query = _COLUMNS.where(EveningRow.circle_id == circle, EveningRow.id == number)
    found = _past(query)
    row = HandRow
    hands = select(row.facts).where(row.evening_id == number).order_by(row.number)
    with read_connection() as connection:
        texts = connection.scalars(hands).all() if found else []
    return (found[0], [json.loads(text) for text in texts]) if found else None


def _past(
    query: Select[*tuple[Any, ...]], values: Mapping[str, object] | None = None
) -> list[CircleEvening]:
    with read_connection() as connection:
        rows = connection.execute(query, values).all()
        people = _people(connection, [row[0] for row in rows])
    return [
        CircleEvening(number, game, day, json.loads(facts), people[number], token)
        for number, game, day, facts, token in rows
    ]


def _people(connection: Connection, numbers: list[int]) -> dict[int, dict[str, int]]:
    """Tell who sat at each evening: the persons by their names there."""
    people: dict[int, dict[str, int]] = {number: {} for number in numbers}
    for number, player, person in connection.execute(_SEATS, {"numbers": numbers}):
        people[number][player] = person
    return people


def get_latest_table_token(circle: int) -> str | None:
    """Give the address of the last table of a circle that is still there."""
    query = select(TableRow.token).join(EveningRow, EveningRow.table_id == TableRow.id)
    with read_connection() as connection:
        latest = query.where(EveningRow.circle_id == circle).order_by(*_LATEST).limit(1)
        return connection.scalar(latest)
