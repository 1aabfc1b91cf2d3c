"""Where two parts meet, mypy sees what does not fit: each wrong line below is found, no other."""

from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).parents[1]

WRONG = """
from collections.abc import Mapping

from companion.core.entries.fields import EntryField, FieldKind
from companion.core.entries.parsing import check_pot, parse_cards, parse_text
from companion.core.entries.schema import Entry
from companion.core.entries.standard import Join
from companion.core.game import EntryHandler, Game, ResultLine, Setup, entry_handlers
from companion.core.handlers import MONEY_HANDLERS, rank_lines
from companion.core.options import Options, choice_option, options_class
from companion.core.prompts import Prompt
from companion.core.review import ReviewHooks
from companion.core.sentences import say
from companion.games.kids_rummy.game import (
    RummyOptions,
    RummyTable,
    Score,
    new_table,
    ranking_by_points,
    result,
)
from companion.games.kids_rummy.prompts import current_prompt
from companion.games.oh_claire import game as claire
from companion.games.stops import auction, play, prompts
from companion.games.stops.options import StopsOptions
from companion.games.stops.state import StopsTable
from companion.tally.summary import Tally
from companion.web.components.screen import Screen
from companion.web.games.stops.screen import StopsView
from companion.web.setup.form import SetupForm

GAME_RULES: Mapping[str, EntryHandler[RummyTable]] = entry_handlers(play.stop)  # their table
entry_handlers(lambda table: None)  # a handler without its entry


def lead(table: StopsTable, entry: play.PlayCards, line: Entry) -> None:
    table.options.nolead  # an option misspelt
    table.options.no_lead == "blocks"  # a value that the option never has
    table.setup.options.target  # another family's option
    entry.card  # a key that the entry does not have
    entry.cards = ()  # an entry that is changed
    line.player  # a key that not every entry has
    table.poker_held_onely  # a misspelt rule of the game itself


def score(table: RummyTable, setup: Setup[StopsOptions]) -> None:
    new_table(setup)  # a set-up of another family
    prompts.current_prompt(table)  # another table's question
    claire.current_results(table)  # another table's standing
    Score(out="Ann", point={})  # an entry made with a misspelt key
    Join("Ann", "Bob")  # an entry made without a key that it needs
    rank_lines([(1, line) for line in ranking_by_points(table)])  # a merit that is no tuple


GAME: Game[RummyTable, RummyOptions] = Game(
    slug="x", name=say("X"), tagline=say(""), min_players=2, max_players=6, starting_chips=0,
    defaults=RummyOptions(),
    entries=entry_handlers(*MONEY_HANDLERS),
    phases={},
    new_table=new_table,
    current_prompt=current_prompt,
    result=claire.result,  # another table's result
    winners=lambda table: table.seats[0],  # one winner where there may be several
    review=ReviewHooks(findings=lambda table: []),  # a list that could change
)
RummyOptions(mode="targets")  # a value that no option has
SCREEN: Screen[RummyTable] = Screen("x", StopsView)  # another table's view
Screen("x", lambda table, moved: moved)  # no view
EntryField(FieldKind.POT, say(""), parse_text, check_pot)
EntryField(FieldKind.POT, say(""), parse_cards, check_pot)  # a check of other values than are read


@options_class
class Rules(Options):
    order: str = choice_option(say(""), (("up", say("")), ("down", say(""))), default=0)  # none


def told(tally: Tally, form: SetupForm) -> None:
    tally["proof"]["purse"]  # a misspelt number of a stored tally
    form.record["player"]  # a misspelt part of a set-up


PLACED: ResultLine = Prompt("over", "")  # no line of a tally
"""


@pytest.mark.long
def test_mypy_finds_every_wrong_line_where_parts_meet(tmp_path: Path) -> None:
    wrong, cache = tmp_path / "wrong.py", ROOT / ".mypy_cache"
    wrong.write_text(WRONG)
    config = str(ROOT / "pyproject.toml")
    found, faults, _ = api.run(["--config-file", config, "--cache-dir", str(cache), str(wrong)])
    assert faults == ""
    lines = {int(line.split(":")[1]) for line in found.splitlines() if ": error:" in line}
    seeded = {number for number, line in enumerate(WRONG.splitlines(), 1) if "  # " in line}
    assert len(seeded) >= 20
    assert lines == seeded, found
