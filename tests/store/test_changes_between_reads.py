"""What another device changes between two reads of a request: no page of a circle fails."""

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from itertools import count
from typing import Any, NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Connection, event
from werkzeug.test import TestResponse

from companion.circles.spreadsheet import EveningResult
from companion.store.access import (
    Invitations,
    create_table_invitations,
    renew_table_address,
    table_invitations,
)
from companion.store.circles import create_circle, delete_circle, renew_circle
from companion.store.database import db, read_connection
from companion.store.entries import create_table
from companion.store.evenings import (
    delete_evening,
    get_evening,
    import_results,
    list_latest_evenings,
)
from companion.store.maintenance import delete_table
from companion.store.models import Circle
from companion.store.money import create_payment, get_balances, list_payments, set_chip_value
from companion.store.names import update_person
from companion.store.people import list_people, merge_people
from companion.store.tables import load_table
from companion.store.visits import CIRCLES, TABLES, Visited, record_visit, visits_query
from tests.evenings import in_chips, record
from tests.web.pages import page_of

Apps = tuple[Flask, Flask]
Change = Callable[[], None]
Request = Callable[[], TestResponse]

PAGES = (
    "", "?season=all", "/games/boodle", "/people/{person}", "/evenings", "/evenings/{table}",
    "/evenings/{results}", "/evenings/waiting", "/book", "/book/payments/{payment}", "/people",
    "/season.csv", "/evenings.csv", "/results", "/span", "/again",
)  # fmt: skip


class Visitable(NamedTuple):
    """A table or circle that a device visits: its addresses, and what renews its own one."""

    path: str
    visited: Visited
    id: int
    own: str
    invitation: str
    renew: Callable[[], str]


FILES = "/season.csv", "/evenings.csv"
FILE = "date,game,Ann,Bob,New\n2024-03-01,Boodle,12,-12,\n2024-03-08,Boodle,1,-2,1\n"
NEW_RESULTS = {"day": "2024-04-01", "game": "Boodle", "name": ["Ann", "Bob"], "result": ["1", "-1"]}
FORMS: dict[str, dict[str, Any]] = {
    "/evenings/2": {"sure": "yes", "day": "2024-03-02", "result": ["10", "-10"]},
    "/evenings/waiting": {"evening": ["3"]},
    "/results": NEW_RESULTS,
    "/results/file": {},
    "/book/note": {"amount": "3", "payer": "1", "payee": "2", "evening": "1"},
    "/book/worth": {"worth": "0.10", "currency": "EUR", "since": "always"},
    "/people/2": {"name": "Bob", "colour": "1", "symbol": "1"},
}


def make_circle(app: Flask) -> Circle:
    """A circle with a book, of an evening with a table, one by results, and one that waits."""
    with app.app_context():
        made = create_circle("Sundays")
        played = in_chips(3, 2, over=True)
        create_table({**played, "log": []}, played["log"], circle=made.id)
        set_chip_value(made.id, "", 5, "EUR")
        result = EveningResult("2024-03-01", "boodle", {"Ann": 12, "Bob": -12})
        import_results(made.id, [result])
        import_results(made.id, [result], waits=True)
        one, other, *_ = list_people(made.id)
        create_payment(made.id, one.id, other.id, 7, list_latest_evenings(made.id, 1)[0].id)
    return made


@pytest.fixture
def circle(apps: Apps) -> Circle:
    """A circle whose people are 1 to 3, and whose evenings are 1 to 3."""
    return make_circle(apps[0])


def address(app: Flask, circle: Circle, path: str) -> str:
    """The address of a page of a circle, with the numbers of what it is about."""
    with app.app_context():
        table, _, results = list_latest_evenings(circle.id, 3)
        person, payment = list_people(circle.id)[0], list_payments(circle.id)[0]
        numbers = {"table": table.id, "results": results.id, "payment": payment.id}
        return f"/c/{circle.token}{path.format(person=person.id, **numbers)}"


@contextmanager
def before_statement(app: Flask, at: int, change: Change) -> Iterator[Callable[[], bool]]:
    """Make a change before statement `at`; yield whether it was made.

    A write is one statement, as nobody else writes meanwhile.
    """
    statements, writes = count(1), set[Connection]()
    is_made = False

    def listen(connection: Connection, *_: object) -> None:
        nonlocal is_made
        if connection in writes:
            return
        if connection.get_execution_options().get("immediate"):
            writes.add(connection)
        if next(statements) == at:
            is_made = True
            change()

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", listen)
    try:
        yield lambda: is_made
    finally:
        event.remove(engine, "before_cursor_execute", listen)


