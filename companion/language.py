"""The current language: a catalogue of templates, and the format of numbers, days and lists.

The templates are written in English; every other language is a catalogue in `TRANSLATIONS`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import date, time
from decimal import Decimal
from functools import cache, cached_property, lru_cache
from gettext import NullTranslations, translation
from pathlib import Path
from typing import Literal
from unicodedata import bidirectional

from babel import Locale
from babel.dates import format_date, format_skeleton, format_time
from babel.lists import format_list
from babel.numbers import format_currency, format_decimal, get_currency_precision

# The folder of catalogues such as ``de/LC_MESSAGES/messages.po``, each compiled to ``.mo``.
TRANSLATIONS = Path(__file__).parent / "translations"

# The letters on jack, queen, king and ace in records.
COURT = "J Q K A"

_ISOLATES = "\N{LEFT-TO-RIGHT ISOLATE}\N{RIGHT-TO-LEFT ISOLATE}\N{FIRST STRONG ISOLATE}"
# The bidirectional classes of characters that never reorder the text around them.
_FIXED_CLASSES = frozenset({"L", "EN", "ES", "ET", "CS", "NSM", "WS", "ON", "BN"})

# The forms of a name in a sentence, in their order in a catalogue, where " | " separates them:
# subject, object, and with the prepositions *from*, *into* and *in*. A missing form is the first.
FORMS = ("", "object", "from", "into", "in")

_VOWEL = re.compile("[aeiouàâäáåæèéêëìíîïòóôöœùúûüh]|y(?![aeiouàâéèêëîïôöûü])", re.IGNORECASE)
_A = re.compile("[aàâäáå]", re.IGNORECASE)
_HEBREW = re.compile("[\u0590-\u05ff]")

# The conjunction before the last part of a list, what replaces it, and before which parts.
_CONJUNCTIONS = {
    "es": ((" y ", " e ", r"[ií]|h[ií](?![aeáé])"), (" o ", " u ", r"h?[oó]|8|11\b")),
    "it": ((" e ", " ed ", r"[eéèê]"),),
    "he": ((" ו", " ו־", r"[^\u0590-\u05ff]"),),
}

# How the first day of a month is written, where Babel writes ``1 juillet``.
_FIRST_OF_MONTH = {"fr": "1er ", "it": "1º "}

# The styles of a list: ``Ann, Bob, and Cal``, ``Ann, Bob, or Cal``, ``Ann, Bob, Cal``.
ListStyle = Literal["standard", "or", "unit"]


@dataclass(frozen=True, eq=False)
class Language:
    """A locale, and the catalogue that translates the English templates into its language.

    There is one object of each, so that sentences can be cached by it. `court` has the letters on
    the court cards, if they are not the language's usual ones. `terms` are the words of a printed
    rule sheet, by the words and phrases of the English templates that they replace.
    """

    locale: Locale
    catalogue: NullTranslations
    court: str = ""
    terms: tuple[tuple[str, str], ...] = ()

    @property
    def code(self) -> str:
        return self.locale.language

    @property
    def name(self) -> str:
        """The language's name for itself: ``Deutsch``."""
        name = self.locale.get_language_name() or self.code
        return name[0].upper() + name[1:]

    @cached_property
    def direction(self) -> str:
        return self.locale.text_direction

    def isolate_direction(self, text: str) -> str:
        """Return a name or a card so that its direction of writing affects no words around it."""
        # Marks are needed only where left and right meet.
        if self.direction == "ltr" and (text.isascii() or _has_fixed_direction(text)):
            return text
        # Pieces of HTML have their own ``bdi``.
        return text if hasattr(text, "__html__") else _isolate(text)

    @cached_property
    def letters(self) -> Mapping[str, str]:
        """The letters of the court cards, by those in records: J, Q, K, A."""
        text = self.court or self.catalogue.pgettext("jack, queen, king, ace", "J Q K A")
        return dict(zip(COURT.split(), text.split(), strict=True))

    def rank(self, ranks: str) -> str:
        """Return ranks as they are printed on cards: ``B`` for the jack in German."""
        return "".join(self.letters.get(letter, letter) for letter in ranks)

    def template(self, template: str, plural: str, number: int) -> str:
        """Return the translation of a template, in the form for `number` if it has a plural."""
        if self.terms:
            template, plural = _replace_terms(template, self), _replace_terms(plural, self)
        if plural:
            return self.catalogue.ngettext(template, plural, number)
        return self.catalogue.gettext(template)

    def inflect(self, name: str, form: str) -> str:
        """Return a name in the grammatical form `form`, one of `FORMS`: ``de Bob``, ``d’Ann``."""
        words = pick_inflection(self._name_forms(_plain_name(name)), form)
        return type(name)(words).format(name=name)

    def _name_forms(self, name: str) -> str:
        if _HEBREW.match(name):
            return self.catalogue.pgettext("a name in Hebrew letters", "{name}")
        if _A.match(name):
            return self.catalogue.pgettext("a name that begins with an a", "{name}")
        if _VOWEL.match(name):
            return self.catalogue.pgettext("a name that begins with a vowel", "{name}")
        return self.catalogue.pgettext("a name", "{name}")

    def inflect_pot(self, name: str, form: str) -> str:
        """Return the name of a pot that is named after its cards, inflected: ``von 10♥``."""
        return pick_inflection(self.catalogue.pgettext("a pot", "{name}"), form).format(name=name)

    def number(self, number: int) -> str:
        """Return a whole number as text: ``1,000``."""
        return _format_number(number, self)

    def decimal(self, number: Decimal) -> str:
        """Return a number with one decimal place: ``1,000.5``."""
        return format_decimal(number, "#,##0.0", locale=self.locale)

    def money(self, cents: int, currency: str) -> str:
        """Return `cents`, the smallest coins of a currency, as text: ``£1.50``, ``−£1.50``."""
        amount = Decimal(cents).scaleb(-get_currency_precision(currency))
        text = format_currency(amount, currency, locale=self.locale)
        # The sign must stay before the amount, and on its line.
        return self.isolate_direction(text.replace("-", "\N{MINUS SIGN}"))

    def join_list(self, parts: Sequence[str], style: ListStyle) -> str:
        try:
            text = format_list(parts, style, self.locale)
        except KeyError:  # Babel lacks some styles, such as units in German
            return ", ".join(parts)
        return self._adapt_conjunction(text, parts[-1]) if len(parts) > 1 else text

    def join_clauses(self, clauses: Iterable[str]) -> str:
        """Return clauses as one sentence: ``Ann pays 3; Bob passes``."""
        # French has a space before a semicolon.
        return ("\N{NARROW NO-BREAK SPACE}; " if self.code == "fr" else "; ").join(clauses)

    def _adapt_conjunction(self, text: str, last: str) -> str:
        """Return a list with its last conjunction adapted to the word after it: ``e`` for ``y``."""
        head = text.removesuffix(last)
        for conjunction, replacement, pattern in _CONJUNCTIONS.get(self.code, ()):
            if head.endswith(conjunction) and re.match(pattern, _plain_name(last), re.IGNORECASE):
                return head.removesuffix(conjunction) + replacement + last
        return text

    def day(self, day: date) -> str:
        """Return a day as text: ``July 4, 2026``."""
        text = format_date(day, "long", self.locale)
        return re.sub(r"^1 ", _FIRST_OF_MONTH.get(self.code, "1 "), text)

    def month(self, day: date) -> str:
        """Return a month with its year as text: ``July 2026``."""
        return format_skeleton("yMMMM", day, locale=self.locale)

    def short_month(self, day: date) -> str:
        """Return a month without its year as text: ``Jul``."""
        return format_date(day, "MMM", self.locale)

    def clock(self, moment: time) -> str:
        """Return a time of day as text: ``8:15 PM``."""
        return format_time(moment, "short", locale=self.locale)


