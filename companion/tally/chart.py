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

TOP_MARGIN, BOTTOM_MARGIN = 14, 34
LABEL_GAP = 15
# The usual greatest width of a digit at the axis, and of a bold letter in a label.
DIGIT_WIDTH, LETTER_WIDTH = 7.5, 9.2

MAX_Y_LABELS = 7
MAX_MARKERS = 16
RADIUS = 5.2

Point = tuple[float, float]
# Everybody's results after each hand, by name.
Results = Mapping[str, Sequence[int]]
# The colours and symbols of people by name; others get those of their place in the order.
Avatars = Mapping[str, tuple[int, int]]

NO_AVATARS: Avatars = {}

# The dashes of the lines, in turn; with ten markers no two players look alike.
DASHES: tuple[tuple[int, ...], ...] = ((), (7, 3), (2, 3), (9, 3, 2, 3), (12, 4))


def _polygon(corners: int, turn: float = 0, inner: float = 1) -> tuple[Point, ...]:
    """Return a regular polygon, or a star whose every second corner is drawn in by `inner`."""
    angles = [pi * (turn + 2 * corner / corners) for corner in range(corners)]
    radii = [RADIUS * (inner if corner % 2 else 1) for corner in range(corners)]
    return tuple(
        (round(radius * sin(angle), 2), round(-radius * cos(angle), 2))
        for radius, angle in zip(radii, angles, strict=True)
    )


def _icon_polygon(*corners: Point) -> tuple[Point, ...]:
    """Return a polygon of `macros/icons.html`, whose square has a side of 32, as a marker."""
    return tuple(
        (round((x - 16) * RADIUS / 12, 2), round((y - 16) * RADIUS / 12, 2)) for x, y in corners
    )


_PLUS = ((11.5, 4), (20.5, 4), (20.5, 11.5), (28, 11.5), (28, 20.5), (20.5, 20.5))
_MOON = ((21.5, 4.5), (17, 4), (11, 5.5), (7, 10), (5.5, 16), (7, 22), (11, 26), (17, 28), (23, 26))
_DROP = ((16, 2), (20, 8), (24.5, 14), (26, 19.5), (24.5, 24.5), (21, 28), (16, 29.5))
_CROSS = ((9, 3.5), (16, 10.5), (23, 3.5), (28.5, 9), (21.5, 16), (28.5, 23))
_DISC = (*_polygon(16), _polygon(16)[0])
_RING = (*_DISC, *((round(x * 0.42, 2), round(y * 0.42, 2)) for x, y in _DISC[::-1]))

# The symbols of people on the lines, as polygons around their middle.
MARKERS: tuple[tuple[Point, ...], ...] = (
    _polygon(16),
    _polygon(3),
    _polygon(4, 0.25),
    _polygon(10, 0, 0.45),
    _icon_polygon(*_PLUS, *((32 - x, 32 - y) for x, y in _PLUS)),
    _icon_polygon(*_MOON, (27.5, 22), (22.5, 19.5), (19.5, 15), (19.5, 9)),
    _polygon(6, 0.5),
    _RING,
    _icon_polygon(*_DROP, *((32 - x, y) for x, y in _DROP[-2:0:-1])),
    _icon_polygon(*_CROSS, *((32 - x, 32 - y) for x, y in _CROSS)),
)


@dataclass(frozen=True, slots=True)
class ChartFrame:
    """The size of a chart, and its limits; with `has_results`, results stand beside the names."""

    width: int
    height: int
    max_x_labels: int
    max_name_length: int
    has_results: bool = True


# The charts of a page and of a phone, on which the wide one would be too small to read.
WIDE, NARROW = ChartFrame(720, 300, 13, 13), ChartFrame(360, 330, 8, 10, False)


class ChartLine:
    """A player's line: its style (0 to 9), its points, and the label at its end.

    The polygon `marker` is drawn at each of `marker_points`.
    """

    def __init__(
        self,
        player: str,
        index: int,
        avatar: tuple[int, int],
        numbers: Sequence[int],
        scale: "_Scale",
        frame: ChartFrame,
    ) -> None:
        points = [(scale.x(hand), scale.y(number)) for hand, number in enumerate(numbers)]
        step = nice_step(scale.hands, MAX_MARKERS)
        marked_hands = {*range(0, len(points), step), scale.hands}
        self.style, symbol = (number % len(MARKERS) for number in avatar)
        self.player, self.points = player, points
        self.marker_points = [p for hand, p in enumerate(points) if hand in marked_hands]
        self.marker, self.dash = MARKERS[symbol], DASHES[index % len(DASHES)]
        self.label, self.label_y = shorten_name(player, frame.max_name_length), points[-1][1]
        self.result = format_signed(numbers[-1]) if frame.has_results else ""

    @property
    def path(self) -> str:
        """The points as SVG writes them."""
        return " ".join(f"{x:g},{y:g}" for x, y in self.points)


