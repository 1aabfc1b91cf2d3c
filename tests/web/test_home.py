import io
import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import encode_multipart

from companion.store.records import create_from_record
from companion.store.tables import load_table
from companion.store.visits import list_tokens
from tests import evenings
from tests.notation import entries
from tests.web.pages import escaped, page_of
from tests.web.sending import send

# The entry, from 0, that is refused in the record of a refused follow.
REFUSED_AT = 10

KITTY = evenings.record(players=["Ann", "Bob", "Cal"], log=[])


def record(name: str) -> dict[str, Any]:
    """One of the agreed records."""
    read: dict[str, Any] = json.loads((evenings.CASES / f"{name}.json").read_text())
    return read.get("record", read)


def seat(client: FlaskClient, app: Flask, log: str = "", **setup: Any) -> str:
    """Store a table, and open it on this device."""
    with app.app_context():
        token = create_from_record({**KITTY, **setup, "log": entries(log)})
    assert client.get(f"/t/{token}").status_code == 200
    return token


def test_an_empty_device_is_offered_a_new_table(client: FlaskClient) -> None:
    page = client.get("/").text
    assert 'href="/new"' in page
    assert "Your tables" not in page


def test_a_device_alone_finds_the_tables_it_has_opened(client: FlaskClient, app: Flask) -> None:
    token = seat(client, app, "deal")
    page = client.get("/").text
    assert f'href="/t/{token}"' in page
    assert "Michigan Kitty · today" in page
    assert "hand 1" in page
    assert token not in app.test_client().get("/").text


@pytest.mark.parametrize(
    ("log", "said"),
    [
        ("", "not started yet"),
        ("deal", "hand 1"),
        ("Bob buys in 1; Bob borrows 1 from Ann; count Cal 150; end", ">Cal won</span>"),
        ("end", "Ann, Bob, and Cal share first place"),
    ],
)
def test_how_far_a_table_came_is_told(client: FlaskClient, app: Flask, log: str, said: str) -> None:
    seat(client, app, log)
    assert said in client.get("/").text


def test_many_tables_are_folded_away(client: FlaskClient, app: Flask) -> None:
    tokens = [seat(client, app) for _ in range(14)]
    first, all_ = client.get("/").text, client.get("/?all=1").text
    assert sum(f'href="/t/{token}"' in first for token in tokens) == 12
    assert "All tables" in first
    assert sum(f'href="/t/{token}"' in all_ for token in tokens) == 14


@pytest.mark.parametrize("form", ["http://192.168.1.7:8000/t/{}", "/t/{}/log", "{}", " {} "])
def test_a_shared_address_opens_the_table(client: FlaskClient, app: Flask, form: str) -> None:
    token = seat(client, app)
    answer = client.get("/open", query_string={"address": form.format(token)})
    assert (answer.status_code, answer.location) == (303, f"/t/{token}")


@pytest.mark.parametrize("address", ["", "nowhere", "http://elsewhere/t/", "/t/" + "x" * 300])
def test_an_address_without_a_table_is_kept_and_refused(client: FlaskClient, address: str) -> None:
    answer = client.get("/open", query_string={"address": address})
    assert answer.status_code == 404
    assert "There is no table at this address." in answer.text
    assert f'value="{address}"' in answer.text


def test_a_record_file_is_opened_as_a_table(client: FlaskClient, app: Flask) -> None:
    saved = record("kitty-evening-of-three-hands")
    file = (io.BytesIO(json.dumps(saved).encode()), "evening.json")
    answer = send(client, "/import", {"file": file})
    assert answer.status_code == 303
    with app.app_context():
        evening = load_table(answer.location.removeprefix("/t/"))
        assert evening.log.raw_entries == saved["log"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This is not a record. The text cannot be read as JSON."),
        ("[" * 100_000, "This is not a record. The text cannot be read as JSON."),
        ("[]", "A record must be a JSON object."),
        ('{"format": 1}', "“dealer” is missing."),
        (json.dumps({**KITTY, "game": "<b>"}), "There is no game “&lt;b&gt;”."),
    ],
)
def test_what_is_no_record_is_refused_and_kept(
    client: FlaskClient, text: str, sentence: str
) -> None:
    answer = send(client, "/import", {"record": text})
    assert answer.status_code == 422
    assert sentence in answer.text
    assert escaped(text) in answer.text


def test_a_record_with_a_bad_entry_is_refused_by_its_number(
    client: FlaskClient, app: Flask
) -> None:
    bad = record("kitty-refused-not-next-card")
    answer = send(client, "/import", {"record": json.dumps(bad)})
    assert answer.status_code == 422
    assert f"Entry {REFUSED_AT + 1}: " in answer.text
    with app.app_context():
        assert list_tokens() == []


def test_a_record_above_twelve_megabytes_is_too_much(client: FlaskClient) -> None:
    data, form = b"record=" + b"x" * 12 * 1024 * 1024, "application/x-www-form-urlencoded"
    answer = client.post("/import", data=data, content_type=form)
    assert answer.status_code == 413
    assert "The limit is 12 MB" in answer.text
    assert "companion import" in answer.text


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/nothing-here", "There is no page at this address."),
        ("/t/nowhere", "There is no table at this address."),
        ("/c/nowhere", "There is no circle at this address."),
    ],
)
def test_an_error_page_says_what_is_wrong_and_leads_back_within_the_house(
    client: FlaskClient, path: str, sentence: str
) -> None:
    for referrer, leads in (("/rules/boodle", True), (path, False), ("//elsewhere/", False)):
        address = f"http:{referrer}" if referrer.startswith("//") else f"http://localhost{referrer}"
        answer = client.get(path, headers={"Referer": address})
        assert (answer.status_code, sentence in answer.text) == (404, True)
        assert (f'href="{address}"' in answer.text) == leads


def test_a_form_without_its_token_is_refused_with_a_way_back(app: Flask) -> None:
    answer = app.test_client().post("/new", data={"do": "start"})
    assert answer.status_code == 400
    assert "Please tap again" in answer.text


def test_the_longest_evening_comes_back_by_the_page_that_saved_it(app: Flask) -> None:
    log = [{"do": "buy-in", "player": "Ann", "chips": 1}] * 19_999
    made = [{"at": "2026-11-23T00:02:38Z", "by": "2a206383", "seat": "Ann"}] * len(log)
    with app.app_context():
        token = create_from_record({**evenings.record(), "log": log, "made": made})
    client = app.test_client()
    saved = client.get(f"/t/{token}/record.json").data
    assert len(saved) > 2_000_000
    page = client.get("/").text
    fields = {name: page_of(page).value(name) for name in ("csrf_token", "once")}
    parted, body = encode_multipart({**fields, "record": saved.decode()})
    form = f"multipart/form-data; boundary={parted}"
    answer = client.post("/import", data=body, content_type=form)
    assert answer.status_code == 303
    assert client.get(f"{answer.location}/record.json").data == saved
