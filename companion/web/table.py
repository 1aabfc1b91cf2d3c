"""The table: the page that lies on the table, and the entries tapped on it."""

import json
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import store
from companion.core.errors import Refused
from companion.extensions import htmx

from .device import device
from .forms import entry_from_form
from .screens import view_of

pages = Blueprint("table", __name__, url_prefix="/t/<token>")

STALE = "Somebody else was quicker: here is the table as it stands now."


@pages.get("")
def show(token: str) -> ResponseReturnValue:
    """Show the table."""
    with store.reading(token) as evening:
        table_id = evening.id
        page = _draw("table/page.html", evening)
    store.remember_visit(device(), table_id)
    return page


@pages.get("/board")
def board(token: str) -> ResponseReturnValue:
    """Give the board again if it has changed since entry ``seen``; else nothing (204)."""
    with store.reading(token) as evening:
        if request.args.get("seen", type=int) == evening.number:
            return "", 204
        return _draw("table/board.html", evening)


@pages.post("/entries")
def enter(token: str) -> ResponseReturnValue:
    """Record an entry, and answer with the board as it stands then."""
    error, status = None, 200
    try:
        number, raw = _posted()
        store.record(token, number, raw)
    except Refused as wrong:
        error, status = wrong.message, 422
    except store.Stale:
        error, status = STALE, 409
    if not htmx and error is None:
        return redirect(url_for("table.show", token=token), 303)
    with store.reading(token) as evening:
        return _draw("table/board.html" if htmx else "table/page.html", evening, error), status


def _posted() -> tuple[int, Any]:
    """Read the entry number that the screen was drawn for, and the entry. Raises Refused."""
    number = request.form.get("number", type=int)
    if number is None:
        raise Refused("bad-entry", "The tap does not say which screen it was made on.")
    text = request.form.get("entry")
    if text is None:
        return number, entry_from_form(request.form)
    try:
        return number, json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("bad-entry", "The tap could not be read.") from None


def _draw(template: str, evening: store.Evening, error: str | None = None) -> str:
    return render_template(
        template,
        token=evening.token,
        number=evening.number,
        log=evening.log,
        table=evening.table,
        game=evening.log.setup.game,
        view=view_of(evening.log),
        error=error,
    )
