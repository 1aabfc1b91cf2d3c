"""All evenings of a device as one file, and back: nothing is lost, and nothing is there twice."""

import io
import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.core.log.replay import result
from companion.games import games
from companion.machine.abilities import Abilities
from tests.evenings import record
from tests.web.pages import page_of

KEEPING = Abilities(wire=False, streams=False, guests=False, papers=False, backups=False)
ALONE = "on this device alone"


def bring(client: FlaskClient, text: str, name: str = "evenings.jsonl") -> Any:
    home = page_of(client.get("/").get_data(as_text=True))
    fields = {"csrf_token": home.all("meta", name="csrf-token")[0].get("content")}
    file = (io.BytesIO(text.encode()), name)
    return client.post("/import", data={**fields, "file": file})


def evening(*players: str) -> str:
    return json.dumps(record(players=list(players), log=[{"do": "deal"}]))


def saved(client: FlaskClient) -> list[Any]:
    text = client.get("/evenings.jsonl").get_data(as_text=True)
    return [json.loads(line) for line in text.splitlines()]


def test_all_evenings_come_back_on_another_device(app: Flask) -> None:
    one, other = app.test_client(), app.test_client()
    for pair in (("Ann", "Bob"), ("Cem", "Dora")):
        one.get(bring(one, evening(*pair), "record.json").headers["Location"])
    text = one.get("/evenings.jsonl").get_data(as_text=True)
    assert bring(other, text).status_code == 303
    assert {tuple(found["players"]) for found in saved(other)} == {("Ann", "Bob"), ("Cem", "Dora")}
    assert all(result(found, games())["ok"] for found in saved(other))


def test_a_file_that_is_opened_twice_brings_nothing_twice(client: FlaskClient) -> None:
    text = f"{evening('Ann', 'Bob')}\n{evening('Cem', 'Dora')}\n"
    bring(client, text)
    bring(client, text)
    assert len(saved(client)) == 2


def test_a_file_with_an_evening_that_is_refused_says_so(client: FlaskClient) -> None:
    answer = bring(client, f'{evening("Ann", "Bob")}\n{{"game": "chess"}}\n')
    assert answer.status_code == 422
    assert "This record is refused" in answer.get_data(as_text=True)


@pytest.mark.parametrize("save", ["/evenings.jsonl", "record.json"])
def test_a_device_without_backups_is_reminded_until_all_is_saved(app: Flask, save: str) -> None:
    app.config["ABILITIES"] = KEEPING
    client = app.test_client()
    at = bring(client, evening("Ann", "Bob"), "record.json").headers["Location"]
    client.get(at)
    assert ALONE in client.get("/").get_data(as_text=True)
    client.get(save if save.startswith("/") else f"{at}/{save}")
    assert ALONE not in client.get("/").get_data(as_text=True)


def test_a_house_makes_its_own_backups(client: FlaskClient) -> None:
    client.get(bring(client, evening("Ann", "Bob"), "record.json").headers["Location"])
    assert ALONE not in client.get("/").get_data(as_text=True)
