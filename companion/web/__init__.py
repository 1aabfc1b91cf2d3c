"""The web pages: blueprints, thin over `core`, `games` and `store`."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from flask import Flask
from jinja2 import pass_context

from companion.core.accounts import pot_name
from companion.core.words import card_text
from companion.web import access, home, import_export, language, offline, rules, tally
from companion.web.base import errors, templates
from companion.web.base.templates import make_breakable, shorten, text_width
from companion.web.circles import add_evenings, circle, money, people, season
from companion.web.devices import invitations, live
from companion.web.games import money_card_symbols
from companion.web.log import log, repair
from companion.web.setup import seats, setup
from companion.web.table import board, table

BLUEPRINTS = (
    home.pages,
    import_export.evening_file_pages,
    setup.pages,
    seats.pages,
    rules.pages,
    table.pages,
    board.lookahead_pages,
    invitations.pages,
    invitations.television_pages,
    live.pages,
    log.pages,
    repair.pages,
    tally.pages,
    circle.pages,
    circle.evening_pages,
    season.span_pages,
    season.season_file_pages,
    add_evenings.table_to_circle_pages,
    add_evenings.pages,
    people.pages,
    money.pages,
    language.pages,
    offline.offline_pages,
    offline.pocket_pages,
)


def init_app(app: Flask) -> None:
    app.add_template_filter(_at_render_time(card_text), "card_name")
    app.add_template_filter(_at_render_time(pot_name))
    app.add_template_filter(_at_render_time(money_card_symbols))
    app.add_template_filter(text_width)
    app.add_template_filter(make_breakable, "breakable")
    app.add_template_filter(shorten, "short")
    for module in (templates, access, errors):
        module.init_app(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)


T = TypeVar("T")


def _at_render_time(function: Callable[[T], object]) -> Callable[[object, T], object]:
    """Return a filter that Jinja does not evaluate when it compiles a template."""

    @pass_context
    @wraps(function)
    # Without this, everybody would get constants in the language of the first request.
    def template_filter(_: object, value: T) -> object:
        return function(value)

    return template_filter
