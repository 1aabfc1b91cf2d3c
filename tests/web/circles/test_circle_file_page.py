"""The file of a circle by page: saved by its keeper, opened on the first page of any house."""

import io
import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.server.asgi import MAX_FILE_SIZE
from companion.store.circle_export import export_circle, list_circles
from companion.store.circles import create_circle_from_table, delete_circle
from companion.store.evenings import list_latest_evenings
from companion.store.maintenance import delete_table
from companion.store.records import create_from_record, export_table
from companion.web.base import guards
from tests.evenings import in_chips
from tests.web.circles.devices import CircleDevice
from tests.web.sending import send


def file_of(keeper: CircleDevice) -> dict[str, Any]:
    with keeper.app.app_context():
        return export_circle(keeper.circle)


def opened(client: FlaskClient, *records: object) -> TestResponse:
    """Paste what was saved on the first page."""
    return send(client, "/import", {"record": "\n".join(map(json.dumps, records))})


def test_a_circle_is_saved_and_opened_by_page(client: FlaskClient, keeper: CircleDevice) -> None:
    saved = keeper.get("/people/circle.json")
    assert "attachment" in saved.headers["Content-Disposition"]
    assert keeper.circle.token not in saved.text
    keeper.stored(delete_circle)
    for _ in range(2):
        answer = send(client, "/import", {"file": (io.BytesIO(saved.data), "circle.json")})
        assert answer.status_code == 303
        assert "Ann, Bob, Cal, and Dee" in client.get(answer.location).text
    with keeper.app.app_context():
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
    entries, seconds = guards.FILE_LIMITS
    monkeypatch.setattr(guards, "FILE_LIMITS", (entries // 30, seconds))
    assert 9_000_000 < 30 * len(json.dumps(file)) < MAX_FILE_SIZE
    assert opened(client, file).status_code == 303


def test_a_file_of_a_circle_is_no_key_to_it(client: FlaskClient, keeper: CircleDevice) -> None:
    file, token = file_of(keeper), keeper.circle.token
    assert "not a circle saved with Companion" in opened(client, {**file, "people": 7}).text
    forged = {**file, "people": [], "evenings": [], "book": [], "payments": [], "worths": []}
    for record in (file, forged):
        answer = opened(client, record)
        assert answer.status_code == 422
        assert token not in answer.text
        assert "only its keeper can add to it" in answer.text
    assert token not in client.get("/").text
    assert token in opened(keeper.client, file).location


def test_a_record_of_a_deleted_table_is_no_key_to_its_circle(
    app: Flask, client: FlaskClient
) -> None:
    with app.app_context():
        token = create_from_record(in_chips(4, 2))
        circle, record = create_circle_from_table(token), export_table(token)
        delete_table(token)
    keeper = CircleDevice(app, circle)
    for device, belongs in ((client, False), (keeper.client, True)):
        assert opened(device, record, in_chips(3, 1)).status_code == 303
        (evening,) = keeper.stored(list_latest_evenings, 9)
        assert (evening.token is not None) == belongs


def test_who_keeps_a_circle_by_an_invitation_stays_with_it(keeper: CircleDevice) -> None:
    other = keeper.guest("keeper")
    assert opened(other.client, file_of(keeper)).location == other.home
