"""Spreadsheets of past evenings, row by row, however they are written."""

from datetime import date

import pytest

from companion.circles.spreadsheet import parse_spreadsheet
from companion.core.errors import InvalidValue
from companion.core.log.replay import replay_record
from companion.games import all_games
from companion.tally.rows import render_tally_csv
from companion.tally.summary import build_tally
from tests.evenings import in_chips

PLAIN = "date,game,Ann,Bob,Cal\n2024-03-01,Boodle,12,-5,-7\n2024-03-08,Boodle,,4,-4\n"


def test_a_row_is_an_evening() -> None:
    first, second = (row.result for row in parse_spreadsheet(PLAIN.encode()))
    assert first is not None
    assert (first.day, first.game) == ("2024-03-01", "boodle")
    assert first.results == {"Ann": 12, "Bob": -5, "Cal": -7}
    assert second is not None
    assert second.results == {"Bob": 4, "Cal": -4}


@pytest.mark.parametrize("separator", [";", "\t", ","])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_whatever_the_separator_and_the_encoding(separator: str, encoding: str) -> None:
    text = PLAIN.replace("Ann", "Zoë").replace(",", separator)
    (row, _) = parse_spreadsheet(text.encode(encoding))
    assert row.result is not None
    assert row.result.results["Zoë"] == 12


@pytest.mark.parametrize(
    ("day", "meant"),
    [
        ("1.3.2024", "2024-03-01"),
        ("01/03/24", "2024-03-01"),
        ("2024/3/1", "2024-03-01"),
        ("31.12.1999", "1999-12-31"),
    ],
)
def test_days_are_read_as_people_write_them(day: str, meant: str) -> None:
    (row,) = parse_spreadsheet(f"d;g;Ann;Bob\n{day};Boodle;1;2".encode())
    assert row.result is not None
    assert row.result.day == meant


def test_a_file_from_america_has_the_month_first() -> None:
    rows = parse_spreadsheet(b"d;g;Ann;Bob\n3/1/2024;Boodle;1;2\n3/31/2024;Boodle;1;2")
    assert [row.result.day for row in rows if row.result] == ["2024-03-01", "2024-03-31"]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("2024-02-30,Boodle,1,2", "not a date"),
        ("yesterday,Boodle,1,2", "not a date"),
        ("2999-01-01,Boodle,1,2", "too long ago or in the future"),
        ("2024-01-01,Chess,1,2", "not one of the games"),
        ("2024-01-01,Boodle,1", "at least two people"),
        ("2024-01-01,Boodle,1,much", "not a whole number"),
        ("2024-01-01,Boodle,1,1.5", "not a whole number"),
        ("2024-01-01,Boodle,1,9999999999", "too large"),
    ],
)
def test_a_row_that_cannot_be_says_why(row: str, why: str) -> None:
    (read,) = parse_spreadsheet(f"date,game,Ann,Bob\n{row}".encode())
    assert read.number == 2
    assert why in str(read.problem)


@pytest.mark.parametrize(
    "text", ["", "\n", "just words", "date,game,Ann", "date,game,Ann,ann\n", "date,game,Ann,\x07\n"]
)
def test_what_is_no_table_at_all_is_refused(text: str) -> None:
    with pytest.raises(InvalidValue):
        parse_spreadsheet(text.encode())


def test_too_many_rows_are_refused_and_ten_thousand_read() -> None:
    rows = "2024-01-01,Boodle,1,-1\n" * 10_000
    assert len(parse_spreadsheet(f"date,game,Ann,Bob\n{rows}".encode())) == 10_000
    with pytest.raises(InvalidValue, match="at most"):
        parse_spreadsheet(f"date,game,Ann,Bob\n{rows}2024-01-01,Boodle,1,-1\n".encode())


def test_our_own_export_is_read() -> None:
    tally = build_tally(replay_record(in_chips(4, 3, over=True), all_games()))
    (row,) = parse_spreadsheet(render_tally_csv(tally, date(2024, 5, 4)))
    assert row.result is not None
    assert row.result.results == {line["player"]: line["result"] for line in tally["lines"]}
    assert row.result.day == "2024-05-04"
