"""The web: blueprints by what the user does. Thin; the rules are asked, never written again."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from flask import Flask
from jinja2 import pass_context

from companion.core.accounts import pot_name
from companion.core.words import card_text
from companion.web import evenings, home, language, pocket, rules, tally, trust
from companion.web.base import abilities, addresses, errors, macros
from companion.web.circles import book, keeping, past, remembering, results, season_files, spans
from companion.web.circles import page as circle
from companion.web.circles import roles as circle_roles
from companion.web.games import money_card_symbols
from companion.web.guests import live, roles
from companion.web.guests import page as guests
from companion.web.log import page as log
from companion.web.log import wrong
from companion.web.parts.names import shorten, text_width
from companion.web.setup import names, seats
from companion.web.setup import page as setup
from companion.web.table import ahead, broken
from companion.web.table import device as device_pages
from companion.web.table import page as table


def init_app(app: Flask) -> None:
    """Register the pages and the error pages."""
    for words in (card_text, pot_name, money_card_symbols):
        app.add_template_filter(_said_anew(words))
    app.add_template_filter(text_width, "breadth")
    app.add_template_filter(shorten, "short")
    abilities.init_capabilities(app)
    addresses.init_app(app)
    macros.init_app(app)
    roles.init_app(app)
    circle_roles.init_app(app)
    errors.init_app(app)
    broken.init_app(app)
    trust.init_app(app)
    pocket.init_pocket(app)
    evenings.init_app(app)
    blueprints = (
        home.pages,
        setup.pages,
        seats.pages,
        names.pages,
        rules.pages,
        table.pages,
        guests.pages,
        live.pages,
        log.pages,
        tally.pages,
        device_pages.device_pages,
        broken.damaged_table_pages,
        circle.pages,
        past.evening_pages,
        spans.span_pages,
        remembering.table_to_circle_pages,
        season_files.season_file_pages,
        keeping.pages,
        book.pages,
        results.pages,
        ahead.lookahead_pages,
        wrong.pages,
        language.pages,
        trust.offline_pages,
        pocket.pocket_pages,
        evenings.evening_file_pages,
    )
    for blueprint in blueprints:
        app.register_blueprint(blueprint)


T = TypeVar("T")


def _said_anew(words: Callable[[T], object]) -> Callable[[object, T], object]:
    """Stop Jinja from evaluating translated constants when it compiles a template.

    Everybody would read them in the language of the first request.
    """

    @pass_context
    @wraps(words)
    def said(_: object, named: T) -> object:
        return words(named)

    return said
