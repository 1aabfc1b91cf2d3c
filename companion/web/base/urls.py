"""URLs of tables and circles: how their addresses are built and parsed."""

import re
from collections.abc import Iterable
from urllib.parse import urlencode

from flask import Flask, current_app, request, url_for

# Below this lie all pages of a table.
TABLE = "/t/<token>"


def init_app(app: Flask) -> None:
    """Let ``url_for`` lead to the table whose page is asked for, where no other is named."""
    app.url_defaults(_stay_at_table)


def _stay_at_table(endpoint: str, values: dict[str, object]) -> None:
    token = (request.view_args or {}).get("token")
    if token and current_app.url_map.is_endpoint_expecting(endpoint, "token"):
        values.setdefault("token", token)


def table_path(token: str) -> str:
    """Return the path of a table, also where no request says on which host."""
    root = str(current_app.config["APPLICATION_ROOT"])
    return current_app.url_map.bind("", root).build("table.show", {"token": token})


def circle_path(token: str) -> str:
    """Return the path of a circle, as `table_path` does that of a table."""
    root = str(current_app.config["APPLICATION_ROOT"])
    return current_app.url_map.bind("", root).build("circle.show", {"circle": token})


def parse_circle_token(address: str) -> str | None:
    """Find a circle's token in an address of any of its pages; None: it is of a table."""
    _, circle, after = address.strip().partition("/c/")
    return re.split("[/?#]", after, maxsplit=1)[0] if circle else None


def with_query(address: str, fields: Iterable[tuple[str, object]]) -> str:
    """Return the address of a page whose form is filled in."""
    return f"{address}?{urlencode([*fields], doseq=True, safe=':')}"


def parse_table_token(address: str) -> str:
    """Find a table's token in an address of any of its pages, on any host; it may stand alone."""
    path = re.split("[?#]", address.strip(), maxsplit=1)[0]
    before, _, _ = TABLE.partition("<")
    return (path.rpartition(before)[2] or path).strip("/").partition("/")[0]


def referrer_or_home() -> str:
    """Return the address of our page from which a request came; the first page if it is none."""
    sent_from = request.referrer
    ours = sent_from is not None and sent_from.startswith(request.root_url)
    return str(sent_from) if ours else url_for("home.tables")


# How many digits the number of a row has at most.
LONGEST_ROW_ID = 9

# The part of an address that is the number of a row.
ROW_ID = f"<int(max={10**LONGEST_ROW_ID - 1}):number>"


def is_row_id(text: str) -> bool:
    """Return whether a text can be the number of a row."""
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_ROW_ID


def parse_row_id(text: str) -> int:
    """Read the number of a row. Raises ValueError for what can be none."""
    if not is_row_id(text):
        raise ValueError
    return int(text)
