"""What the tally is drawn with: the chart and its numbers."""

from itertools import pairwise

import pytest

from companion.core.words import format_number, format_signed
from companion.tally.chart import (
    MARKERS,
    NARROW,
    TOP_MARGIN,
    WIDE,
    ChartFrame,
    layout_chart,
    nice_step,
    shorten_name,
    spread_labels,
)

# the chart


def test_there_is_no_chart_before_the_first_hand() -> None:
    assert layout_chart({"Ann": [0], "Bob": [0]}) is None
    assert layout_chart({}) is None


def test_lines_run_from_the_left_axis_to_the_right_and_from_least_to_most() -> None:
    chart = layout_chart({"Ann": [0, 10], "Bob": [0, -10]})
    assert chart is not None
    ann, bob = chart.lines
    assert (ann.points[0][0], ann.points[1]) == (chart.left, (chart.right, TOP_MARGIN))
    assert bob.points[1] == (chart.right, chart.bottom)
    assert ann.points[0][1] == (TOP_MARGIN + chart.bottom) / 2


def test_all_points_lie_between_the_first_and_the_last_number_of_the_axis() -> None:
    for most in (1, 3, 7, 19, 101, 999, 123_456):
        chart = layout_chart({"Ann": [0, most, -most // 3]})
        assert chart is not None
        numbers = [int(n.replace("−", "-").replace(",", "")) for _, n in chart.y_labels]
        assert numbers[0] <= -most // 3 <= most <= numbers[-1]
        assert 0 in numbers
        assert len(numbers) <= 8


@pytest.mark.parametrize(("span", "step"), [(1, 1), (12, 1), (13, 2), (26, 5), (65, 10), (200, 20)])
def test_steps_are_round_and_leave_few_labels(span: int, step: int) -> None:
    assert nice_step(span, 13) == step


def test_long_evenings_mark_only_some_points_and_always_the_last() -> None:
    chart = layout_chart({"Ann": list(range(101))})
    assert chart is not None
    [line] = chart.lines
    assert len(line.points) == 101
    assert len(line.marker_points) <= 16
    assert line.marker_points[-1] == line.points[-1]


def test_names_beside_the_lines_never_lie_on_each_other() -> None:
    places = spread_labels([50, 50, 50, 48, 290, 291], gap=15, limit=283)
    ordered = sorted(places)
    gaps = [below - above for above, below in pairwise(ordered)]
    assert min(gaps) >= 15
    assert max(places) <= 283


def test_ten_lines_differ_in_dash_or_marker() -> None:
    chart = layout_chart({str(number): [0, number] for number in range(10)})
    assert chart is not None
    assert len({(line.dash, line.marker) for line in chart.lines}) == 10
    assert all(0 <= line.label_y <= chart.height for line in chart.lines)


def test_a_line_has_the_colour_and_the_symbol_of_its_person() -> None:
    chart = layout_chart({"Ann": [0, 1], "Bob": [0, 2]}, avatars={"Bob": (7, 3)})
    assert chart is not None
    assert [line.style for line in chart.lines] == [0, 7]
    assert [line.marker for line in chart.lines] == [MARKERS[0], MARKERS[3]]


def test_a_long_name_is_cut_beside_its_line() -> None:
    assert shorten_name("Wolfeschlegelstein", 13) == "Wolfeschlege…"
    assert shorten_name("李小明李小明李小明", 13) == "李小明李小明…"
    assert shorten_name("e\u0301" * 13, 13) == "e\u0301" * 13
    assert shorten_name("e\u0301" * 14, 13) == "e\u0301" * 12 + "…"
    assert shorten_name("", 13) == ""


@pytest.mark.parametrize("frame", [WIDE, NARROW])
def test_the_longest_number_and_name_have_room_in_every_chart(frame: ChartFrame) -> None:
    values = {"Wolfeschlegelstein": [0, -1_750_000], "Ann": [0, 1_750_000]}
    chart = layout_chart(values, frame)
    assert chart is not None
    letter = 7
    assert chart.left - 7 >= letter * max(len(number) for _, number in chart.y_labels)
    for line in chart.lines:
        label = f"{line.result} {line.label}".strip()
        assert chart.right + 20 + letter * len(label) <= chart.width
    assert chart.right - chart.left >= 130


def test_numbers_have_their_thousands_apart_and_gains_and_losses_a_sign() -> None:
    assert [format_signed(number) for number in (4, -4, 0)] == ["+4", "−4", "0"]
    assert [format_signed(number) for number in (175_022, -1000)] == ["+175,022", "−1,000"]
    assert [format_number(number) for number in (999, 1000, -1000)] == ["999", "1,000", "−1,000"]
