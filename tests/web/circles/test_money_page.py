"""The book of a circle: evenings run up in it, payments settle it, and changes move it visibly."""

from collections.abc import Mapping

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.store.circles import create_circle
from companion.store.entries import create_table
from companion.store.invitations import Invitations
from companion.store.maintenance import check_table
from companion.store.models import Circle
from companion.store.money import create_payment, get_balances
from companion.store.records import get_tally
from tests.evenings import record
from tests.store.test_versions import enter
from tests.web.pages import page_of
from tests.web.sending import send

CHIPS = [
    {"do": "deal"},
    {"do": "chips-only"},
    {"do": "out", "player": "Ann", "left": {"Bob": 2, "Cal": 3}},
    {"do": "end"},
]
SETUP = record("boodle", ["Ann", "Bob", "Cal"])


@pytest.fixture
def circle(app: Flask, client: FlaskClient) -> Circle:
    with app.app_context():
        made = create_circle("Pennies")
    client.get(f"/c/{made.token}")
    return made


@pytest.fixture
def table(app: Flask, circle: Circle) -> str:
    with app.app_context():
        token = create_table(SETUP, circle=circle.id)
        enter(token, *CHIPS)
    return token


def worth(client: FlaskClient, circle: Circle, amount: str, **more: str) -> int:
    fields = {"worth": amount, "currency": "GBP", "since": "always", **more}
    return confirmed(client, f"/c/{circle.token}/book/worth", fields).status_code


def confirmed(client: FlaskClient, address: str, fields: Mapping[str, str]) -> TestResponse:
    """Post an amount, and what was understood of it where that is read back."""
    answer = send(client, address, fields)
    if answer.status_code != 200:
        return answer
    return send(client, address, {**fields, "understood": page_of(answer.text).value("understood")})


def owed(app: Flask, circle: Circle) -> list[int]:
    with app.app_context():
        return sorted(get_balances(circle.id).values())


def test_results_run_up_as_soon_as_a_chip_is_worth_something(
    app: Flask, client: FlaskClient, circle: Circle, table: str
) -> None:
    assert owed(app, circle) == []
    assert worth(client, circle, "0.05") == 303
    with app.app_context():
        results = [line["result"] for line in get_tally(table)[0]["lines"]]
    assert owed(app, circle) == sorted(5 * result for result in results)
    text = client.get(f"/c/{circle.token}/book").text
    assert "These are the fewest payments there can be." in text
    assert "−£" in text
    assert "-£" not in text


def test_a_payment_is_marked_undone_and_traced(
    app: Flask, client: FlaskClient, circle: Circle, table: str
) -> None:
    assert table
    worth(client, circle, "1")
    page = page_of(client.get(f"/c/{circle.token}/book").text)
    fields = {name: page.value(name) for name in ("payer", "payee", "cents")}
    too_much = {**fields, "cents": "99999999"}
    refused = send(client, f"/c/{circle.token}/book/pay", too_much)
    assert refused.status_code == 422
    assert "more than is owed" in refused.text
    before = owed(app, circle)
    assert send(client, f"/c/{circle.token}/book/pay", fields).status_code == 303
    assert owed(app, circle) != before
    assert send(client, f"/c/{circle.token}/book/pay", fields).status_code == 422
    assert "Boodle" not in client.get(f"/c/{circle.token}/book/payments/1").text
    assert "It was for these evenings" in client.get(f"/c/{circle.token}/book/payments/1").text
    undo = {"payment": "1", "undone": "yes"}
    assert send(client, f"/c/{circle.token}/book/undo", undo).status_code == 303
    assert owed(app, circle) == before


def test_an_evening_that_is_amended_moves_the_book_visibly(
    app: Flask, client: FlaskClient, circle: Circle, table: str
) -> None:
    worth(client, circle, "1")
    before = owed(app, circle)
    other = {**CHIPS[2], "left": {"Bob": 5, "Cal": 3}}
    with app.app_context():
        enter(table, {"do": "amend", "entry": 2, "with": other})
        assert list(check_table(table)) == []
    assert owed(app, circle) != before
    assert sum(owed(app, circle)) == 0
    assert "changed later" in client.get(f"/c/{circle.token}/book").text


