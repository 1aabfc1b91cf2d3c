"""The screen of the stops family."""

from companion.games.stops.game import complete_entry
from companion.web.components.screen import Screen
from companion.web.games.stops import screen, sheets

SCREEN = Screen(
    "stops",
    screen.StopsView,
    sheets.SHEETS,
    screen.MemoryView,
    rule_facts=sheets.facts,
    hints=sheets.stops_hints,
    glossary=sheets.stops_glossary,
    adjust_tap=screen.extend_play,
    complete_entry=complete_entry,
    board=screen.BOARD,
    confirm=screen.confirm_price,
    next_plays=screen.next_plays,
)
