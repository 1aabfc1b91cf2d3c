"""What a way of serving cannot do is offered nowhere, and answered by nobody."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.app import create_app
from companion.store.database import close_connections, db
from companion.system.settings import Capabilities
from tests.web.tapping import Table

NONE = Capabilities(wire=False, streams=False, guests=False, papers=False, backups=False)


@pytest.fixture(scope="module")
def bare(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder = shutil.copytree(migrated, tmp_path_factory.mktemp("bare") / "instance")
    settings = {"CAPABILITIES": NONE, "FRAMED_BY": "'self'", "PRAGMAS": ("journal_mode=PERSIST",)}
    app = create_app({"INSTANCE_PATH": folder, "TESTING": True, **settings})
    yield app
    close_connections(app)


@pytest.mark.parametrize("page", ["/guests", "/tally.pdf", "/tally.png"])
def test_a_page_that_needs_more_is_not_there(bare: Flask, app: Flask, page: str) -> None:
    for made, status in ((bare, 404), (app, 200)):
        assert Table(made).get(page).status_code == status


@pytest.mark.parametrize("page", ["", "/tally", "/more", "/rules", "/log"])
def test_no_page_leads_where_nothing_answers(bare: Flask, page: str) -> None:
    text = Table(bare).get(page).text
    assert [word for word in ("/guests", "tally.pdf", "tally.png", "/live?") if word in text] == []


def test_more_is_offered_where_no_guests_can_come(bare: Flask) -> None:
    table = Table(bare)
    assert f"{table.url}/more" in table.page.links


def test_without_a_wire_nothing_is_packed_and_no_connection_is_missed(
    bare: Flask, app: Flask
) -> None:
    for made, packed in ((bare, None), (app, "gzip")):
        answer = FlaskClient(made).get("/", headers={"Accept-Encoding": "gzip"})
        assert answer.headers.get("Content-Encoding") == packed
    home = bare.test_client().get("/", base_url="https://localhost").text
    assert "install.js" not in home
    assert "data-offline=" not in home


def test_who_may_frame_a_page_is_a_setting(bare: Flask, app: Flask) -> None:
    for made, framed in ((bare, "frame-ancestors 'self'"), (app, "frame-ancestors 'none'")):
        policy = made.test_client().get("/").headers["Content-Security-Policy"]
        assert policy.endswith(framed)


def test_the_pragmas_are_a_setting(bare: Flask, app: Flask) -> None:
    for made, mode in ((bare, "persist"), (app, "wal")):
        with made.app_context(), db.engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == mode
