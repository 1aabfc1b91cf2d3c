"""What people send that cannot be: each is told in a sentence, and nothing is half done."""

from datetime import date
from typing import Any

import pytest
from flask import Flask

from companion.circles.spreadsheet import MAX_ROWS
from companion.language import ENGLISH
from companion.store.access import create_table_invitations, table_invitations
from companion.store.evenings import get_latest_table_token, list_latest_evenings
from companion.store.money import list_chip_values, list_payments
from companion.store.records import create_from_record
from companion.store.tables import load_table
from companion.store.totals import get_totals
from tests.evenings import PLAYERS, in_chips
from tests.web.circles.devices import CircleDevice
from tests.web.pages import page_of
from tests.web.sending import send

COMPOSED, DECOMPOSED = "Zo\u00eb", "Zoe\u0308"


@pytest.mark.parametrize(
    ("path", "name", "why"),
    [
        *((path, name, f"Somebody named {name} is already in this circle")
          for path in ("/people/add", "/people/1") for name in ("Bob", "bob", "BOB")),
        *(("/people/2", name, "A name must have 1 to 40 visible characters")
          for name in ("", "x" * 41, "a\x07b", "pot:kitty")),
    ],
)  # fmt: skip
def test_a_name_that_another_has_or_nobody_can_have_is_refused(
    keeper: CircleDevice, path: str, name: str, why: str
) -> None:
    assert why in keeper.refused(path, name=name)
    assert keeper.names == PLAYERS


@pytest.mark.parametrize(
    ("path", "fields", "opened"),
    [
        ("/people/add", {"name": "Bob\x07"}, []),
        ("/people/2", {"name": "Cal", "colour": "7", "symbol": "9"}, ["person-2"]),
        ("/people/2/erase", {}, ["person-2"]),
        ("/people/set", {"name": "x" * 61, "scale": "wins"}, []),
        ("/people/erase", {"name": "Pennies"}, ["erase"]),
    ],
)
def test_what_is_refused_of_people_can_be_put_right_where_it_was_typed(
    keeper: CircleDevice, path: str, fields: dict[str, str], opened: list[str]
) -> None:
    page = page_of(keeper.send(path, **fields).text)
    assert [e.get("id") for e in page.all("details") if "open" in e.attributes] == opened
    typed = [e.get("value") for e in page.all("input", type="text")]
    assert {*fields.values()} <= {*typed, *page.checked()}


def test_a_correction_that_is_refused_stays_as_it_was_typed(keeper: CircleDevice) -> None:
    keeper.upload("date,game,Ann,Bob\n2024-03-01,Boodle,1,-1\n", "add")
    _, evening = keeper.stored(list_latest_evenings, 2)
    fields = {"day": "2024-03-02", "result": ["7", "seven"]}
    answer = keeper.send(f"/evenings/{evening.id}", **fields)
    assert answer.status_code == 422
    page = page_of(answer.text)
    assert page.values("day") == ["2024-03-02"]
    assert page.values("result") == ["7", "seven"]


@pytest.mark.parametrize("path", ["", "/span", "/evenings", "/results", "/book", "/people"])
def test_an_address_of_no_circle_leads_to_a_page_that_says_so(app: Flask, path: str) -> None:
    answer = app.test_client().get(f"/c/nobody{path}")
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert "There is no circle at this address." in answer.text


def test_names_that_look_alike_are_one(keeper: CircleDevice) -> None:
    keeper.send("/people/add", name=COMPOSED)
    refusal = f"Somebody named {DECOMPOSED} is already in this circle."
    assert refusal in keeper.refused("/people/add", name=DECOMPOSED)
    table = f"date,game,{COMPOSED},{DECOMPOSED}\n2024-03-01,Boodle,1,-1\n"
    assert "two columns for" in keeper.upload(table, "add").text
    assert keeper.names == [*PLAYERS, COMPOSED]


@pytest.mark.parametrize(
    ("into", "why"),
    [("2", "cannot be the same person"), ("1", "two different"), ("99", "two different")],
)
def test_a_merge_that_cannot_be_is_refused(keeper: CircleDevice, into: str, why: str) -> None:
    assert why in keeper.refused("/people/1/merge", into=into)
    assert keeper.names == PLAYERS


