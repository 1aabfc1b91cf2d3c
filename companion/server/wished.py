"""Which language a browser wishes for, of those that there are."""

from functools import lru_cache

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.language import ENGLISH, Language, languages

LONGEST = 200
"""How much of a wish is read; each is kept in memory for a while."""


def wished(header: str) -> Language:
    """Give the language that a header ``Accept-Language`` wants most of those that there are."""
    return languages()[_wished(header[:LONGEST])]


@lru_cache(maxsize=256)
def _wished(header: str) -> str:
    accepted = parse_accept_header(header, LanguageAccept)
    return accepted.best_match(languages(), ENGLISH.code)
