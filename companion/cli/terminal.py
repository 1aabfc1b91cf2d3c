"""The terminal: the app as commands open it, the language, and click's own messages."""

import ctypes
import gettext
import io
import locale
import os
import sys
from typing import TYPE_CHECKING

from companion.core.sentences import Sentence, say, say_plural
from companion.language import ENGLISH, FOLDER, Language, available_languages, set_language
from companion.system.errors import NO_DATABASE, explain_error

if TYPE_CHECKING:
    from flask import Flask


OK, REFUSED, UNREADABLE = 0, 1, 2


def open_app() -> "Flask":
    """Return the app with an upgraded database. Raises `CannotStart`."""
    from companion.app import create_app
    from companion.store.backups import prepare_database

    app = create_app()
    prepare_database(app)
    return app


def table_damage_sentence(address: str, error: Exception) -> Sentence:
    """Return the message for a table in a damaged part of the file; reraise any other error."""
    if explain_error(error) is not NO_DATABASE:
        raise error
    return say("The table {address} cannot be read: the file is damaged there.", address=address)


def unknown_table_sentence(address: str) -> Sentence:
    return say("There is no table {address}.", address=address)


BORROWED = (
    say("Usage:"),
    say("Options"),
    say("Commands"),
    say("required"),
    say("Show this message and exit."),
    say("Show the version and exit."),
    say("%(prog)s, version %(version)s"),
    say("Confirm the action without prompting."),
    say("Aborted!"),
    say("Error: {message}"),
    say("Error: invalid input"),
    say("Try '{command} {option}' for help."),
    say("Missing command."),
    say("Missing argument"),
    say("Missing option"),
    say("No such option {name!r}."),
    say("No such command {name!r}."),
    say("Option {name!r} does not take a value."),
    say("Invalid value: {message}"),
    say("Invalid value for {param_hint}: {message}"),
    say("{value!r} is not a valid {number_type}."),
    say("{value} is not in the range {range}."),
    say("{name} {filename!r} is a directory."),
    say("{name} {filename!r} is not readable."),
    say("file"),
    say("path"),
    say_plural("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", n=0),
    say_plural(
        "Got unexpected extra argument ({args})",
        "Got unexpected extra arguments ({args})",
        n=0,
    ),
    say_plural(
        "Option {name!r} requires an argument.",
        "Option {name!r} requires {nargs} arguments.",
        n=0,
    ),
)


def use_terminal_language() -> None:
    """Set the language of the terminal, and replace the letters that it cannot show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    language = _language()
    set_language(language)
    _let_click_speak(language)


def _language() -> Language:
    """Return the language of the environment, in the order of GNU's gettext, or of Windows."""
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    preference = next(filter(None, map(os.environ.get, names)), None) or _of_windows()
    codes = ((name.partition("_")[0].partition(".")[0]) for name in preference.split(":"))
    return next(
        (available_languages()[code] for code in codes if code in available_languages()),
        ENGLISH,
    )


def _of_windows() -> str:
    """Return the language of a user's Windows, such as ``de_DE``."""
    if sys.platform != "win32":
        return ""
    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")


def _let_click_speak(language: Language) -> None:
    """Have click translate its own words, such as “Usage:”, from this app's catalogue."""
    os.environ["LANGUAGE"] = language.code
    gettext.bindtextdomain("messages", str(FOLDER))
