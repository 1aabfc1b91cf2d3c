"""Evenings that the rules of today do not accept any more: every page opens."""

import json
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from companion.games import all_games
from companion.store.database import write_transaction
from companion.store.entries import create_table
from companion.store.models import EntryRow, TableRow
from companion.store.table_cache import init_app
from tests.evenings import record
from tests.notation import entries
from tests.web.log.test_log_page import UNDO
from tests.web.tapping import Table

PAGES = ["", "/log", "/log/0", "/tally", "/tally.pdf", "/tally.csv", "/rules", "/setup", "/seats"]
PAGES += ["/more", "/wrong", "/record.json", "/board", "/guests"]
DEALT = "deal; swap"
BAD = {"entry": '{"do": "stop"}', "text": "half an ent", "number": "7"}


@pytest.fixture(params=BAD.values(), ids=BAD)
def broken(app: Flask, request: pytest.FixtureRequest) -> Table:
    """A table whose third entry is not what it was, as after an update with a stricter rule."""
    table = Table(app, log=f"{DEALT}; Ann buys in 5; Bob buys in 5")
    with app.app_context(), write_transaction() as connection:
        bad = update(EntryRow).where(EntryRow.number == 2)
        connection.execute(bad.values(raw=request.param))
    init_app(app)
    return table


def test_every_page_of_it_opens(broken: Table) -> None:
    answers = {page: broken.get(page).status_code for page in PAGES}
    assert {page: status for page, status in answers.items() if status not in (200, 303)} == {}


def test_what_stands_is_shown_with_the_reason_and_nothing_more_is_written(broken: Table) -> None:
    page = broken.client.get(broken.url, follow_redirects=True).text
    assert "Entry 3 is no longer valid." in page
    assert "The dealer takes the dummy" in page or "swap" in page
    assert "/record.json" in page
    assert broken.tap(UNDO, version=4).status_code == 422
    assert "Entry 3 is no longer valid" in broken.page.text
    assert len(broken.get("/record.json").get_json()["log"]) == 4
    assert broken.client.get("/").status_code == 200


def test_one_can_play_on_with_a_copy_up_to_there(broken: Table) -> None:
    sent = {"csrf_token": broken.csrf, "once": "a form"}
    ways = {broken.client.post(f"{broken.url}/copy", data=sent).location for _ in range(2)}
    assert len(ways) == 1
    assert broken.client.get(f"{ways.pop()}/record.json").get_json()["log"] == entries(DEALT)


def test_where_a_rule_of_ours_fails_what_was_before_stands(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    table = Table(app, log=f"{DEALT}; Ann buys in 5")
    handlers = all_games()["michigan-kitty"].entries
    monkeypatch.setitem(handlers, "buy-in", fail)  # type: ignore[arg-type]
    init_app(app)
    page = table.client.get(table.url, follow_redirects=True).text
    assert "Entry 3 is no longer valid." in page
    assert "This entry can no longer be read." in page


def test_an_evening_that_is_over_keeps_its_tally(app: Flask) -> None:
    table = Table(app, log="Ann buys in 5; end")
    before = table.get("/tally.csv").data
    with app.app_context(), write_transaction() as connection:
        connection.execute(update(EntryRow).values(raw='{"do": "stop"}'))
    init_app(app)
    assert table.get("/tally.csv").data == before


@pytest.mark.parametrize("setup", ["", "{", "7", "[" * 9999, '{"game": []}', '{"game": "boodle"}'])
def test_where_the_set_up_is_damaged_all_others_go_on_and_the_entries_are_there(
    app: Flask, setup: str
) -> None:
    table = Table(app, log=DEALT)
    with app.app_context(), write_transaction() as connection:
        connection.execute(update(TableRow).values(setup=setup, winners="{"))
    with app.app_context():
        sound = create_table(record())
    init_app(app)
    table.client.get(f"/t/{sound}")
    home = table.client.get("/").text
    assert "Damaged table" in home
    assert "Ann" in home
    assert "can no longer be continued" in table.client.get(table.url).text
    kept = table.get("/record.json").get_json()
    assert kept == {"damaged": setup, "log": entries(DEALT)}


def test_where_not_even_the_set_up_is_accepted_there_is_a_page_with_the_record(app: Flask) -> None:
    table = Table(app, log=DEALT)
    setup: dict[str, Any] = record(options={"ante": "none at all"})
    with app.app_context(), write_transaction() as connection:
        connection.execute(update(TableRow).values(setup=json.dumps(setup)))
    init_app(app)
    assert "can no longer be continued" in table.get().text
    assert table.get("/record.json").get_json() == {**setup, "log": entries(DEALT)}
    assert table.client.get("/").status_code == 200
    assert table.client.get("/open", query_string={"address": table.url}).status_code == 303
    assert f"{table.url}/record.json" in table.get().text


def test_a_set_up_like_a_damaged_one_reveals_no_address_to_whoever_only_watches(app: Flask) -> None:
    table = Table(app, log=DEALT).invite()
    watch = table.invited["watch"]
    with app.app_context(), write_transaction() as connection:
        connection.execute(update(TableRow).values(setup="{"))
    init_app(app)
    guest = app.test_client()
    for page in (f"/t/{watch}", f"/new?like={watch}"):
        answer = guest.get(page)
        assert "can no longer be continued" in answer.text
        assert table.token not in answer.text
