"""The language of a device: the one that its user chose, or that its browser prefers.

Templates use ``_('{player} leaves', player=name)`` and ``_n('{n} card', '{n} cards', n=3)``:
sentences of the core as HTML. A template may contain tags; its facts are escaped.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from flask import Blueprint, Flask, redirect, request, session
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape

from companion.core.game import Game
from companion.core.sentences import Fact, capitalize_sentence, format_template, localize_in
from companion.core.words import OneOf, join_list
from companion.language import (
    ENGLISH,
    Language,
    available_languages,
    current_language,
    set_language,
    with_terms,
)
from companion.server.asgi import preferred_language
from companion.web.base.urls import referrer_or_home

pages = Blueprint("language", __name__, url_prefix="/language")

SUIT_LETTERS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
_SUIT_SYMBOL = re.compile(f"[{''.join(SUIT_LETTERS)}]")

# The session keys of the language, and of the letters on court cards.
LANGUAGE, COURT = "language", "court"


def init_app(app: Flask) -> None:
    """Set the language of every request; must be called before anything that may refuse one."""
    app.url_value_preprocessor(_set_language)
    app.teardown_request(lambda _: set_language(ENGLISH))
    app.add_template_global(current_language)
    app.add_template_filter(join_list)
    app.add_template_filter(OneOf, "one_of")


@pages.post("")
def choose() -> ResponseReturnValue:
    choice = request.form.get(LANGUAGE)
    if choice in available_languages():
        session[LANGUAGE] = choice
    if request.form.get(COURT) in court_letters():
        session[COURT] = request.form[COURT]
    return redirect(referrer_or_home(), 303)


@pages.app_template_global("_")
def html_sentence(template: str, /, **facts: Fact) -> Markup:
    return _html(template, "", 1, facts) if facts else _cached_html(current_language(), template)


@pages.app_template_global("_n")
def html_plural(one: str, many: str, /, *, n: int, **facts: Fact) -> Markup:
    """Return one of two sentences as HTML, for the number `n`."""
    return _html(one, many, n, {"n": n, **facts})


def _html(one: str, many: str, number: int, facts: dict[str, Fact]) -> Markup:
    language = current_language()
    template = language.template(one, many, number)
    text = format_template(
        template, facts, lambda fact, form: escape(localize_in(fact, language, form))
    )
    return Markup(capitalize_sentence(text, template, facts))  # noqa: S704 - templates are ours, and facts are escaped


@lru_cache(maxsize=8192)
def _cached_html(language: Language, text: str) -> Markup:
    return Markup(language.template(text, "", 1))  # noqa: S704 - templates are ours


@pages.app_template_global("_p")
def html_in_context(context: str, text: str) -> Markup:
    """Return the translation of an ambiguous word; `context` distinguishes its meanings."""
    return Markup(current_language().catalogue.pgettext(context, text))  # noqa: S704 - ours


@pages.app_template_filter("bdi")
def isolate_html(name: str) -> Markup:
    """Return a name that keeps its direction of writing among words of another one."""
    return Markup("<bdi>{}</bdi>").format(name)


@pages.app_template_filter("corner")
def corner_letter(rank: str) -> str:
    """Return a rank as it is printed on cards: ``B`` for the jack in German."""
    return current_language().rank(rank)


@pages.app_template_filter("names")
def names_html(players: Iterable[str]) -> Markup:
    """Return a list of names, each in its own direction."""
    return Markup(", ").join(map(isolate_html, players))


@pages.app_template_filter("suited")
def colour_suits(words: object) -> Markup:
    """Return a text as HTML, with the suits in their colours."""
    html = _SUIT_SYMBOL.sub(
        lambda match: f'<span class="suit-mark suit-{SUIT_LETTERS[match[0]]}">{match[0]}</span>',
        escape(words),
    )
    return Markup(html)  # noqa: S704 - escaped


@pages.app_template_global()
def languages_offered() -> Iterable[Language]:
    return available_languages().values()


@pages.app_template_global()
def court_letters() -> list[str]:
    """Return the sets of letters on court cards: ``J Q K A``, ``B D K A``."""
    letters = (" ".join(language.letters.values()) for language in languages_offered())
    return list(dict.fromkeys(letters))


def _set_language(endpoint: str | None, _: object) -> None:
    if endpoint != "static":
        chosen_language = available_languages().get(session.get(LANGUAGE, ""))
        language = chosen_language or preferred_language(request.headers.get("Accept-Language", ""))
        court = session.get(COURT)
        set_language(_with_court(language, court) if court else language)


def sheet_language(game: Game) -> Language:
    """Return the current language with the words of a game's rule sheet."""
    return with_terms(current_language(), tuple(game.terms.items()), game.hand_terms.round_phrases)


def use_terms(game: Game) -> None:
    """Use the words of a game's rule sheet for the rest of the request."""
    set_language(sheet_language(game))


@lru_cache(maxsize=64)
def _with_court(language: Language, court: str) -> Language:
    return replace(language, court=court)
