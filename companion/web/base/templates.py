"""The template environment, its filters, and a cache of rendered macros."""

from collections.abc import Callable, Hashable, MutableMapping
from functools import lru_cache
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

# The pieces of HTML in the new half of a cache; the old half has as many.
CACHE_SIZE = 2048


class RenderCache:
    """A cache of rendered HTML: the latest `size` pieces, and up to as many from before them."""

    def __init__(self, size: int = CACHE_SIZE) -> None:
        self._size = size
        self._new: dict[Hashable, Markup] = {}
        self._old: dict[Hashable, Markup] = {}

    def __len__(self) -> int:
        return len(self._new) + len(self._old)

    def get(self, key: Hashable, render: Callable[[], Markup]) -> Markup:
        """Return the HTML stored under `key`, rendered by `render` if it is missing."""
        html = self._new.get(key)
        if html is None:
            html = self._old.get(key) or render()
            if len(self._new) >= self._size:
                self._new, self._old = {}, self._new
            self._new[key] = html
        return html


_macro_cache = RenderCache()

HASHABLE_TYPES = frozenset((str, int, bool, type(None)))


class CachedMacro:
    """A macro whose HTML is cached by its arguments and the language."""

    def __init__(self, macro: Macro) -> None:
        self.macro = macro

    def __call__(self, *arguments: object, **keywords: object) -> Markup:
        key = (self.macro.name, current_language(), _hashable(arguments), _hashable(keywords))
        # A macro has escaped its HTML.
        return _macro_cache.get(key, lambda: Markup(self.macro(*arguments, **keywords)))  # noqa: S704


def _hashable(value: Any) -> Hashable:
    """Return a hashable value for an argument; HTML differs from equal text."""
    kind = type(value)
    if kind in HASHABLE_TYPES:
        return cast(Hashable, value)
    if kind is tuple or kind is list:
        return tuple(map(_hashable, value))
    if kind is dict:
        return tuple((name, _hashable(item)) for name, item in value.items())
    return (Markup, str(value)) if kind is Markup else cast(Hashable, value)


def init_app(app: Flask) -> None:
    # Used as ``{% set card = cached(_card) %}``.
    app.add_template_global(CachedMacro, "cached")


class TemplateEnvironment(Environment):
    """An environment with one dictionary of globals, which looks up each template only once.

    Jinja chains two mappings and searches them in Python each time a template imports another: nine
    times for a board. It also checks, under a lock, whether each template is up to date.
    """

    def __init__(self, app: App, **options: Any) -> None:
        super().__init__(app, **options)
        self._templates: dict[object, Template] = {}

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002  Jinja calls it so
    ) -> Template:
        template = None if globals or self.auto_reload else self._templates.get(name)
        if template is None:
            template = self._templates[name] = super().get_template(name, parent, globals)
        return template

    def make_globals(self, more: MutableMapping[str, object] | None) -> MutableMapping[str, object]:
        return {**self.globals, **(more or {})}


# Letters that are much narrower or wider than others.
NARROW_LETTERS, WIDE_LETTERS = frozenset("fijlrtIJ1.,' -"), frozenset("mwMW@")


# The cached widths and forms of names and words; every tap renders those of a table again.
TEXT_CACHE_SIZE = 1024


@lru_cache(TEXT_CACHE_SIZE)
def text_width(name: str) -> float:
    """Return the width of a text, in letters of medium width."""
    return sum(_letter_width(letter) for letter in name)


def _letter_width(letter: str) -> float:
    if letter in NARROW_LETTERS or combining(letter):
        return 0.6
    return 1.5 if letter in WIDE_LETTERS or east_asian_width(letter) in "WF" else 1.0


@lru_cache(TEXT_CACHE_SIZE, typed=True)
def make_breakable(name: str) -> Markup:
    """Return a name whose long words may be broken: in the middle, or every three letters."""
    words = name.split(" ")
    return Markup(" ").join(_break_word(word, is_whole=word == name) for word in words)


def _break_word(word: str, *, is_whole: bool) -> Markup:
    width = text_width(word)
    if width <= (6 if is_whole else 8) or not word.isalpha():
        return escape(word)
    size = (len(word) + 1) // 2 if width <= 12 else 3
    return Markup("&shy;").join(word[start : start + size] for start in range(0, len(word), size))


# 16 leave room for a verb on most buttons.
def shorten(text: Fact, max_width: int = 16) -> Fact:
    """Return a name, or a sentence with every name in it, cut to a width in letters."""
    if isinstance(text, Sentence):
        facts = {key: shorten(fact, max_width) for key, fact in text.facts.items()}
        return text.with_facts(**facts)
    if not isinstance(text, str) or text_width(text) <= max_width:
        return text
    while text_width(text) >= max_width:
        text = text[:-1]
    return f"{text.rstrip()}…"