def test_who_sat_together_is_told_the_day(keeper: CircleDevice) -> None:
    (evening,) = keeper.stored(list_latest_evenings, 2)
    day = ENGLISH.day(date.fromisoformat(evening.day))
    assert f"at the same table on {day}, so" in keeper.refused("/people/1/merge", into="2")


def test_at_a_table_that_joins_nobody_sits_twice(keeper: CircleDevice) -> None:
    with keeper.app.app_context():
        token = create_from_record(in_chips(3, 1, ("Annie", "Bobby", "Cal")))
    chosen = {"circle": keeper.circle.token, "who:Annie": "1", "who:Bobby": "1", "who:Cal": "3"}
    answer = send(keeper.client, f"/t/{token}/circle/join", chosen)
    assert answer.status_code == 422
    assert "One person cannot sit at a table twice." in answer.text
    with keeper.app.app_context():
        assert load_table(token).evening_ref is None
    assert len(keeper.stored(list_latest_evenings, 9)) == 1


def test_a_payment_above_the_debt_is_refused(keeper: CircleDevice) -> None:
    page = keeper.look("/book")
    due = {name: page.value(name) for name in ("payer", "payee", "cents")}
    more = {**due, "cents": str(int(due["cents"]) + 1)}
    back = {**due, "payer": due["payee"], "payee": due["payer"]}
    for fields in (more, back):
        assert "more than is owed" in keeper.refused("/book/pay", **fields)
    for cents in ("0", "-5", "x", ""):
        told = keeper.refused("/book/pay", **{**due, "cents": cents})
        assert "an amount above zero" in told, cents
    assert keeper.stored(list_payments) == []


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, "Choose the day"),
        ({"since": "soon"}, "Choose the day"),
        ({"since": "day", "day": "31.12."}, "Choose the day"),
        ({"since": "always", "currency": "XXX"}, "Choose a currency."),
    ],
)
def test_a_worth_that_changes_asks_from_when(
    keeper: CircleDevice, fields: dict[str, str], why: str
) -> None:
    worth = {"worth": "0.10", "currency": "EUR", **fields}
    assert why in keeper.refused("/book/worth", **worth)
    assert keeper.stored(list_chip_values) == [("", 5)]


TYPED_EVENINGS = {
    "The date is missing.": {"day": ""},
    "“a lot” is not a whole number.": {"result": ["1", "a lot"]},
    "Ann is listed twice.": {"name": ["Ann", "ann"]},
    "“\N{ZERO WIDTH SPACE}” cannot be used as a name.": {"name": ["Ann", "\N{ZERO WIDTH SPACE}"]},
    "An evening needs the results of at least two people.": {"name": ["Ann", ""]},
}


@pytest.mark.parametrize(("why", "fields"), TYPED_EVENINGS.items())
def test_a_typed_evening_is_refused_without_a_word_of_rows_and_columns(
    keeper: CircleDevice, why: str, fields: dict[str, Any]
) -> None:
    evening = {"day": "2024-03-01", "game": "boodle", "name": ["Ann", "Bob"], "result": ["1", "-1"]}
    assert keeper.refused("/results", **{**evening, **fields}).strip() == why


ROWS = {
    ",Boodle,1,-1": "Row 2: The date is missing.",
    "2024-02-30,Boodle,1,-1": "Row 2: “2024-02-30” is not a date. Type one such as 2026-07-04.",
    "tomorrow,Boodle,1,-1": "Row 2: “tomorrow” is not a date. Type one such as 2026-07-04.",
    "2024-03-01,Chess,1,-1": "Row 2: “Chess” is not one of the games.",
    "2024-03-01,Boodle,1,": "Row 2: An evening needs the results of at least two people.",
    "2024-03-01,Boodle,1,a lot": "Row 2: “a lot” is not a whole number.",
}


