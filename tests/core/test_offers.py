"""What may be entered at a moment, before anything of it is filled in."""

from pathlib import Path

import pytest

from companion.core.game import Table
from companion.core.log.log import Log
from companion.core.log.record import parse_setup
from companion.core.offers import is_kind_possible, skips_before
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


STOPPED = "deal; keep; Ann 3C; stop"
SKIPS = [
    ("michigan-kitty", STOPPED, "Dee", "Ann Bob Cal"),
    ("michigan-kitty", STOPPED, "Ann", ""),  # whose turn it is
    ("michigan-kitty", f"{STOPPED}; Ann skips", "Ann", "Bob Cal Dee"),  # if all skip
    ("michigan-kitty", f"{STOPPED}; Ann skips; Bob skips", "Bob", ""),
    ("michigan-kitty", "deal; keep", "Bob", ""),  # where any suit may be led
    ("michigan-kitty", "deal; keep; Ann 3C", "Bob", ""),  # in a sequence
    ("michigan-kitty", "deal; keep; chips-only", "Bob", ""),
    ("michigan-kitty", "deal", "Ann", ""),  # where the dealer may keep the cards
    ("michigan-kitty", "deal; Ann bids 2", "Cal", ""),  # where Bob may pass
    ("boodle", STOPPED, "Cal", "Ann Bob"),
    ("michigan-rummy-classic", STOPPED, "Bob", "Ann"),
    ("great-lakes", STOPPED, "Dee", "Ann Bob Cal"),
    ("great-lakes", f"{STOPPED}; Ann skips", "Ann", ""),  # if all skip, the hand is over
]


@pytest.mark.parametrize(("game", "log", "player", "skippers"), SKIPS)
def test_all_whose_turn_comes_before_skip(game: str, log: str, player: str, skippers: str) -> None:
    table = evening(game).play(log)
    skips = skips_before(table.log.table, player)
    assert [*skips] == skippers.split()
    for raw in skips.values():
        table.log.enter(raw)
    assert not skips or table.log.setup.game.current_prompt(table.log.table).player == player
