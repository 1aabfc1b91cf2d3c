"""Every page speaks the language of the device that asks for it."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

from companion.games import all_games
from companion.language import ENGLISH, Language
from companion.server import asgi, gateway
from companion.store.records import create_from_record
from companion.system.settings import AUTHORITY_FILE
from companion.web import language
from companion.web.games import screen_of
from companion.web.table.sheets import SHEETS
from tests.evenings import CASES, recorded
from tests.pseudo import PSEUDO, WORDS, plain
from tests.web.pages import Page, page_of

SAID = ("aria-label", "alt", "title", "placeholder", "data-lost", "data-offline")
# One game for every screen, and the one with cups besides.
PLAYED = ["michigan-kitty", "great-lakes", "wanagan", "oh-claire", "kids-rummy"]


def english(page: str, known: set[str]) -> set[str]:
    """The words in plain letters, besides known ones, that a page shows or that are read out."""
    read = Page(page)
    spoken = (element.get(name) for element in read.elements for name in SAID)
    return plain([*read.words, *spoken], known)


def forget() -> None:
    """Clear the cache of languages."""
    language._with_court.cache_clear()
    asgi._preferred_code.cache_clear()


@pytest.fixture(autouse=True)
def tongues(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the app speak English and a language that is none."""
    spoken: dict[str, Language] = {"en": ENGLISH, "el": PSEUDO}
    for module in (language, asgi):
        monkeypatch.setattr(module, "available_languages", lambda: spoken)
    forget()
    yield
    forget()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    client = FlaskClient(app, Response)
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "el"
    return client


def evening(game: str) -> dict[str, Any]:
    """An evening of a game in which things go wrong, where that can be found out."""
    has_dirty = (CASES / f"{game}-dirty.jsonl").exists()
    return recorded(game, "dirty" if has_dirty else "clean")[0]


def stages(app: Flask, game: str) -> Iterator[tuple[str, set[str], int]]:
    """Tables of a game at several moments: address, the names at it, how many entries."""
    record = evening(game)
    joined = [entry["player"] for entry in record["log"] if entry["do"] == "join"]
    people = {word for name in (*record["players"], *joined) for word in WORDS.findall(name)}
    length = len(record["log"])
    for end in sorted({0, 1, length // 2, length}):
        with app.app_context():
            token = create_from_record({**record, "log": record["log"][:end]})
        yield f"/t/{token}", people, end


@pytest.mark.share(1)
@pytest.mark.parametrize("game", PLAYED)
def test_every_page_of_a_table_is_in_the_language_of_the_device(
    app: Flask, client: FlaskClient, game: str
) -> None:
    sheets = {**SHEETS, **screen_of(all_games()[game]).sheets}
    wrong: dict[str, set[str]] = {}
    for url, people, end in stages(app, game):
        pages = ["", "/log", "/tally", "/wrong", "/rules", "/more", "/setup", "/seats", "/guests"]
        pages += [f"/more/{sheet}" for sheet in sheets] + [f"/log/{n}" for n in range(end)][-3:]
        pages += [f"/log/{n}/before" for n in range(end)][-1:]
        for page in pages:
            answer = client.get(url + page, follow_redirects=True)
            assert answer.status_code < 500, page
            found = english(answer.text, people)
            wrong |= {page: wrong.get(page, set()) | found} if found else {}
    assert wrong == {}


def test_the_first_who_looks_does_not_choose_the_words_of_pots_for_all(
    app: Flask, client: FlaskClient
) -> None:
    (url, people, _), *_ = stages(app, "oh-claire")
    assert app.jinja_env.cache is not None
    app.jinja_env.cache.clear()
    client.get(url, headers={"Accept-Language": "en"})
    assert english(client.get(url).text, people) == set()


@pytest.mark.parametrize("game", all_games())
def test_rules_and_set_up_are_in_the_language_of_the_device(client: FlaskClient, game: str) -> None:
    for page in (f"/rules/{game}", f"/new?game={game}"):
        assert english(client.get(page).text, set()) == set()


@pytest.mark.parametrize("page", ["/", "/nowhere", "/t/nowhere", "/open?address=nowhere"])
def test_pages_without_a_table_are_in_the_language_of_the_device(
    client: FlaskClient, page: str
) -> None:
    assert english(client.get(page).text, {"nowhere", "Ann"}) == set()


def test_how_a_device_trusts_the_house_is_in_its_language(app: Flask, client: FlaskClient) -> None:
    Path(app.instance_path, AUTHORITY_FILE).write_text("", encoding="utf-8")
    for page in ("/trust", "/"):
        said = client.get(page, base_url="https://localhost").text
        kinds = {"Android", "iPad", "iPhone", "Windows", "companion", "run", "https", "Ann"}
        assert english(said, kinds) == set()
    assert client.get("/trust", base_url="https://localhost").status_code == 200


def test_a_device_that_has_chosen_is_answered_so_from_then_on(app: Flask) -> None:
    client = FlaskClient(app, Response)
    home = client.get("/").text
    assert 'lang="en" dir="ltr"' in home
    chosen = {"csrf_token": page_of(home).value("csrf_token"), "language": "el"}
    assert client.post("/language", data=chosen).location == "/"
    assert 'lang="el"' in client.get("/").text
    assert 'lang="en"' in FlaskClient(app, Response).get("/").text


def test_no_language_is_spoken_on_that_there_is_no_catalogue_of(client: FlaskClient) -> None:
    token = page_of(client.get("/").text).value("csrf_token")
    client.post("/language", data={"csrf_token": token, "language": "xx", "court": "<b>"})
    assert 'lang="el"' in client.get("/").text


def test_a_spreadsheet_is_in_the_language_of_the_device(app: Flask, client: FlaskClient) -> None:
    for url, people, _ in stages(app, "boodle"):
        rows = csv.reader(io.StringIO(client.get(f"{url}/tally.csv").text))
        found = {cell for row in rows for cell in row if set(WORDS.findall(cell)) - people}
        assert found == set()


def test_what_is_answered_before_there_is_a_page_is_in_the_language_of_the_device(
    client: FlaskClient,
) -> None:
    stranger = client.get("/", headers={"Host": "evil.example"}).text
    (busy,), _, _ = gateway._busy_response({"HTTP_ACCEPT_LANGUAGE": "el"})
    manifest = client.get("/companion.webmanifest").json
    assert manifest is not None
    for said in (stranger, busy.decode(), manifest["description"]):
        assert english(said, set()) == set()
    assert (manifest["lang"], manifest["dir"]) == ("el", "ltr")
