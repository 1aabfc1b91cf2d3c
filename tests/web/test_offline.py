"""What a pocket keeps and answers, looked at without a browser; and how a house offers one."""

import gzip
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import date, time
from decimal import Decimal
from inspect import getsource
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.language import Language, available_languages
from companion.pocket.app import DATABASE_FILE, BrowserApp, BrowserState
from companion.pocket.build import (
    APP_FOLDER,
    HOST_FILES,
    SITE_PACKAGES,
    copy_libraries,
    copy_program,
    copy_published,
    pack_files,
)
from companion.store.database import close_connections
from companion.system.settings import BROWSER_BACKUP, ROOT
from tests.evenings import in_chips

RELEASES = Path(__file__).parent.parent / "store" / "releases"
AT = "https://cards.example/pocket/in"


ALONE = """
import sys
sys.path[:0] = sys.argv[1:3]
import json
from companion.language import available_languages
from companion.pocket.app import BrowserApp
from datetime import date, time
from decimal import Decimal
pocket = BrowserApp(sys.argv[3])
pocket.open("new")
status = pocket.answer("GET", "https://cards.example/pocket/in/", {}, b"")[0]
print(json.dumps([status, *map(writes, available_languages().values())]))
"""


WALK = """
import sys
sys.path[:0] = sys.argv[1:3]
import json
import re
from companion.circles.spreadsheet import EveningResult
from companion.pocket.app import BrowserApp
from companion.store.circles import add_table_to_circle, create_circle
from companion.store.evenings import import_results
from companion.store.access import Invitations
from companion.store.money import create_payment, set_chip_value
from companion.store.records import create_from_record
from companion.web.base.guards import is_supported
from html import unescape
from urllib.parse import urljoin, urlsplit
from werkzeug.exceptions import MethodNotAllowed
pocket = BrowserApp(sys.argv[3])
pocket.open("new")
AT = "https://cards.example/pocket/in/"
with pocket._app.app_context():
    circle = create_circle("Ours")
    set_chip_value(circle.id, "", 5, "EUR")
    add_table_to_circle(create_from_record(json.loads(sys.argv[4])), circle.id)
    days = "2025-11-30", "2026-01-01"
    import_results(circle.id, [EveningResult(day, "boodle", {"Ann": 2, "Bob": -2}) for day in days])
    create_payment(circle.id, 1, 2, 3, 1)
    Invitations("circle", circle.id).create([("member", None)])

def links(text, at):
    for name, found in re.findall(r'(href|src|action)="([^"#]+)', text):
        yield name, urljoin(at, unescape(found)).partition("#")[0]

def answers(method, address):
    with pocket._app.app_context():
        path = urlsplit(address).path.removeprefix("/pocket/in")
        try:
            return is_supported(pocket._app.url_map.bind("").match(path, method=method)[0])
        except MethodNotAllowed:
            return False

dead, seen, ways = [], set(), [("", "href", f"{AT}c/{circle.token}")]
while ways:
    before, name, address = ways.pop()
    if (name, address) in seen or address.startswith(AT + "static/"):
        continue
    seen.add((name, address))
    if not address.startswith(AT):
        dead.append([before, address, "leads out"])
    elif name == "action":
        if not (answers("POST", address) or answers("GET", address)):
            dead.append([before, address, "cannot be answered"])
    else:
        status, _, body = pocket.answer("GET", address, {}, b"")
        if status >= 400:
            dead.append([before, address, status])
        elif "/in/c/" in address:
            ways += [(address, *link) for link in links(body.decode(errors="replace"), address)]
print(json.dumps([len(seen), dead]))
"""


def writes(language: "Language") -> list[str]:
    """Write what depends on what Babel knows of a language."""
    money = [language.money(123456, currency) for currency in ("EUR", "GBP", "JPY", "ILS")]
    lists = [language.join_list(["a", "b", "c"], style) for style in ("standard", "or", "unit")]
    numbers = [language.number(1234), language.decimal(Decimal("1234.5"))]
    day = date(2026, 7, 4)
    times = [language.day(day), language.clock(time(20, 15)), language.name]
    times += [language.month(day), language.short_month(day)]
    return [*money, *lists, *numbers, *times]


