"""Links to the pages of a table. They differ by its address alone: the rest is built once for all.

A board has a dozen of them, and to build one as Flask does takes as long as to draw a card.
"""

from functools import lru_cache
from typing import Any

from flask import Flask, current_app, g, request, url_for

from companion.core.entries.reading import NAME_LENGTH
from companion.store import Guest

AT = "-at-"
"""Stands for the address of the table."""


def init_app(app: Flask) -> None:
    """Let templates make their links here."""
    app.jinja_env.globals["url_for"] = link


def link(endpoint: str, **values: Any) -> str:
    """Give the address of a page, at the table where one is asked for, as Flask does."""
    here: Guest | None = g.get("guest")
    plain = here is not None and all(map(_is_short, values.values()))
    below = _below(endpoint, *values.items()) if plain else None
    if here is None or below is None:
        return url_for(endpoint, **values)
    return request.root_path + below.replace(AT, here.address, 1)


def _is_short(value: object) -> bool:
    """Say whether a value is short enough to be cached."""
    return type(value) is int or (type(value) is str and len(value) <= NAME_LENGTH)


@lru_cache(maxsize=4096)
def _below(endpoint: str, *values: tuple[str, int | str]) -> str | None:
    """Build the address of a page of any table; None: it is not one of a table.

    None, too, where it names the table, or what only Flask knows.
    """
    special = any(name == "token" or name.startswith("_") for name, _ in values)
    if special or not current_app.url_map.is_endpoint_expecting(endpoint, "token"):
        return None
    found: str = current_app.url_map.bind("").build(endpoint, {**dict(values), "token": AT})
    return found
