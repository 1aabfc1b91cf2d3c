"""A line chart worked out as plain numbers, so that a screen and a printed page draw the same."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, sin
from unicodedata import east_asian_width

WIDTH, HEIGHT = 720, 300
LEFT, RIGHT, TOP, BOTTOM = 46, 150, 14, 34
"""The margins round the lines; at the right stand the names."""

LABEL_GAP = 15
LABEL_LETTERS = 13
MOST_X_LABELS = 13
MOST_Y_LABELS = 7
MOST_MARKERS = 16
RADIUS = 5.2

Point = tuple[float, float]

DASHES: tuple[tuple[int, ...], ...] = ((), (7, 3), (2, 3), (9, 3, 2, 3), (12, 4))
"""How the lines are dashed, in turn; with ten markers no two players look alike."""


def _corners(number: int, turn: float = 0, inner: float = 1) -> tuple[Point, ...]:
    """Give a regular figure, its every second corner drawn in by ``inner``: a star."""
    return tuple(
        (
            round(RADIUS * (inner if at % 2 else 1) * sin(pi * (turn + 2 * at / number)), 2),
            round(-RADIUS * (inner if at % 2 else 1) * cos(pi * (turn + 2 * at / number)), 2),
        )
        for at in range(number)
    )


MARKERS: tuple[tuple[Point, ...], ...] = (
    _corners(16),
    _corners(4, 0.25),
    _corners(3),
    _corners(4),
    _corners(3, 1),
    _corners(8, 0, 0.35),
    _corners(8, 0.25, 0.35),
    _corners(10, 0, 0.45),
    _corners(6),
    _corners(5, 1),
)
"""The figures on the lines, as corners round their middle."""


@dataclass(frozen=True, slots=True)
class Line:
    """One player's line: its style (0 to 9), its points, those with a marker, and its label."""

    name: str
    style: int
    points: tuple[Point, ...]
    marked: tuple[Point, ...]
    end: int
    label_y: float

    @property
    def label(self) -> str:
        """The name, cut to the room beside the lines; wide letters count twice."""
        room = LABEL_LETTERS
        for at, letter in enumerate(self.name):
            room -= 2 if east_asian_width(letter) in "WF" else 1
            if room < 0:
                return self.name[: at - 1] + "…"
        return self.name

    @property
    def dash(self) -> tuple[int, ...]:
        """The lengths of dashes and gaps; none: a whole line."""
        return DASHES[self.style % len(DASHES)]

    @property
    def marker(self) -> tuple[Point, ...]:
        """The figure that marks the points."""
        return MARKERS[self.style]

    @property
    def path(self) -> str:
        """The points as SVG writes them."""
        return " ".join(f"{x:g},{y:g}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class Chart:
    """Lines with their axes; (place, number) are the labels. The y axis runs down, as in SVG."""

    lines: tuple[Line, ...]
    across: tuple[tuple[float, int], ...]
    up: tuple[tuple[float, int], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def chart_of(values: Mapping[str, Sequence[int]]) -> Chart | None:
    """Chart everyone's result after each hand, from 0 on; None before the first hand."""
    hands = max((len(line) for line in values.values()), default=0) - 1
    if hands < 1:
        return None
    everything = [number for line in values.values() for number in line]
    ticks = _ticks(min(everything), max(everything))
    step = nice_step(hands, MOST_X_LABELS)
    return Chart(
        _lines(values, hands, ticks),
        tuple((_x(hand, hands), hand) for hand in range(0, hands + 1, step)),
        tuple((_y(number, ticks), number) for number in ticks),
    )


def nice_step(span: int, most: int) -> int:
    """Give the least of 1, 2, 5, 10, 20 … that cuts a span into fewer than ``most`` parts."""
    step = 1
    while span / step >= most:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return step


def _ticks(low: int, high: int) -> range:
    """Give the numbers at the y axis; all values lie between the first and the last."""
    step = nice_step(max(high - low, 1), MOST_Y_LABELS - 1)
    first = low // step * step
    last = -(-high // step) * step
    return range(first, max(last, first + step) + 1, step)


def _x(hand: int, hands: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * hand / hands, 1)


def _y(number: int, ticks: range) -> float:
    share = (number - ticks[0]) / (ticks[-1] - ticks[0])
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share, 1)


def _lines(values: Mapping[str, Sequence[int]], hands: int, ticks: range) -> tuple[Line, ...]:
    ends = {name: line[-1] for name, line in values.items()}
    places = spread([_y(end, ticks) for end in ends.values()], LABEL_GAP, HEIGHT - BOTTOM / 2)
    every = nice_step(hands, MOST_MARKERS)
    lines = []
    for style, (name, numbers) in enumerate(values.items()):
        points = tuple((_x(hand, hands), _y(number, ticks)) for hand, number in enumerate(numbers))
        marked = tuple(p for hand, p in enumerate(points) if hand % every == 0 or hand == hands)
        lines.append(Line(name, style % len(MARKERS), points, marked, ends[name], places[style]))
    return tuple(lines)


def spread(places: Iterable[float], gap: float, most: float) -> list[float]:
    """Move labels apart: none nearer than ``gap`` to another, and none below ``most``."""
    given = list(places)
    order = sorted(range(len(given)), key=given.__getitem__)
    for before, after in pairwise(order):
        given[after] = max(given[after], given[before] + gap)
    ceiling = most
    for at in reversed(order):
        given[at] = round(min(given[at], ceiling), 1)
        ceiling = given[at] - gap
    return given
