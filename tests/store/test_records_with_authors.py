"""Records taken along: they hold who made each entry and when, and keep it where they go."""

from datetime import UTC, datetime
from typing import Any

import pytest

from companion.core.errors import Refused
from companion.store.entries import create_table, update_setup
from companion.store.records import copy_table, create_from_record, export_table
from tests.store.test_versions import SETUP, UNDO, bought, enter


@pytest.mark.usefixtures("app")
def test_a_record_says_who_made_each_entry_and_when() -> None:
    token = create_table(SETUP)
    enter(token, bought("Ann"), UNDO)
    made = export_table(token)["made"]
    assert [entry["by"] for entry in made] == ["a tablet"] * 2
    since = datetime.now(UTC) - datetime.fromisoformat(made[1]["at"])
    assert 0 <= since.total_seconds() < 60


@pytest.mark.usefixtures("app")
def test_an_imported_record_is_exported_again_to_the_letter() -> None:
    token = create_table(SETUP)
    enter(token, bought("Ann"), bought("Bob"))
    first = export_table(token)
    first["made"][0] = None
    first["made"][1]["by"] = "Grandma"
    assert export_table(create_from_record(first)) == first
    assert "made" not in export_table(create_table(SETUP, [bought("Ann")]))


@pytest.mark.usefixtures("app")
def test_what_cannot_be_read_of_who_made_it_is_left_out() -> None:
    by, at = ("\0", "x" * 500, []), ("late", 9)
    for made in (7, "x", {}, *({"at": time} for time in at), *({"by": who} for who in by)):
        record = {**SETUP, "log": [bought("Ann")], "made": [made]}
        assert "made" not in export_table(create_from_record(record)), made


BUY = bought("Bob", 1)
AGAIN = {"do": "amend", "entry": 0, "with": bought("Ann", 2)}
LONG = {
    "many early changes": [BUY] * 2000 + [AGAIN] * 100,
    "a change for each entry": [BUY] * 2500 + [AGAIN] * 2499,
    "many changed and taken back": [BUY] * 500 + [AGAIN, UNDO, {"do": "redo"}] * 1000,
    "all late": [BUY] * 2500 + [{**AGAIN, "entry": 2000 + n % 500} for n in range(1500)],
}


@pytest.mark.share(2)
@pytest.mark.usefixtures("app")
@pytest.mark.parametrize("log", LONG.values(), ids=LONG)
def test_what_could_be_stored_comes_back_sits_otherwise_and_is_played_on(log: list[Any]) -> None:
    record = {**SETUP, "log": log}
    token = create_from_record(record)
    assert export_table(token) == record
    again = {**SETUP, "players": SETUP["players"][::-1]}
    assert update_setup(token, len(log), again).setup_record == again
    assert export_table(copy_table(token)) == {**again, "log": log}


@pytest.mark.share(2)
@pytest.mark.usefixtures("app")
@pytest.mark.parametrize(
    "odd", [{"do": "fly"}, bought("Zed"), {"do": "award", "pot": "none", "players": []}, 7]
)
def test_of_a_much_changed_evening_what_was_taken_back_must_be_an_entry_too(odd: Any) -> None:
    log = [*LONG["many early changes"], odd, UNDO]
    with pytest.raises(Refused) as refused:
        create_from_record({**SETUP, "log": log})
    assert refused.value.entry == 2100


@pytest.mark.usefixtures("app")
def test_of_a_much_changed_evening_what_is_in_force_must_stand() -> None:
    log = [*LONG["many early changes"], {"do": "stop"}]
    with pytest.raises(Refused) as refused:
        create_from_record({**SETUP, "log": log})
    assert (refused.value.entry, refused.value.code) == (2100, "wrong-phase")
