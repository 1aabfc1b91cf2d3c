"""Which language a browser wishes for, of those that there are."""

from functools import lru_cache

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.language import ENGLISH, Language, available_languages

# How much of a wish is read; each is kept in memory for a while.
LONGEST = 200


def preferred_language(header: str) -> Language:
    """Return the language that a header ``Accept-Language`` wants most of those that there are."""
    return available_languages()[_wished(header[:LONGEST])]


@lru_cache(maxsize=256)
def _wished(header: str) -> str:
    language_accept = parse_accept_header(header, LanguageAccept)
    return language_accept.best_match(available_languages(), ENGLISH.code)
