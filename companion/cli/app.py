"""The app as commands need it: bound to its database, of the newest revision."""

from typing import TYPE_CHECKING

from companion.core.sentences import Sentence, say
from companion.machine.trouble import NO_DATABASE, explain_error

if TYPE_CHECKING:
    from flask import Flask

OK, REFUSED, UNREADABLE = 0, 1, 2


def open_app() -> "Flask":
    """Make the app, and bring its database up to date. Raises CannotStart."""
    from companion.app import create_app
    from companion.database.backups import prepare_database

    app = create_app()
    prepare_database(app)
    return app


def table_damage_sentence(address: str, error: Exception) -> Sentence:
    """Say that a table lies where the file is damaged; any other error is raised again."""
    if explain_error(error) is not NO_DATABASE:
        raise error
    return say("The table {address} cannot be read: the file is damaged there.", address=address)


def unknown_table_sentence(address: str) -> Sentence:
    """Say that there is no table of this address."""
    return say("There is no table {address}.", address=address)
