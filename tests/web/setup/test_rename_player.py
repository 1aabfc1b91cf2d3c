"""A name put right at any time: at the seat, in the log, the tally, the record, on every device."""

import pytest
from flask import Flask

from companion.store import entries
from companion.store.entries import get_partial_answers
from companion.store.maintenance import list_faults
from companion.store.names import rename_player
from companion.store.table_cache import init_app
from companion.store.table_settings import set_leavers
from companion.store.tables import load_table
from tests.evenings import record
from tests.web.cases import read_cases, visit
from tests.web.tapping import Table

LOG = "deal; swap; Ann 2C; Bob 3C; amend 3: Cal 3C; Bob borrows 1 from pot:AS"
CASES = """
the evening goes on under the new name and can be taken back
    /name player=Bob => choices player Bob
    post /name player=Bob name=Bobby => "Bob is now called Bobby.", seats Ann Bobby Cal Dee
    undo; undo; undo; Bobby 3C => log undo; undo; undo; Bobby 3C
a name that cannot be is refused with a sentence
    not post /name player=Bob name=Ann => "listed twice", seats Ann Bob Cal Dee
    not post /name player=Bob name= => "A name must have", seats Ann Bob Cal Dee
    not post /name player=Bob name=pot:AS => "A name must have", seats Ann Bob Cal Dee
    not post /name player=Bob name=LONG => "A name must have", seats Ann Bob Cal Dee
a form of an older table is told so
    not post /name player=Bob name=Bobby version=0 (409)
        => "Somebody else tapped first. This is how things stand now."
"""


@pytest.mark.parametrize("case", read_cases(CASES, LONG="x" * 41))
def test_a_player_is_called_otherwise(app: Flask, case: str) -> None:
    visit(app, f"{LOG}\n{case}")


@pytest.fixture
def table(app: Flask) -> Table:
    chips = {"Ann": 50, "Bob": 60, "Cal": 70, "Dee": 80}
    return Table(app, record(chips=chips), LOG).invite()


def exported(table: Table) -> str:
    return str(table.client.get(f"{table.url}/record.json").text)


def test_a_name_is_put_right_everywhere(table: Table) -> None:
    with table.app.app_context():
        before = load_table(table.token)
    seat = table.invited["Bob"]
    assert table.post("/name", player="Bob", name="Bobby").status_code == 303
    assert '"Bob"' not in exported(table)
    for page in ("", "/log", "/tally", "/seats", "/more/player?player=Bobby", "/guests"):
        assert "Bobby" in table.client.get(table.url + page).text
    assert "Bobby" in table.app.test_client().get(f"/t/{seat}").text
    with table.app.app_context():
        after = load_table(table.token)
        init_app(table.app)
        assert load_table(table.token).log.raw_entries == after.log.raw_entries
        assert [*list_faults(table.token)] == []
    assert after.version == before.version + 1
    assert after.table.ledger.chips["Bobby"] == before.table.ledger.chips["Bob"]


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
        table.post("/name", player="Dee", name="Deirdre")
        assert load_table(table.token).leavers == ("Deirdre",)
