"""The app as commands need it: bound to its database, of the newest revision."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

OK, REFUSED, UNREADABLE = 0, 1, 2


def prepared() -> "Flask":
    """Make the app, and bring its database up to date. Raises CannotStart."""
    from companion.app import create_app
    from companion.backups import prepare

    app = create_app()
    prepare(app)
    return app
