"""Results that a member adds count nowhere until the keeper has accepted them."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.circles.spreadsheet import EveningResult
from companion.store.circle_export import export_circle
from companion.store.circle_import import import_circle
from companion.store.circles import create_circle, delete_circle
from companion.store.evenings import import_results, list_latest_evenings, list_pending_evenings
from companion.store.invitations import Invitations
from companion.store.models import Circle
from companion.store.money import get_balances, set_chip_value
from companion.store.totals import get_totals, list_months
from tests.web.circles.test_add_results import sent
from tests.web.sending import send

TWO = "date,game,Ann,Bob\n2024-03-01,Boodle,900,-900\n2025-03-08,Boodle,5,-5\n"


@pytest.fixture
def circle(app: Flask, client: FlaskClient) -> Circle:
    """A circle with an evening of 2023 that counts, and two that a member has added."""
    with app.app_context():
        made = create_circle("Sundays")
        set_chip_value(made.id, "", 5, "EUR")
        import_results(made.id, [EveningResult("2023-03-01", "boodle", {"Ann": 12, "Bob": -12})])
        Invitations("circle", made.id).create([("member", None), ("look", None)])
    client.get(f"/c/{made.token}")
    assert sent(app.test_client(), addresses(app, made)["member"], TWO, "add")[0] == 303
    return made


def addresses(app: Flask, circle: Circle) -> dict[str, str]:
    with app.app_context():
        invited = Invitations("circle", circle.id).list()
        return {one.role: f"/c/{one.address}" for one in invited}


def counted(circle: Circle) -> list[object]:
    """List what the evenings of a circle come to: in money, and in seasons."""
    evenings = [sums.evenings for sums in get_totals(circle.id, "").by_game.values()]
    years = [month[:4] for month in list_months(circle.id)]
    return [sorted(get_balances(circle.id).values()), evenings, years]


def test_results_of_a_member_wait_until_the_keeper_accepts_them(
    app: Flask, client: FlaskClient, circle: Circle
) -> None:
    with app.app_context():
        assert counted(circle) == [[-60, 60], [1], ["2023"]]
        set_chip_value(circle.id, "", 10, "EUR")
        assert counted(circle) == [[-120, 120], [1], ["2023"]]
    home = f"/c/{circle.token}"
    assert "2024" not in client.get(f"{home}/evenings.csv").text
    assert "2 evenings wait for you." in client.get(home).text
    assert f"{home}/evenings/waiting" in client.get(f"{home}/evenings/2").text
    assert "900" in client.get(f"{home}/evenings/waiting").text
    assert send(client, f"{home}/evenings/waiting", {"evening": ["2"], "do": "accept"}).location
    assert "1 evening waits for you." in client.get(home).text
    with app.app_context():
        assert counted(circle) == [[-9120, 9120], [2], ["2023", "2024"]]


def test_the_keeper_removes_what_waits_once_sure(
    app: Flask, client: FlaskClient, circle: Circle
) -> None:
    waiting = f"/c/{circle.token}/evenings/waiting"
    fields = {"evening": ["1", "2", "3"], "do": "remove"}
    assert send(client, waiting, fields).status_code == 422
    assert send(client, waiting, {**fields, "sure": "yes"}).status_code == 303
    with app.app_context():
        assert [past.id for past in list_latest_evenings(circle.id, 9)] == [1]
        assert counted(circle) == [[-60, 60], [1], ["2023"]]


def test_an_evening_put_right_by_the_keeper_waits_no_more(
    app: Flask, client: FlaskClient, circle: Circle
) -> None:
    right = {"day": "2024-03-01", "result": ["9", "-9"], "sure": "yes"}
    assert send(client, f"/c/{circle.token}/evenings/2", right).status_code == 303
    with app.app_context():
        assert counted(circle) == [[-105, 105], [2], ["2023", "2024"]]


@pytest.mark.parametrize("role", ["member", "look"])
def test_others_see_that_it_waits_and_cannot_accept_it(
    app: Flask, circle: Circle, role: str
) -> None:
    guest, home = app.test_client(), addresses(app, circle)[role]
    assert "wait for you" not in guest.get(home).text
    assert guest.get(f"{home}/evenings").text.count("Waits for the keeper") == 2
    assert "until the keeper has accepted it" in guest.get(f"{home}/evenings/2").text
    assert guest.get(f"{home}/evenings/waiting").status_code == 403
    fields = {"evening": ["2"], "do": "accept"}
    assert send(guest, f"{home}/evenings/waiting", fields).status_code == 403


def test_what_waits_also_waits_in_a_copy_of_the_circle(app: Flask, circle: Circle) -> None:
    with app.app_context():
        file = export_circle(circle)
        delete_circle(circle.id)
        copy = import_circle(file)
        assert counted(copy) == [[-60, 60], [1], ["2023"]]
        assert len(list_pending_evenings(copy.id)) == 2
