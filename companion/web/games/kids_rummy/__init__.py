"""The screen of Kids Rummy."""

from companion.games.kids_rummy.game import as_scored
from companion.web.games.kids_rummy.hints import HINTS, rummy_words
from companion.web.games.kids_rummy.rules import facts
from companion.web.games.kids_rummy.screen import view
from companion.web.games.kids_rummy.sheets import SHEETS
from companion.web.parts.screen import Screen

SCREEN = Screen(
    "kids-rummy",
    view,
    SHEETS,
    facts=facts,
    hints=lambda _: HINTS,
    words=rummy_words,
    filled=as_scored,
)
