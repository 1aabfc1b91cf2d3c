"""Static files are served to be cached, and no other file is ever looked at."""

import gzip
import json
import mimetypes
import os
import re
import struct
import tracemalloc
from itertools import accumulate
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.store.tables import DEMO_TOKEN
from companion.web.base.urls import read_folder
from tests.web.pages import page_of

TABLE = f"/t/{DEMO_TOKEN}"
STYLES = sorted(Path("static/css").resolve().rglob("*.css"))

AWAY = [
    *("../README.md", "../../../../../../etc/passwd", "..%2f..%2f..%2fetc/passwd", "/etc/passwd"),
    *("%2e%2e/%2e%2e/etc/passwd", "css/../../pyproject.toml", "css/../css/table.css", "css", ""),
    *("./css/table.css", "//etc/passwd", "..\\..\\etc\\passwd", "%5c..%5c..", "css/table.css/"),
    *("css/table.css%00", "a" * 5000, "/".join("a" * 1000), "\ud7ff"),
]


@pytest.mark.parametrize("name", AWAY, ids=[name[:30] for name in AWAY])
def test_what_is_no_file_of_ours_is_not_found(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/static/{name}", follow_redirects=True)
    assert answer.status_code == 404
    assert "immutable" not in answer.headers["Cache-Control"]


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_every_block_of_a_style_sheet_ends_once(path: Path) -> None:
    style = path.read_text(encoding="utf-8")
    depths = list(accumulate({"{": 1, "}": -1}.get(letter, 0) for letter in style))
    assert (min(depths), depths[-1]) == (0, 0)


def test_a_large_file_outside_is_never_read(client: FlaskClient, tmp_path: Path) -> None:
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(200_000_000)
    up = "../" * 30
    client.get(f"/static/{up}{large}")
    tracemalloc.start()
    assert client.get(f"/static/{up}{large}").status_code == 404
    assert tracemalloc.get_traced_memory()[1] < 5_000_000
    tracemalloc.stop()


def test_a_file_that_cannot_be_read_does_not_exist(tmp_path: Path) -> None:
    (tmp_path / "open.css").write_text("a {}")
    (tmp_path / "gone.css").symlink_to(tmp_path / "nowhere")
    closed = tmp_path / "closed.css"
    closed.write_text("b {}")
    closed.chmod(0)
    expected = {"open.css"} | ({"closed.css"} if os.access(closed, os.R_OK) else set())
    assert set(read_folder(tmp_path)) == expected


def test_every_file_that_a_page_names_may_be_kept_for_ever(client: FlaskClient) -> None:
    page = page_of(client.get("/").text)
    (manifest,) = page.all("link", rel="manifest")  # which is in the language of the device
    files = [one for one in page.all("script") + page.all("link") if one is not manifest]
    named = [file.get("src") or file.get("href") for file in files]
    assert len(named) > 5
    for address in named:
        answer = client.get(address)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]


def test_a_table_page_with_all_its_files_weighs_little(client: FlaskClient) -> None:
    page = client.get(TABLE)
    named = set(re.findall(r'/static/[^"?]*[.](?:css|js)[?]v=[0-9a-f]+', page.text))
    assert len(named) > 20
    files = [client.get(path, headers={"Accept-Encoding": "gzip"}) for path in named]
    bodies = [gzip.compress(page.data, 4), *(file.data for file in files)]
    heads = [str(one.headers) for one in (page, *files)]
    assert sum(map(len, [*bodies, *heads])) <= 80_000


def test_an_error_among_files_is_a_page_with_its_policy(client: FlaskClient) -> None:
    assert "script-src" in client.get("/static/none.css").headers["Content-Security-Policy"]


@pytest.mark.parametrize("name", ["js/live.js", "img/icon.svg"])
def test_what_may_be_opened_by_itself_has_a_policy(client: FlaskClient, name: str) -> None:
    assert "default-src" in client.get(f"/static/{name}").headers["Content-Security-Policy"]


def test_a_file_is_sent_without_what_only_readers_of_it_need(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("/* why\n so */\na { color: red; } /* b */\n")
    (tmp_path / "a.js").write_text('// why\nlet a = "https://b"; // so\n  // c\n')
    sent = {name: file.body.decode() for name, file in read_folder(tmp_path).items()}
    assert sent == {"a.css": "a { color: red; } ", "a.js": 'let a = "https://b"; // so\n'}


def test_an_address_with_another_version_is_asked_for_each_time(client: FlaskClient) -> None:
    answer = client.get("/static/css/table.css?v=0123456789ab")
    assert answer.headers["Cache-Control"] == "no-cache"


def test_no_cookie_comes_with_a_static_file(client: FlaskClient) -> None:
    client.get("/")
    answer = client.get("/static/css/table.css")
    assert "Set-Cookie" not in answer.headers
    assert "Cookie" not in answer.headers.get("Vary", "")


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_a_file_that_has_not_changed_is_not_sent_again(client: FlaskClient, encoding: str) -> None:
    headers = {"Accept-Encoding": encoding}
    first = client.get("/static/css/table.css", headers=headers)
    headers["If-None-Match"] = first.headers["ETag"]
    again = client.get("/static/css/table.css", headers=headers)
    assert (again.status_code, again.data) == (304, b"")


def test_a_script_is_one_whatever_this_computer_calls_its_ending(tmp_path: Path) -> None:
    (tmp_path / "table.js").write_text("")
    mimetypes.add_type("text/plain", ".js")
    try:
        assert read_folder(tmp_path)["table.js"].mimetype.endswith("/javascript")
    finally:
        mimetypes.add_type("text/javascript", ".js")


def _size(picture: bytes) -> tuple[int, int]:
    """The width and the height that the head of a PNG gives."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def test_the_icons_of_the_home_screen_are_of_the_sizes_that_are_named(client: FlaskClient) -> None:
    manifest = json.loads(client.get("/companion.webmanifest").data)
    named = {icon["src"]: icon for icon in manifest["icons"] if icon["type"] == "image/png"}
    for address, icon in named.items():
        width, height = _size(client.get(address).data)
        assert icon["sizes"] == f"{width}x{height}"
    sizes = {(icon["sizes"], icon["purpose"]) for icon in named.values()}
    assert sizes == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    (link,) = page_of(client.get("/").text).all("link", rel="apple-touch-icon")
    assert _size(client.get(link.get("href")).data) == (180, 180)
