"""The book of a circle: evenings run up in it, payments settle it, and changes move it visibly."""

from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.store.circles import create_circle
from companion.store.entries import create_table
from companion.store.maintenance import check_table
from companion.store.money import create_payment, list_payments
from companion.store.records import get_tally
from tests.evenings import record
from tests.notation import entries, entry
from tests.store.test_versions import enter
from tests.web.circles.devices import CircleDevice
from tests.web.pages import page_of

HAND = entries("deal; chips-only; Ann out Bob 2 Cal 3; end")
NOTED = {"payer": "1", "payee": "2", "amount": "50", "evening": "1"}


@pytest.fixture
def keeper(app: Flask) -> CircleDevice:
    with app.app_context():
        return CircleDevice(app, create_circle("Pennies"))


@pytest.fixture
def table(keeper: CircleDevice) -> str:
    with keeper.app.app_context():
        token = create_table(record("boodle", ["Ann", "Bob", "Cal"]), circle=keeper.circle.id)
        enter(token, *HAND)
    return token


def worth(keeper: CircleDevice, amount: str, **more: str) -> int:
    fields = {"worth": amount, "currency": "GBP", "since": "always", **more}
    return confirmed(keeper, "/book/worth", **fields).status_code


def confirmed(keeper: CircleDevice, path: str, **fields: Any) -> TestResponse:
    """Post an amount, and what was understood of it where that is read back."""
    answer = keeper.send(path, **fields)
    if answer.status_code != 200:
        return answer
    return keeper.send(path, **fields, understood=page_of(answer.text).value("understood"))


def test_results_run_up_as_soon_as_a_chip_is_worth_something(
    keeper: CircleDevice, table: str
) -> None:
    assert keeper.balances == []
    assert worth(keeper, "0.05") == 303
    with keeper.app.app_context():
        results = [line["result"] for line in get_tally(table)[0]["lines"]]
    assert keeper.balances == sorted(5 * result for result in results)
    text = keeper.get("/book").text
    assert "These are the fewest payments possible." in text
    assert "−£" in text
    assert "-£" not in text


@pytest.mark.usefixtures("table")
def test_a_payment_is_marked_undone_and_traced(keeper: CircleDevice) -> None:
    worth(keeper, "1")
    page, before = keeper.look("/book"), keeper.balances
    fields = {name: page.value(name) for name in ("payer", "payee", "cents")}
    assert keeper.send("/book/pay", **fields).status_code == 303
    assert keeper.balances != before
    assert keeper.send("/book/pay", **fields).status_code == 422
    payment = keeper.look("/book/payments/1").text
    assert "Boodle" not in payment
    assert "The payment was for these evenings" in payment
    assert keeper.send("/book/undo", payment="1", undone="yes").status_code == 303
    assert keeper.balances == before


def test_an_evening_that_is_amended_moves_the_book_visibly(
    keeper: CircleDevice, table: str
) -> None:
    worth(keeper, "1")
    before = keeper.balances
    with keeper.app.app_context():
        enter(table, entry("amend 2: Ann out Bob 5 Cal 3"))
        assert list(check_table(table)) == []
    assert keeper.balances != before
    assert sum(keeper.balances) == 0
    assert "later correction" in keeper.get("/book").text


def test_an_evening_that_goes_on_again_leaves_the_book(keeper: CircleDevice, table: str) -> None:
    worth(keeper, "1")
    with keeper.app.app_context():
        enter(table, {"do": "undo"})
    assert set(keeper.balances) == {0}


@pytest.mark.usefixtures("table")
def test_a_worth_changed_in_mid_season_asks_from_when(keeper: CircleDevice) -> None:
    worth(keeper, "1")
    before = keeper.balances
    assert worth(keeper, "2", since="") == 422
    assert worth(keeper, "2", since="day", day="2999-01-01") == 303
    assert keeper.balances == before
    assert worth(keeper, "2", since="always") == 303
    assert keeper.balances == [2 * cents for cents in before]


