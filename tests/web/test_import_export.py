"""All evenings of a device as one file, and back: nothing is lost, and nothing is there twice."""

import io
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.app import create_app
from companion.circles.spreadsheet import EveningResult
from companion.core.log.replay import record_result
from companion.games import all_games
from companion.store import circle_import
from companion.store.backups import copy_sqlite_file
from companion.store.circle_export import export_circle, list_circles
from companion.store.circle_import import import_table
from companion.store.circles import create_circle, create_circle_from_table, delete_circle
from companion.store.database import close_connections, db
from companion.store.evenings import import_results
from companion.store.maintenance import delete_table
from companion.store.money import create_payment, set_chip_value
from companion.store.names import update_person
from companion.store.people import create_person
from companion.store.records import create_from_record
from companion.store.visits import list_tokens
from companion.system.settings import BROWSER_BACKUP, Capabilities
from tests.evenings import in_chips, record
from tests.store.test_versions import bought, enter
from tests.web.circles.devices import CircleDevice
from tests.web.pages import page_of
from tests.web.sending import send

KEEPING = Capabilities(wire=False, streams=False, guests=False, papers=False, backups=False)
ALONE = "saved only on this device"


def bring(client: FlaskClient, text: str, name: str = "evenings.jsonl") -> TestResponse:
    """Open a file on the first page."""
    return send(client, "/import", {"file": (io.BytesIO(text.encode()), name)})


def bring_table(client: FlaskClient, *players: str) -> str:
    """Open the record of a table, and look at it; return its address."""
    address = bring(client, evening(*players), "record.json").location
    client.get(address)
    return address


@pytest.fixture
def alone(migrated: Path, tmp_path: Path) -> Iterator[Flask]:
    """The app in a browser alone."""
    folder = shutil.copytree(migrated, tmp_path / "browser")
    app = create_app({"INSTANCE_PATH": folder, "TESTING": True, "CAPABILITIES": KEEPING})
    yield app
    close_connections(app)


@pytest.fixture
def copy(app: Flask, tmp_path: Path) -> bytes:
    """A copied database with a circle and a table of its own."""
    keep_circle(app)
    bring(app.test_client(), evening("Cem", "Dora"))
    with app.app_context():
        copy_sqlite_file(Path(str(db.engine.url.database)), tmp_path / BROWSER_BACKUP)
    return (tmp_path / BROWSER_BACKUP).read_bytes()


@pytest.mark.parametrize("kept", [True, False])
def test_a_browser_alone_reads_a_copy_of_all_evenings(
    alone: Flask, copy: bytes, kept: bool
) -> None:
    client = alone.test_client()
    if kept:
        Path(alone.instance_path, BROWSER_BACKUP).write_bytes(copy)
        answer = send(client, "/import", {"copy": "yes"})
    else:
        answer = send(client, "/import", {"file": (io.BytesIO(copy), "companion.sqlite")})
    assert answer.status_code == 303
    assert {len(found.get("players", ())) for found in saved(client)} == {0, 2}
    assert ("before the last update" in client.get("/").text) == kept


def test_a_server_reads_no_copy_and_a_torn_one_is_refused(
    client: FlaskClient, alone: Flask, copy: bytes
) -> None:
    for browser, data in ((client, copy), (alone.test_client(), copy[:5000])):
        answer = send(browser, "/import", {"file": (io.BytesIO(data), "companion.sqlite")})
        assert (answer.status_code, "This could not be opened" in answer.text) == (422, True)


def evening(*players: str) -> str:
    return json.dumps(record(players=list(players), log=[{"do": "deal"}]))


def saved(client: FlaskClient) -> list[Any]:
    return [json.loads(line) for line in all_of(client).splitlines()]


def all_of(client: FlaskClient) -> str:
    """Return the file of all evenings of a device."""
    return client.get("/evenings.jsonl").text


def test_all_evenings_come_back_on_another_device(app: Flask) -> None:
    one, other = app.test_client(), app.test_client()
    pairs = {("Ann", "Bob"), ("Cem", "Dora")}
    for pair in pairs:
        bring_table(one, *pair)
    assert bring(other, all_of(one)).status_code == 303
    assert {tuple(found["players"]) for found in saved(other)} == pairs
    assert all(record_result(found, all_games())["ok"] for found in saved(other))


def test_a_file_with_one_bad_evening_stores_none_of_the_others(app: Flask) -> None:
    keeper, _ = keep_circle(app)
    client, circle = keeper.client, all_of(keeper.client)
    keeper.stored(delete_circle)
    with app.app_context():
        tables = list_tokens()
    bad = json.dumps(record(log=[{"do": "deal"}, {"do": "deal"}]))
    assert bring(client, f"{circle}{evening('Cem', 'Dora')}\n{bad}\n").status_code == 422
    spoiled = circle.replace('"do":"deal"', '"do":"stop"', 1)
    assert spoiled != circle
    said = " ".join(page_of(bring(client, spoiled).text).text.split())
    assert re.search(r"There is a problem with entry 1 of the evening of .* 20\d\d\. This", said)
    with app.app_context():
        assert list_circles() == []
        assert list_tokens() == tables