def before_each_statement(
    app: Flask, prepare: Callable[[], tuple[Request, Change]]
) -> Iterator[tuple[int, TestResponse]]:
    """Yield the answers to a request that is made again for each of its statements.

    Before that statement a change is made; `prepare` gives both.
    """
    for at in count(1):
        request, change = prepare()
        with before_statement(app, at, change) as is_made:
            answer = request()
        if not is_made():
            assert at > 1, "nothing is read"
            return
        yield at, answer


def add_merge_and_rename(app: Flask, circle: Circle) -> Change:
    """Let another device add somebody, merge the one it added before, and rename all others."""
    turns, evenings = count(), list[int]()

    def change() -> None:
        turn = next(turns)
        with app.app_context():
            one, other, *_, last = list_people(circle.id)
            added = {f"New {turn}": 3, str(other.name): -3}
            import_results(circle.id, [EveningResult("2024-03-03", "boodle", added)])
            for person in (one, other):
                name = f"{str(person.name)[:3]} {turn}"
                update_person(circle.id, person.id, name, (0, 0), hidden=False)
            if turn:
                merge_people(circle.id, last.id, one.id)
                delete_evening(circle.id, evenings.pop())
            evenings.append(max(past.id for past in list_latest_evenings(circle.id, 9)))

    return change


def require_names_to_agree(app: Flask, circle: Circle) -> None:
    with app.app_context():
        for past in list_latest_evenings(circle.id, 200):
            assert past.facts["standing"].keys() == past.people.keys(), past


def device_of(client: FlaskClient) -> str:
    client.get("/")
    with client.session_transaction() as session:
        return str(session["device"])


@pytest.mark.share(10)
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_shown_whatever_changes_while_it_reads(
    apps: Apps, circle: Circle, path: str
) -> None:
    client, change = apps[0].test_client(), add_merge_and_rename(apps[1], circle)
    page = address(apps[0], circle, path)
    for at, answer in before_each_statement(apps[0], lambda: (partial(client.get, page), change)):
        assert answer.status_code in (200, 303), (at, answer.text)
        assert path not in FILES or "Erased person" not in answer.text, at
    require_names_to_agree(apps[0], circle)


def form(client: FlaskClient, circle: Circle, path: str) -> Callable[[], Request]:
    """Forms that are sent without a look at a page before."""
    csrf_token = page_of(client.get("/").text).value("csrf_token")

    def prepare() -> Request:
        fields = {**FORMS[path], "csrf_token": csrf_token}
        if path == "/results/file":
            fields |= {"do": "look", "file": (io.BytesIO(FILE.encode()), "old.csv")}
        return partial(client.post, f"/c/{circle.token}{path}", data=fields)

    return prepare


@pytest.mark.share(4)
@pytest.mark.parametrize("path", FORMS)
def test_a_form_is_answered_whatever_changes_while_it_is_judged(
    apps: Apps, circle: Circle, path: str
) -> None:
    change = add_merge_and_rename(apps[1], circle)
    fill = form(apps[0].test_client(), circle, path)
    for at, answer in before_each_statement(apps[0], lambda: (fill(), change)):
        assert answer.status_code in (200, 303, 404, 409, 422), at
    require_names_to_agree(apps[0], circle)


@pytest.mark.share(6)
@pytest.mark.parametrize("path", PAGES)
def test_of_a_circle_that_is_erased_while_a_page_reads_there_is_a_page_or_none(
    apps: Apps, path: str
) -> None:
    client = apps[0].test_client()

    def prepare() -> tuple[Request, Change]:
        circle = make_circle(apps[0])
        page = address(apps[0], circle, path)
        return partial(client.get, page), partial(erase, apps[1], circle.id)

    for at, answer in before_each_statement(apps[0], prepare):
        assert answer.status_code in (200, 303, 404), (at, answer.text)


def erase(app: Flask, circle: int, *tokens: str) -> None:
    with app.app_context():
        delete_circle(circle)
        for token in tokens:
            delete_table(token)


