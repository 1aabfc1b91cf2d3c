"""Evenings by their results alone, written all together or not at all."""

import json
from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Connection, insert, select

from companion.circles.facts import EveningFacts
from companion.circles.results import Result
from companion.database.circle_models import EveningRow, SeatRow, WorthRow
from companion.database.engine import writing
from companion.games import games
from companion.store.book import book
from companion.store.cache import Place
from companion.store.facts import disturb
from companion.store.people import hold, persons_called
from companion.store.quota import quota


def add_results(circle: int, results: Sequence[Result], *, waits: bool = False) -> None:
    """Store evenings by their results; people are known by their names, else new.

    With ``waits`` they count nowhere until they are accepted: they are not over.

    Raises Refused (`bad-entry`) where the circle would be too large, or TooMany; then nothing is
    stored.
    """
    names = list(dict.fromkeys(name for result in results for name in result.results))
    with writing() as connection:
        quota().take(len(results))
        hold(connection, circle)
        people = persons_called(connection, circle, names)
        made = _insert(connection, circle, results, over=not waits)
        seats = [
            {"evening_id": which, "player": name, "person_id": people[name], "day": result.day}
            for which, result in zip(made, results, strict=True)
            for name in result.results
        ]
        connection.execute(insert(SeatRow), seats)
        if waits:
            return
        for span in {(result.game, result.day[:7]) for result in results}:
            disturb(connection, circle, *span)
        counts_money = connection.scalar(select(WorthRow.since).where(WorthRow.circle_id == circle))
        booked = zip(made, results, strict=True) if counts_money is not None else ()
        for which, result in booked:
            book(connection, Place(which, circle, result.game, result.day), facts_by(result))


def _insert(
    connection: Connection, circle: int, results: Iterable[Result], *, over: bool
) -> Sequence[int]:
    rows = [
        {
            "circle_id": circle,
            "game": result.game,
            "day": result.day,
            "hands": 0,
            "over": over,
            "facts": json.dumps(facts_by(result, over=over)),
        }
        for result in results
    ]
    made = insert(EveningRow).returning(EveningRow.id, sort_by_parameter_order=True)
    return connection.scalars(made, rows).all()


def facts_by(result: Result, *, over: bool = True) -> EveningFacts:
    """Give the facts of an evening of which only the results are known."""
    game = games().get(result.game)
    column = "score" if game and game.unit == "points" else "result"
    places = _places(result.results, fewest_first=bool(game and game.feats.fewer_is_better))
    lines = [
        {"player": name, "place": places[name], column: result.results[name]}
        for name in sorted(places, key=lambda name: places[name])
    ]
    return {"hands": 0, "over": over, "lines": lines, "standing": dict(result.results)}


def _places(numbers: Mapping[str, int], *, fewest_first: bool) -> Mapping[str, int]:
    order = sorted(numbers.values(), reverse=not fewest_first)
    return {name: order.index(number) + 1 for name, number in numbers.items()}
