"""What the evenings of a circle come to in a span, made where it is not known and kept."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    bindparam,
    case,
    func,
    null,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError

from companion.circles.statistics import EveningInput, GameTotals, combine_totals, evening_totals
from companion.games import all_games
from companion.store.database import read_connection, snapshot, write_transaction
from companion.store.evenings import WAITS
from companion.store.models import EveningRow, GameTotalsRow, HandRow, SeatRow

# How long the names of spans are: 2026, 2026-07; all time is "".
YEAR, MONTH = 4, 7

# Parts two months in the name of the span from one to the other: 2026-03..2026-07.
BETWEEN = ".."

_ROW = GameTotalsRow


@dataclass(frozen=True, slots=True)
class SpanTotals:
    """What a circle's evenings come to in a span, by game, and the years there are, in order.

    ``stamp`` is another where anything of it is.
    """

    totals_by_game: dict[str, GameTotals]
    years: list[str]
    stamp: int


def get_totals(circle: int, span: str) -> SpanTotals:
    """Return what a circle's evenings come to in a span; only games that were played then."""
    first, between, last = span.partition(BETWEEN)
    query, values = (_BETWEEN, {"first": first, "last": last}) if between else (_IN, {"span": span})
    with read_connection() as connection:
        rows = connection.execute(query, {"circle": circle, **values}).all()
    years = list(dict.fromkeys(of for _, of, _, _ in rows if len(of) == YEAR))
    texts: dict[str, list[str]] = defaultdict(list)
    for game, of, text, is_asked in rows:
        if is_asked:
            texts[game].append(text or _made(circle, game, of))
    game_totals_by_name = {game: _together(parts) for game, parts in texts.items()}
    totals_by_game = {
        game: sums for game, sums in game_totals_by_name.items() if sums.counts.get("evenings")
    }
    return SpanTotals(totals_by_game, years, hash((str(texts), *years)))


def _sums_of(condition: ColumnElement[bool]) -> Select[str, str, str | None, bool]:
    """Find the sums that make up what is asked for, and the years there are."""
    shown_sums = case((condition, _ROW.sums), else_=null())
    wanted = _ROW.circle_id == bindparam("circle"), (func.length(_ROW.span) <= YEAR) | condition
    return select(_ROW.game, _ROW.span, shown_sums, condition).where(*wanted).order_by(_ROW.span)


_IN = _sums_of(_ROW.span == bindparam("span"))
_BETWEEN = _sums_of(
    (func.length(_ROW.span) == MONTH) & _ROW.span.between(bindparam("first"), bindparam("last"))
)
_LAST_DAY = select(func.max(EveningRow.day)).where(
    EveningRow.circle_id == bindparam("circle"), ~WAITS
)


def _together(texts: list[str]) -> GameTotals:
    return _read(texts[0]) if len(texts) == 1 else combine_totals(map(_read, texts))


def list_months(circle: int) -> list[str]:
    """List the months in which a circle has played, in order."""
    query = select(_ROW.span).where(_ROW.circle_id == circle, func.length(_ROW.span) == MONTH)
    with read_connection() as connection:
        return [*connection.scalars(query.distinct().order_by(_ROW.span))]


@lru_cache(maxsize=32)
def _read(text: str) -> GameTotals:
    """Read sums; nobody changes them, so the same text gives the same."""
    return GameTotals.from_json(json.loads(text))


def _made(circle: int, game: str, span: str) -> str:
    """Return the sums of a span, and store them while nobody else writes what goes into them."""
    try:
        with write_transaction() as connection:
            return _make(connection, circle, game, span, stores=True)
    except DBAPIError:  # to look at sums nothing must be written
        with snapshot() as connection:
            return _make(connection, circle, game, span, stores=False)


def _make(connection: Connection, circle: int, game: str, span: str, *, stores: bool) -> str:
    conditions = _ROW.circle_id == circle, _ROW.game == game, _ROW.span == span
    if stores:
        connection.execute(select(_ROW.span).where(*conditions).with_for_update())
    if len(span) == MONTH:
        parts = _of_month(connection, circle, game, span)
    else:
        parts = [
            _read(text or _make(connection, circle, game, part, stores=stores))
            for part, text in _parts(connection, circle, game, span)
        ]
    text = json.dumps(combine_totals(parts).to_json())
    if stores:
        connection.execute(update(_ROW).where(*conditions).values(sums=text))
    return text


def _parts(connection: Connection, circle: int, game: str, span: str) -> Sequence[Any]:
    """Return the sums of the years of all time, or of the months of a year."""
    length = MONTH if span else YEAR
    within = func.length(_ROW.span) == length, _ROW.span.startswith(span)
    query = select(_ROW.span, _ROW.sums).where(_ROW.circle_id == circle, _ROW.game == game)
    return connection.execute(query.where(*within).order_by(_ROW.span)).all()


def _of_month(connection: Connection, circle: int, game: str, month: str) -> list[GameTotals]:
    row = EveningRow
    query = select(row.id, row.day, row.facts).where(row.circle_id == circle, row.game == game)
    days = row.day.between(f"{month}-00", f"{month}-99")
    counts = (row.hands > 0) | (row.table_id.is_(None) & row.over)
    evenings = connection.execute(query.where(days, counts).order_by(row.day, row.id)).all()
    numbers = [which for which, _, _ in evenings]
    hands, people = _hands(connection, numbers), _people(connection, numbers)
    evening_inputs = (
        EveningInput(
            which,
            day,
            json.loads(facts),
            [hand for hand, _ in hands[which]],
            people[which],
            {hand["hand"]: seconds for hand, seconds in hands[which] if seconds},
        )
        for which, day, facts in evenings
    )
    return [evening_totals(one, all_games().get(game)) for one in evening_inputs]


def _hands(
    connection: Connection, evenings: list[int]
) -> Mapping[int, list[tuple[Any, int | None]]]:
    row = HandRow
    query = select(row.evening_id, row.facts, row.seconds).where(row.evening_id.in_(evenings))
    found: dict[int, list[tuple[Any, int | None]]] = defaultdict(list)
    for which, facts, seconds in connection.execute(query.order_by(row.evening_id, row.number)):
        found[which].append((json.loads(facts), seconds))
    return found


def _people(connection: Connection, evenings: list[int]) -> Mapping[int, dict[str, int]]:
    row = SeatRow
    query = select(row.evening_id, row.player, row.person_id).where(row.evening_id.in_(evenings))
    counts_by_number: dict[int, dict[str, int]] = defaultdict(dict)
    for which, player, person in connection.execute(query):
        counts_by_number[which][player] = person
    return counts_by_number


def get_latest_year(circle: int) -> str:
    """Return the latest year in which a circle played; "" if it never did."""
    with read_connection() as connection:
        return (connection.scalar(_LAST_DAY, {"circle": circle}) or "")[:YEAR]
