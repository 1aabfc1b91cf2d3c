"""The app below a path of its host, as a proxy or a bigger app may mount it."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import NotFound
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from companion.games import all_games
from companion.store.entries import create_table
from tests.evenings import recorded
from tests.web.pages import Page, page_of
from tests.web.sending import filled

PREFIX = "/cards/house"
HOST = "http://localhost"
ADDRESSES = ("href", "src", "action", "formaction", "hx-get", "hx-post", "data-poll")


def record(game: str) -> dict[str, Any]:
    """An evening of a game that has been played to its end."""
    return recorded(game)[0]


@pytest.fixture
def mounted(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Flask:
    mounts = DispatcherMiddleware(NotFound(), {PREFIX: app.wsgi_app})
    monkeypatch.setattr(app, "wsgi_app", mounts)
    return app


def tables(app: Flask, game: str) -> Iterator[str]:
    """Tables of a game at several moments of an evening."""
    whole = record(game)
    log = whole.pop("log")
    for at in (1, len(log) // 2, len(log)):
        with app.app_context():
            yield create_table(whole, log[:at])


def addresses(at: str, page: Page) -> Iterator[tuple[str, str]]:
    """Every address on a page, made whole, and the attribute that holds it."""
    for element in page.elements:
        for name in ADDRESSES:
            if name in element.attributes:
                yield name, urljoin(HOST + at, element.get(name))


def shape(path: str) -> str:
    """What pages of one kind have in common: the path without numbers."""
    return re.sub(r"/\d+(?=/|$)", "/n", urlsplit(path).path)


def walk(client: FlaskClient, start: str, below: str) -> set[str]:
    """Open a page of every kind that links lead to; give the kinds. Fails where one leads out."""
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        at = waiting.pop()
        if shape(at) in seen or not at.startswith(below):
            continue
        seen.add(shape(at))
        waiting += list(links(client, at))
    return seen


def links(client: FlaskClient, at: str) -> Iterator[str]:
    """Open a page, look at every address on it, and give those that a tap or a picture opens."""
    answer = client.get(at)
    assert answer.status_code in (200, 303), f"{at}: {answer.status}"
    if answer.status_code == 303:
        yield inside(at, urljoin(HOST + at, answer.location))
    elif answer.mimetype == "text/html":
        for name, address in addresses(at, page_of(answer.text)):
            path = inside(at, address)
            if name in ("href", "src", "hx-get"):
                yield path


def inside(at: str, address: str) -> str:
    """A path of the app; fails where an address of a page leads elsewhere."""
    assert address.startswith(HOST + PREFIX + "/"), f"{at}: {address}"
    return address.removeprefix(HOST)


@pytest.mark.share(2)
@pytest.mark.parametrize("game", all_games())
def test_every_address_of_a_table_stays_below_the_prefix(mounted: Flask, game: str) -> None:
    client = mounted.test_client()
    for token in tables(mounted, game):
        table = f"{PREFIX}/t/{token}"
        seen = walk(client, table, table)
        assert {table, f"{table}/log", f"{table}/tally", f"{table}/rules"} <= seen


def test_every_address_of_the_other_pages_stays_below_the_prefix(mounted: Flask) -> None:
    seen = walk(mounted.test_client(), f"{PREFIX}/", PREFIX)
    assert {f"{PREFIX}/", f"{PREFIX}/new", f"{PREFIX}/rules/boodle"} <= seen
    assert f"{PREFIX}/companion.webmanifest" in seen


def test_a_table_is_made_tapped_and_left_below_the_prefix(mounted: Flask) -> None:
    client = mounted.test_client()
    fields = filled(client.get(f"{PREFIX}/new").text)
    fields.setlist("names", ["Ann", "Bob", "Cal", "Dee"])
    fields.update({"do": "start", "same_board": "1"})
    made = client.post(f"{PREFIX}/new", data=fields)
    table = inside("/new", urljoin(HOST, made.location))
    page = page_of(client.get(table).text)
    token = {name: page.value(name) for name in ("csrf_token", "version")}
    tapped = client.post(f"{table}/entries", data={**token, "entry": '{"do":"deal"}'})
    assert inside(table, urljoin(HOST, tapped.location)) == table
    undone = {**token, "version": "1", "entry": '{"do":"undo"}'}
    assert inside(table, urljoin(HOST, client.post(f"{table}/log", data=undone).location))


def test_a_shared_address_below_another_prefix_is_understood(mounted: Flask) -> None:
    client = mounted.test_client()
    token = next(tables(mounted, "boodle"))
    for address in (f"https://club.example/games/t/{token}/log?from=0#part-0", f" {token} "):
        answer = client.get(f"{PREFIX}/open", query_string={"address": address})
        assert urlsplit(answer.location).path.endswith(f"/t/{token}")
        inside("/open", urljoin(HOST, answer.location))


def test_an_error_page_leads_home_below_the_prefix(mounted: Flask) -> None:
    answer = mounted.test_client().get(f"{PREFIX}/nowhere")
    assert answer.status_code == 404
    for _, address in addresses(f"{PREFIX}/nowhere", page_of(answer.text)):
        inside(PREFIX, address)
