"""Sentences, kept as a template and the facts that it names. They are worded when they are shown.

``say("{player} leads, not {other}.", player="Ann", other="Bob")`` is a value like any other; its
``str()`` is the sentence in the language spoken then. Templates are whole English sentences, so
that a catalogue can be gathered from the calls of `say` and laid over them.
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
_PLACE = re.compile(r"\{(\w+):?(\w*)\}")


class Localizable:
    """A fact that has words of its own: a card, a pot, a list of players, a sentence.

    It is no abstract class: whether a fact is one of those Python takes long to say.
    """

    __slots__ = ()

    def localize(self, language: Language) -> str:
        """Say it in a language. Each kind of fact has its own way."""
        raise NotImplementedError

    def inflect(self, form: str, language: Language) -> str:
        """Say it in one of the `FORMS` that a sentence may ask for: ``von der Kitty``."""
        return language.inflect(self.localize(language), form)

    def starts_lowercase(self) -> bool:
        """Return whether it begins with a small letter that is no name's own: ``the kitty``."""
        return False


class Inflectable(Localizable):
    """A fact that has forms of its own; said by itself, it is in the first of them."""

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
    """Say a fact in a language, in one of the `FORMS`."""
    if isinstance(fact, Localizable):
        return fact.inflect(form, language) if form else fact.localize(language)
    text = language.number(fact) if isinstance(fact, int) else language.isolate_direction(fact)
    return language.inflect(text, form) if form else text


def format_template(
    template: str, facts: Mapping[str, Fact], said: Callable[[Fact, str], T]
) -> str:
    """Fill a template with facts as they are said in the forms that it asks for."""
    plain, forms = _forms_of(template)
    return plain.format_map({key: said(facts[name], form) for key, name, form in forms})


def capitalize_sentence(text: T, template: str, facts: Mapping[str, Fact]) -> T:
    """Begin a sentence that stands by itself with a capital: ``The kitty went to Ann``."""
    if not _opens_small(template, facts):
        return text
    return type(text)(text[:1].upper() + text[1:])


def _opens_small(template: str, facts: Mapping[str, Fact]) -> bool:
    place = _PLACE.match(template)
    return place is not None and place[1] in facts and starts_lowercase(facts[place[1]])


def starts_lowercase(fact: Fact) -> bool:
    """Return whether a fact begins with a small letter that is no name's own."""
    return isinstance(fact, Localizable) and fact.starts_lowercase()


@lru_cache(maxsize=8192)
def _forms_of(template: str) -> tuple[str, tuple[tuple[str, str, str], ...]]:
    """Name each place of a template, such as ``{pot:from}``, with its fact and its form."""
    found = dict.fromkeys(_PLACE.findall(template))
    plain = _PLACE.sub(lambda place: f"{{{place[1]}_{place[2]}}}", template)
    return plain, tuple((f"{name}_{form}", name, form) for name, form in found)


@dataclass(frozen=True, slots=True)
class Sentence(Localizable):
    """A template, its plural if it has one, and the facts; the fact ``n`` decides between both."""

    template: str
    facts: Mapping[str, Fact] = field(default_factory=dict, hash=False)
    plural: str = ""

    @override
    def localize(self, language: Language) -> str:
        return self._filled(self._template(language), language)

    @override
    def starts_lowercase(self) -> bool:
        return _opens_small(self.template, self.facts)

    def _filled(self, template: str, language: Language) -> str:
        if not self.facts:
            return template
        return format_template(
            template, self.facts, lambda fact, form: localize_in(fact, language, form)
        )

    def _template(self, language: Language) -> str:
        number = self.facts.get("n", 1)
        assert isinstance(number, int)
        return language.template(self.template, self.plural, number)

    def with_facts(self, **facts: Fact) -> "Sentence":
        """Return the same sentence about these facts."""
        return Sentence(self.template, facts, self.plural)

    def __str__(self) -> str:
        language = current_language()
        template = self._template(language)
        return capitalize_sentence(self._filled(template, language), template, self.facts)


def say(template: str, /, **facts: Fact) -> Sentence:
    """Make a sentence of a template and the facts that it names."""
    return Sentence(template, facts)


def say_plural(one: str, many: str, /, *, n: int, **facts: Fact) -> Sentence:
    """Make a sentence of two templates, for one and for several: the number ``n`` decides."""
    return Sentence(one, {"n": n, **facts}, many)