def test_an_evening_that_goes_on_again_leaves_the_book(
    app: Flask, client: FlaskClient, circle: Circle, table: str
) -> None:
    worth(client, circle, "1")
    with app.app_context():
        enter(table, {"do": "undo"})
    assert set(owed(app, circle)) == {0}


def test_a_worth_changed_in_mid_season_asks_from_when(
    app: Flask, client: FlaskClient, circle: Circle, table: str
) -> None:
    assert table
    worth(client, circle, "1")
    before = owed(app, circle)
    assert worth(client, circle, "2", since="") == 422
    assert worth(client, circle, "2", since="day", day="2999-01-01") == 303
    assert owed(app, circle) == before
    assert worth(client, circle, "2", since="always") == 303
    assert owed(app, circle) == [2 * cents for cents in before]


@pytest.mark.parametrize("amount", ["", "x", "0.005", "-1", "1e400", "NaN", "Infinity"])
def test_a_worth_is_whole_cents(client: FlaskClient, circle: Circle, amount: str) -> None:
    assert worth(client, circle, amount) == 422


def test_money_that_changed_hands_is_noted(
    app: Flask, client: FlaskClient, circle: Circle, table: str
) -> None:
    assert table
    worth(client, circle, "1")
    noted = {"payer": "1", "payee": "2", "amount": "50", "evening": "1"}
    address = f"/c/{circle.token}/book/note"
    assert "Ann paid Bob £50.00" in send(client, address, noted).text
    assert confirmed(client, address, noted).status_code == 303
    assert sum(owed(app, circle)) == 0
    assert confirmed(client, address, {**noted, "payee": "1"}).status_code == 422
    assert confirmed(client, address, {**noted, "evening": "77"}).status_code == 422


@pytest.mark.parametrize("amount", ["0.10", "0,10", ",1"])
def test_an_amount_is_read_back_before_it_is_booked(
    app: Flask, client: FlaskClient, circle: Circle, table: str, amount: str
) -> None:
    assert table
    fields = {"worth": amount, "currency": "GBP", "since": "always"}
    address = f"/c/{circle.token}/book/worth"
    text = send(client, address, fields).text
    assert "A chip is worth £0.10: 100 chips are £10.00." in text
    other = send(client, address, {**fields, "understood": "1000 GBP"})
    assert (other.status_code, owed(app, circle)) == (200, [])
    assert send(client, address, {**fields, "understood": "10 GBP"}).status_code == 303
    assert max(owed(app, circle)) < 1000


def test_the_currency_stays_once_there_is_something_in_the_book(
    app: Flask, client: FlaskClient, circle: Circle
) -> None:
    noted = {"payer": "1", "payee": "2", "amount": "50", "evening": "1"}
    assert send(client, f"/c/{circle.token}/book/note", noted).status_code == 422
    assert worth(client, circle, "150", currency="JPY") == 303
    assert worth(client, circle, "0.05", currency="EUR") == 303
    with app.app_context():
        enter(create_table(SETUP, circle=circle.id), *CHIPS)
    assert worth(client, circle, "150", currency="JPY") == 422
    assert "<option>JPY" not in client.get(f"/c/{circle.token}/book").text
    assert worth(client, circle, "0.10", currency="EUR") == 303


def test_a_member_sees_the_book_and_settles_nothing(app: Flask, circle: Circle) -> None:
    with app.app_context():
        host = Invitations("circle", circle.id)
        host.create([("member", None), ("look", None)])
        invited = {one.role: one.address for one in host.list()}
    guest = app.test_client()
    assert guest.get(f"/c/{invited['member']}/book").status_code == 200
    assert guest.get(f"/c/{invited['look']}/book").status_code == 403
    for path in ("pay", "undo", "worth", "note"):
        assert send(guest, f"/c/{invited['member']}/book/{path}", {}).status_code == 403


def test_a_payment_older_than_the_latest_hundred_has_its_page(
    app: Flask, client: FlaskClient, circle: Circle, table: str
) -> None:
    assert table
    worth(client, circle, "1")
    with app.app_context():
        for _ in range(101):
            create_payment(circle.id, 1, 2, 1, 1)
    assert client.get(f"/c/{circle.token}/book/payments/1").status_code == 200
