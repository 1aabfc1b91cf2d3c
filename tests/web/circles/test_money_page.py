"""The book of a circle: evenings run up in it, payments settle it, and changes move it visibly."""

import pytest
from flask import Flask

from companion.store.circles import create_circle
from companion.store.entries import create_table
from companion.store.maintenance import list_faults
from companion.store.money import list_payments, set_chip_value
from tests.core.table import spell_out
from tests.evenings import record
from tests.notation import entries, entry
from tests.store.test_versions import enter
from tests.web.cases import read_cases
from tests.web.circles.cases import visit_circle
from tests.web.circles.devices import CircleDevice
from tests.web.pages import page_of

HAND = entries("deal; chips-only; Ann out Bob 2 Cal 3; end")


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


NOTED = {"payer": "1", "payee": "2", "amount": "50", "evening": "1"}
SHORT = {
    "WORTH": "confirm /book/worth currency=GBP since=always",
    "NOTED": "/book/note payer=1 payee=2 amount=50 evening=1",
    "PAY": "post /book/pay payer=3 payee=1 cents=600",
}
CASES = """
results run up as soon as a chip is worth something
    => balances
    WORTH worth=0.05 => balances -30 -5 35
    /book => "These are the fewest payments possible.", "−£", no "-£"
a payment is marked undone and traced
    WORTH worth=1 => balances -600 -100 700
    PAY => balances -100 0 100
    not PAY => balances -100 0 100
    /book/payments/1 => no "Boodle", "The payment was for these evenings"
    post /book/undo payment=1 undone=yes => balances -600 -100 700
a worth changed in mid-season counts from its day on
    WORTH worth=1 => balances -600 -100 700
    not WORTH worth=2 since=
    WORTH worth=2 since=day day=2999-01-01 => balances -600 -100 700
    WORTH worth=2 => balances -1200 -200 1400
a worth is whole cents within limits
    not WORTH worth=0.005
    not WORTH worth=x
    not WORTH worth=1000000.01 => "A chip can be worth from £0.00 to £1,000,000.00."
money that changed hands is noted
    WORTH worth=1
    post NOTED => "Ann paid Bob £50.00"
    confirm NOTED => balances -5100 -600 5700
    not confirm NOTED payee=1
    not confirm NOTED evening=77
the currency stays once there is something in the book
    WORTH worth=0.05 currency=EUR
    not WORTH worth=150 currency=JPY
    /book => no "JPY"
    WORTH worth=0.10 currency=EUR
an amount is read back before it is booked
    post /book/worth currency=GBP since=always worth=0.10
        => "A chip is worth £0.10, so 100 chips are worth £10.00."
    post /book/worth currency=GBP since=always worth=0.10 understood="1000 GBP" => balances
    post /book/worth currency=GBP since=always worth=0.10 understood="10 GBP" => balances -60 -10 70
"""


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("case", read_cases(CASES, **SHORT))
def test_evenings_run_up_and_payments_settle_them(keeper: CircleDevice, case: str) -> None:
    visit_circle(keeper, case)


def test_while_the_book_is_empty_nothing_is_noted_and_the_currency_may_change(
    keeper: CircleDevice,
) -> None:
    steps = "not post NOTED\nWORTH worth=150 currency=JPY\nWORTH worth=0.05 currency=EUR"
    visit_circle(keeper, spell_out(steps, **SHORT))


def test_an_evening_that_is_amended_moves_the_book_visibly(
    keeper: CircleDevice, table: str
) -> None:
    keeper.stored(set_chip_value, "", 100, "GBP")
    before = keeper.balances
    with keeper.app.app_context():
        enter(table, entry("amend 2: Ann out Bob 5 Cal 3"))
        assert list(list_faults(table)) == []
    assert keeper.balances != before
    assert sum(keeper.balances) == 0
    assert "later correction" in keeper.get("/book").text


def test_an_evening_that_goes_on_again_leaves_the_book(keeper: CircleDevice, table: str) -> None:
    keeper.stored(set_chip_value, "", 100, "GBP")
    with keeper.app.app_context():
        enter(table, {"do": "undo"})
    assert set(keeper.balances) == {0}


@pytest.mark.usefixtures("table")
def test_a_payment_that_is_confirmed_twice_is_stored_once(keeper: CircleDevice) -> None:
    keeper.stored(set_chip_value, "", 100, "GBP")
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
    keeper.stored(set_chip_value, "", 100, "GBP")
    page = page_of(keeper.send(path, **fields).text)
    assert [e.get("id") for e in page.all("details") if "open" in e.attributes] == [drawer]
    options = [e.get("value") for e in page.all("option") if "selected" in e.attributes]
    texts = [e.get("value") for e in page.all("input", type="text")]
    assert {*fields.values()} <= {*page.checked(), *options, *texts}
