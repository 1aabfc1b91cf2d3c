"""A whole game played by what its screen offers, and judged by its record."""

import random
from collections.abc import Callable
from typing import Any

from companion.core.log.replay import replay_record
from companion.games import all_games
from companion.store.records import export_table, get_tally
from companion.tally.summary import build_tally
from tests.web.tapping import Table


def play_out(
    table: Table, step: Callable[[Table, random.Random], None], chance: random.Random, most: int
) -> list[Any]:
    """Make at most so many steps until the game is over; give the lines of its tally."""
    for _ in range(most):
        if table.state.phase == "over":
            break
        step(table, chance)
    with table.app.app_context():
        final = get_tally(table.token).tally
        assert final == build_tally(replay_record(export_table(table.token), all_games()))
    assert table.state.phase == "over"
    lines: list[Any] = final["lines"]
    return lines
