"""The terminal: which language it asks for, and that what it cannot show stops no command."""

import ctypes
import gettext
import io
import locale
import os
import sys

from companion.language import ENGLISH, FOLDER, Language, available_languages, set_language


def use_terminal_language() -> None:
    """Speak the language of the terminal; letters that it cannot show become question marks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    language = _language()
    set_language(language)
    _let_click_speak(language)


def _language() -> Language:
    """Find the language that the environment names, as GNU's gettext does, or Windows."""
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    named = next(filter(None, map(os.environ.get, names)), None) or _of_windows()
    wanted = ((name.partition("_")[0].partition(".")[0]) for name in named.split(":"))
    return next(
        (available_languages()[code] for code in wanted if code in available_languages()), ENGLISH
    )


def _of_windows() -> str:
    """Give the language in which Windows itself speaks to its user: ``de_DE``."""
    if sys.platform != "win32":
        return ""
    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")


def _let_click_speak(language: Language) -> None:
    """Let click find its own words, such as “Usage:”, in our catalogue."""
    os.environ["LANGUAGE"] = language.code
    gettext.bindtextdomain("messages", str(FOLDER))