@pytest.fixture
def pocket(tmp_path: Path) -> Iterator[BrowserApp]:
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as old:
        old.executescript((RELEASES / "0005.sql").read_text("utf-8"))
    made = BrowserApp(str(tmp_path))
    yield made
    close_connections(made._app)


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a pocket has of the libraries; the first who runs it compiles it."""
    folder = tmp_path_factory.mktemp("libraries")
    copy_libraries(folder)
    return folder / SITE_PACKAGES


def run_alone(script: str, libraries: Path, folder: Path, *words: str) -> Any:
    """Run a script with no more than a pocket has; give the JSON that it prints."""
    command = [sys.executable, "-I", "-S", "-c", script, str(libraries), str(ROOT), str(folder)]
    printed = subprocess.run([*command, *words], stdout=subprocess.PIPE, check=True).stdout
    return json.loads(printed)


def revision(file: Path) -> str:
    with closing(sqlite3.connect(file)) as kept:
        return str(kept.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def test_a_new_version_keeps_a_copy_and_brings_the_evenings_up(
    pocket: BrowserApp, tmp_path: Path
) -> None:
    pocket.open("new")
    assert revision(tmp_path / BROWSER_BACKUP) == "0005" < revision(tmp_path / DATABASE_FILE)
    (tmp_path / BROWSER_BACKUP).unlink()
    pocket.open("new")
    assert not (tmp_path / BROWSER_BACKUP).exists(), "the same version has nothing to bring up"


def test_a_browser_stays_the_same_device(pocket: BrowserApp, tmp_path: Path) -> None:
    pocket.open("new")
    status, headers, page = pocket.answer("GET", f"{AT}/", {"Accept-Language": "de"}, b"")
    assert (status, b'lang="de"' in page, b"/pocket/in/new" in page) == (200, True, True)
    assert "frame-ancestors 'self'" in dict(headers)["Content-Security-Policy"]
    pocket.remember_page("t/x")
    again = BrowserState(tmp_path / "device.json")
    assert (again.page, "companion=" in again.cookies()) == ("t/x", True)
    again.page = ""
    again.save()
    assert BrowserState(tmp_path / "device.json").page == "", "a shorter file leaves nothing behind"


def test_the_icons_of_a_home_screen_are_beside_a_pocket_and_not_in_it(
    pocket: BrowserApp, tmp_path: Path
) -> None:
    copy_program(tmp_path)
    packed = {file.name for file in (tmp_path / APP_FOLDER / "static" / "img").iterdir()}
    pocket.open("new")
    _, _, page = pocket.answer("GET", f"{AT}/", {}, b"")
    assert packed == set(re.findall(r"static/img/([\w.-]+)", page.decode())) == {"icon.svg"}


def test_a_host_may_read_what_was_written(tmp_path: Path) -> None:
    made, published = tmp_path / "made", tmp_path / "srv" / "companion"
    (made / "engine").mkdir(parents=True)
    (made / "engine" / "a.wasm").touch(0o600)
    made.chmod(0o700)
    copy_published(made, published)
    modes = [oct(file.stat().st_mode & 0o777) for file in (published, *published.rglob("*"))]
    assert modes == ["0o755", "0o755", "0o644"]


def test_a_house_offers_what_was_written_and_over_https_only(app: Flask) -> None:
    folder = Path(app.instance_path, "pocket")
    folder.mkdir()
    (folder / "index.html").write_text("<!doctype html>")
    (folder / "worker.js").write_text("")
    client = app.test_client()
    assert b"/pocket" not in client.get("/").data
    assert b'href="/pocket/"' in client.get("/", base_url="https://localhost").data
    assert client.get("/pocket").location.endswith("/pocket/"), "files are named relative to it"
    worker = client.get("/pocket/worker.js", buffered=True)
    assert "wasm-unsafe-eval" in worker.headers["Content-Security-Policy"]


def test_a_house_hands_out_nothing_that_a_link_leads_to(app: Flask) -> None:
    folder = Path(app.instance_path, "pocket")
    folder.mkdir()
    secret = Path(app.instance_path, "secret")
    secret.write_text("secret", encoding="utf-8")
    for name in ("link.txt", "link.js.gz"):
        (folder / name).symlink_to(secret)
    (folder / "up").symlink_to(secret.parent)
    for path in ("link.txt", "link.js", "link.js.gz", "up/secret", "../secret", "%00"):
        answer = app.test_client().get(f"/pocket/{path}", headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 404, path


def test_a_house_sends_what_was_packed_once(app: Flask) -> None:
    folder = Path(app.instance_path, "pocket")
    (folder / "engine").mkdir(parents=True)
    text = "export const words = 1;\n" * 1000
    (folder / "engine" / "a.mjs").write_text(text)
    (folder / "python.gz").write_bytes(gzip.compress(os.urandom(2000)))
    pack_files(folder)
    assert not (folder / "python.gz.gz").exists(), "what is packed already stays"
    client = FlaskClient(app)
    for accepted, packed in (("gzip, br", "gzip"), ("identity", None)):
        asked = {"Accept-Encoding": accepted}
        answer = client.get("/pocket/engine/a.mjs", headers=asked, buffered=True)
        assert answer.headers.get("Content-Encoding") == packed
        assert answer.mimetype == "text/javascript"
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert (gzip.decompress(answer.data) if packed else answer.data) == text.encode()
        assert len(answer.data) < 1000 or not packed
    whole = client.get("/pocket/python.gz", headers={"Accept-Encoding": "gzip"}, buffered=True)
    assert "Content-Encoding" not in whole.headers, "the worker unpacks it itself"


@pytest.mark.usefixtures("pocket")
def test_what_a_pocket_has_of_the_libraries_is_all_that_is_needed(
    libraries: Path, tmp_path: Path
) -> None:
    said = run_alone(f"{getsource(writes)}{ALONE}", libraries, tmp_path)
    assert said == [200, *map(writes, available_languages().values())]
    assert (tmp_path / BROWSER_BACKUP).exists(), "and it was brought up to this version"


@pytest.mark.long
@pytest.mark.usefixtures("pocket")
def test_no_way_from_a_page_of_a_circle_is_dead_in_a_pocket(
    libraries: Path, tmp_path: Path
) -> None:
    count, dead = run_alone(WALK, libraries, tmp_path, json.dumps(in_chips(3, 2)))
    assert dead == []
    assert count > 50


def test_a_static_host_is_told_the_headers_that_the_hosting_guide_recommends() -> None:
    guide = (ROOT / "docs/hosting.md").read_text()
    rows = re.findall(r"^\| (.+) \| `([A-Z][\w-]+: [^`]*)` \|$", guide, re.MULTILINE)
    told = (HOST_FILES / "_headers").read_text()
    for files, header in rows:
        named = re.findall(r"`([\w.]+)`", files) or ["*"]
        assert [name for name in named if f"/{name}\n  {header}\n" not in told] == []
    assert len(rows) == 2
