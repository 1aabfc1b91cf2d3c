"""What people send that cannot be: each is told in a sentence, and nothing is half done."""

import io

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.circles.spreadsheet import MOST_ROWS
from companion.store.access import create_table_invitations, list_table_invitations
from companion.store.circle_export import export_circle
from companion.store.circles import create_circle_from_table
from companion.store.evenings import get_latest_table_token, list_latest_evenings
from companion.store.invitations import Invitations
from companion.store.models import Circle
from companion.store.money import list_chip_values, list_payments, set_chip_value
from companion.store.people import list_people
from companion.store.records import create_from_record
from companion.store.tables import load_table
from companion.store.totals import get_totals
from tests.evenings import in_chips
from tests.web.pages import page_of
from tests.web.sending import send

COMPOSED, DECOMPOSED = "Zo\u00eb", "Zoe\u0308"


@pytest.fixture
def circle(app: Flask, client: FlaskClient) -> Circle:
    """A circle of four who have played once, for pennies."""
    with app.app_context():
        ended = {**in_chips(4, 2), "log": [*in_chips(4, 2)["log"], {"do": "end"}]}
        made = create_circle_from_table(create_from_record(ended))
        set_chip_value(made.id, "", 5, "EUR")
    client.get(f"/c/{made.token}")
    return made


def told(client: FlaskClient, circle: Circle, path: str, **fields: str) -> str:
    """Return the messages about a refused form."""
    answer = send(client, f"/c/{circle.token}/{path}", fields)
    assert answer.status_code == 422, (path, answer.status)
    (banner,) = [e for e in page_of(answer.text).elements if e.get("id") == "refused"]
    return banner.text


def names(app: Flask, circle: Circle) -> list[str | None]:
    with app.app_context():
        return [one.name for one in list_people(circle.id)]


@pytest.mark.parametrize("name", ["Bob", "bob", "BOB"])
def test_a_name_that_another_has_is_refused(
    app: Flask, client: FlaskClient, circle: Circle, name: str
) -> None:
    for path in ("people/add", "people/1"):
        assert f"There is a {name} in this circle" in told(client, circle, path, name=name)
    assert names(app, circle) == ["Ann", "Bob", "Cal", "Dee"]


def test_names_that_look_alike_are_one(app: Flask, client: FlaskClient, circle: Circle) -> None:
    send(client, f"/c/{circle.token}/people/add", {"name": COMPOSED})
    assert "in this circle already" in told(client, circle, "people/add", name=DECOMPOSED)
    table = f"date,game,{COMPOSED},{DECOMPOSED}\n2024-03-01,Boodle,1,-1\n"
    assert "has two columns" in sent(client, circle, table.encode(), "add")[1]
    assert names(app, circle)[4:] == [COMPOSED]


@pytest.mark.parametrize("name", ["", "x" * 41, "a\x07b", "pot:kitty"])
def test_a_name_that_cannot_be_is_refused(
    app: Flask, client: FlaskClient, circle: Circle, name: str
) -> None:
    assert "A name has 1 to 40 characters" in told(client, circle, "people/2", name=name)
    assert names(app, circle) == ["Ann", "Bob", "Cal", "Dee"]


@pytest.mark.parametrize(
    ("into", "why"), [("2", "they are two people"), ("1", "two different"), ("99", "two different")]
)
def test_a_merge_that_cannot_be_is_refused(
    app: Flask, client: FlaskClient, circle: Circle, into: str, why: str
) -> None:
    assert why in told(client, circle, "people/1/merge", into=into)
    assert names(app, circle) == ["Ann", "Bob", "Cal", "Dee"]


def test_at_a_table_that_joins_nobody_sits_twice(
    app: Flask, client: FlaskClient, circle: Circle
) -> None:
    with app.app_context():
        token = create_from_record(in_chips(3, 1, ("Annie", "Bobby", "Cal")))
    chosen = {"circle": circle.token, "who:Annie": "1", "who:Bobby": "1", "who:Cal": "3"}
    answer = send(client, f"/t/{token}/circle/join", chosen)
    assert answer.status_code == 422
    assert "One person cannot sit at a table twice." in answer.text
    with app.app_context():
        assert load_table(token).evening_ref is None
        assert len(list_latest_evenings(circle.id, 9)) == 1


