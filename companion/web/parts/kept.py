"""What is drawn alike again and again, kept as it was drawn: faces of cards, piles of chips."""

from collections.abc import Hashable

from flask import Flask
from jinja2.runtime import Macro
from markupsafe import Markup

from companion.language import spoken

MOST = 4096
"""So many are kept."""

_drawn: dict[Hashable, Markup] = {}


class Kept:
    """A macro that draws the same for the same arguments, and in one language, every time."""

    def __init__(self, macro: Macro) -> None:
        """Keep what a macro draws. Its name must be its own among all that are kept."""
        self.macro = macro

    def __call__(self, *arguments: Hashable, **named: Hashable) -> Markup:
        """Draw it, or give what was drawn before."""
        language = spoken()
        how = (self.macro.name, language.code, language.court)
        key = (how, arguments, tuple(named.items()))
        drawn = _drawn.get(key)
        if drawn is None:
            drawn = Markup(self.macro(*arguments, **named))  # noqa: S704  a macro has escaped it
            _keep(key, drawn)
        return drawn


def _keep(key: Hashable, drawn: Markup) -> None:
    if len(_drawn) >= MOST:
        _drawn.clear()
    _drawn[key] = drawn


def init_app(app: Flask) -> None:
    """Let templates keep what a macro draws: ``{% set card = kept(_card) %}``."""
    app.add_template_global(Kept, "kept")
