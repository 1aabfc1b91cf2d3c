"""The screen of Wanagan."""

from companion.web.games.wanagan.hints import HINTS, WORDS
from companion.web.games.wanagan.rules import facts
from companion.web.games.wanagan.screen import view
from companion.web.games.wanagan.sheets import SHEETS
from companion.web.parts.screen import Screen

SCREEN = Screen(
    "wanagan", view, SHEETS, rule_facts=facts, hints=lambda _: HINTS, glossary=lambda _: WORDS
)
