"""A renamed player: the evening replays as before, under the new name."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.errors import Refused
from companion.core.log.log import Log
from companion.core.log.replay import plan_names, record_result, rename_in_entry, rename_in_setup
from companion.games import all_games
from tests.core.table import evening
from tests.core.test_properties import RECORDS, STIR, played


def record_of(log: Log, record: dict[str, Any]) -> dict[str, Any]:
    return {**record, "log": [*log.raw_entries]}


def under(names: Any, value: Any) -> Any:
    """Anything with the names in it changed, wherever they stand."""
    if isinstance(value, dict):
        return {under(names, key): under(names, item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [under(names, item) for item in value]
    return names.get(value, value) if isinstance(value, str) else value


@given(record=RECORDS, extra=STIR, data=st.data())
def test_replay_under_a_new_name_is_the_replay_with_its_names_changed(
    record: Any, extra: Any, data: Any
) -> None:
    log = played(record, extra)
    old = data.draw(st.sampled_from(log.table.seats))
    new = data.draw(st.sampled_from(["Zoë", "Zed", "dumm", "AS", "deal"]))
    if new in log.table.seats:
        return
    names, kinds = plan_names(log, old, new), log.setup.game.kinds
    before = record_result(record_of(log, record), all_games())
    raws = [rename_in_entry(raw, kinds, names) for raw in log.raw_entries]
    after = record_result({**record, **rename_in_setup(record, names), "log": raws}, all_games())
    for told in (before, after):
        told.pop("pots", None)  # a player may be called like one
    assert after == under(names, before)
    back = [rename_in_entry(raw, kinds, names) for raw in raws]
    assert back == [*log.raw_entries]


def test_pots_and_cards_are_never_players() -> None:
    log = evening().play("deal; swap; Ann 2C").log
    names = plan_names(log, "Ann", "AS")
    raw = {"do": "borrow", "player": "Ann", "from": "pot:AS", "chips": 1}
    kinds = log.setup.game.kinds
    assert rename_in_entry(raw, kinds, names) == {**raw, "player": "AS"}
    assert rename_in_entry({"do": "play", "player": "AS", "card": "AS"}, kinds, names) == {
        "do": "play",
        "player": "Ann",
        "card": "AS",
    }


@pytest.mark.parametrize("new", ["Bob", "", " Zed", "pot:AS", "bank:", "x" * 41, "a\nb", "\u202eZ"])
def test_a_name_that_cannot_be_is_refused(new: str) -> None:
    log = evening().play("deal").log
    with pytest.raises(Refused) as refused:
        plan_names(log, "Ann", new)
    assert refused.value.code == "bad-record"
    with pytest.raises(Refused, match="Nobody"):
        plan_names(log, "Zed", "Zoë")
