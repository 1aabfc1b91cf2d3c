"""What all commands share: exit statuses, the app, messages about tables, the language."""

import ctypes
import io
import locale
import os
import sys

from babel import negotiate_locale
from flask import Flask

from companion.core.sentences import Sentence, say
from companion.language import ENGLISH, Language, available_languages, set_language
from companion.system.errors import NO_DATABASE, explain_error

OK, REFUSED, UNREADABLE = 0, 1, 2
# The token of a table may begin with a hyphen; click would take it for options.
HYPHEN_SETTINGS = {"ignore_unknown_options": True}


def open_app() -> Flask:
    """Return the app with an upgraded database. Raises CannotStart."""
    from companion.app import create_app
    from companion.store.backups import prepare_database

    app = create_app()
    prepare_database(app)
    return app


def fail(sentence: object, status: int = REFUSED) -> int:
    print(sentence, file=sys.stderr)
    return status


def table_damage_sentence(address: str, error: Exception) -> Sentence:
    """Return the message for a table in a damaged part of the file; reraise any other error."""
    if explain_error(error) is not NO_DATABASE:
        raise error
    return say(
        "Table {address} cannot be read because its part of the database file is damaged.",
        address=address,
    )


def unknown_table_sentence(address: str) -> Sentence:
    return say("There is no table {address}.", address=address)


def use_terminal_language() -> None:
    """Set the language of the terminal, and replace the letters that it cannot show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    set_language(_terminal_language())


def _terminal_language() -> Language:
    """Return the language of the environment, by the variables of GNU's gettext, or of Windows."""
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    preference = next(filter(None, map(os.environ.get, names)), None) or _windows_locale()
    locales = [name.partition(".")[0] for name in preference.split(":")]
    languages = available_languages()
    return languages.get(negotiate_locale(locales, languages) or "", ENGLISH)


def _windows_locale() -> str:
    if sys.platform != "win32":
        return ""
    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