class Chart:
    """Lines and axes; labels are pairs of a place and a text. As in SVG, y grows downwards."""

    def __init__(self, values: Results, frame: ChartFrame, avatars: Avatars) -> None:
        scale = _Scale(values, frame)
        self.lines = [
            ChartLine(player, index, avatars.get(player, (index, index)), numbers, scale, frame)
            for index, (player, numbers) in enumerate(values.items())
        ]
        # Labels begin at their lines' ends, and are then moved apart.
        ends = [line.label_y for line in self.lines]
        heights = spread_labels(ends, LABEL_GAP, scale.bottom + BOTTOM_MARGIN / 2)
        for line, height in zip(self.lines, heights, strict=True):
            line.label_y = height
        hands = range(0, scale.hands + 1, nice_step(scale.hands, frame.max_x_labels))
        self.x_labels = [(scale.x(hand), format_number(hand)) for hand in hands]
        self.y_labels = [(scale.y(number), format_signed(number)) for number in scale.ticks]
        self.width, self.height = frame.width, frame.height
        self.left, self.right, self.bottom = scale.left, scale.right, scale.bottom


class _Scale:
    """The coordinates of hands, between `left` and `right`, and results, above `bottom`.

    They leave room for the numbers on the left and the names on the right.
    """

    def __init__(self, values: Results, frame: ChartFrame) -> None:
        numbers = [number for line in values.values() for number in line]
        self.hands = max(map(len, values.values())) - 1
        self.ticks = _ticks(min(numbers), max(numbers))
        self.bottom = frame.height - BOTTOM_MARGIN
        self.left = 14 + DIGIT_WIDTH * max(len(format_signed(number)) for number in self.ticks)
        results = [format_signed(line[-1]) for line in values.values() if frame.has_results]
        ends = max((len(result) + 1 for result in results), default=0)
        names = max(sum(map(_letter_width, name)) for name in values)
        letters = ends + min(names, frame.max_name_length + 1)
        self.right = frame.width - 24 - LETTER_WIDTH * letters

    def x(self, hand: int) -> float:
        return round(self.left + (self.right - self.left) * hand / self.hands, 1)

    def y(self, number: int) -> float:
        share = (number - self.ticks[0]) / (self.ticks[-1] - self.ticks[0])
        return round(self.bottom - (self.bottom - TOP_MARGIN) * share, 1)


def layout_chart(
    values: Results, frame: ChartFrame = WIDE, avatars: Avatars = NO_AVATARS
) -> Chart | None:
    """Return the chart of everyone's results, in the size of `frame`; None before the first hand.

    `values` are results by player, from 0 on; `avatars` has a colour and a symbol by player.
    """
    has_hands = any(len(line) > 1 for line in values.values())
    return Chart(values, frame, avatars) if has_hands else None


def nice_step(span: int, parts: int) -> int:
    """Return the least of 1, 2, 5, 10, 20 … that cuts `span` into fewer than `parts` parts."""
    step = 1
    while span / step >= parts:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return step


def _ticks(low: int, high: int) -> range:
    """Return the numbers at the y axis, which enclose all values."""
    step = nice_step(max(high - low, 1), MAX_Y_LABELS - 1)
    first = low // step * step
    last = -(-high // step) * step
    return range(first, max(last, first + step) + 1, step)


def shorten_name(name: str, max_length: int) -> str:
    """Return a name cut to a length in letters; wide ones count twice, combining marks not."""
    widths = list(accumulate(map(_letter_width, name)))
    if not widths or widths[-1] <= max_length:
        return name
    last = max((index for index, width in enumerate(widths) if width < max_length), default=0)
    return current_language().isolate_direction(name[: last + 1] + "…")


def _letter_width(letter: str) -> int:
    if category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(letter) in "WF" else 1


def spread_labels(heights: Iterable[float], gap: float, limit: float) -> list[float]:
    """Return the heights of labels moved apart by at least `gap`, none of them beyond `limit`."""
    heights = list(heights)
    order = sorted(range(len(heights)), key=heights.__getitem__)
    for before, after in pairwise(order):
        heights[after] = max(heights[after], heights[before] + gap)
    for index in reversed(order):
        heights[index] = round(min(heights[index], limit), 1)
        limit = heights[index] - gap
    return heights
