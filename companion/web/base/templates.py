"""The template environment, its filters, and a cache of rendered macros."""

from collections.abc import Callable, Hashable, Mapping, MutableMapping
from functools import partial
from typing import Any, cast
from unicodedata import combining, east_asian_width

from flask import Flask
from flask.sansio.app import App
from flask.templating import Environment
from jinja2 import Template
from jinja2.runtime import Macro
from markupsafe import Markup

from companion.core.sentences import Fact, Sentence
from companion.language import current_language

# So many are kept, and as many that were asked for before them.
MOST = 2048


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
        """Return what was drawn under a key, else draw it."""
        html = self._late.get(key)
        if html is None:
            html = self._before.get(key) or draw()
            if len(self._late) >= self._most:
                self._late, self._before = {}, self._late
            self._late[key] = html
        return html


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
    """Return what stands for an argument in a key; HTML is another than the same text."""
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


class TemplateEnvironment(Environment):
    """An environment whose templates have what is global in one dictionary.

    Jinja has it in a chain of two, and goes through that in Python wherever a template imports
    another one: a board does so nine times. It also asks anew each time whether a template that it
    knows is still so, with a lock; here one is looked up once.
    """

    def __init__(self, app: App, **options: Any) -> None:
        """Know no template yet."""
        super().__init__(app, **options)
        self._known: dict[object, Template] = {}

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002  Jinja calls it so
    ) -> Template:
        """Return a template by its name. Raises TemplateNotFound, or TemplateSyntaxError."""
        template = None if globals or self.auto_reload else self._known.get(name)
        if template is None:
            template = self._known[name] = super().get_template(name, parent, globals)
        return template

    def make_globals(self, more: MutableMapping[str, object] | None) -> MutableMapping[str, object]:
        """Return what is global for a template: what is so for all, and more."""
        return {**self.globals, **(more or {})}


# Letters much narrower and much broader than others.
SLIM, BROAD = frozenset("fijlrtIJ1.,' -"), frozenset("mwMW@")


def text_width(name: str) -> float:
    """Say about how many letters of middling breadth a name takes."""
    return sum(_breadth(letter) for letter in name)


def _breadth(letter: str) -> float:
    if letter in SLIM or combining(letter):
        return 0.6
    return 1.5 if letter in BROAD or east_asian_width(letter) in "WF" else 1.0


def shorten(words: Fact, most: int = 16) -> Fact:
    """Cut a name, or every name in a sentence, to so many letters, so that there is room for more.

    As many as it says without being told leave room for a verb on most buttons.
    """
    if isinstance(words, Sentence):
        return words.with_facts(**{key: shorten(fact, most) for key, fact in words.facts.items()})
    return _cut(words, most) if isinstance(words, str) and text_width(words) > most else words


def _cut(name: str, most: int) -> str:
    while text_width(name) >= most:
        name = name[:-1]
    return f"{name.rstrip()}…"
