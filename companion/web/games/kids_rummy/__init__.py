"""The screen of Kids Rummy."""

from companion.games.kids_rummy.game import scores_in_points
from companion.web.games.kids_rummy.hints import HINTS, rummy_glossary
from companion.web.games.kids_rummy.rules import facts
from companion.web.games.kids_rummy.screen import view
from companion.web.games.kids_rummy.sheets import SHEETS
from companion.web.parts.screen import Screen

SCREEN = Screen(
    "kids-rummy",
    view,
    SHEETS,
    rule_facts=facts,
    hints=lambda _: HINTS,
    glossary=rummy_glossary,
    complete_entry=scores_in_points,
)
