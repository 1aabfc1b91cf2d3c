"""A line chart in plain numbers, for SVG on a page and for Typst on paper.

No library draws it: pygal and its like write their styles into the picture, which the Content-
Security-Policy forbids and the dark screen could not change, and none of them draws for Typst as
well. Nor would they leave room for the longest number, tell ten lines apart without colour, or keep
the names at their ends from overlapping.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import cos, pi, sin
from unicodedata import category, east_asian_width

from companion.core.words import format_number, format_signed
from companion.language import current_language

TOP, BOTTOM = 14, 34
LABEL_GAP = 15
# The usual greatest width of a digit at the axis, and of a bold letter in a label.
DIGIT, LETTER = 7.5, 9.2

MOST_Y_LABELS = 7
MOST_MARKERS = 16
RADIUS = 5.2

Point = tuple[float, float]
# Everybody's results after each hand, by name.
Results = Mapping[str, Sequence[int]]
# The colours and symbols of people by name; others get those of their place in the order.
Looks = Mapping[str, tuple[int, int]]

NO_LOOKS: Looks = {}

# The dashes of the lines, in turn; with ten markers no two players look alike.
DASHES: tuple[tuple[int, ...], ...] = ((), (7, 3), (2, 3), (9, 3, 2, 3), (12, 4))


def _corners(number: int, turn: float = 0, inner: float = 1) -> tuple[Point, ...]:
    """Return a regular polygon, or a star whose every second corner is drawn in by `inner`."""
    return tuple(
        (
            round(RADIUS * (inner if at % 2 else 1) * sin(pi * (turn + 2 * at / number)), 2),
            round(-RADIUS * (inner if at % 2 else 1) * cos(pi * (turn + 2 * at / number)), 2),
        )
        for at in range(number)
    )


def _drawn(*corners: Point) -> tuple[Point, ...]:
    """Return a polygon of `macros/icons.html`, whose square has a side of 32, as a marker."""
    return tuple(
        (round((x - 16) * RADIUS / 12, 2), round((y - 16) * RADIUS / 12, 2)) for x, y in corners
    )


_PLUS = ((11.5, 4), (20.5, 4), (20.5, 11.5), (28, 11.5), (28, 20.5), (20.5, 20.5))
_MOON = ((21.5, 4.5), (17, 4), (11, 5.5), (7, 10), (5.5, 16), (7, 22), (11, 26), (17, 28), (23, 26))
_DROP = ((16, 2), (20, 8), (24.5, 14), (26, 19.5), (24.5, 24.5), (21, 28), (16, 29.5))
_CROSS = ((9, 3.5), (16, 10.5), (23, 3.5), (28.5, 9), (21.5, 16), (28.5, 23))
_DISC = (*_corners(16), _corners(16)[0])
_RING = (*_DISC, *((round(x * 0.42, 2), round(y * 0.42, 2)) for x, y in _DISC[::-1]))

# The symbols of people on the lines, as polygons around their middle.
MARKERS: tuple[tuple[Point, ...], ...] = (
    _corners(16),
    _corners(3),
    _corners(4, 0.25),
    _corners(10, 0, 0.45),
    _drawn(*_PLUS, *((32 - x, 32 - y) for x, y in _PLUS)),
    _drawn(*_MOON, (27.5, 22), (22.5, 19.5), (19.5, 15), (19.5, 9)),
    _corners(6, 0.5),
    _RING,
    _drawn(*_DROP, *((32 - x, y) for x, y in _DROP[-2:0:-1])),
    _drawn(*_CROSS, *((32 - x, 32 - y) for x, y in _CROSS)),
)


@dataclass(frozen=True, slots=True)
class ChartFrame:
    """The size of a chart, and the most numbers at its x axis and letters of a name.

    With `has_results`, results are written beside the names.
    """

    width: int
    height: int
    numbered: int
    letters: int
    has_results: bool = True


# The charts of a page and of a phone, on which the wide one would be too small to read.
WIDE, NARROW = ChartFrame(720, 300, 13, 13), ChartFrame(360, 330, 8, 10, False)


class ChartLine:
    """A player's line: its style (0 to 9), its points, and the label at its end.

    The polygon `marker` is drawn at the points `markers_at`.
    """

    def __init__(
        self,
        player: str,
        at: int,
        look: tuple[int, int],
        numbers: Sequence[int],
        scale: "_Scale",
        frame: ChartFrame,
    ) -> None:
        points = [(scale.x(hand), scale.y(number)) for hand, number in enumerate(numbers)]
        every = nice_step(scale.hands, MOST_MARKERS)
        marked_hands = {*range(0, len(points), every), scale.hands}
        self.style, symbol = (number % len(MARKERS) for number in look)
        self.player, self.points = player, points
        self.markers_at = [p for hand, p in enumerate(points) if hand in marked_hands]
        self.marker, self.dash = MARKERS[symbol], DASHES[at % len(DASHES)]
        self.label, self.label_y = shorten_name(player, frame.letters), points[-1][1]
        self.result = format_signed(numbers[-1]) if frame.has_results else ""

    @property
    def path(self) -> str:
        """The points as SVG writes them."""
        return " ".join(f"{x:g},{y:g}" for x, y in self.points)


class Chart:
    """Lines and axes; labels are pairs of a place and a text. As in SVG, y grows downwards."""

    def __init__(self, values: Results, frame: ChartFrame, looks: Looks) -> None:
        scale = _Scale(values, frame)
        self.lines = [
            ChartLine(player, at, looks.get(player, (at, at)), numbers, scale, frame)
            for at, (player, numbers) in enumerate(values.items())
        ]
        # Labels begin at their lines' ends, and are then moved apart.
        ends = [line.label_y for line in self.lines]
        places = spread_labels(ends, LABEL_GAP, scale.bottom + BOTTOM / 2)
        for line, place in zip(self.lines, places, strict=True):
            line.label_y = place
        hands = range(0, scale.hands + 1, nice_step(scale.hands, frame.numbered))
        self.x_labels = [(scale.x(hand), format_number(hand)) for hand in hands]
        self.y_labels = [(scale.y(number), format_signed(number)) for number in scale.ticks]
        self.width, self.height = frame.width, frame.height
        self.left, self.right, self.bottom = scale.left, scale.right, scale.bottom


class _Scale:
    """The coordinates of hands, between `left` and `right`, and results, above `bottom`.

    They leave room for the numbers on the left and the names on the right.
    """

    def __init__(self, values: Results, frame: ChartFrame) -> None:
        everything = [number for line in values.values() for number in line]
        self.hands = max(map(len, values.values())) - 1
        self.ticks = _ticks(min(everything), max(everything))
        self.bottom = frame.height - BOTTOM
        self.left = 14 + DIGIT * max(len(format_signed(number)) for number in self.ticks)
        results = [format_signed(line[-1]) for line in values.values() if frame.has_results]
        ends = max((len(result) + 1 for result in results), default=0)
        names = min(max(sum(map(_room, name)) for name in values), frame.letters + 1)
        self.right = frame.width - 24 - LETTER * (ends + names)

    def x(self, hand: int) -> float:
        return round(self.left + (self.right - self.left) * hand / self.hands, 1)

    def y(self, number: int) -> float:
        share = (number - self.ticks[0]) / (self.ticks[-1] - self.ticks[0])
        return round(self.bottom - (self.bottom - TOP) * share, 1)


def layout_chart(
    values: Results, frame: ChartFrame = WIDE, looks: Looks = NO_LOOKS
) -> Chart | None:
    """Return the chart of everyone's results, in the size of `frame`; None before the first hand.

    `values` are results by player, from 0 on; `looks` has a colour and a symbol by player.
    """
    has_hands = any(len(line) > 1 for line in values.values())
    return Chart(values, frame, looks) if has_hands else None


def nice_step(span: int, most: int) -> int:
    """Return the least of 1, 2, 5, 10, 20 … that cuts `span` into fewer than `most` parts."""
    step = 1
    while span / step >= most:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return step


def _ticks(low: int, high: int) -> range:
    """Return the numbers at the y axis, which enclose all values."""
    step = nice_step(max(high - low, 1), MOST_Y_LABELS - 1)
    first = low // step * step
    last = -(-high // step) * step
    return range(first, max(last, first + step) + 1, step)


def shorten_name(name: str, letters: int) -> str:
    """Return a name cut to `letters`; wide letters count twice, combining marks not at all."""
    room = [letters - count for count in accumulate(map(_room, name))]
    if not room or room[-1] >= 0:
        return name
    last = max((at for at, left in enumerate(room) if left >= 1), default=0)
    return current_language().isolate_direction(name[: last + 1] + "…")


def _room(letter: str) -> int:
    if category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(letter) in "WF" else 1


def spread_labels(places: Iterable[float], gap: float, most: float) -> list[float]:
    """Return the heights of labels moved apart by at least `gap`, none of them beyond `most`."""
    heights = list(places)
    order = sorted(range(len(heights)), key=heights.__getitem__)
    for before, after in pairwise(order):
        heights[after] = max(heights[after], heights[before] + gap)
    ceiling = most
    for at in reversed(order):
        heights[at] = round(min(heights[at], ceiling), 1)
        ceiling = heights[at] - gap
    return heights
