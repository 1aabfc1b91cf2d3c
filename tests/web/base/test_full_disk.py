"""A full disk: every answered tap is stored, pages can be read, and they name the fault."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from companion.circles.spreadsheet import EveningResult
from companion.store.circles import create_circle_from_table
from companion.store.database import db
from companion.store.entries import create_table
from companion.store.evenings import import_results
from companion.store.records import create_from_record
from tests.evenings import in_chips, record
from tests.web.pages import page_of
from tests.web.sending import send

SETUP = record(players=["Ann", "Bob", "Cal"], dealer="Ann")
BUY = {"do": "buy-in", "player": "Ann", "chips": 1}


@contextmanager
def full_disk(app: Flask) -> Iterator[None]:
    """Let the database grow no more, as SQLite itself can bound it."""

    def bound(connection: Any, _: object) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={pages}")

    with app.app_context():
        engine = db.engine
        engine.dispose()
        event.listen(engine, "connect", bound)
        yield
        event.remove(engine, "connect", bound)
        engine.dispose()


def tap(client: FlaskClient, address: str) -> int:
    page = page_of(client.get(address).text)
    fields = {name: page.value(name) for name in ("csrf_token", "version")}
    return send(client, f"{address}/entries", {**fields, "entry": json.dumps(BUY)}).status_code


def test_on_a_full_disk_all_can_be_looked_at_and_nothing_is_lost(
    app: Flask, client: FlaskClient
) -> None:
    with app.app_context():
        address = f"/t/{create_table(SETUP)}"
        circle = create_circle_from_table(create_from_record(in_chips(4, 40)))
        import_results(circle.id, [EveningResult("2024-03-01", "boodle", {"Ann": 12, "Eve": -12})])
        home = f"/c/{circle.token}"
    client.get(address)
    taps = 0
    with full_disk(app):
        while (status := tap(client, address)) == 303:
            taps += 1
            assert taps < 5000
        assert status == 503
        stranger = app.test_client()
        for page in ("", "/log", "/tally", "/tally.pdf", "/record.json", "/wrong", "/rules"):
            assert stranger.get(address + page).status_code == 200
        assert stranger.get("/").status_code == 200
        for page in ("", "?season=all", "/season.csv", "/evenings", "/people/1", "/book"):
            for _ in range(2):
                assert stranger.get(home + page).status_code == 200
        refused = send(client, "/import", {"record": json.dumps({**SETUP, "log": [BUY] * 500})})
        assert "The disk is full" in refused.text
    assert tap(client, address) == 303
    assert len(client.get(f"{address}/record.json").json["log"]) == taps + 1
