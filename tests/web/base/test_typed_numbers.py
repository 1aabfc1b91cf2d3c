"""One reader of typed numbers: what is typed means the same on every page."""

import json

import pytest
from flask import Flask

from companion.core.errors import InvalidValue
from companion.web.components.entry_form import parse_typed_number
from tests.evenings import record
from tests.web.tapping import Table

READ = {
    "7": 7,
    " 12 ": 12,
    "0000001005": 1005,
    "1,000": 1000,
    "1 000": 1000,
    "12\u202f000": 12000,
    "1000000": 1000000,
    "٣٤": 34,
    "": None,
    "  ": None,
}
NO_NUMBERS = ["-3", "two", "1.5", "1.000", "1_00", "1,00", "10,00,000", "²", "1000001", "9" * 5000]


@pytest.mark.parametrize(("typed", "number"), READ.items())
def test_a_typed_number_is_read(typed: str, number: int | None) -> None:
    assert parse_typed_number(typed) == number


@pytest.mark.parametrize("typed", NO_NUMBERS)
def test_what_is_no_number_is_not_taken_for_one(typed: str) -> None:
    with pytest.raises(InvalidValue, match=r"^a whole number from 0 to 1,000,000$"):
        parse_typed_number(typed)


@pytest.mark.parametrize(("typed", "chips"), [("0000000100", 100), ("٧٧", 77), ("1,000", 1000)])
def test_every_page_reads_the_same_number(app: Flask, typed: str, chips: int) -> None:
    table = Table(app, record(chips=2000))
    assert f"Ann {chips:,}" in table.look(f"/wrong?at=chips:Ann&typed={typed}").text
    assert table.fill("buy-in", player="Bob", **{"chips-typed": typed}).status_code == 200
    assert table.log == [{"do": "buy-in", "player": "Bob", "chips": chips}]
    change = table.look(f"/log/0?look=1&do=buy-in&player=Ann&chips-typed={typed}")
    assert json.loads(change.all("button", name="entry")[0].get("value"))["with"]["chips"] == chips


@pytest.mark.parametrize("typed", ["1_00", "1.5", "-3", "two", "٣x", "1000001", "9" * 5000])
def test_no_page_reads_what_is_none(app: Flask, typed: str) -> None:
    table = Table(app, record(chips=2000))
    wrong = table.look(f"/wrong?at=chips:Ann&typed={typed}")
    assert "A count must be a whole number from 0 to 1,000,000." in wrong.text
    assert table.fill("buy-in", player="Bob", **{"chips-typed": typed}).status_code == 422
    assert "is not a whole number from 0 to 1,000,000." in table.page.text
    table.fill("buy-in", player="Bob", chips="5")
    change = table.look(f"/log/0?look=1&do=buy-in&player=Bob&chips-typed={typed}")
    assert "a whole number from 0 to 1,000,000" in change.text
    assert not any(page.all("button", name="entry") for page in (wrong, change))
