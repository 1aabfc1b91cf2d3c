"""All evenings of a device as one file, and back: the only copy where nobody else makes any."""

import json
from collections.abc import Iterable, Iterator
from hashlib import blake2b

from flask import Blueprint, Flask, Response, current_app, session

from companion import store
from companion.core.entries.incoming import read_records
from companion.database.models import now
from companion.web.base.device import device

pages = Blueprint("evenings", __name__)

SAVED = "saved"
"""What a device remembers of the tables that were saved: the last letters of their addresses."""

LETTERS = 4
"""So many of them: a cookie has room for few."""

MOST = 500
"""How many tables are saved as one file, and remembered."""


def init_app(app: Flask) -> None:
    """Let pages ask what is on this device alone."""
    app.add_template_global(unsaved)


@pages.get("/evenings.jsonl")
def save() -> Response:
    """Give every table of this device as a record, one a line."""
    tokens = [table.token for table in store.tables_of(device(), MOST)]
    answer = Response("".join(_lines(tokens)), mimetype="application/jsonl")
    name = f"evenings-{now():%Y-%m-%d}.jsonl"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    remember_saved(*tokens)
    return answer


def remember_saved(*tokens: str) -> None:
    """Remember that tables were saved as a file."""
    if not current_app.config["ABILITIES"].backups:
        saved = [token[-LETTERS:] for token in tokens]
        session[SAVED] = [*dict.fromkeys([*saved, *session.get(SAVED, [])])][:MOST]


def unsaved(tokens: Iterable[str]) -> int:
    """Count the tables that are on this device alone, where nobody else makes copies."""
    if current_app.config["ABILITIES"].backups:
        return 0
    return len({token[-LETTERS:] for token in tokens} - {*session.get(SAVED, [])})


def _lines(tokens: list[str]) -> Iterator[str]:
    for token in tokens:
        table = store.admit(token).table
        yield f"{json.dumps(store.export(table), separators=(',', ':'))}\n"


def is_many(data: bytes) -> bool:
    """Say whether a file holds several records, one a line."""
    return sum(line.startswith(b"{") for line in data.splitlines()) > 1


def bring(data: bytes) -> list[str]:
    """Store each record of a file as a table, but none twice; give their addresses.

    Raises Refused, and Unreadable where it holds no records.
    """
    return [_bring(record) for _, record in read_records(data)]


def _bring(record: object) -> str:
    text = json.dumps([device(), record], sort_keys=True)
    token = store.create_from(record, blake2b(text.encode(), digest_size=16).hexdigest())
    store.remember_visit(device(), store.evening(token).id)
    return token
