"""An evening of a circle is put right by its keeper, who sees before what that changes."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.circles.spreadsheet import EveningResult
from companion.store.circles import create_circle_from_table
from companion.store.evenings import get_latest_table_token, import_results, list_latest_evenings
from companion.store.invitations import Invitations
from companion.store.maintenance import check_table
from companion.store.models import Circle
from companion.store.money import create_payment, get_balances, list_postings, set_chip_value
from companion.store.records import create_from_record
from companion.store.tables import load_table
from companion.store.totals import get_totals
from tests.evenings import in_chips
from tests.store.test_versions import enter
from tests.web.circles.test_add_results import GOOD, sent
from tests.web.sending import send


@pytest.fixture
def circle(app: Flask, client: FlaskClient) -> Circle:
    """A circle with a book, of an evening with a table (1) and one by its results (2)."""
    with app.app_context():
        played = in_chips(4, 2)
        played["log"].append({"do": "end"})
        made = create_circle_from_table(create_from_record(played))
        set_chip_value(made.id, "", 5, "EUR")
        import_results(made.id, [EveningResult("2024-03-01", "boodle", {"Ann": 12, "Bob": -12})])
    client.get(f"/c/{made.token}")
    return made


def days(circle: Circle) -> list[str]:
    return [past.day for past in list_latest_evenings(circle.id, 9)]


@pytest.mark.parametrize("number", [1, 2])
def test_an_evening_is_taken_out_and_its_money_with_it(
    app: Flask, client: FlaskClient, circle: Circle, number: int
) -> None:
    with app.app_context():
        create_payment(circle.id, 1, 2, 7, number)
        token = get_latest_table_token(circle.id) if number == 1 else None
    address = f"/c/{circle.token}/evenings/{number}/out"
    asked = send(client, address, {})
    assert "no longer count in any season or balance" in asked.text
    assert send(client, address, {"sure": "yes"}).status_code == 303
    assert send(client, address, {"sure": "yes"}).status_code == 404
    for page in ("", "/evenings", "/book", "/season.csv", "/people"):
        assert client.get(f"/c/{circle.token}{page}").status_code == 200
    with app.app_context():
        assert len(days(circle)) == 1
        assert number not in {line.evening for line in list_postings(circle.id)}
        assert sum(get_balances(circle.id).values()) == 0
        if token:
            enter(token, {"do": "undo"})
            assert list(check_table(token)) == []
            assert load_table(token).evening_ref is None


def test_a_day_is_put_right_where_there_is_a_table_too(
    app: Flask, client: FlaskClient, circle: Circle
) -> None:
    for number in (1, 2):
        address = f"/c/{circle.token}/evenings/{number}"
        more = {"day": "2023-05-06", "result": ["12", "-12"]}
        assert "6 May 2023" in send(client, address, more).text
        assert send(client, address, {**more, "sure": "yes"}).status_code == 303
    with app.app_context():
        assert days(circle) == ["2023-05-06"] * 2
        sums = get_totals(circle.id, "2023").by_game.values()
        assert sum(game.evenings for game in sums) == 2
        token = get_latest_table_token(circle.id)
        assert token
        enter(token, {"do": "undo"})
        assert list(check_table(token)) == []


def test_a_result_is_put_right_and_the_book_follows(
    app: Flask, client: FlaskClient, circle: Circle
) -> None:
    address = f"/c/{circle.token}/evenings/2"
    fields = {"day": "2024-03-01", "result": ["10", "-10"]}
    with app.app_context():
        before = get_balances(circle.id)
    assert "+12 → +10" in send(client, address, fields).text
    with app.app_context():
        assert get_balances(circle.id) == before
    assert send(client, address, {**fields, "sure": "yes"}).status_code == 303
    with app.app_context():
        after = get_balances(circle.id)
    assert sorted(after[who] - before[who] for who in before) == [-10, 0, 0, 10]
    for wrong in ({**fields, "day": "soon"}, {**fields, "result": ["10", ""]}):
        assert send(client, address, wrong).status_code == 422


def test_only_the_keeper_puts_an_evening_right(app: Flask, circle: Circle) -> None:
    with app.app_context():
        host = Invitations("circle", circle.id)
        host.create([("member", None)])
        (invited,) = host.list()
    guest = app.test_client()
    for path in ("", "/out"):
        address = f"/c/{invited.address}/evenings/2{path}"
        assert send(guest, address, {"sure": "yes"}).status_code == 403
    assert "Correct this evening" not in guest.get(address.removesuffix("/out")).text


def test_the_same_file_twice_is_known(client: FlaskClient, circle: Circle) -> None:
    home = f"/c/{circle.token}"
    assert sent(client, home, GOOD, "add")[0] == 303
    _, text = sent(client, home, GOOD, "look")
    assert text.count("already there") == 2
    assert "0 evenings can be added." in text
    assert sent(client, home, GOOD, "add")[0] == 422
    more = GOOD + "2024-03-15,Boodle,1,-1\n"
    assert sent(client, home, more, "add")[0] == 303
    assert client.get(f"{home}/evenings.csv").text.count("2024-03-") == 3
