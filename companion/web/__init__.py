"""The web: blueprints by what the user does. Thin; the rules are asked, never written again."""

from flask import Flask

from . import errors, home, rules, seats, setup, table


def init_app(app: Flask) -> None:
    """Register the pages and the error pages."""
    errors.init_app(app)
    for module in (home, setup, seats, rules, table):
        app.register_blueprint(module.pages)
