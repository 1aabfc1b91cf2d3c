"""URLs of tables and circles: how they are built and parsed."""

import re
from collections.abc import Iterable
from urllib.parse import urlencode

from flask import Flask, current_app, request, url_for

# The prefix of all pages of a table.
TABLE = "/t/<token>"


def init_app(app: Flask) -> None:
    app.url_defaults(_stay_at_table)


def _stay_at_table(endpoint: str, values: dict[str, object]) -> None:
    """Fill in the token of the current table where `url_for` has none."""
    token = (request.view_args or {}).get("token")
    if token and current_app.url_map.is_endpoint_expecting(endpoint, "token"):
        values.setdefault("token", token)


def table_path(token: str) -> str:
    """Return the path of a table, also outside of a request."""
    root = str(current_app.config["APPLICATION_ROOT"])
    return current_app.url_map.bind("", root).build("table.show", {"token": token})


def circle_path(token: str) -> str:
    """Return the path of a circle, also outside of a request."""
    root = str(current_app.config["APPLICATION_ROOT"])
    return current_app.url_map.bind("", root).build("circle.show", {"circle": token})


def parse_circle_token(address: str) -> str | None:
    """Return the token in an address of a circle's page, None if it is none of a circle."""
    _, circle, after = address.strip().partition("/c/")
    return re.split("[/?#]", after, maxsplit=1)[0] if circle else None


def with_query(address: str, fields: Iterable[tuple[str, object]]) -> str:
    """Return the URL of a page whose form is filled in with `fields`."""
    return f"{address}?{urlencode([*fields], doseq=True, safe=':')}"


def parse_table_token(address: str) -> str:
    """Return the token in an address of a table's page; it may also stand alone."""
    path = re.split("[?#]", address.strip(), maxsplit=1)[0]
    before, _, _ = TABLE.partition("<")
    return (path.rpartition(before)[2] or path).strip("/").partition("/")[0]


def referrer_or_home() -> str:
    """Return the page of this app that sent the request, or the home page."""
    sent_from = request.referrer
    ours = sent_from is not None and sent_from.startswith(request.root_url)
    return str(sent_from) if ours else url_for("home.tables")


# The most digits in the id of a row.
LONGEST_ROW_ID = 9

# The converter for the id of a row in a path.
ROW_ID = f"<int(max={10**LONGEST_ROW_ID - 1}):number>"


def is_row_id(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_ROW_ID


def parse_row_id(text: str) -> int:
    """Return the id of a row; raise `ValueError` if the text is none."""
    if not is_row_id(text):
        raise ValueError
    return int(text)