@pytest.mark.parametrize(("row", "why"), ROWS.items())
def test_a_row_that_cannot_be_is_told_by_its_number_and_none_is_added(
    keeper: CircleDevice, row: str, why: str
) -> None:
    table = f"date,game,Ann,Eve\n{row}\n2024-03-08,Boodle,3,-3\n"
    looked, added = keeper.upload(table, "look"), keeper.upload(table, "add")
    assert (looked.status_code, added.status_code) == (200, 422)
    assert why.partition(": ")[2] in looked.text
    assert "1 evening can be added." in looked.text
    assert "First correct 1 row. Until then, nothing is added." in looked.text
    assert why in added.text
    assert keeper.names == PLAYERS


@pytest.mark.share(4)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_spreadsheet_of_any_kind_is_added(
    keeper: CircleDevice, separator: str, encoding: str
) -> None:
    table = "date,game,Ann,Zoë\n31.3.2024,Boodle,3,-3\n".replace(",", separator)
    assert keeper.upload(table.encode(encoding), "add").status_code == 303
    assert keeper.names == [*PLAYERS, "Zoë"]


@pytest.mark.parametrize("most", [100, pytest.param(MAX_ROWS, marks=pytest.mark.long)])
def test_as_many_rows_as_there_may_be_are_added_at_once_and_one_more_is_refused(
    keeper: CircleDevice, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr("companion.circles.spreadsheet.MAX_ROWS", most)
    rows = "".join(f"2024-{n % 12 + 1:02}-01,Boodle,3,-3\n" for n in range(most))
    table = f"date,game,Ann,Bob\n{rows}"
    assert "at most" in keeper.upload(f"{table}2024-01-01,Boodle,1,-1\n", "add").text
    assert len(keeper.stored(list_latest_evenings, 20_000)) == 1
    assert f"{most:,} evenings can be added." in keeper.upload(table, "look").text
    assert keeper.upload(table, "add").status_code == 303
    assert keeper.stored(get_totals, "2024").by_game["boodle"].evenings == most


def test_a_table_of_too_many_people_adds_nobody(keeper: CircleDevice) -> None:
    crowd = ",".join(f"P{number}" for number in range(201))
    answer = keeper.upload(f"date,game,{crowd}\n2024-03-01,Boodle{',1' * 201}\n", "add")
    assert answer.status_code == 422
    assert "A circle can have at most 200 people." in answer.text
    assert keeper.names == PLAYERS


def test_the_links_of_a_table_open_no_circle(app: Flask, keeper: CircleDevice) -> None:
    token = str(keeper.stored(get_latest_table_token))
    with app.app_context():
        create_table_invitations(token)
        invited = [one.address for one in table_invitations(token).list()]
    assert len(invited) > 2
    for link in (token, *invited):
        stranger = app.test_client()
        assert stranger.get(f"/c/{link}").status_code == 404
        assert keeper.circle.token not in stranger.get(f"/t/{link}").text
        assert stranger.get(f"/t/{link}/circle").status_code == 403
        assert send(stranger, f"/t/{link}/circle", {}).status_code == 403


def test_of_an_address_that_is_no_invitation_there_is_no_code(keeper: CircleDevice) -> None:
    for address in ("x", "member.x", "x" * 5000):
        assert keeper.get(f"/people/{address}.svg").status_code == 404, address


@pytest.mark.parametrize("number", [2**31, 2**63, 10**30])
def test_a_number_that_no_row_can_have_is_nobodys(keeper: CircleDevice, number: int) -> None:
    big = str(number)
    for path in ("evenings", "people", "book/payments"):
        assert keeper.get(f"/{path}/{big}").status_code in (404, 405)
    for path, fields in (("", {"name": "Zed"}), ("/erase", {"sure": "yes"}), ("/merge", {})):
        assert keeper.send(f"/people/{big}{path}", **fields).status_code in (404, 405)
    paid = {"payer": "1", "payee": "2", "amount": "1", "evening": big, "understood": "100 EUR"}
    assert "no such evening" in keeper.refused("/book/note", **paid)
    assert "two different" in keeper.refused("/people/1/merge", into=big)
    assert keeper.send("/book/undo", payment=big, undone="yes").status_code == 303
    assert keeper.names == PLAYERS
