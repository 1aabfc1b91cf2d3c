"""The web: blueprints by what the user does. Thin; the rules are asked, never written again."""

from flask import Flask

from . import count, device_pages, errors, home, log, rules, seats, setup, table, tally


def init_app(app: Flask) -> None:
    """Register the pages and the error pages."""
    errors.init_app(app)
    for module in (home, setup, seats, rules, table, log, tally, count, device_pages):
        app.register_blueprint(module.pages)
