"""The table of a season: who stands where, by the results of one game or by points for places."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.circles.sums import Counts, GameTotals
from companion.core.game import Game

PODIUM = (3, 2, 1)
"""Points for the first three places."""


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """Somebody's line in the table of a season.

    ``places`` are how often the first, second and third. ``result`` is None where several games
    are counted, whose chips are not the same; ``tenths`` is the average a hand, in tenths.
    ``feats`` are what a game counts besides, in the order of its kinds.
    """

    person: str
    place: int
    evenings: int
    hands: int
    points: int
    places: tuple[int, int, int]
    hands_won: int
    findings: int
    result: int | None = None
    tenths: int | None = None
    feats: tuple[int, ...] = ()


def scale_points(counts: Counts, scale: str) -> int:
    """Count the points for somebody's places by a scale."""
    places: Mapping[str, int] = counts.get("places", {})
    if scale == "beaten":
        return int(counts.get("beaten", 0))
    if scale == "wins":
        return places.get("1", 0)
    return sum(points * places.get(str(at), 0) for at, points in enumerate(PODIUM, 1))


def season_rows(
    by_game: Mapping[str, GameTotals], scale: str, game: Game | None
) -> list[SeasonRow]:
    """Rank all who played: by result in a game of chips, else by points. Best first."""
    lines: dict[str, SeasonRow] = {}
    for sums in by_game.values():
        for who, counts in sums.people.items():
            line = _line(who, counts, scale)
            lines[who] = _together(lines[who], line) if who in lines else line
    if game is not None and game.slug in by_game:
        people = by_game[game.slug].people
        lines = {who: _with_result(line, people[who], game) for who, line in lines.items()}
    return _ranked(lines, game)


def _line(who: str, counts: Counts, scale: str) -> SeasonRow:
    places = counts.get("places", {})
    first, second, third = (places.get(str(place), 0) for place in (1, 2, 3))
    return SeasonRow(
        who,
        0,
        counts.get("evenings", 0),
        counts.get("hands", 0),
        scale_points(counts, scale),
        (first, second, third),
        counts.get("won", 0),
        counts.get("found", 0),
    )


def _together(one: SeasonRow, other: SeasonRow) -> SeasonRow:
    first, second, third = map(sum, zip(one.places, other.places, strict=True))
    return replace(
        one,
        evenings=one.evenings + other.evenings,
        hands=one.hands + other.hands,
        points=one.points + other.points,
        places=(first, second, third),
        hands_won=one.hands_won + other.hands_won,
        findings=one.findings + other.findings,
    )


def _with_result(line: SeasonRow, counts: Counts, game: Game) -> SeasonRow:
    result = counts.get("result", 0)
    tenths = divide_to_nearest(10 * result, line.hands) if line.hands else None
    columns = [kind for kind, told in game.highlights.kinds.items() if told.column_title]
    feats = tuple(counts.get("feats", {}).get(kind, 0) for kind in columns)
    return replace(line, result=result, tenths=tenths, feats=feats)


def divide_to_nearest(number: int, by: int) -> int:
    """Divide whole numbers, to the nearest; halves away from nought."""
    whole = (2 * abs(number) + by) // (2 * by)
    return whole if number >= 0 else -whole


def _ranked(lines: Mapping[str, SeasonRow], game: Game | None) -> list[SeasonRow]:
    by_result = game is not None and not game.highlights.fewer_is_better
    merits = {
        who: (line.result or 0, line.places) if by_result else (line.points, line.places)
        for who, line in lines.items()
    }
    order = sorted(merits.values(), reverse=True)
    placed = [replace(line, place=order.index(merits[who]) + 1) for who, line in lines.items()]
    return sorted(placed, key=lambda line: (line.place, int(line.person)))
