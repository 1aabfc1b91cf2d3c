"""What a pocket keeps and answers, looked at without a browser; and how a house offers one."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from companion.database.engine import close
from companion.pocket.answering import COPY, DATABASE, Device, Pocket

RELEASES = Path(__file__).parent.parent / "store" / "releases"
AT = "https://cards.example/pocket/in"


@pytest.fixture
def pocket(tmp_path: Path) -> Iterator[Pocket]:
    with closing(sqlite3.connect(tmp_path / DATABASE)) as old:
        old.executescript((RELEASES / "0005.sql").read_text("utf-8"))
    made = Pocket(str(tmp_path))
    yield made
    close(made._app)


def revision(file: Path) -> str:
    with closing(sqlite3.connect(file)) as kept:
        return str(kept.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def test_a_new_version_keeps_a_copy_and_brings_the_evenings_up(
    pocket: Pocket, tmp_path: Path
) -> None:
    pocket.open("new")
    assert (revision(tmp_path / COPY), revision(tmp_path / DATABASE) > "0005") == ("0005", True)
    (tmp_path / COPY).unlink()
    pocket.open("new")
    assert not (tmp_path / COPY).exists(), "the same version has nothing to bring up"


def test_a_browser_stays_the_same_device(pocket: Pocket, tmp_path: Path) -> None:
    pocket.open("new")
    status, headers, page = pocket.answer("GET", f"{AT}/", {"Accept-Language": "de"}, b"")
    assert (status, b'lang="de"' in page, b"/pocket/in/new" in page) == (200, True, True)
    assert "frame-ancestors 'self'" in dict(headers)["Content-Security-Policy"]
    pocket.turn_to("t/x")
    again = Device(tmp_path / "device.json")
    assert (again.page, "companion=" in again.cookies()) == ("t/x", True)
    again.page = ""
    again.keep()
    assert Device(tmp_path / "device.json").page == "", "a shorter file leaves nothing behind"


def test_a_house_offers_what_was_written_and_over_https_only(app: Flask) -> None:
    folder = Path(app.instance_path, "pocket")
    folder.mkdir()
    (folder / "index.html").write_text("<!doctype html>")
    (folder / "worker.0123456789ab.js").write_text("")
    client = app.test_client()
    assert b"/pocket" not in client.get("/").data
    assert b"/pocket" in client.get("/", base_url="https://localhost").data
    named = client.get("/pocket/worker.0123456789ab.js", buffered=True)
    assert "immutable" in named.headers["Cache-Control"]
    assert "wasm-unsafe-eval" in named.headers["Content-Security-Policy"]
    assert "immutable" not in app.test_client().get("/pocket/sw.js").headers["Cache-Control"]
