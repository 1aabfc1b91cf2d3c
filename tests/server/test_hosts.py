"""The app answers only to names that are its own, and behind a proxy to those of the proxy."""

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.app import create_app
from companion.store import database, migrations


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "LOCALHOST:80", "[::1]:8000"])
def test_this_machine_is_answered_for(client: FlaskClient, host: str) -> None:
    assert client.get("/new", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8000", "localhost.evil.example", "localhost@evil.example"),
        *("evil.example@localhost", "localhost/../evil", "6.6.6.6", "a" * 64),
        *("a" * 300 + ".example", "", "é", "localhost:port"),
    ],
)
def test_a_stranger_is_not(client: FlaskClient, host: str) -> None:
    answer = client.get("/new", headers={"Host": host})
    assert answer.status_code == 400
    assert "COMPANION_HOSTS" in answer.text
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("connected_to", "host"),
    [
        ("192.168.1.5", "192.168.1.5:8000"),
        ("::ffff:10.0.0.2", "10.0.0.2"),
        ("fe80::1%2", "[fe80::1]"),
    ],
)
def test_the_address_that_was_connected_to_is_answered_for(
    app: Flask, connected_to: str, host: str
) -> None:
    server = {"SERVER_NAME": connected_to}
    answer = app.test_client().get("/new", headers={"Host": host}, environ_overrides=server)
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "host", ["tablet.lan", "cards.example.org", "example.org", "[2001:DB8::1]:8443"]
)
def test_a_name_from_the_settings_is_answered_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setenv("COMPANION_HOSTS", "Tablet.lan:8000, .example.org, [2001:db8::1],")
    client = create_app({"INSTANCE_PATH": tmp_path}).test_client()
    assert client.get("/static/js/theme.js", headers={"Host": host}).status_code == 200


def test_a_proxy_passes_on_no_name_that_is_unknown(tmp_path: Path) -> None:
    app = create_app({"INSTANCE_PATH": tmp_path, "PROXIES": 1})
    headers = {"X-Forwarded-Host": "evil.example"}
    assert app.test_client().get("/static/js/theme.js", headers=headers).status_code == 400


def test_behind_a_proxy_its_name_and_prefix_are_the_addresses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_PROXIES", "1")
    monkeypatch.setenv("COMPANION_HOSTS", "cards.example.org")
    app = create_app({"INSTANCE_PATH": tmp_path})
    migrations.upgrade_database(app)
    said = {
        "X-Forwarded-Host": "cards.example.org",
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Prefix": "/companion",
    }
    answer = app.test_client().get("/", headers=said)
    database.close_connections(app)
    assert 'src="/companion/static/js/theme.js?v=' in answer.text
    assert answer.headers["Set-Cookie"].startswith("__Secure-companion=")