@pytest.mark.parametrize("amount", ["", "x", "0.005", "-1", "1e400", "NaN", "Infinity"])
def test_a_worth_is_whole_cents(keeper: CircleDevice, amount: str) -> None:
    assert worth(keeper, amount) == 422


def test_a_worth_out_of_range_is_refused_with_both_limits(keeper: CircleDevice) -> None:
    fields = {"worth": "1000000.01", "currency": "GBP", "since": "always"}
    answer = confirmed(keeper, "/book/worth", **fields)
    assert answer.status_code == 422
    assert "A chip can be worth from £0.00 to £1,000,000.00." in answer.text


@pytest.mark.usefixtures("table")
def test_money_that_changed_hands_is_noted(keeper: CircleDevice) -> None:
    worth(keeper, "1")
    assert "Ann paid Bob £50.00" in keeper.send("/book/note", **NOTED).text
    assert confirmed(keeper, "/book/note", **NOTED).status_code == 303
    assert sum(keeper.balances) == 0
    for wrong in ({"payee": "1"}, {"evening": "77"}):
        assert confirmed(keeper, "/book/note", **{**NOTED, **wrong}).status_code == 422


@pytest.mark.usefixtures("table")
def test_a_payment_that_is_confirmed_twice_is_stored_once(keeper: CircleDevice) -> None:
    worth(keeper, "1")
    for count in (1, 2):
        question = page_of(keeper.send("/book/note", **NOTED).text)
        fields = {**NOTED, **{name: question.value(name) for name in ("after", "understood")}}
        answers = [keeper.send("/book/note", **fields).status_code for _ in range(2)]
        assert answers == [303, 303]
        assert len(keeper.stored(list_payments)) == count


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(
    ("path", "fields", "drawer"),
    [
        ("/book/note", {**NOTED, "amount": "1.234"}, "note"),
        ("/book/worth", {"worth": "a dime", "currency": "GBP", "since": "today"}, "worth"),
    ],
)
def test_an_amount_that_is_refused_can_be_put_right_where_it_was_typed(
    keeper: CircleDevice, path: str, fields: dict[str, str], drawer: str
) -> None:
    worth(keeper, "1")
    page = page_of(keeper.send(path, **fields).text)
    assert [e.get("id") for e in page.all("details") if "open" in e.attributes] == [drawer]
    options = [e.get("value") for e in page.all("option") if "selected" in e.attributes]
    texts = [e.get("value") for e in page.all("input", type="text")]
    assert {*fields.values()} <= {*page.checked(), *options, *texts}


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("amount", ["0.10", "0,10", ",1"])
def test_an_amount_is_read_back_before_it_is_booked(keeper: CircleDevice, amount: str) -> None:
    fields = {"worth": amount, "currency": "GBP", "since": "always"}
    told = keeper.send("/book/worth", **fields).text
    assert "A chip is worth £0.10, so 100 chips are worth £10.00." in told
    other = keeper.send("/book/worth", **fields, understood="1000 GBP")
    assert (other.status_code, keeper.balances) == (200, [])
    assert keeper.send("/book/worth", **fields, understood="10 GBP").status_code == 303
    assert max(keeper.balances) < 1000


def test_the_currency_stays_once_there_is_something_in_the_book(
    keeper: CircleDevice, request: pytest.FixtureRequest
) -> None:
    assert keeper.send("/book/note", **NOTED).status_code == 422
    assert worth(keeper, "150", currency="JPY") == 303
    assert worth(keeper, "0.05", currency="EUR") == 303
    request.getfixturevalue("table")
    assert worth(keeper, "150", currency="JPY") == 422
    assert 'value="JPY"' not in keeper.get("/book").text
    assert worth(keeper, "0.10", currency="EUR") == 303


@pytest.mark.usefixtures("table")
def test_a_payment_older_than_the_latest_hundred_has_its_page(keeper: CircleDevice) -> None:
    worth(keeper, "1")
    for _ in range(101):
        keeper.stored(create_payment, 1, 2, 1, 1)
    assert keeper.get("/book/payments/1").status_code == 200