def test_a_file_says_how_many_evenings_came_in(app: Flask) -> None:
    client = keep_circle(app)[0].client
    text = f"{all_of(client)}{evening('Cem', 'Dora')}\n"
    said = [client.get(bring(client, text).location).text for _ in range(2)]
    assert ["1 evening was added." in page for page in said] == [True, False]
    assert "0 evenings were added." in said[1]
    assert "added." not in client.get("/").text


def test_the_same_circle_twice_in_a_file_comes_in_once(app: Flask, client: FlaskClient) -> None:
    keeper, _ = keep_circle(app)
    with app.app_context():
        one = export_circle(keeper.circle)
        delete_circle(keeper.circle.id)
    other = {**one, "name": "Sundays", "evenings": one["evenings"][:1], "book": [], "payments": []}
    assert bring(client, f"{json.dumps(other)}\n{json.dumps(one)}\n").status_code == 303
    (back,) = saved(client)
    assert (back["name"], len(back["evenings"])) == ("Sundays", 2)


def test_a_file_that_is_sent_twice_at_once_comes_in_once(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"{evening('Ann', 'Bob')}\n{evening('Cem', 'Dora')}\n"
    judge = circle_import._TableImport.check

    def judge_while_another_is_stored(table: circle_import._TableImport) -> None:
        monkeypatch.setattr(circle_import._TableImport, "check", judge)
        judge(table)
        import_table(table.record, table.key)

    monkeypatch.setattr(circle_import._TableImport, "check", judge_while_another_is_stored)
    assert bring(client, text).status_code == 303
    with app.app_context():
        assert len(list_tokens()) == 2


def keep_circle(app: Flask) -> tuple[CircleDevice, str]:
    """Return the keeper of a circle of one evening with a book, and the evening's table."""
    with app.app_context():
        token = create_from_record(in_chips(4, 2, over=True))
        circle = create_circle_from_table(token)
        set_chip_value(circle.id, "", 5, "EUR")
        import_results(circle.id, [EveningResult("2024-03-01", "boodle", {"Ann": 12, "Eve": -12})])
    keeper = CircleDevice(app, circle)
    keeper.client.get(f"/t/{token}")
    return keeper, token


def is_reminded(client: FlaskClient) -> bool:
    """Return whether a device is told that its evenings are on it alone."""
    return ALONE in client.get("/").text


def test_all_evenings_hold_circles_too_and_no_table_of_theirs_twice(app: Flask) -> None:
    client = keep_circle(app)[0].client
    bring_table(client, "Cem", "Dora")
    text = all_of(client)
    circle, alone = map(json.loads, text.splitlines())
    assert (len(circle["evenings"]), alone["players"]) == (2, ["Cem", "Dora"])
    with app.app_context():
        for one in list_circles():
            delete_circle(one.id)
        for token in list_tokens():
            delete_table(token)
    for _ in range(2):
        assert bring(client, text).status_code == 303
    assert saved(client) == [circle, alone]
    assert "Your circles" in client.get("/").text


def test_all_evenings_hold_every_circle_that_the_device_keeps_by_invitation_too(app: Flask) -> None:
    keeper, _ = keep_circle(app)
    guest = keeper.guest("keeper")
    with app.app_context():
        addresses = [create_circle(f"{number}").token for number in range(25)]
    for address in addresses:
        guest.client.get(f"/c/{address}")
    assert len(saved(guest.client)) == 1 + len(addresses)


def test_a_circle_for_others_is_not_among_the_evenings_of_a_guest(app: Flask) -> None:
    keeper, _ = keep_circle(app)
    assert saved(keeper.guest("member").client) == []


@pytest.mark.parametrize(
    "change",
    [
        lambda circle, _: create_person(circle, "Zoe"),
        lambda circle, _: update_person(circle, 1, "Annie", (1, 2), hidden=False),
        lambda circle, _: create_payment(circle, 1, 2, 7, 1),
        lambda circle, _: set_chip_value(circle, "", 6, "EUR"),
        lambda circle, _: import_results(
            circle, [EveningResult("2024-03-02", "boodle", {"Ann": 1, "Bob": -1})]
        ),
        lambda _, table: enter(table, {"do": "undo"}),
    ],
)
def test_a_device_is_reminded_of_what_came_after_it_saved(
    app: Flask, change: Callable[[int, str], object]
) -> None:
    app.config["CAPABILITIES"] = KEEPING
    keeper, token = keep_circle(app)
    assert is_reminded(keeper.client)
    keeper.client.get("/evenings.jsonl")
    assert not is_reminded(keeper.client)
    keeper.stored(change, token)
    assert is_reminded(keeper.client)


def test_a_device_is_reminded_of_a_table_that_was_played_on(app: Flask) -> None:
    app.config["CAPABILITIES"] = KEEPING
    client = app.test_client()
    at = bring_table(client, "Ann", "Bob")
    assert is_reminded(client)
    for save in ("/evenings.jsonl", f"{at}/record.json"):
        client.get(at)
        client.get(save)
        assert not is_reminded(client)
        with app.app_context():
            enter(at.rpartition("/")[2], bought("Ann"))
        assert is_reminded(client)


def test_a_house_makes_its_own_backups(client: FlaskClient) -> None:
    bring_table(client, "Ann", "Bob")
    assert not is_reminded(client)