def test_a_payment_above_the_debt_is_refused(
    app: Flask, client: FlaskClient, circle: Circle
) -> None:
    page = page_of(client.get(f"/c/{circle.token}/book").text)
    due = {name: page.value(name) for name in ("payer", "payee", "cents")}
    more = str(int(due["cents"]) + 1)
    assert "more than is owed" in told(client, circle, "book/pay", **{**due, "cents": more})
    back = {**due, "payer": due["payee"], "payee": due["payer"]}
    assert "more than is owed" in told(client, circle, "book/pay", **back)
    for cents in ("0", "-5", "x", ""):
        assert "an amount above zero" in told(client, circle, "book/pay", **{**due, "cents": cents})
    with app.app_context():
        assert list_payments(circle.id) == []


def test_a_worth_that_changes_asks_from_when(
    app: Flask, client: FlaskClient, circle: Circle
) -> None:
    worth = {"worth": "0.10", "currency": "EUR"}
    for since in ({}, {"since": "soon"}, {"since": "day", "day": "31.12."}):
        assert "Say from which day" in told(client, circle, "book/worth", **worth, **since)
    odd = {**worth, "since": "always", "currency": "XXX"}
    assert "Choose a currency." in told(client, circle, "book/worth", **odd)
    with app.app_context():
        assert list_chip_values(circle.id) == [("", 5)]


def sent(client: FlaskClient, circle: Circle, data: bytes, do: str) -> tuple[int, str]:
    fields = {"file": (io.BytesIO(data), "old.csv"), "do": do}
    answer = send(client, f"/c/{circle.token}/results/file", fields)
    return answer.status_code, answer.text


ROWS = {
    "2024-02-30,Boodle,1,-1": "Row 2: “2024-02-30” is not a date.",
    "tomorrow,Boodle,1,-1": "Row 2: “tomorrow” is not a date.",
    "2024-03-01,Chess,1,-1": "Row 2: “Chess” is not one of the games.",
    "2024-03-01,Boodle,1,": "Row 2: An evening needs the results of at least two people.",
    "2024-03-01,Boodle,1,a lot": "Row 2: “a lot” is not a whole number.",
}


@pytest.mark.parametrize(("row", "why"), ROWS.items())
def test_a_row_that_cannot_be_is_told_by_its_number_and_none_is_added(
    app: Flask, client: FlaskClient, circle: Circle, row: str, why: str
) -> None:
    table = f"date,game,Ann,Eve\n{row}\n2024-03-08,Boodle,3,-3\n".encode()
    status, text = sent(client, circle, table, "look")
    assert (status, why.partition(": ")[2] in text) == (200, True)
    assert "1 evening can be added." in text
    status, text = sent(client, circle, table, "add")
    assert (status, why in text) == (422, True)
    assert names(app, circle) == ["Ann", "Bob", "Cal", "Dee"]


@pytest.mark.share(4)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_spreadsheet_of_any_kind_is_added(
    app: Flask, client: FlaskClient, circle: Circle, separator: str, encoding: str
) -> None:
    table = "date,game,Ann,Zoë\n31.3.2024,Boodle,3,-3\n".replace(",", separator)
    assert sent(client, circle, table.encode(encoding), "add")[0] == 303
    assert names(app, circle)[4:] == ["Zoë"]


