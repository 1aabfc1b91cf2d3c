"""A name put right at any time: at the seat, in the log, the tally, the record, on every device."""

from typing import Any

import pytest
from flask import Flask

from companion.store import entries
from companion.store.entries import get_partial_answers
from companion.store.maintenance import check_table
from companion.store.names import rename_player
from companion.store.table_cache import init_app
from companion.store.table_settings import set_leavers
from companion.store.tables import load_table
from tests.evenings import record
from tests.web.pages import page_of
from tests.web.sending import send
from tests.web.tapping import Guest, Table

LOG = "deal; swap; Ann 2C; Bob 3C; amend 3: Cal 3C; Bob borrows 1 from pot:AS"


@pytest.fixture
def table(app: Flask) -> Table:
    chips = {"Ann": 50, "Bob": 60, "Cal": 70, "Dee": 80}
    return Table(app, record(chips=chips), LOG).invite()


def call(table: Table, player: str, name: str, **more: Any) -> Any:
    page = page_of(table.client.get(f"{table.url}/name?player={player}").text)
    fields = {name: page.value(name) for name in ("csrf_token", "version", "player")}
    return send(table.client, f"{table.url}/name", {**fields, "name": name, **more})


def exported(table: Table) -> str:
    return str(table.client.get(f"{table.url}/record.json").text)


def test_a_name_is_put_right_everywhere(table: Table) -> None:
    with table.app.app_context():
        before = load_table(table.token)
    seat = table.invited["Bob"]
    assert call(table, "Bob", "Bobby").status_code == 303
    assert '"Bob"' not in exported(table)
    for page in ("", "/log", "/tally", "/seats", "/more/player?player=Bobby", "/guests"):
        assert "Bobby" in table.client.get(table.url + page).text
    assert "Bobby" in table.app.test_client().get(f"/t/{seat}").text
    with table.app.app_context():
        after = load_table(table.token)
        init_app(table.app)
        assert load_table(table.token).log.raw_entries == after.log.raw_entries
        assert [*check_table(table.token)] == []
    assert after.version == before.version + 1
    assert after.table.ledger.chips["Bobby"] == before.table.ledger.chips["Bob"]


def test_the_evening_goes_on_under_the_new_name_and_can_be_taken_back(table: Table) -> None:
    call(table, "Bob", "Bobby")
    table.page = table.look()
    for _ in range(3):
        assert table.tap("undo").status_code in (200, 303)
    table.tap("Bobby 3C")
    assert '"player":"Bobby","cards":["3C"]' in exported(table).replace(" ", "")


@pytest.mark.parametrize("name", ["Ann", "", "pot:AS", "x" * 41])
def test_a_name_that_cannot_be_is_refused_with_a_sentence(table: Table, name: str) -> None:
    before = exported(table)
    answer = call(table, "Bob", name)
    assert answer.status_code == 422
    assert "listed twice" in answer.text or "A name must have" in answer.text
    assert exported(table) == before


def test_a_form_of_an_older_table_is_told_so(table: Table) -> None:
    assert call(table, "Bob", "Bobby", version="0").status_code == 409


def test_a_finished_evening_is_told_under_the_new_name(app: Flask) -> None:
    table = Table(app, log="end")
    call(table, "Dee", "Deirdre")
    assert "Deirdre" in table.client.get(f"{table.url}/tally").text
    with app.app_context():
        assert [*check_table(table.token)] == []


def test_what_a_player_has_told_is_told_under_the_new_name(app: Flask) -> None:
    table = Table(app, record("oh-claire", players=["Ann", "Bob", "Cal"]), [])
    with app.app_context():
        before = load_table(table.token)
        entries.save_partial_answer(before, "Ann", {"do": "tricks", "took": {"Ann": 2}})
        after = rename_player(table.token, before.version, "Ann", "Anne")
        assert get_partial_answers(after) == {"Anne": {"do": "tricks", "took": {"Anne": 2}}}


def test_who_waits_to_leave_leaves_under_the_new_name(table: Table) -> None:
    with table.app.app_context():
        set_leavers(table.token, ["Dee"])
        call(table, "Dee", "Deirdre")
        assert load_table(table.token).leavers == ("Deirdre",)


@pytest.mark.parametrize("who", ["watch", "Bob"])
def test_only_who_may_tap_all_may_call_players_otherwise(table: Table, who: str) -> None:
    assert Guest(table, who).get("/name?player=Ann").status_code == 403
