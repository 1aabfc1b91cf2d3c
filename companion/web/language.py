"""The language of a device: as its browser wishes, until it chooses one, which it remembers.

Templates say ``_('{player} leaves', player=name)`` and ``_n('{n} card', '{n} cards', n=3)``: the
sentences of the core, as HTML. A template may hold tags; what it names is escaped.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from flask import Blueprint, Flask, redirect, request, session
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape

from companion.core.sentences import Fact, capitalised, fill, word
from companion.core.words import listed
from companion.language import ENGLISH, Language, languages, speak, spoken
from companion.server.wished import wished
from companion.web.base.addresses import last_page

pages = Blueprint("language", __name__, url_prefix="/language")

SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
_SIGN = re.compile(f"[{''.join(SUITS)}]")

LANGUAGE, COURT = "language", "court"
"""What a device remembers: its language, and the letters on its court cards."""


def init_app(app: Flask) -> None:
    """Speak the language of the device that asks, in templates too.

    To be called before anything that may refuse a request.
    """
    app.url_value_preprocessor(_listen)
    app.teardown_request(lambda _: speak(ENGLISH))
    for name, said in FILTERS.items():
        app.add_template_filter(said, name)
    globals_: dict[str, object] = app.jinja_env.globals
    globals_.update(
        _=told_in_html, _n=told_n, _p=told_as, spoken=spoken, tongues=tongues, courts=courts
    )


@pages.post("")
def choose() -> ResponseReturnValue:
    """Remember what this device has chosen, and lead back to where it did."""
    chosen = request.form.get(LANGUAGE)
    if chosen in languages():
        session[LANGUAGE] = chosen
    if request.form.get(COURT) in courts():
        session[COURT] = request.form[COURT]
    return redirect(last_page(), 303)


def told_in_html(template: str, /, **facts: Fact) -> Markup:
    """Say a sentence in HTML."""
    return _html(template, "", 1, facts) if facts else _fixed(spoken(), template)


def told_n(one: str, many: str, /, *, n: int, **facts: Fact) -> Markup:
    """Say one of two sentences in HTML, for one and for several: the number ``n`` decides."""
    return _html(one, many, n, {"n": n, **facts})


def _html(one: str, many: str, number: int, facts: dict[str, Fact]) -> Markup:
    language = spoken()
    template = language.template(one, many, number)
    text = fill(template, facts, lambda fact, form: escape(word(fact, language, form)))
    return Markup(capitalised(text, template, facts))  # noqa: S704 - templates are ours, and facts are escaped


@lru_cache(maxsize=8192)
def _fixed(language: Language, text: str) -> Markup:
    return Markup(language.template(text, "", 1))  # noqa: S704 - templates are ours


def told_as(context: str, text: str) -> Markup:
    """Say a word that means several things: ``context`` says which."""
    return Markup(spoken().catalogue.pgettext(context, text))  # noqa: S704 - ours


def isolated(name: str) -> Markup:
    """Keep a name in the direction in which it is written, whatever stands round it."""
    return Markup("<bdi>{}</bdi>").format(name)


def corner(rank: str) -> str:
    """Write a rank as it stands in the corner of a card: ``B`` for the jack in German."""
    return spoken().rank(rank)


def names(players: Iterable[str]) -> Markup:
    """List names one after another, each in its own direction."""
    return Markup(", ").join(map(isolated, players))


def suited(words: object) -> Markup:
    """Write words with every sign of a suit in its colour. What is HTML stays as it is."""
    return Markup(_SIGN.sub(_sign, escape(words)))  # noqa: S704 - escaped


def _sign(found: re.Match[str]) -> str:
    sign = found[0]
    return f'<span class="suit-mark suit-{SUITS[sign]}">{sign}</span>'


FILTERS = {
    "bdi": isolated,
    "corner": corner,
    "listed": listed,
    "names": names,
    "suited": suited,
}


def tongues() -> Iterable[Language]:
    """List the languages to choose from."""
    return languages().values()


def courts() -> list[str]:
    """List the letters that court cards bear in some country: ``J Q K A``, ``B D K A``."""
    return list(dict.fromkeys(" ".join(tongue.letters.values()) for tongue in tongues()))


def _listen(endpoint: str | None, _: object) -> None:
    if endpoint != "static":
        chosen = languages().get(session.get(LANGUAGE, ""))
        language = chosen or wished(request.headers.get("Accept-Language", ""))
        court = session.get(COURT)
        speak(_with_court(language, court) if court else language)


@lru_cache(maxsize=64)
def _with_court(language: Language, court: str) -> Language:
    return replace(language, court=court)
