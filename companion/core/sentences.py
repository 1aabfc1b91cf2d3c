"""Sentences as values: a template and its facts, localized when they are shown.

`say("{player} leads, not {other}.", player="Ann", other="Bob")` is a value like any other; its
`str()` is the sentence in the current language. Templates are whole English sentences, which Babel
extracts from the calls of `say` and `say_plural` for the catalogues.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeVar

from typing_extensions import override

from companion.language import Language, current_language

T = TypeVar("T", bound=str)


# A place for a fact in a template: ``{pot}``, or ``{pot:from}`` for one of its forms.
_PLACEHOLDER = re.compile(r"\{(\w+):?(\w*)\}")
# A placeholder in quotation marks, of any language.
_QUOTED_PLACEHOLDER = re.compile(r"[“„«‘״]\s?\{(\w+)")


# no ABC: `isinstance` of one is slow, and every fact of every sentence is asked
class Localizable:
    """A fact with words of its own in each language: a card, a pot, a list of players."""

    __slots__ = ()

    def localize(self, language: Language) -> str:
        raise NotImplementedError

    def inflect(self, form: str, language: Language) -> str:
        """Return the fact in the form that a template asks for, one of `FORMS`: `von der Kitty`."""
        return language.inflect(self.localize(language), form)

    def starts_lowercase(self) -> bool:
        """Return whether a sentence that begins with the fact must capitalize it: `the kitty`."""
        return False


class Inflectable(Localizable):
    """A fact that implements `inflect` itself; `localize` returns the form ""."""

    __slots__ = ()

    @override
    def localize(self, language: Language) -> str:
        return self.inflect("", language)

    @override
    def inflect(self, form: str, language: Language) -> str:
        raise NotImplementedError


# What a sentence may name; a plain text is a name that stays as it is.
Fact = Localizable | str | int


@dataclass(frozen=True, slots=True)
class EntryNumber(Localizable):
    """The number of an entry: records count from 0, people from 1."""

    number: int

    @override
    def localize(self, language: Language) -> str:
        return language.number(self.number + 1)

    def __str__(self) -> str:
        return self.localize(current_language())


def localize_in(fact: Fact, language: Language, form: str = "") -> str:
    """Return a fact as text in a language, in the form `form`, one of `FORMS`, or ""."""
    if isinstance(fact, Localizable):
        return fact.inflect(form, language) if form else fact.localize(language)
    text = language.number(fact) if isinstance(fact, int) else language.isolate_direction(fact)
    return language.inflect(text, form) if form else text


def format_template(
    template: str, facts: Mapping[str, Fact], localize: Callable[[Fact, str], T]
) -> str:
    """Return a template filled with its facts, each by `localize` in the form asked for."""
    plain, forms, quoted = _parse_template(template)
    texts = {key: localize(facts[name], form) for key, name, form in forms}
    for key, name in quoted:
        fact = facts[name]
        if isinstance(fact, Sentence) and fact.starts_lowercase():
            texts[key] = _capitalized(texts[key])
    return plain.format_map(texts)


def capitalize_sentence(text: T, template: str, facts: Mapping[str, Fact]) -> T:
    """Return `text`, a filled template, with a capital if it begins with words like `the kitty`."""
    return _capitalized(text) if _begins_lowercase(template, facts) else text


def _capitalized(text: T) -> T:
    # the type is kept: it may be Markup, which is escaped already
    return type(text)(text[:1].upper() + text[1:])


def _begins_lowercase(template: str, facts: Mapping[str, Fact]) -> bool:
    match = _PLACEHOLDER.match(template)
    return match is not None and match[1] in facts and starts_lowercase(facts[match[1]])


def starts_lowercase(fact: Fact) -> bool:
    """Return whether a fact gets a capital at the start of a sentence."""
    return isinstance(fact, Localizable) and fact.starts_lowercase()


@lru_cache(maxsize=8192)
def _parse_template(
    template: str,
) -> tuple[str, tuple[tuple[str, str, str], ...], tuple[tuple[str, str], ...]]:
    """Return a template with a plain name for each place, and those names with fact and form.

    `{pot:from}` becomes `{pot_from}`. Last come the names of the quoted places, with their facts.
    """
    placeholders = dict.fromkeys(_PLACEHOLDER.findall(template))
    plain = _PLACEHOLDER.sub(lambda match: f"{{{match[1]}_{match[2]}}}", template)
    quoted = {*_QUOTED_PLACEHOLDER.findall(template)}
    forms = tuple((f"{name}_{form}", name, form) for name, form in placeholders)
    return plain, forms, tuple((key, name) for key, name, _ in forms if name in quoted)


@dataclass(frozen=True, slots=True)
class Sentence(Localizable):
    """A template, its plural if it has one, and the facts; the fact `n` selects the plural."""

    template: str
    facts: Mapping[str, Fact] = field(default_factory=dict, hash=False)
    plural: str = ""

    @override
    def localize(self, language: Language) -> str:
        return self._fill(self._template(language), language)

    @override
    def starts_lowercase(self) -> bool:
        return _begins_lowercase(self.template, self.facts)

    def _fill(self, template: str, language: Language) -> str:
        if not self.facts:
            return template
        return format_template(
            template, self.facts, lambda fact, form: localize_in(fact, language, form)
        )

    def _template(self, language: Language) -> str:
        number = self.facts.get("n", 1)
        assert isinstance(number, int)
        return language.template(self.template, self.plural, number)

    def fact_names(self) -> set[str]:
        """Return the names of the facts in the template."""
        return {name for name, _ in _PLACEHOLDER.findall(self.template)}

    def with_facts(self, **facts: Fact) -> "Sentence":
        """Return the sentence with these facts instead of its own."""
        return Sentence(self.template, facts, self.plural)

    def __str__(self) -> str:
        language = current_language()
        template = self._template(language)
        return capitalize_sentence(self._fill(template, language), template, self.facts)


def say(template: str, /, **facts: Fact) -> Sentence:
    """Return the sentence of a template and its facts."""
    return Sentence(template, facts)


def say_plural(one: str, many: str, /, *, n: int, **facts: Fact) -> Sentence:
    """Return the sentence of a singular and a plural template; the fact `n` selects one of them."""
    return Sentence(one, {"n": n, **facts}, many)


def quote(fact: Sentence | str) -> Sentence:
    """Return a sentence or a text in quotation marks."""
    return say("“{said}”", said=fact)
