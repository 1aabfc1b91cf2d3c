"""All evenings of a device as one file, and back: the only copy where nobody else makes any."""

import json
from collections.abc import Iterator, Mapping
from hashlib import blake2b

from flask import Blueprint, Flask, Response, current_app, session

from companion import store
from companion.circles.circle_file import is_circle
from companion.core.entries.incoming import read_records
from companion.database.models import now
from companion.web.base.device import device
from companion.web.base.marks import mark

pages = Blueprint("evenings", __name__)

SAVED = "saved-as-of"
"""What a device remembers of what it saved: how far, by the last letters of each address."""

LETTERS = 4
"""So many of them: a cookie has room for few."""


def init_app(app: Flask) -> None:
    """Let pages ask what is on this device alone."""
    app.add_template_global(is_unsaved)


@pages.get("/evenings.jsonl")
@mark("long")
def save() -> Response:
    """Send every circle that this device keeps, and its other tables as records, one a line."""
    savings = store.savings_of(device())
    answer = Response("".join(_lines(savings)), mimetype="application/jsonl")
    name = f"evenings-{now():%Y-%m-%d}.jsonl"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    _remember(_marks(savings))
    return answer


def remember_saved(token: str) -> None:
    """Remember how far a table was saved as a file."""
    _remember({token[-LETTERS:]: store.version(token)})


def _remember(marks: Mapping[str, object]) -> None:
    if not current_app.config["ABILITIES"].backups:
        session[SAVED] = {**session.get(SAVED, {}), **marks}


def is_unsaved() -> bool:
    """Tell whether anything is on this device alone, where nobody else makes copies."""
    if current_app.config["ABILITIES"].backups:
        return False
    saved = session.get(SAVED, {})
    return any(saved.get(name) != at for name, at in _marks(store.savings_of(device())).items())


def _marks(savings: store.Savings) -> dict[str, object]:
    """Return how far all that a device has to save has come."""
    known = {**{one.token: at for one, at in savings.circles.items()}, **savings.tables}
    return {address[-LETTERS:]: at for address, at in known.items()}


def _lines(savings: store.Savings) -> Iterator[str]:
    for circle in savings.circles:
        yield _line(store.export_circle(circle))
    for address in savings.tables:
        yield _line(store.export(store.admit(address).table))


def _line(written: object) -> str:
    return f"{json.dumps(written, separators=(',', ':'))}\n"


def is_many(data: bytes) -> bool:
    """Say whether a file holds several records, one a line."""
    return sum(line.startswith(b"{") for line in data.splitlines()) > 1


def bring(data: bytes) -> None:
    """Store each record of a file as a table, and each circle, but none twice.

    Raises Refused, Unreadable where it holds no records, and TooMany before anything is stored.
    """
    records = [record for _, record in read_records(data)]
    store.quota().check(sum(map(_count_missing, records)))
    for record in records:
        if is_circle(record):
            open_circle(record)
        else:
            _bring_table(record)


def open_circle(record: object) -> str:
    """Store a circle, or what of it is not here yet; return its address, which this device keeps.

    Raises Refused.
    """
    own = store.circles_kept_by(device())
    circle = store.bring_circle(record, own)
    visitor = own.get(circle.id) or store.welcome(circle.token)
    store.remember_circle(device(), visitor)
    return visitor.address


def _count_missing(record: object) -> int:
    """Return how many evenings of a line of a file are not here yet. Raises Refused."""
    return store.count_missing(record) if is_circle(record) else not store.stored_as(_key(record))


def _key(record: object) -> str:
    text = json.dumps([device(), record], sort_keys=True)
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _bring_table(record: object) -> None:
    token = store.bring_table(record, _key(record))
    store.remember_visit(device(), store.evening(token).id)
