"""Forms of other pages: refused also where a device has shown a good token before."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.pages import page_of

HERE, ELSEWHERE = {"Referer": "https://localhost/"}, {"Referer": "https://elsewhere.example/"}


def token_of(client: FlaskClient, **more: Any) -> str:
    page = page_of(client.get("/", **more).text)
    return str(page.all("meta", name="csrf-token")[0].get("content"))


def send(client: FlaskClient, token: str, **more: Any) -> int:
    """Send the form that changes the language twice; give what it is answered the second time."""
    answers = [client.post("/language", data={"csrf_token": token}, **more) for _ in range(2)]
    return int(answers[1].status_code)


def test_a_token_that_was_good_on_one_device_is_not_on_another(app: Flask) -> None:
    ann, bob = app.test_client(), app.test_client()
    tokens = token_of(ann), token_of(bob)
    assert (send(ann, tokens[0]), send(bob, tokens[1])) == (303, 303)
    assert (send(ann, tokens[1]), send(bob, tokens[0])) == (400, 400)


def test_no_other_token_is_good_on_a_device_nor_its_own_once_it_has_forgotten_it(
    client: FlaskClient,
) -> None:
    token = token_of(client)
    assert send(client, token) == 303
    assert [send(client, wrong) for wrong in ("", "x", token[:-1], token + "x")] == [400] * 4
    client.delete_cookie("companion")
    assert send(client, token) == 400


def test_over_tls_it_matters_from_which_page_a_form_is_sent(client: FlaskClient) -> None:
    over: dict[str, Any] = {"base_url": "https://localhost"}
    token = token_of(client, **over)
    assert send(client, token, headers=HERE, **over) == 303
    assert send(client, token, headers=ELSEWHERE, **over) == 400
    assert send(client, token, **over) == 400


@pytest.mark.parametrize(("path", "method"), [("/nowhere", "POST"), ("/language", "GET")])
def test_what_nobody_has_looked_at_becomes_no_good_token(
    client: FlaskClient, path: str, method: str
) -> None:
    token_of(client)
    client.open(path, method=method, data={"csrf_token": "x"})
    assert send(client, "x") == 400