def pick_inflection(words: str, form: str) -> str:
    """Return the form `form` from the words of a catalogue, as ``die Kitty | der Kitty``."""
    forms = words.split(" | ")
    index = FORMS.index(form)
    return forms[index] if index < len(forms) else forms[0]


def _plain_name(name: str) -> str:
    """Return a name without tags and marks of direction."""
    return re.sub(r"<[^>]*>", "", name).lstrip(f"{_ISOLATES}\N{RIGHT-TO-LEFT MARK}")


@lru_cache(maxsize=256)
def with_terms(
    language: Language, terms: tuple[tuple[str, str], ...], round_phrases: tuple[str, ...]
) -> Language:
    """Return a language with the words of a rule sheet.

    `terms` are its words by those of the templates that they replace, in English. A template that
    has one of the `round_phrases` says *round* for *hand*, and has a translation of its own.
    """
    rounds = tuple((phrase, phrase.replace("hand", "round")) for phrase in round_phrases)
    return replace(language, terms=terms + rounds if language.code == ENGLISH.code else rounds)


@lru_cache(maxsize=8192)
def _replace_terms(template: str, language: Language) -> str:
    """Return a template with the terms of a language, except in names of facts such as ``{pot}``.

    A term may replace a phrase: ``this hand``.
    """
    words = dict(language.terms)
    pattern = rf"(?<!\{{)\b({'|'.join(map(re.escape, words))})\b"

    def word(match: re.Match[str]) -> str:
        term = words[match[0].lower()]
        return term.capitalize() if match[0][0].isupper() else term

    return re.sub(pattern, word, template, flags=re.IGNORECASE)


@lru_cache(maxsize=4096)
def _has_fixed_direction(text: str) -> bool:
    return {bidirectional(letter) for letter in text} <= _FIXED_CLASSES


def _isolate(text: str) -> str:
    # Isolates that the name itself opens are closed as well.
    count = sum(text.count(mark) for mark in _ISOLATES)
    return f"\N{FIRST STRONG ISOLATE}{text}" + "\N{POP DIRECTIONAL ISOLATE}" * (count + 1)


@lru_cache(maxsize=4096)
def _format_number(number: int, language: Language) -> str:
    return format_decimal(number, locale=language.locale)


ENGLISH = Language(Locale("en", "US"), NullTranslations())
_current_language: ContextVar[Language] = ContextVar("language", default=ENGLISH)


@cache
def available_languages() -> Mapping[str, Language]:
    """Return every language with a compiled catalogue, by its code, English first."""
    paths = TRANSLATIONS.glob("*/LC_MESSAGES/messages.mo")
    codes = sorted(path.parent.parent.name for path in paths)
    catalogues = {code: translation("messages", TRANSLATIONS, [code]) for code in codes}
    others = {code: Language(Locale.parse(code), catalogues[code]) for code in codes}
    return {ENGLISH.code: ENGLISH, **others}


def current_language() -> Language:
    return _current_language.get()


def set_language(language: Language) -> None:
    _current_language.set(language)


@contextmanager
def use_language(language: Language) -> Iterator[None]:
    token = _current_language.set(language)
    try:
        yield
    finally:
        _current_language.reset(token)
