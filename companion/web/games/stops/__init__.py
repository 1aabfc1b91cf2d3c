"""The screen of the stops family."""

from companion.games.stops.game import complete_entry
from companion.web.components.screen import Screen
from companion.web.games.stops.screen import (
    BOARD,
    confirm_price,
    extend_play,
    memory_view,
    next_plays,
    view,
)
from companion.web.games.stops.sheets import SHEETS, facts, stops_glossary, stops_hints

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
