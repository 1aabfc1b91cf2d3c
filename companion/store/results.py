"""Evenings by their results alone, written all together or not at all."""

import json
from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Connection, insert, select

from companion.circles.facts import EveningFacts
from companion.circles.results import EveningResult
from companion.database.circle_models import ChipValueRow, EveningRow, SeatRow
from companion.database.engine import write_transaction
from companion.games import all_games
from companion.store.book import post_evening
from companion.store.cache import EveningRef
from companion.store.facts import invalidate_totals
from companion.store.people import find_or_create_people, lock_circle
from companion.store.quota import current_quota


def import_results(circle: int, results: Sequence[EveningResult], *, waits: bool = False) -> None:
    """Store evenings by their results; people are known by their names, else new.

    With ``waits`` they count nowhere until they are accepted: they are not over.

    Raises Refused (`bad-entry`) where the circle would be too large, or TooMany; then nothing is
    stored.
    """
    names = list(dict.fromkeys(name for result in results for name in result.results))
    with write_transaction() as connection:
        current_quota().take(len(results))
        lock_circle(connection, circle)
        people = find_or_create_people(connection, circle, names)
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
            invalidate_totals(connection, circle, *span)
        counts_money = connection.scalar(
            select(ChipValueRow.since).where(ChipValueRow.circle_id == circle)
        )
        booked = zip(made, results, strict=True) if counts_money is not None else ()
        for which, result in booked:
            post_evening(
                connection,
                EveningRef(which, circle, result.game, result.day),
                facts_from_result(result),
            )


def _insert(
    connection: Connection, circle: int, results: Iterable[EveningResult], *, over: bool
) -> Sequence[int]:
    rows = [
        {
            "circle_id": circle,
            "game": result.game,
            "day": result.day,
            "hands": 0,
            "over": over,
            "facts": json.dumps(facts_from_result(result, over=over)),
        }
        for result in results
    ]
    made = insert(EveningRow).returning(EveningRow.id, sort_by_parameter_order=True)
    return connection.scalars(made, rows).all()


def facts_from_result(result: EveningResult, *, over: bool = True) -> EveningFacts:
    """Give the facts of an evening of which only the results are known."""
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