@pytest.mark.parametrize("most", [100, pytest.param(MOST_ROWS, marks=pytest.mark.long)])
def test_as_many_rows_as_there_may_be_are_added_at_once_and_one_more_is_refused(
    app: Flask, client: FlaskClient, circle: Circle, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr("companion.circles.spreadsheet.MOST_ROWS", most)
    rows = "".join(f"2024-{n % 12 + 1:02}-01,Boodle,3,-3\n" for n in range(most))
    table = f"date,game,Ann,Bob\n{rows}"
    assert "at most" in sent(client, circle, f"{table}2024-01-01,Boodle,1,-1\n".encode(), "add")[1]
    with app.app_context():
        assert len(list_latest_evenings(circle.id, 20_000)) == 1
    assert f"{most:,} evenings can be added." in sent(client, circle, table.encode(), "look")[1]
    assert sent(client, circle, table.encode(), "add")[0] == 303
    with app.app_context():
        sums = get_totals(circle.id, "2024").by_game
        assert sums["boodle"].evenings == most


def test_a_table_of_too_many_people_adds_nobody(
    app: Flask, client: FlaskClient, circle: Circle
) -> None:
    crowd = [f"P{number}" for number in range(201)]
    table = f"date,game,{','.join(crowd)}\n2024-03-01,Boodle,{','.join(['1'] * 201)}\n"
    status, text = sent(client, circle, table.encode(), "add")
    assert (status, "A circle has at most 200 people." in text) == (422, True)
    assert names(app, circle) == ["Ann", "Bob", "Cal", "Dee"]


SETTLING = [
    ("people/1", {"name": "Annie"}),
    ("people/1/erase", {"sure": "yes"}),
    ("people/1/merge", {"into": "2"}),
    ("people/erase", {"name": "Ann, Bob, Cal and Dee"}),
    ("book/pay", {"payer": "1", "payee": "2", "cents": "1"}),
    ("book/note", {"payer": "1", "payee": "2", "amount": "1", "evening": "1"}),
    ("book/undo", {"payment": "1", "undone": "yes"}),
    ("book/worth", {"worth": "1", "currency": "EUR", "since": "always"}),
]


@pytest.mark.parametrize("role", ["member", "look"])
def test_a_link_for_others_neither_erases_nor_renames_nor_settles(
    app: Flask, circle: Circle, role: str
) -> None:
    with app.app_context():
        host = Invitations("circle", circle.id)
        host.create([(role, None)])
        address = host.list()[0].address
        before = export_circle(circle)
    guest = app.test_client()
    for path, fields in SETTLING:
        assert send(guest, f"/c/{address}/{path}", fields).status_code == 403, path
    with app.app_context():
        assert export_circle(circle) == before


def test_the_links_of_a_table_open_no_circle(app: Flask, circle: Circle) -> None:
    with app.app_context():
        token = str(get_latest_table_token(circle.id))
        create_table_invitations(token)
        links = [token, *(one.address for one in list_table_invitations(load_table(token).id))]
    assert len(links) > 3
    for link in links:
        stranger = app.test_client()
        assert stranger.get(f"/c/{link}").status_code == 404
        assert circle.token not in stranger.get(f"/t/{link}").text
        assert stranger.get(f"/t/{link}/circle").status_code in (403, 404)


def test_of_an_address_that_is_no_invitation_there_is_no_code(
    client: FlaskClient, circle: Circle
) -> None:
    for address in ("x", "member.x", "x" * 5000):
        assert client.get(f"/c/{circle.token}/people/{address}.svg").status_code == 404


@pytest.mark.parametrize("number", [2**31, 2**63, 10**30])
def test_a_number_that_no_row_can_have_is_nobodys(
    app: Flask, client: FlaskClient, circle: Circle, number: int
) -> None:
    home, big = f"/c/{circle.token}", str(number)
    for path in ("evenings", "people", "book/payments"):
        assert client.get(f"{home}/{path}/{big}").status_code in (404, 405)
    for path, fields in (("", {"name": "Zed"}), ("/erase", {"sure": "yes"}), ("/merge", {})):
        answer = send(client, f"{home}/people/{big}{path}", fields)
        assert answer.status_code in (404, 405)
    paid = {"payer": "1", "payee": "2", "amount": "1", "evening": big, "understood": "100 EUR"}
    assert "no such evening" in told(client, circle, "book/note", **paid)
    assert "two different" in told(client, circle, "people/1/merge", into=big)
    undone = {"payment": big, "undone": "yes"}
    assert send(client, f"{home}/book/undo", undone).status_code == 303
    assert names(app, circle) == ["Ann", "Bob", "Cal", "Dee"]
