"""A device stays known, whatever the server's clock does."""

import time
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store.entries import create_table
from tests.evenings import record
from tests.web.pages import page_of
from tests.web.sending import send

YEAR = 365 * 86400
SETUP = record(players=["Ann", "Bob", "Cal"], dealer="Ann")

SetClock = Callable[[float], None]


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """Put the server's clock off by some seconds, as far as signatures see it."""
    true = time.time
    return lambda seconds: monkeypatch.setattr(time, "time", lambda: true() + seconds)


@pytest.mark.parametrize("off", [-5, -40 * YEAR, 2 * YEAR])
def test_a_device_keeps_its_tables_and_taps_when_the_clock_is_set(
    app: Flask, client: FlaskClient, set_clock: SetClock, off: float
) -> None:
    with app.app_context():
        address = f"/t/{create_table(SETUP)}"
    page = page_of(client.get(address).text)
    fields = {name: page.value(name) for name in ("csrf_token", "version")}
    set_clock(off)
    assert address in client.get("/").text
    tap = send(client, f"{address}/entries", {**fields, "entry": '{"do": "deal"}'})
    assert tap.status_code == 303
    set_clock(0)
    assert address in client.get("/").text


def test_the_cookie_is_renewed_once_a_day_by_a_time_span(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = client.get("/").headers["Set-Cookie"]
    assert "Max-Age=34560000" in first
    assert "Set-Cookie" not in client.get("/").headers
    monkeypatch.setattr("companion.web.base.security.RENEWAL_DAY", "another day")
    assert "Set-Cookie" in client.get("/").headers


@pytest.mark.parametrize("cookie", ["x", "e30.x.y", "é", "." * 3000])
def test_a_cookie_that_is_not_ours_is_as_good_as_none(client: FlaskClient, cookie: str) -> None:
    client.set_cookie("companion", cookie)
    answer = client.get("/")
    assert answer.status_code == 200
    assert "Set-Cookie" in answer.headers


def test_over_tls_the_cookie_never_travels_without_it(client: FlaskClient) -> None:
    cookie = client.get("/", base_url="https://localhost").headers["Set-Cookie"]
    assert cookie.startswith("__Secure-companion=")
    assert "Secure;" in cookie
