"""A table's own address, renewed by its keeper: who goes on, and who does not."""

import pytest
from flask import Flask

from tests.web.sending import send
from tests.web.tapping import Guest, Table

SURE = "Yes, replace the address"


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app, log="deal; swap").invite()


def renew(table: Table) -> str:
    """Renew the address; give the new one."""
    answer = send(table.client, f"{table.url}/guests/renew", {})
    assert answer.status_code == 303
    return str(answer.location)


def test_the_keeper_goes_on_by_the_new_address_and_is_told(table: Table) -> None:
    assert SURE in table.look("/guests").text
    new = renew(table)
    page = table.client.get(new)
    assert page.status_code == 200
    assert "The table has a new address." in page.text
    assert table.token not in page.text
    assert new in table.client.get("/").text


def test_a_bookmark_of_the_keeper_leads_on_however_often_it_was_renewed(table: Table) -> None:
    old = table.url
    table.url = renew(table)
    table.url = renew(table)
    for bookmark in (old, f"{old}/log"):
        assert table.client.get(bookmark).location == table.url


def test_what_the_keeper_sees_of_the_table_stays_as_it_was(table: Table) -> None:
    table.post("/side", player="Cal")
    table.post("/memory")
    before = table.get().text
    page = table.client.get(renew(table)).text
    assert before.count("has-mine") == page.count("has-mine") == 1
    assert before.count("memory-fold") == page.count("memory-fold") == 1


def test_other_devices_lose_the_table_and_the_invited_keep_it(table: Table) -> None:
    other, seat = table.app.test_client(), Guest(table, "Bob")
    other.get(table.url)
    renew(table)
    for page in ("", "/board", "/log", "/guests"):
        assert other.get(table.url + page).status_code == 404
    assert "Dee" not in other.get("/").text
    assert seat.client.get(seat.url).status_code == 200
    assert seat.url in seat.client.get("/").text


def test_not_even_who_helps_renews_it(table: Table) -> None:
    guest = Guest(table, "help")
    assert SURE not in guest.get("/guests").text
    assert guest.post("/guests/renew").status_code == 403
    assert table.get().status_code == 200
