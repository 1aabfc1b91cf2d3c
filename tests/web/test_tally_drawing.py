"""What the tally is drawn with: the chart's numbers, and names as paper can show them."""

from itertools import pairwise

import pytest

from companion.tally.chart import HEIGHT, LEFT, RIGHT, TOP, WIDTH, chart_of, nice_step, spread
from companion.tally.fonts import ASIAN, BOLD, PLAIN, UNKNOWN, load_fonts, runs, visual, width
from companion.tally.pdf import fitted
from companion.tally.rows import signed

# the chart


def test_there_is_no_chart_before_the_first_hand() -> None:
    assert chart_of({"Ann": [0], "Bob": [0]}) is None
    assert chart_of({}) is None


def test_lines_run_from_the_left_axis_to_the_right_and_from_least_to_most() -> None:
    chart = chart_of({"Ann": [0, 10], "Bob": [0, -10]})
    assert chart is not None
    ann, bob = chart.lines
    assert (ann.points[0][0], ann.points[1]) == (LEFT, (WIDTH - RIGHT, TOP))
    assert bob.points[1] == (WIDTH - RIGHT, chart.bottom)
    assert ann.points[0][1] == (TOP + chart.bottom) / 2


def test_all_points_lie_between_the_first_and_the_last_number_of_the_axis() -> None:
    for most in (1, 3, 7, 19, 101, 999, 123_456):
        chart = chart_of({"Ann": [0, most, -most // 3]})
        assert chart is not None
        numbers = [number for _, number in chart.up]
        assert numbers[0] <= -most // 3 <= most <= numbers[-1]
        assert 0 in numbers
        assert len(numbers) <= 8


@pytest.mark.parametrize(("span", "step"), [(1, 1), (12, 1), (13, 2), (26, 5), (65, 10), (200, 20)])
def test_steps_are_round_and_leave_few_labels(span: int, step: int) -> None:
    assert nice_step(span, 13) == step


def test_long_evenings_mark_only_some_points_and_always_the_last() -> None:
    chart = chart_of({"Ann": list(range(101))})
    assert chart is not None
    [line] = chart.lines
    assert len(line.points) == 101
    assert len(line.marked) <= 16
    assert line.marked[-1] == line.points[-1]


def test_names_beside_the_lines_never_lie_on_each_other() -> None:
    places = spread([50, 50, 50, 48, 290, 291], gap=15, most=283)
    ordered = sorted(places)
    gaps = [below - above for above, below in pairwise(ordered)]
    assert min(gaps) >= 15
    assert max(places) <= 283


def test_ten_lines_differ_in_dash_or_marker() -> None:
    chart = chart_of({str(number): [0, number] for number in range(10)})
    assert chart is not None
    assert len({(line.dash, line.marker) for line in chart.lines}) == 10
    assert all(0 <= line.label_y <= HEIGHT for line in chart.lines)


def test_a_long_name_is_cut_beside_its_line() -> None:
    chart = chart_of({"Wolfeschlegelstein": [0, 1], "李小明李小明李小明": [0, 1], "Ann": [0, 1]})
    assert chart is not None
    assert [line.label for line in chart.lines] == ["Wolfeschlege…", "李小明李小…", "Ann"]


def test_gains_and_losses_have_a_sign() -> None:
    assert [signed(number) for number in (4, -4, 0)] == ["+4", "−4", "0"]


# names on paper


def test_what_runs_left_to_right_stays_as_it_is() -> None:
    assert visual("Zoë (2) 李明") == "Zoë (2) 李明"


def test_hebrew_is_drawn_from_the_right() -> None:
    assert visual("דנה") == "הנד"
    assert visual("Dee דנה") == "Dee הנד"
    assert visual("דנה Dee") == "Dee הנד"
    assert visual("(דנה)") == "(הנד)"


def test_arabic_letters_are_joined() -> None:
    assert visual("سلم") == "\ufee2\ufee0\ufeb3"
    assert visual("سلام") == "\ufee1\ufefc\ufeb3"
    assert visual("دار") == "\ufead\ufe8d\ufea9"


def test_every_character_has_a_font_or_a_box() -> None:
    assert runs("Ann 李", BOLD) == [(BOLD, "Ann "), (ASIAN, "李")]
    assert runs("a🦄\x07b\u200d\ufe0f\nc") == [(PLAIN, f"a{UNKNOWN}b c")]


def test_a_name_is_shortened_to_its_room() -> None:
    load_fonts()
    assert fitted("Ann", 100) == "Ann"
    short = fitted("W" * 40, 60)
    assert short.endswith("W…")
    assert width(short, 12, BOLD) <= 60
    assert fitted("W" * 40, 0) == ""
