"""The table: the page that lies on the table, and the entries tapped on it."""

import json
from hashlib import blake2b
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import store
from companion.core.errors import Refused
from companion.core.incoming import Unreadable, read_json
from companion.core.log import Log
from companion.extensions import htmx
from companion.web.addresses import TABLE
from companion.web.device import alias, device
from companion.web.games import screen_of
from companion.web.parts.answers import Wrong, or_again, why
from companion.web.parts.by_keys import entry_by_keys, is_by_keys
from companion.web.parts.forms import Fields, entry_from_form
from companion.web.parts.moved import done_words, moved_by
from companion.web.table import sheets, switches

pages = Blueprint("table", __name__, url_prefix=TABLE)

UNREADABLE = "The tap could not be read."


@pages.get("")
def show(token: str) -> ResponseReturnValue:
    """Show the table."""
    evening = store.evening(token)
    store.remember_visit(device(), evening.id)
    if evening.broken:
        return redirect(url_for("log.show"), 303)
    return _draw("table/page.html", evening)


@pages.get("/board")
def board(token: str) -> ResponseReturnValue:
    """Give the board again if the table is not of this version any more; else nothing (204)."""
    if request.args.get("version", type=int) == store.version(token):
        return "", 204
    return _draw("table/board.html", store.evening(token))


@pages.get("/more")
@pages.get("/more/<sheet>")
def more(token: str, sheet: str = "more") -> ResponseReturnValue:
    """Show a sheet for rarer entries."""
    evening = store.evening(token)
    return _draw_sheet("table/sheet_page.html", evening, sheet)


def drawn(wrong: Wrong | None, token: str) -> str:
    """Draw the board, or the sheet that was posted, as a fragment or as a page."""
    sheet = request.form.get("sheet")
    evening = store.evening(token)
    if sheet:
        page = "table/sheet.html" if htmx else "table/sheet_page.html"
        return _draw_sheet(page, evening, sheet, why(wrong))
    return _draw("table/board.html" if htmx else "table/page.html", evening, why(wrong))


@pages.post("/entries")
@or_again(drawn)
def enter(token: str) -> ResponseReturnValue:
    """Record an entry, and answer with the board as it stands then.

    What was tapped on a sheet leads back to the table; refused, the sheet is shown again.
    """
    evening = store.record(token, posted())
    if htmx and "sheet" not in request.form:
        return _draw("table/board.html", evening)
    return _to_next_sheet(evening) if "then" in request.form else to_table(token)


def _to_next_sheet(evening: store.Evening) -> ResponseReturnValue:
    """Lead to the sheet that comes after this one; if there is none now, to the table."""
    sheet = request.form["then"]
    if not sheets.context(evening.table, sheet, Fields()):
        return to_table(evening.token)
    return lead_to(url_for("table.more", token=evening.token, sheet=sheet))


def to_table(token: str) -> ResponseReturnValue:
    """Lead back to the table."""
    return lead_to(url_for("table.show", token=token))


def lead_to(address: str) -> ResponseReturnValue:
    """Lead to another page."""
    if htmx:
        return "", 200, {"HX-Redirect": address}
    return redirect(address, 303)


def posted() -> store.Tap:
    """Give what was tapped, and the version that its screen was drawn for. Raises Refused."""
    version = request.form.get("version", type=int)
    if version is None:
        raise Refused("bad-entry", "The tap does not say which screen it was made on.")
    return store.Tap(version, _key(), _entry, by=alias())


def _key() -> str:
    """Name what was sent: the same only where all that a form says is the same."""
    fields = [field for field in request.form.items(multi=True) if field[0] != "csrf_token"]
    return blake2b(json.dumps(sorted(fields)).encode(), digest_size=16).hexdigest()


def _entry(log: Log) -> Any:
    """Read the entry of a button or a form at the table it was drawn for. Raises Refused."""
    text = request.form.get("entry")
    screen = screen_of(log.setup.game)
    if text is None:
        if is_by_keys(request.form):
            return entry_by_keys(log.table, request.form)
        return entry_from_form(request.form, log.table, screen.readers)
    try:
        raw = read_json(text)
    except Unreadable:
        raise Refused("bad-entry", UNREADABLE) from None
    return screen.completed(raw, request.form) if isinstance(raw, dict) else raw


def _draw(template: str, evening: store.Evening, error: str = "") -> str:
    moved, screen = moved_by(evening.log), screen_of(evening.log.setup.game)
    view: Any = screen.view(evening.table, moved)
    return _render(
        template,
        evening,
        error,
        moved=moved,
        screen=screen,
        view=view,
        seats_round=switches.turned(evening, view.seats),
        undo=done_words(evening.log.to_undo),
        redo=done_words(evening.log.to_redo),
        noted=lambda: store.noted(evening.id),
        memory=switches.memory(evening),
    )


def _draw_sheet(template: str, evening: store.Evening, name: str, error: str = "") -> str:
    """Draw a sheet with what was chosen or typed. An unknown or untimely one leads to "More"."""
    fields = request.values
    table = evening.table
    made = sheets.context(table, name, fields) or sheets.context(table, "more", fields)
    with_memory = switches.memory_is_on(evening.token)
    return _render(template, evening, error, memory_is_on=with_memory, **(made or {}))


def _render(template: str, evening: store.Evening, error: str, **more: Any) -> str:
    return render_template(
        template,
        token=evening.token,
        version=evening.version,
        table=evening.table,
        game=evening.log.setup.game,
        error=error,
        **{"fields": request.form, **more},
    )
