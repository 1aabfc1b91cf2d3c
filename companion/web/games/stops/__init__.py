"""The screen of the stops family."""

from companion.games.stops.filling import complete_entry
from companion.web.games.stops.hints import stops_glossary, stops_hints
from companion.web.games.stops.rules import facts
from companion.web.games.stops.screen import (
    confirm_price,
    extend_play,
    memory_view,
    next_plays,
    view,
)
from companion.web.games.stops.setup import BOARD
from companion.web.games.stops.sheets import SHEETS
from companion.web.parts.screen import Screen

SCREEN = Screen(
    "stops",
    view,
    SHEETS,
    memory_view,
    rule_facts=facts,
    hints=stops_hints,
    glossary=stops_glossary,
    adjust_tap=extend_play,
    complete_entry=complete_entry,
    board=BOARD,
    confirm=confirm_price,
    next_plays=next_plays,
)
