"""What may be entered at a moment, before anything of it is filled in."""

from pathlib import Path

import pytest

from companion.core.game import Table
from companion.core.log.log import Log
from companion.core.log.record import parse_setup
from companion.core.offers import is_kind_possible
from companion.games import all_games
from tests.core.table import evening
from tests.evenings import CASES, cases

FILES = sorted(path for path in CASES.glob("*.jsonl") if path.stem.endswith(("clean", "lakes")))
EDITS = ("undo", "redo", "amend", "insert")
MONEY = {"borrow", "repay", "buy-in", "count", "pay"}


def possible(table: Table) -> set[str]:
    return {do for do, kind in table.setup.game.kinds.items() if is_kind_possible(table, kind)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_was_entered_could_be(path: Path) -> None:
    record = cases(path)[0]["record"]
    log = Log(parse_setup(record, all_games()))
    for raw in record["log"]:
        if raw["do"] not in EDITS:
            kind = log.setup.game.kinds[raw["do"]]
            assert is_kind_possible(log.table, kind), raw
        log.enter(raw)


def test_in_the_middle_of_a_hand_nothing_else_could_be() -> None:
    table = evening("michigan-kitty", "Ann Bob Cal Dee").play("deal")
    dummy = {"swap", "bid", "pass", "sell", "keep"}
    always = {"chips-only", "recount", "misdeal", "break-off", *MONEY}
    assert possible(table.log.table) == {*dummy, *always, "last-hand"}
    table.play("swap; Ann 2C")
    assert possible(table.log.table) == {*always, "play", "stop"}


def test_a_finding_is_enforced_only_where_there_is_one() -> None:
    table = evening("boodle", "Ann Bob Cal").play("deal; keep; Ann KC")
    assert not possible(table.log.table) & {"enforce", "waive"}
    table.play("stop; Ann QD; stop; Ann 9H; stop; Ann AC")
    assert possible(table.log.table) >= {"enforce", "waive"}
