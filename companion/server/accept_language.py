"""Content negotiation: which of the available languages a browser prefers."""

from functools import lru_cache

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.language import ENGLISH, Language, available_languages

# How much of a wish is read; each is kept in memory for a while.
LONGEST = 200


def preferred_language(header: str) -> Language:
    """Return the available language that an ``Accept-Language`` header ranks highest."""
    # Cut, because the cache keeps each header that it has seen.
    return available_languages()[_wished(header[:LONGEST])]


@lru_cache(maxsize=256)
def _wished(header: str) -> str:
    language_accept = parse_accept_header(header, LanguageAccept)
    return language_accept.best_match(available_languages(), ENGLISH.code)
