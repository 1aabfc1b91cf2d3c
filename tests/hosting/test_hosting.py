"""A house that is open to the internet: limits, health, numbers and a journal; one at home."""

import json
import re
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient
from limits import parse
from limits.storage import memory
from sqlalchemy import text

from companion.app import create_app
from companion.store.circle_export import export_circle, list_circles
from companion.store.circles import create_circle_from_table, delete_circle
from companion.store.database import close_connections, write_transaction
from companion.store.entries import create_table
from companion.store.records import create_from_record
from companion.store.visits import list_tokens
from tests.evenings import in_chips
from tests.quick import UNSYNCED
from tests.store.test_versions import SETUP
from tests.web.pages import Page
from tests.web.sending import filled, send

# A large house: its browsers, how often each asks in a minute, and how often each may tap.
BROWSERS, POLLS, TAPS = 17, 30, 60


@pytest.fixture
def hosted(migrated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """An app that is open to the internet, with few of everything allowed in one long minute."""
    monkeypatch.setattr(memory, "time", SimpleNamespace(time=lambda: 36_010.0))
    shutil.copytree(migrated, tmp_path, dirs_exist_ok=True)
    few = {"LIMIT_REQUESTS": "20/minute", "LIMIT_TAPS": "3/minute", "LIMIT_TABLES": "2/hour"}
    given = {"INSTANCE_PATH": tmp_path, "TESTING": True, "HOSTED": True, "PROXIES": 1}
    more = {"LIMIT_GUESSES": "3/minute", "PRAGMAS": UNSYNCED}
    made = create_app({**given, **few, **more, "HOSTS": [".example"]})
    yield made
    close_connections(made)


def ask(app: Flask, path: str = "/rules/boodle", address: str = "203.0.113.7") -> int:
    headers = {"X-Forwarded-For": address}
    return int(app.test_client().get(path, headers=headers).status_code)


def test_of_one_address_so_many_requests_are_answered_and_no_more(hosted: Flask) -> None:
    assert [ask(hosted) for _ in range(21)] == [200] * 20 + [429]
    assert ask(hosted, address="203.0.113.8") == 200


def test_an_answer_that_is_refused_says_when_to_ask_again(hosted: Flask) -> None:
    for _ in range(20):
        ask(hosted)
    asker = {"X-Forwarded-For": "203.0.113.7"}
    answer = hosted.test_client().get("/", headers=asker)
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert answer.headers["Refresh"] == answer.headers["Retry-After"]
    assert "from your network" in answer.text
    german = hosted.test_client().get("/", headers={**asker, "Accept-Language": "de"})
    assert '<html lang="de"' in german.text


def test_addresses_of_one_household_count_together(hosted: Flask) -> None:
    one, two = "2001:db8:1:2::1", "2001:db8:1:2:ffff::2"
    assert [ask(hosted, address=(one, two)[at % 2]) for at in range(21)] == [200] * 20 + [429]
    assert ask(hosted, address="2001:db8:1:3::1") == 200


def test_health_and_static_files_are_not_counted(hosted: Flask) -> None:
    paths = ("/healthz", "/readyz", "/static/js/theme.js")
    assert {ask(hosted, path) for path in paths * 10} == {200}


@pytest.mark.parametrize("said", ['"', '"203.0.113.1', "203.0.113.1", ",,"])
def test_whatever_a_visitor_says_the_address_is_what_the_proxy_saw(
    hosted: Flask, said: str
) -> None:
    said = f"{said}, 203.0.113.7"
    assert [ask(hosted, address=said) for _ in range(21)] == [200] * 20 + [429]
    assert ask(hosted) == 429


def test_at_one_table_so_many_taps_are_taken_from_all_addresses_together(hosted: Flask) -> None:
    with hosted.app_context():
        token = create_table(SETUP)
    answers = []
    for at in range(4):
        client = hosted.test_client()
        client.environ_base["HTTP_X_FORWARDED_FOR"] = f"203.0.113.{at}"
        page = Page(client.get(f"/t/{token}").text)
        data = {"csrf_token": page.value("csrf_token"), "version": page.value("version")}
        answers.append(client.post(f"/t/{token}/entries", data={**data, "entry": "{}"}).status_code)
    assert answers == [422, 422, 422, 429]


def test_an_address_guesses_so_many_codes_of_televisions_and_no_more(hosted: Flask) -> None:
    client = hosted.test_client()
    codes = ("BCDF", "GHJK", "LMNP", "RSTV")
    answers = [send(client, "/tv", {"code": code}).status_code for code in codes]
    assert answers == [422, 422, 422, 429]
    assert client.get("/tv").status_code == 200


def test_an_address_makes_so_many_tables_and_no_more(hosted: Flask) -> None:
    client = hosted.test_client()
    fields = filled(client.get("/new").text)
    fields.setlist("names", ["Ann", "Bob", "Cal", "Dee"])
    fields["same_board"] = "1"

    def make(do: str) -> int:
        fields["do"], fields["once"] = do, str(len(answers))
        return client.post("/new", data=fields).status_code

    answers: list[int] = []
    for do in ("next", "start", "next", "start", "start"):
        answers.append(make(do))
    assert answers == [200, 303, 200, 303, 429]
    assert client.get("/").status_code == 200


def bring(client: FlaskClient, *records: object) -> int:
    file = BytesIO(b"\n".join(json.dumps(one).encode() for one in records))
    return send(client, "/import", {"file": (file, "evenings.jsonl")}).status_code


def test_a_file_of_more_tables_than_may_be_made_is_refused_as_a_whole(hosted: Flask) -> None:
    client = hosted.test_client()
    records = [{**SETUP, "log": [{"do": "buy-in", "player": "Ann", "chips": n}]} for n in (1, 2, 3)]
    assert bring(client, *records) == 429
    with hosted.app_context():
        assert list_tokens() == []
    assert bring(client, *records[:2]) == 303
    assert bring(client, *records[1:]) == 429
    assert bring(client, *records[:2]) == 303
    assert bring(client, records[2]) == 429


def test_the_evenings_of_a_circle_are_counted_whatever_brings_them(hosted: Flask) -> None:
    with hosted.app_context():
        circle = create_circle_from_table(create_from_record(in_chips(4, 2)))
        file: dict[str, Any] = export_circle(circle)
        delete_circle(circle.id)
    (evening,) = file["evenings"]
    client = hosted.test_client()
    evenings = [{**evening, "key": key} for key in "ab"]
    assert bring(client, {**file, "evenings": evenings}) == 429
    with hosted.app_context():
        assert (len(list_tokens()), list_circles()) == (1, [])
    assert bring(client, file) == 303
    assert bring(client, file) == 303
    assert bring(client, {**file, "circle": "another"}) == 429


def test_an_address_makes_so_many_circles_and_no_more(hosted: Flask) -> None:
    client = hosted.test_client()
    fields = [{"circle": "Thursdays", "once": f"{n}"} for n in range(3)]
    answers = [send(client, "/circles", one) for one in fields]
    assert [one.status_code for one in answers] == [303, 303, 429]
    assert "up to 2 tables, evenings, and circles per hour" in answers[-1].text
    assert int(answers[-1].headers["Retry-After"]) > 60


def test_what_the_host_brings_is_not_counted(hosted: Flask) -> None:
    with hosted.app_context():
        assert len({create_table(SETUP) for _ in range(3)}) == 3


def test_a_large_house_is_never_limited(app: Flask) -> None:
    assert parse(app.config["LIMIT_REQUESTS"]).amount > 2 * BROWSERS * (POLLS + TAPS)
    assert parse(app.config["LIMIT_TAPS"]).amount > BROWSERS * TAPS
    assert not app.config["HOSTED"]


def test_at_home_nothing_is_limited_or_counted(client: FlaskClient) -> None:
    assert client.get("/metrics").status_code == 404
    assert client.get("/healthz").text == "ok\n"


def test_a_server_is_ready_when_its_database_is(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/readyz").status_code == 200
    monkeypatch.setattr("companion.store.migrations.get_revisions", lambda: ("0001", "0002"))
    assert client.get("/readyz").status_code == 503

    def fail() -> None:
        with psycopg.connect("host=127.0.0.1 port=1"):
            raise AssertionError("a server is there")

    monkeypatch.setattr("companion.store.migrations.get_revisions", fail)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert "cannot be reached" in answer.text
    assert client.get("/healthz").status_code == 200


def test_a_worker_whose_database_a_newer_one_has_changed_says_so(client: FlaskClient) -> None:
    with client.application.app_context(), write_transaction() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert "newer version" in answer.text


def count(app: Flask, name: str) -> float:
    """Read a number of Prometheus; 0 if it is not there."""
    told = app.test_client().get("/metrics").text
    found = re.search(rf"^{re.escape(name)} (\S+)$", told, re.MULTILINE)
    return float(found[1]) if found else 0


def tap(app: Flask, token: str, entry: dict[str, Any], version: int) -> None:
    client = app.test_client()
    page = Page(client.get(f"/t/{token}").text)
    data = {"csrf_token": page.value("csrf_token"), "version": version, "entry": json.dumps(entry)}
    client.post(f"/t/{token}/entries", data=data)


def test_taps_and_refusals_are_counted_without_anybodys_name(
    hosted: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    with hosted.app_context():
        token = create_table(SETUP)
    names = [f'companion_taps_total{{answer="{which}"}}' for which in ("stored", "refused", "late")]
    before = [count(hosted, name) for name in names]
    tap(hosted, token, {"do": "deal"}, 0)
    tap(hosted, token, {"do": "deal"}, 1)
    tap(hosted, token, {"do": "undo"}, 0)
    assert [count(hosted, name) for name in names] == [number + 1 for number in before]
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    taps = [line["status"] for line in lines if line["page"] == "table.enter"]
    assert taps == [303, 422, 409]
    told = json.dumps(lines) + hosted.test_client().get("/metrics").text
    assert not any(secret in told for secret in (token, "Ann", "127.0.0.1"))


def test_checks_and_metrics_themselves_are_not_counted(
    hosted: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    client = hosted.test_client()
    for path in ("/metrics", "/healthz", "/readyz", "/rules/boodle"):
        client.get(path)
    pages = [json.loads(line)["page"] for line in capsys.readouterr().err.splitlines()]
    assert pages == ["rules.of_game"]


@pytest.mark.parametrize(
    ("peer", "said", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("172.20.0.5", {}, 200),
        ("127.0.0.1", {"X-Forwarded-For": "8.8.8.8"}, 404),
        ("127.0.0.1", {"X-Forwarded-For": "10.1.2.3"}, 404),
        ("127.0.0.1", {"Forwarded": "for=10.1.2.3"}, 404),
        ("9.9.9.9", {}, 404),
        ("::ffff:9.9.9.9", {}, 404),
        ("", {}, 404),
    ],
)
def test_numbers_are_for_those_who_are_close_by_and_come_through_no_proxy(
    hosted: Flask, peer: str, said: dict[str, str], status: int
) -> None:
    here = {"REMOTE_ADDR": peer}
    answer = hosted.test_client().get("/metrics", headers=said, environ_overrides=here)
    assert answer.status_code == status


def test_an_error_is_written_down_without_what_it_says_of_players(
    hosted: Flask, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.home.list_recent_tables", lambda *_: {}["Ann"])
    assert ask(hosted, "/") == 500
    line = json.loads(capsys.readouterr().err.splitlines()[0])
    assert "KeyError" in line["what"]
    assert "home.py" in line["what"]
    assert "Ann" not in line["what"].replace('{}["Ann"]', "")


@pytest.mark.parametrize(
    ("peer", "networks", "believed"),
    [
        ("127.0.0.1", "", True),
        ("10.1.2.3", "", True),
        ("fd00::1", "", True),
        ("9.9.9.9", "", False),
        ("", "", False),
        ("10.1.2.3", "172.20.0.0/16, 192.168.0.1", False),
        ("172.20.0.5", "172.20.0.0/16, 192.168.0.1", True),
    ],
)
def test_only_a_proxy_is_believed_for_whom_it_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, peer: str, networks: str, believed: bool
) -> None:
    monkeypatch.setenv("COMPANION_PROXIES", "1")
    monkeypatch.setenv("COMPANION_PROXY_FROM", networks)
    client = create_app({"INSTANCE_PATH": tmp_path}).test_client()
    said = {"X-Forwarded-Prefix": "/cards", "X-Forwarded-Proto": "https"}
    answer = client.get("/rules/boodle", headers=said, environ_overrides={"REMOTE_ADDR": peer})
    assert ('"/cards/static' in answer.text) is believed


def test_no_request_fails_where_many_are_counted_at_once(hosted: Flask) -> None:
    with ThreadPoolExecutor(8) as threads:
        statuses = set(threads.map(lambda at: ask(hosted, address=f"2001:db8:{at}::1"), range(80)))
    assert statuses == {200}
