"""The file of a circle by page: saved by its keeper, opened on the first page of any house."""

import io
import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.server.asgi import LARGEST_FILE
from companion.store.access import (
    list_circles_of_device,
    record_circle_visit,
    resolve_circle_address,
)
from companion.store.circle_export import export_circle, list_circles
from companion.store.circles import (
    create_circle,
    create_circle_from_table,
    delete_circle,
    renew_circle,
)
from companion.store.evenings import list_latest_evenings
from companion.store.invitations import Invitations
from companion.store.maintenance import delete_table
from companion.store.records import create_from_record, export_table
from companion.web.base import guards
from tests.evenings import in_chips
from tests.web.sending import send


def test_a_circle_is_saved_and_opened_by_page(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        circle = create_circle_from_table(create_from_record(in_chips(4, 2)))
    saved = client.get(f"/c/{circle.token}/people/circle.json")
    assert "attachment" in saved.headers["Content-Disposition"]
    assert circle.token not in saved.text
    with app.app_context():
        delete_circle(circle.id)
    for _ in range(2):
        fields = {"file": (io.BytesIO(saved.data), "circle.json")}
        opened = send(client, "/import", fields)
        assert opened.status_code == 303
        assert "Ann, Bob, Cal and Dee" in client.get(opened.location).text
    with app.app_context():
        assert len(list_circles()) == 1


def test_a_circle_of_three_years_is_opened_by_page(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = in_chips(6, 50)
    made = [{"at": "2026-07-04T20:15:00Z", "by": "The tablet", "seat": ""}] * len(record["log"])
    with app.app_context():
        circle = create_circle_from_table(create_from_record({**record, "made": made}))
        file: dict[str, Any] = export_circle(circle)
        delete_circle(circle.id)
    (evening,) = file["evenings"]
    file["evenings"] = [{**evening, "key": f"{number}"} for number in range(10)]
    entries, seconds = guards.FOR_FILE
    monkeypatch.setattr(guards, "FOR_FILE", (entries // 30, seconds))
    text = json.dumps(file)
    assert 9_000_000 < 30 * len(text) < LARGEST_FILE
    assert send(client, "/import", {"record": text}).status_code == 303


def test_a_file_of_a_circle_is_no_key_to_it(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        circle = create_circle_from_table(create_from_record(in_chips(4, 2)))
        file = export_circle(circle)
    stranger = app.test_client()
    forged = {**file, "people": [], "evenings": [], "book": [], "payments": [], "worths": []}
    for record in (file, forged):
        answer = send(stranger, "/import", {"record": json.dumps(record)})
        assert answer.status_code == 422
        assert circle.token not in answer.text
        assert "only its keeper can add to it" in answer.text
    assert circle.token not in stranger.get("/").text
    assert client.get(f"/c/{circle.token}").status_code == 200
    assert circle.token in send(client, "/import", {"record": json.dumps(file)}).location


def test_a_record_of_a_deleted_table_is_no_key_to_its_circle(
    app: Flask, client: FlaskClient
) -> None:
    with app.app_context():
        token = create_from_record(in_chips(4, 2))
        circle = create_circle_from_table(token)
        record = export_table(token)
        delete_table(token)
    client.get(f"/c/{circle.token}")
    text = f"{json.dumps(record)}\n{json.dumps(in_chips(3, 1))}\n"
    for device, belongs in ((app.test_client(), False), (client, True)):
        assert send(device, "/import", {"record": text}).status_code == 303
        with app.app_context():
            (evening,) = list_latest_evenings(circle.id, 9)
        assert (evening.token is not None) == belongs


def test_who_keeps_a_circle_by_an_invitation_stays_with_it(app: Flask) -> None:
    with app.app_context():
        circle = create_circle_from_table(create_from_record(in_chips(4, 2)))
        Invitations("circle", circle.id).create([("keeper", None)])
        address = Invitations("circle", circle.id).list()[0].address
        file = export_circle(circle)
    keeper = app.test_client()
    keeper.get(f"/c/{address}")
    assert send(keeper, "/import", {"record": json.dumps(file)}).location == f"/c/{address}"


def test_a_visit_by_an_address_that_was_renewed_meanwhile_is_not_written_down(app: Flask) -> None:
    with app.app_context():
        circle = create_circle("Ours")
        visitor = resolve_circle_address(circle.token)
        renew_circle(circle, "the keeper's device")
        record_circle_visit("a late device", visitor)
        assert list_circles_of_device("a late device") == []


def test_a_file_that_is_no_circle_is_told(client: FlaskClient) -> None:
    fields = {"record": json.dumps({"circle": "x", "people": 7})}
    answer = send(client, "/import", fields)
    assert answer.status_code == 422
    assert "This is not a circle saved by this app." in answer.text


def test_only_a_keeper_saves_the_circle(app: Flask) -> None:
    with app.app_context():
        circle = create_circle("Sundays")
        host = Invitations("circle", circle.id)
        host.create([("member", None)])
        address = host.list()[0].address
    assert app.test_client().get(f"/c/{address}/people/circle.json").status_code == 403


@pytest.mark.parametrize("made", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_a_time_that_no_calendar_holds_is_told(app: Flask, client: FlaskClient, made: str) -> None:
    with app.app_context():
        circle = create_circle_from_table(create_from_record(in_chips(4, 2)))
        file = export_circle(circle)
    payment = {"payer": 0, "payee": 1, "cents": 5, "made": made, "booked": 0}
    answer = send(client, "/import", {"record": json.dumps({**file, "payments": [payment]})})
    assert answer.status_code == 422
    assert "This is not a circle saved by this app." in answer.text
