"""What is drawn alike again and again, kept as it was drawn: cards, pots, seats, piles of chips."""

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import Any, cast

from flask import Flask
from jinja2.runtime import Macro
from markupsafe import Markup

from companion.language import current_language

MOST = 2048
"""So many are kept, and as many that were asked for before them."""


class RenderCache:
    """What was drawn, as far as it was asked for lately."""

    def __init__(self, most: int = MOST) -> None:
        """Begin with nothing; so many are kept at most, and as many before them."""
        self._most = most
        self._late: dict[Hashable, Markup] = {}
        self._before: dict[Hashable, Markup] = {}

    def __len__(self) -> int:
        return len(self._late) + len(self._before)

    def get(self, key: Hashable, draw: Callable[[], Markup]) -> Markup:
        """Give what was drawn under a key, else draw it."""
        found = self._late.get(key)
        if found is None:
            found = self._before.get(key) or draw()
            if len(self._late) >= self._most:
                self._late, self._before = {}, self._late
            self._late[key] = found
        return found


_drawn = RenderCache()

PLAIN = frozenset((str, int, bool, type(None)))


class CachedMacro:
    """A macro that draws the same for the same arguments, and in one language, every time."""

    def __init__(self, macro: Macro) -> None:
        """Cache what a macro draws, under a name that no other cached macro has."""
        self.macro = macro

    def __call__(self, *arguments: object, **named: object) -> Markup:
        """Draw it, or give what was drawn before."""
        key = (self.macro.name, current_language(), _fixed(arguments), _fixed(named))
        return _drawn.get(key, partial(self._draw, arguments, named))

    def _draw(self, arguments: tuple[object, ...], named: Mapping[str, object]) -> Markup:
        return Markup(self.macro(*arguments, **named))  # noqa: S704  a macro has escaped it


def _fixed(value: Any) -> Hashable:
    """Give what stands for an argument in a key; HTML is another than the same text."""
    kind = type(value)
    if kind in PLAIN:
        return cast(Hashable, value)
    if kind is tuple or kind is list:
        return tuple(map(_fixed, value))
    if kind is dict:
        return tuple((name, _fixed(item)) for name, item in value.items())
    return (Markup, str(value)) if kind is Markup else cast(Hashable, value)


def init_app(app: Flask) -> None:
    """Let templates keep what a macro draws: ``{% set card = kept(_card) %}``."""
    app.add_template_global(CachedMacro, "kept")
