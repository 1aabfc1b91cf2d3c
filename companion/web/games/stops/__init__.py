"""The screen of the stops family."""

from companion.games.stops.filling import fill_entry
from companion.web.games.stops.hints import hints, stops_words
from companion.web.games.stops.rules import facts
from companion.web.games.stops.screen import doubt, memory_of, on_from, up_to, view
from companion.web.games.stops.setup import BOARD
from companion.web.games.stops.sheets import SHEETS
from companion.web.parts.screen import Screen

SCREEN = Screen(
    "stops",
    view,
    SHEETS,
    memory_of,
    facts=facts,
    hints=hints,
    words=stops_words,
    tapped=up_to,
    filled=fill_entry,
    board=BOARD,
    doubt=doubt,
    ahead=on_from,
)
