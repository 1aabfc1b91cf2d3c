"""The template environment, its filters, and a cache of rendered macros."""

from collections.abc import Callable, Hashable, Mapping, MutableMapping
from functools import lru_cache, partial
from typing import Any, cast
from unicodedata import combining, east_asian_width

from flask import Flask
from flask.sansio.app import App
from flask.templating import Environment
from jinja2 import Template
from jinja2.runtime import Macro
from markupsafe import Markup, escape

from companion.core.sentences import Fact, Sentence
from companion.language import current_language

# The pieces of HTML in the younger half of the cache; the older half has as many.
MOST = 2048


class RenderCache:
    """A cache of rendered HTML: the latest `most` pieces, and up to as many from before them."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._late: dict[Hashable, Markup] = {}
        self._before: dict[Hashable, Markup] = {}

    def __len__(self) -> int:
        return len(self._late) + len(self._before)

    def get(self, key: Hashable, draw: Callable[[], Markup]) -> Markup:
        """Return the HTML stored under `key`, rendered by `draw` if it is missing."""
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
    """A macro whose HTML is cached by its arguments and the language."""

    def __init__(self, macro: Macro) -> None:
        self.macro = macro

    def __call__(self, *arguments: object, **keywords: object) -> Markup:
        key = (self.macro.name, current_language(), _fixed(arguments), _fixed(keywords))
        return _drawn.get(key, partial(self._draw, arguments, keywords))

    def _draw(self, arguments: tuple[object, ...], keywords: Mapping[str, object]) -> Markup:
        return Markup(self.macro(*arguments, **keywords))  # noqa: S704  a macro has escaped it


def _fixed(value: Any) -> Hashable:
    """Return a hashable value for an argument; HTML differs from equal text."""
    kind = type(value)
    if kind in PLAIN:
        return cast(Hashable, value)
    if kind is tuple or kind is list:
        return tuple(map(_fixed, value))
    if kind is dict:
        return tuple((name, _fixed(item)) for name, item in value.items())
    return (Markup, str(value)) if kind is Markup else cast(Hashable, value)


def init_app(app: Flask) -> None:
    # Used as ``{% set card = kept(_card) %}``.
    app.add_template_global(CachedMacro, "kept")


class TemplateEnvironment(Environment):
    """An environment with one dictionary of globals, which looks up each template only once.

    Jinja chains two mappings and searches them in Python each time a template imports another: nine
    times for a board. It also checks, under a lock, whether each template is up to date.
    """

    def __init__(self, app: App, **options: Any) -> None:
        super().__init__(app, **options)
        self._known: dict[object, Template] = {}

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002  Jinja calls it so
    ) -> Template:
        template = None if globals or self.auto_reload else self._known.get(name)
        if template is None:
            template = self._known[name] = super().get_template(name, parent, globals)
        return template

    def make_globals(self, more: MutableMapping[str, object] | None) -> MutableMapping[str, object]:
        return {**self.globals, **(more or {})}


# Letters that are much narrower or wider than others.
SLIM, BROAD = frozenset("fijlrtIJ1.,' -"), frozenset("mwMW@")


# The names and words whose form is remembered; every tap draws those of a table again.
NAMES = 1024


@lru_cache(NAMES)
def text_width(name: str) -> float:
    """Return the width of a text, in letters of medium width."""
    return sum(_breadth(letter) for letter in name)


def _breadth(letter: str) -> float:
    if letter in SLIM or combining(letter):
        return 0.6
    return 1.5 if letter in BROAD or east_asian_width(letter) in "WF" else 1.0


@lru_cache(NAMES, typed=True)
def make_breakable(name: str) -> Markup:
    """Return a name whose long words may be broken: in the middle, or every three letters."""
    words = name.split(" ")
    return Markup(" ").join(_breakable_word(word, is_whole=word == name) for word in words)


def _breakable_word(word: str, *, is_whole: bool) -> Markup:
    letters = text_width(word)
    if letters <= (6 if is_whole else 8) or not word.isalpha():
        return escape(word)
    size = (len(word) + 1) // 2 if letters <= 12 else 3
    return Markup("&shy;").join(word[at : at + size] for at in range(0, len(word), size))


# 16 leave room for a verb on most buttons.
def shorten(words: Fact, most: int = 16) -> Fact:
    """Return a name, or a sentence with every name in it, cut to a width of `most` letters."""
    if isinstance(words, Sentence):
        return words.with_facts(**{key: shorten(fact, most) for key, fact in words.facts.items()})
    if not isinstance(words, str) or text_width(words) <= most:
        return words
    while text_width(words) >= most:
        words = words[:-1]
    return f"{words.rstrip()}…"
