"""The screen of Oh Claire!."""

from companion.web.games.oh_claire.hints import HINTS, WORDS
from companion.web.games.oh_claire.rules import facts
from companion.web.games.oh_claire.screen import view, with_partial_tricks
from companion.web.games.oh_claire.sheets import SHEETS
from companion.web.parts.screen import Screen

SCREEN = Screen(
    "oh-claire",
    view,
    SHEETS,
    rule_facts=facts,
    hints=lambda _: HINTS,
    glossary=lambda _: WORDS,
    show_answers=with_partial_tricks,
)
