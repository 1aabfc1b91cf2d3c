"""Counting real chips: what is missing, what may explain it, and accepting the count."""

import json
from typing import Any

import pytest
from flask import Flask

from tests.evenings import record
from tests.web.log.test_log import buy
from tests.web.pages import Page, page_of
from tests.web.tapping import HX, Table


def found(page: Page) -> str:
    return " ".join(page.all("fieldset", id="found")[0].text.split())


def test_every_saucer_and_purse_is_shown_with_what_it_should_hold(app: Flask) -> None:
    page = Table(app, record(), [{"do": "deal"}]).look("/count")
    names = [i.get("name") for i in page.all("input", type="number")]
    assert names[:2] == ["of:pot:AS", "of:pot:QC"]
    assert names[-4:] == ["of:Ann", "of:Bob", "of:Cal", "of:Dee"]
    rows = [p.text for p in page.all("p", class_="count-row")]
    assert "".join(rows[-1].split()) == "Deeshouldhold92"
    assert "hidden" in page.all("fieldset", id="found")[0].attributes


def test_a_right_count_is_said_to_be_right(app: Flask) -> None:
    page = Table(app, record(), [{"do": "deal"}]).look("/count?of:Ann=92&of:pot:AS=4")
    assert found(page) == "2 counted, all right."
    assert page.all("button", name="entry") == []


def test_a_difference_is_shown_with_the_entries_that_explain_it(app: Flask) -> None:
    table = Table(app, record(), [buy("Ann", 5), buy("Ann", 7), buy("Bob", 7)])
    page = table.look("/count?of:Ann=105")
    assert "Ann: 7 missing Should hold 112, counted 105." in found(page)
    links = [a for a in page.all("a") if a.get("href").startswith(f"{table.url}/log/")]
    assert [a.get("href") for a in links] == [f"{table.url}/log/1"]
    assert "Ann buys 7 chips Ann +7 from the bank" in links[0].text


def test_too_many_chips_are_named_so(app: Flask) -> None:
    page = Table(app, record()).look("/count?of:Dee=103")
    assert "Dee: 3 too many" in found(page)
    assert "No entry since the last count moved exactly that many chips." in found(page)


def accept(table: Table, page: Page, query: str) -> Any:
    [button] = page.all("button", name="entry")
    fields = {"csrf_token": table.csrf, "version": len(table.log), "entry": button.get("value")}
    return table.client.post(f"{table.url}/count?{query}", data=fields)


def test_an_accepted_count_is_a_correction_in_log_and_tally(app: Flask) -> None:
    table = Table(app, record(), [{"do": "deal"}])
    answer = accept(table, table.look("/count?of:Ann=90"), "of:Ann=90&_external=1")
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"{table.url}/count?of:Ann=90"
    assert table.log[1:] == [{"do": "count", "of": "Ann", "chips": 90}]
    assert found(table.look("/count?of:Ann=90")) == "1 counted, all right."
    assert "Ann counted: 90 chips" in table.look("/log").text
    tally = table.look("/tally").text
    assert "400 bought −2 corrected = 398" in tally
    assert "Counted in hand 1: Ann −2" in tally


def test_a_count_made_on_an_old_page_is_not_accepted(app: Flask) -> None:
    table = Table(app, record(), [{"do": "deal"}])
    page = table.look("/count?of:Ann=90")
    table.tap({"do": "swap"})
    fields = {"csrf_token": table.csrf, "version": 1}
    entry = page.all("button", name="entry")[0].get("value")
    answer = table.client.post(f"{table.url}/count?of:Ann=90", data={**fields, "entry": entry})
    assert (answer.status_code, len(table.log)) == (409, 2)


def test_a_count_that_is_refused_says_why(app: Flask) -> None:
    table = Table(app, record())
    wrong = json.dumps({"do": "count", "of": "Eve", "chips": 1})
    fields = {"csrf_token": table.csrf, "version": 0, "entry": wrong}
    answer = table.client.post(f"{table.url}/count", data=fields)
    assert answer.status_code == 422
    assert "Nobody called Eve" in answer.get_data(as_text=True)


@pytest.mark.parametrize("typed", ["x", "-1", "1000001", "9" * 5000, "1.5", "1_00"])
def test_what_is_no_count_is_not_taken_for_one(app: Flask, typed: str) -> None:
    page = Table(app, record()).look(f"/count?of:Ann={typed}")
    assert page.all("button", name="entry") == []
    assert "A count must be a whole number from 0 to 1,000,000." in found(page)


def test_what_was_found_alone_is_a_fragment_that_owns_its_id(app: Flask) -> None:
    table = Table(app, record())
    answer = table.client.get(f"{table.url}/count?of:Ann=90", headers=HX)
    assert page_of(answer.get_data(as_text=True)).elements[0].get("id") == "found"


@pytest.mark.parametrize(
    ("game", "log"), [("kids-rummy", []), ("oh-claire", []), ("michigan-kitty", [{"do": "end"}])]
)
def test_where_nothing_can_be_counted_the_page_says_so(
    app: Flask, game: str, log: list[Any]
) -> None:
    page = Table(app, record(game), log).look("/count")
    assert page.all("input", type="number") == []
    assert "no chips to count" in page.text