def erase_all(app: Flask, circle: int, token: str, _: str) -> None:
    erase(app, circle, token)


def uninvite(app: Flask, circle: int, token: str, address: str) -> None:
    erase(app, circle)
    with app.app_context():
        table_invitations(token).withdraw(address, replace=False)


@pytest.mark.parametrize("change", [erase_all, uninvite])
@pytest.mark.parametrize("path", ["/", "/evenings.jsonl"])
def test_what_goes_while_a_device_lists_all_it_has_is_left_out(
    apps: Apps, path: str, change: Callable[[Flask, int, str, str], None]
) -> None:
    client = apps[0].test_client()
    device = device_of(client)

    def prepare() -> tuple[Request, Change]:
        with apps[0].app_context():
            circle, token = create_circle("Sundays"), create_table(record(log=[]))
            record_visit(device, CIRCLES, circle.id, circle.token)
            create_table_invitations(token)
            watch = table_invitations(token).list()[0].address
            own = token if change is erase_all else watch
            record_visit(device, TABLES, load_table(token).id, own)
        return partial(client.get, path), partial(change, apps[1], circle.id, token, watch)

    for at, answer in before_each_statement(apps[0], prepare):
        assert answer.status_code == 200, at


def new_table(app: Flask) -> Visitable:
    with app.app_context():
        token = create_table(record(log=[]))
        table = load_table(token).id
        create_table_invitations(token)
        watch, *_ = table_invitations(token).list()
    renew = partial(renew_table_address, token, "keeper")
    return Visitable("/t/", TABLES, table, token, watch.address, renew)


def new_circle(app: Flask) -> Visitable:
    with app.app_context():
        circle = create_circle("Sundays")
        Invitations("circle", circle.id).create([("look", None)])
        look, *_ = Invitations("circle", circle.id).list()
    renew = partial(renew_circle, circle, "keeper")
    return Visitable("/c/", CIRCLES, circle.id, circle.token, look.address, renew)


@pytest.mark.parametrize("came_by", ["own", "invitation"])
@pytest.mark.parametrize("create", [new_table, new_circle])
def test_a_device_that_is_there_while_the_address_is_renewed_does_not_learn_the_new_one(
    apps: Apps, monkeypatch: pytest.MonkeyPatch, create: Callable[[Flask], Visitable], came_by: str
) -> None:
    monkeypatch.setattr("companion.store.visits.VISIT_PRECISION", timedelta(-1))
    client, renewed = apps[0].test_client(), dict[str, Visited]()
    device = device_of(client)

    def renew(there: Visitable) -> None:
        with apps[1].app_context():
            renewed[there.renew()] = there.visited

    def prepare() -> tuple[Request, Change]:
        there = create(apps[0])
        with apps[0].app_context():
            record_visit(device, there.visited, there.id, there.own)
        page = there.path + (there.own if came_by == "own" else there.invitation)
        return partial(client.get, page), partial(renew, there)

    for at, answer in before_each_statement(apps[0], prepare):
        assert answer.status_code in (200, 404), at
        address, visited = renewed.popitem()
        query = visits_query(device, visited, visited[0].id)
        with apps[0].app_context(), read_connection() as connection:
            assert address not in connection.scalars(query).all(), at


@pytest.mark.parametrize("path", ["/evenings/2", "/evenings/waiting"])
def test_a_result_that_is_put_right_while_its_player_is_renamed_has_the_new_name(
    apps: Apps, circle: Circle, path: str
) -> None:
    number, result = (2, 10) if path.endswith("2") else (3, 12)
    fill, turns = form(apps[0].test_client(), circle, path), count(1)

    def rename(name: str) -> None:
        with apps[1].app_context():
            update_person(circle.id, 1, name, (0, 0), hidden=False)

    def prepare() -> tuple[Request, Change]:
        return fill(), partial(rename, f"Anna {next(turns)}")

    for at, answer in before_each_statement(apps[0], prepare):
        name = f"Anna {at}"
        assert answer.status_code == 303
        with apps[0].app_context():
            past = get_evening(circle.id, number) or pytest.fail("It is gone.")
            assert past.facts["standing"][name] == result, at
            assert past.people[name] == 1
            assert past.facts["lines"][0]["player"] == name
            assert sum(get_balances(circle.id).values()) == 0
