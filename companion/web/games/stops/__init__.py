"""The screen of the stops family."""

from companion.games.stops.filling import fill
from companion.web.games.stops.hints import hints
from companion.web.games.stops.rules import facts
from companion.web.games.stops.screen import memory_of, on_from, up_to, view
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
    tapped=up_to,
    filled=fill,
    board=BOARD,
    ahead=on_from,
)
