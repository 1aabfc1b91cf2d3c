"""The web: blueprints by what the user does. Thin; the rules are asked, never written again."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from flask import Flask
from jinja2 import pass_context

from companion.core.accounts import pot_name
from companion.core.words import card_name
from companion.web import evenings, home, language, pocket, rules, tally, trust
from companion.web.base import abilities, addresses, errors, macros
from companion.web.circles import book, keeping, past, remembering, results, season_files, spans
from companion.web.circles import page as circle
from companion.web.circles import roles as circle_roles
from companion.web.games import faces_of
from companion.web.guests import live, roles
from companion.web.guests import page as guests
from companion.web.log import page as log
from companion.web.log import wrong
from companion.web.parts.names import breadth, short
from companion.web.setup import names, seats
from companion.web.setup import page as setup
from companion.web.table import ahead, broken
from companion.web.table import device as device_pages
from companion.web.table import page as table


def init_app(app: Flask) -> None:
    """Register the pages and the error pages."""
    for words in (card_name, pot_name, faces_of):
        app.add_template_filter(_said_anew(words))
    app.add_template_filter(breadth)
    app.add_template_filter(short)
    abilities.init_app(app)
    addresses.init_app(app)
    macros.init_app(app)
    roles.init_app(app)
    circle_roles.init_app(app)
    errors.init_app(app)
    broken.init_app(app)
    trust.init_app(app)
    pocket.init_app(app)
    evenings.init_app(app)
    rooms = (
        home,
        setup,
        seats,
        names,
        rules,
        table,
        guests,
        live,
        log,
        tally,
        device_pages,
        broken,
    )
    circles = circle, past, spans, remembering, season_files, keeping, book, results
    for room in (*rooms, *circles, ahead, wrong, language, trust, pocket, evenings):
        app.register_blueprint(room.pages)


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
