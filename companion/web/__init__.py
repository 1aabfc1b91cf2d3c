"""The web: blueprints by what the user does. Thin; the rules are asked, never written again."""

from flask import Flask

from . import device_pages, errors, home, rules, seats, setup, table, tally


def init_app(app: Flask) -> None:
    """Register the pages and the error pages."""
    errors.init_app(app)
    for module in (home, setup, seats, rules, table, tally, device_pages):
        app.register_blueprint(module.pages)
