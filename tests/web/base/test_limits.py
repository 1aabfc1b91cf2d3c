"""Requests above a limit are refused at once, and long work leaves room for taps."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.formparser import FormDataParser

from companion.store import entries
from companion.store import tables as looking
from companion.store.table_cache import init_app
from companion.system import long_work as work
from companion.web.base import guards
from tests import evenings
from tests.web.sending import send
from tests.web.tapping import Table

SETUP = evenings.record("boodle", ["A", "B", "C"], dealer="A")
BUY = {"do": "buy-in", "player": "A", "chips": 1}
FORM = "application/x-www-form-urlencoded"

_parse = FormDataParser.parse


@pytest.mark.parametrize("body", ["a&" * 400_000, "a=b&" * 1000, "%41=%42&" * 100_000])
def test_a_form_of_very_many_fields_is_refused_before_it_is_read(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    read: list[object] = []
    monkeypatch.setattr("werkzeug.formparser.FormDataParser.parse", reading(read))
    assert client.post("/import", data=body, content_type=FORM).status_code == 413
    assert not read
    client.post("/import", data="a=b", content_type=FORM)
    assert read


def reading(read: list[object]) -> Callable[..., object]:
    """Note what a form's parser is given to read, and read it."""

    def parse(parser: FormDataParser, *given: Any) -> object:
        read.append(given)
        return _parse(parser, *given)

    return parse


UNREADABLE = [
    *("", "[", "[" * 100_000, '{"do":' * 3000, '"\\ud800"', "9" * 5000, "NaN", "1e999"),
    *('{"do":"leave","player":"\\udfff"}', '{"do": "deal", "do": "end"}'),
    *(f'{{"do":{do}:{"[" * 900}{"]" * 900}}}' for do in ('"leave","player"', '"amend","with"')),
]


@pytest.mark.parametrize("raw", UNREADABLE)
@pytest.mark.parametrize("page", ["entries", "log", "wrong"])
def test_an_entry_that_cannot_be_read_is_refused_on_every_page(
    client: FlaskClient, raw: str, page: str
) -> None:
    table = send(client, "/import", {"record": json.dumps({**SETUP, "log": []})}).location
    assert send(client, f"{table}/{page}", {"number": "0", "entry": raw}).status_code == 422
    assert client.get(f"{table}/record.json").json["log"] == []


def test_too_much_long_work_is_told_to_wait_and_taps_are_not(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "TURN_TIMEOUT", 0.1)
    begun, ends = Event(), Event()

    def hold() -> None:
        with work.long_work():
            begun.set()
            ends.wait(20)

    with ThreadPoolExecutor() as pool:
        held = pool.submit(hold)
        assert begun.wait(20)
        assert send(app.test_client(), "/import", {"record": "{}"}).status_code == 503
        assert app.test_client().get("/new").status_code == 200
        ends.set()
        held.result(20)
    assert send(app.test_client(), "/import", {"record": "{}"}).status_code == 422


def test_every_way_to_draw_the_tally_and_every_log_page_is_long(app: Flask) -> None:
    endpoints = {rule.endpoint for rule in app.url_map.iter_rules()}
    whole = {name for name in endpoints if name.startswith(("tally.", "log.", "repair.show"))}
    with app.app_context():
        assert {name for name in endpoints if guards.has_tag("long", name)} >= whole
        assert not guards.has_tag("long", "table.enter")
        assert not guards.has_tag("long", None)


def test_pages_that_must_wait_ask_again_by_themselves_and_forms_do_not(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = long_table(app)
    monkeypatch.setattr(guards, "long_work", busy)
    page = table.get("/tally")
    assert (page.status_code, page.headers["Refresh"]) == (503, "5")
    form = send(app.test_client(), "/import", {"record": "{}"})
    assert (form.status_code, form.headers["Retry-After"]) == (503, "5")
    assert "Refresh" not in form.headers


def test_an_error_of_the_program_is_logged_without_the_address_of_the_table(
    app: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    def show(token: str) -> str:
        raise ZeroDivisionError(f"at {token}")

    app.view_functions["table.show"] = show
    answer = app.test_client().get("/t/verysecret")
    assert answer.status_code == 500
    assert "Check the table screen" in answer.text
    assert "Nothing was changed" not in answer.text
    logged = capsys.readouterr().err
    assert "ZeroDivisionError" in logged
    assert "verysecret" not in logged


def test_where_even_the_error_page_fails_its_sentence_is_said(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.base.errors.render_template", lambda *_, **__: 1 / 0)
    answer = app.test_client().get("/nowhere")
    assert (answer.status_code, answer.text) == (404, "There is no page at this address.")


def long_table(app: Flask) -> Table:
    return Table(app, SETUP, [BUY] * 30)


def test_a_page_that_would_replay_too_much_says_so(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, page = long_table(app), "/log/0/before?do=buy-in&player=A&chips=5&look=1"
    assert table.get(page).status_code == 200
    monkeypatch.setattr(guards, "PAGE_LIMITS", (20, 60))
    answer = table.get(page)
    assert answer.status_code == 422
    assert "too many entries" in answer.text


def test_an_entry_that_replays_much_waits_for_its_turn_and_is_stored_once(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = long_table(app)
    turns: list[int] = []

    @contextmanager
    def turn() -> Iterator[None]:
        turns.append(len(turns))
        yield

    monkeypatch.setattr(entries, "long_work", turn)
    monkeypatch.setattr(entries, "TAP_LIMIT", (20, 60))
    change = {"do": "insert", "before": 0, "entry": BUY}
    for number, raw in enumerate([BUY, change]):
        table.page = table.look()
        assert table.tap(raw, htmx=False).status_code == 303
        assert len(turns) == number
    assert table.log == [*[BUY] * 31, change]


def test_a_long_table_is_opened_in_its_turn_and_others_do_not_wait(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    long, short = long_table(app), Table(app, SETUP)
    init_app(app)
    monkeypatch.setattr(looking, "LONG_LOG", 20)
    monkeypatch.setattr(looking, "long_work", busy)
    assert (long.get().status_code, short.get().status_code) == (503, 200)


@contextmanager
def busy() -> Iterator[None]:
    raise work.Busy
    yield
