"""Every page of a table and of a circle, asked for in every role: each gets what it was given."""

import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from companion.store.circles import add_table_to_circle, create_circle
from companion.store.records import create_from_record
from tests.evenings import in_chips
from tests.web.pages import page_of
from tests.web.sending import send
from tests.web.tapping import Table

FILLED = {"slug": "boodle", "number": 1, "first": 0, "sheet": "deal", "do": "play"}

WATCH = {
    *("GET table.show", "GET table.board", "GET rules.of_table"),
    *("GET tally.show", "GET tally.csv", "GET tally.pdf", "GET tally.picture"),
}
LOOK = {
    *("GET circle.show", "GET circle.game", "GET circle.person", "GET circle_evenings.evenings"),
    *("GET circle_evenings.evening", "GET periods.choose", "GET season.csv", "GET season.evenings"),
    *("GET season.pdf", "GET season.picture"),
}
ALLOWED = {
    "watch": WATCH,
    "seat": WATCH | {"POST table.enter"},
    "look": LOOK,
    "member": LOOK
    | {"GET circle.again", "GET money.show", "GET money.payment"}
    | {"GET add_evenings.new", "POST add_evenings.add", "POST add_evenings.file"},
}


def ask_all(app: Flask, argument: str, address: str) -> dict[str, int]:
    """The status of every page below an address, for a device that knows nothing else."""
    client = app.test_client()
    token = page_of(client.get("/").text).value("csrf_token")
    return {
        f"{method} {rule.endpoint}": ask(client, token, rule, method, {argument: address})
        for rule in app.url_map.iter_rules()
        if argument in rule.arguments
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def ask(client: FlaskClient, csrf: str, rule: Rule, method: str, address: dict[str, str]) -> int:
    values = {name: FILLED.get(name, "x") for name in rule.arguments - address.keys()} | address
    path = client.application.url_map.bind("").build(rule.endpoint, values, method)
    form = None if method == "GET" else {"version": 0, "csrf_token": csrf}
    return client.open(path, method=method, data=form).status_code


@pytest.fixture
def addresses(app: Flask) -> dict[str, str]:
    """What leads to a table, and to a circle, by role."""
    table = Table(app, log="deal; swap")
    with app.app_context():
        circle = create_circle("Sundays")
        add_table_to_circle(create_from_record(in_chips(4, 2)), circle.id)
    people = f"/c/{circle.token}/people"
    table.invite()
    send(table.client, f"{people}/invite", {})
    invitations = table.get("/guests").text + table.client.get(people).text
    roles = re.finditer(r"\b(watch|seat|look|member)\.[\w-]{20,24}", invitations)
    return {"table": table.token, "circle": circle.token} | {link[1]: link[0] for link in roles}


@pytest.mark.parametrize("role", ALLOWED)
def test_an_invitation_opens_what_it_is_for(
    app: Flask, addresses: dict[str, str], role: str
) -> None:
    argument = "token" if role in ("watch", "seat") else "circle"
    pages = ask_all(app, argument, addresses[role])
    assert {page for page, status in pages.items() if status != 403} == ALLOWED[role]


@pytest.mark.share(2)
@pytest.mark.parametrize(("kind", "argument"), [("table", "token"), ("circle", "circle")])
@pytest.mark.parametrize("change", [str.swapcase, "watch.{}".format, "keeper.{}".format])
def test_an_address_that_was_guessed_opens_nothing(
    app: Flask, addresses: dict[str, str], kind: str, argument: str, change: Callable[[str], str]
) -> None:
    pages = ask_all(app, argument, change(addresses[kind]))
    assert set(pages.values()) == {404}, pages


@pytest.mark.parametrize(("role", "argument"), [("seat", "token"), ("member", "circle")])
def test_what_was_withdrawn_opens_nothing(
    app: Flask, addresses: dict[str, str], role: str, argument: str
) -> None:
    table, circle = f"/t/{addresses['table']}/guests", f"/c/{addresses['circle']}/people"
    withdraw = f"{table if argument == 'token' else circle}/withdraw"
    send(app.test_client(), withdraw, {"address": addresses[role]})
    assert set(ask_all(app, argument, addresses[role]).values()) == {410}
