"""The screen of the stops family."""

from companion.web.games.stops.forms import READERS, up_to
from companion.web.games.stops.rules import facts
from companion.web.games.stops.screen import memory_of, view
from companion.web.games.stops.sheets import SHEETS
from companion.web.parts.screen import Screen

SCREEN = Screen("stops", view, READERS, SHEETS, memory_of, facts=facts, completed=up_to)
