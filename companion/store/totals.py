"""The statistics of a circle's evenings in a span of days.

A span is named by its year (`2026`), month (`2026-07`) or first and last month; "" is all time.
"""

import json
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from flask import current_app
from sqlalchemy import BindParameter, Connection, bindparam, func, select
from sqlalchemy.orm import Session

from companion.circles.statistics import GameTotals, PlayedEvening
from companion.games import all_games
from companion.store.database import read_connection, snapshot
from companion.store.models import EveningRow, HandRow, Person
from companion.store.people import get_seats, select_people

# The length of a span's name: 2026, 2026-07; all time is "".
YEAR, MONTH = 4, 7

# Separates the months of a span of several: 2026-03..2026-07.
SEPARATOR = ".."

# The most evenings and spans in the cache.
MAX_EVENINGS, MAX_SPANS = 5000, 32

_ROW = EveningRow
# Evenings count once a hand has ended, or if only their results are known and accepted.
_OF_CIRCLE = (
    _ROW.circle_id == bindparam("circle"),
    (_ROW.hands > 0) | (_ROW.table_id.is_(None) & _ROW.over),
)
_IN_SPAN = (
    select(_ROW.id, _ROW.changes, _ROW.game)
    .where(*_OF_CIRCLE, _ROW.day.between(bindparam("first"), bindparam("last")))
    .order_by(_ROW.game, _ROW.day, _ROW.id)
)
_MONTHS = select(func.substr(_ROW.day, 1, MONTH)).where(*_OF_CIRCLE).distinct()

_NUMBERS: BindParameter[list[int]] = bindparam("numbers", expanding=True)
_EVENINGS = select(_ROW.id, _ROW.day, _ROW.facts).where(_ROW.id.in_(_NUMBERS))
_HANDS = (
    select(HandRow.evening_id, HandRow.facts, HandRow.seconds)
    .where(HandRow.evening_id.in_(_NUMBERS))
    .order_by(HandRow.number)
)


@dataclass(frozen=True, slots=True)
class SpanTotals:
    """The statistics of a span, by game; `stamp` changes whenever they change."""

    by_game: dict[str, GameTotals]
    stamp: Hashable


def get_totals(circle: int, span: str) -> SpanTotals:
    """Return the statistics of a circle's evenings in a span, by the slug of each game played."""
    with snapshot() as connection:
        return _totals(connection, circle, span)


def get_totals_and_people(circle: int, span: str) -> tuple[SpanTotals, Sequence[Person]]:
    """Return the same as `get_totals`, and the people of the circle at the same moment."""
    with snapshot() as connection:
        return _totals(connection, circle, span), select_people(Session(connection), circle)


def _totals(connection: Connection, circle: int, span: str) -> SpanTotals:
    first, _, last = span.partition(SEPARATOR)
    values = {"circle": circle, "first": first, "last": f"{last or first or 9999}-99"}
    evenings = [*map(Evening._make, connection.execute(_IN_SPAN, values))]
    stamp = hash(tuple(evenings))
    totals = _cache().spans.get((circle, span))
    if totals is None or totals.stamp != stamp:
        totals = SpanTotals(_add_up(connection, evenings), stamp)
        _cache().spans[circle, span] = totals
    return totals


@dataclass(frozen=True, slots=True)
class _Cache:
    """The cached statistics of evenings and of spans."""

    evenings: dict["Evening", GameTotals] = field(default_factory=dict)
    spans: dict[tuple[int, str], SpanTotals] = field(default_factory=dict)


def _cache() -> _Cache:
    cache: _Cache = current_app.extensions.setdefault("totals", _Cache())
    if len(cache.evenings) > MAX_EVENINGS:
        cache.evenings.clear()
    if len(cache.spans) > MAX_SPANS:
        cache.spans.clear()
    return cache


class Evening(NamedTuple):
    """An evening after a number of changes: a cache key, as numbers are never reused."""

    id: int
    changes: int
    game: str


def _add_up(connection: Connection, evenings: Sequence[Evening]) -> dict[str, GameTotals]:
    """Return the sums of evenings by game, from the cache where possible."""
    totals_by_evening = {evening: _cache().evenings.get(evening) for evening in evenings}
    new = {one.id: one for one, totals in totals_by_evening.items() if totals is None}
    for played_evening in _played_evenings(connection, [*new]):
        evening = new[played_evening.number]
        totals = totals_by_evening[evening] = GameTotals(all_games().get(evening.game))
        totals.add_evening(played_evening)
        _cache().evenings[evening] = totals
    by_game: dict[str, GameTotals] = {}
    for evening, evening_totals in totals_by_evening.items():
        if evening_totals is not None:
            by_game.setdefault(evening.game, GameTotals(evening_totals.game)).add(evening_totals)
    return by_game


def _played_evenings(connection: Connection, numbers: list[int]) -> Iterator[PlayedEvening]:
    people = get_seats(connection, numbers)
    hands: defaultdict[int, list[tuple[str, int | None]]] = defaultdict(list)
    for number, text, seconds in connection.execute(_HANDS, {"numbers": numbers}):
        hands[number].append((text, seconds))
    for number, day, facts in connection.execute(_EVENINGS, {"numbers": numbers}):
        pairs = [(json.loads(text), seconds) for text, seconds in hands[number]]
        seconds_by_hand = {hand["hand"]: seconds for hand, seconds in pairs if seconds}
        evening = json.loads(facts), [hand for hand, _ in pairs], people[number], seconds_by_hand
        yield PlayedEvening(number, day, *evening)


def list_months(circle: int) -> list[str]:
    """Return the months in which a circle has played, the earliest first, as 2026-07."""
    with read_connection() as connection:
        return sorted(connection.scalars(_MONTHS, {"circle": circle}))
