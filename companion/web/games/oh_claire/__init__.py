"""The screen of Oh Claire!."""

from companion.web.games.oh_claire.hints import HINTS, WORDS
from companion.web.games.oh_claire.rules import facts
from companion.web.games.oh_claire.screen import tricks_told, view
from companion.web.games.oh_claire.sheets import SHEETS
from companion.web.parts.screen import Screen

SCREEN = Screen(
    "oh-claire",
    view,
    SHEETS,
    facts=facts,
    hints=lambda _: HINTS,
    words=lambda _: WORDS,
    told=tricks_told,
)
