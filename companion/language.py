"""The language that is spoken: a catalogue of templates, and how numbers and lists are written.

English is what the templates are written in; another language is a catalogue laid over them.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations
from typing import Literal

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal

ListStyle = Literal["standard", "or", "unit"]
"""How a list ends: ``Ann, Bob and Cal``, ``Ann, Bob or Cal``, ``Ann, Bob, Cal``."""

_number = lru_cache(maxsize=4096)(format_decimal)


@dataclass(frozen=True)
class Language:
    """A locale, and the catalogue that translates the English templates into its language."""

    locale: Locale
    catalogue: NullTranslations

    def template(self, template: str, plural: str, number: int) -> str:
        """Give a template in this language, in the form for a number if it has a plural."""
        if plural:
            return self.catalogue.ngettext(template, plural, number)
        return self.catalogue.gettext(template)

    def number(self, number: int) -> str:
        """Write a whole number: ``1,000``."""
        return _number(number, locale=self.locale)

    def listed(self, parts: Sequence[str], style: ListStyle) -> str:
        """Write a list in one of the styles."""
        return format_list(parts, style, self.locale)


ENGLISH = Language(Locale("en", "GB"), NullTranslations())
_spoken: ContextVar[Language] = ContextVar("language", default=ENGLISH)


def spoken() -> Language:
    """Give the language that is spoken now."""
    return _spoken.get()


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Speak a language for a while, in this thread alone."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)
