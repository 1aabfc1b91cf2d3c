"""Records taken along: they hold who made each entry and when, and keep it where they go."""

from datetime import UTC, datetime

import pytest

from companion import store
from tests.store.test_versions import SETUP, UNDO, bought, enter


@pytest.mark.usefixtures("app")
def test_a_record_says_who_made_each_entry_and_when() -> None:
    token = store.create(SETUP)
    enter(token, bought("Ann"), UNDO)
    made = store.export(token)["made"]
    assert [entry["by"] for entry in made] == ["a tablet"] * 2
    since = datetime.now(UTC) - datetime.fromisoformat(made[1]["at"])
    assert 0 <= since.total_seconds() < 60


@pytest.mark.usefixtures("app")
def test_an_imported_record_is_exported_again_to_the_letter() -> None:
    token = store.create(SETUP)
    enter(token, bought("Ann"), bought("Bob"))
    first = store.export(token)
    first["made"][0] = None
    first["made"][1]["by"] = "Grandma"
    assert store.export(store.create_from(first)) == first
    assert "made" not in store.export(store.create(SETUP, [bought("Ann")]))


@pytest.mark.usefixtures("app")
@pytest.mark.parametrize(
    "made", [7, "x", {}, {"at": "late"}, {"at": 9}, {"by": "\0"}, {"by": "x" * 500}, {"by": []}]
)
def test_what_cannot_be_read_of_who_made_it_is_left_out(made: object) -> None:
    record = {**SETUP, "log": [bought("Ann")], "made": [made]}
    assert "made" not in store.export(store.create_from(record))
