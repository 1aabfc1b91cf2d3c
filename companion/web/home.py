"""The first page: the tables of this device, a new one, and tables from elsewhere."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import store
from companion.core.errors import Refused
from companion.core.incoming import Unreadable, read_json
from companion.core.words import listed
from companion.games import games
from companion.models import TableRow, now
from companion.web.addresses import token_in
from companion.web.device import device

pages = Blueprint("home", __name__)

SHOWN = 12
"""How many tables are listed at first."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A table as it is listed."""

    token: str
    game: str
    players: tuple[str, ...]
    when: str
    stand: str
    over: bool


@pages.get("/")
def tables() -> str:
    """List the tables of this device and offer a new one."""
    return _draw()


@pages.get("/open")
def open_address() -> ResponseReturnValue:
    """Go to a table by the address that somebody shared, or by its last part."""
    address = request.args.get("address", "").strip()
    token = token_in(address)
    try:
        with store.reading(token):
            return redirect(url_for("table.show", token=token), 303)
    except store.UnknownTable:
        return _draw(address=address, address_error="There is no table at this address."), 404


@pages.post("/import")
def import_record() -> ResponseReturnValue:
    """Store a record, chosen as a file or pasted, as a table."""
    data: str | bytes = request.form.get("record", "")
    file = request.files.get("file")
    if file is not None and file.filename:
        data = file.read()
    try:
        token = store.create_from(_parsed(data))
    except Refused as wrong:
        where = "" if wrong.entry is None else f"Entry {wrong.entry}: "
        text = data if isinstance(data, str) else data.decode("utf-8", "replace")
        return _draw(record=text, record_error=where + wrong.message), 422
    return redirect(url_for("table.show", token=token), 303)


def _parsed(data: str | bytes) -> Any:
    try:
        return read_json(data)
    except Unreadable as wrong:
        raise Refused("bad-record", "This is no record. {why}", why=str(wrong)) from None


def _draw(**typed: str) -> str:
    rows = store.tables_of(device())
    shown = rows if request.args.get("all") else rows[:SHOWN]
    return render_template(
        "home.html",
        tables=[_evening(row) for row, _ in shown],
        games=games().values(),
        more=len(rows) - len(shown),
        **typed,
    )


def _evening(row: TableRow) -> Evening:
    setup = json.loads(row.setup)
    game = games().get(setup["game"])
    name = setup["game"] if game is None else game.name
    stand = _won(json.loads(row.tally)) if row.tally else _hand(row.token)
    when = _when(row.created)
    return Evening(row.token, name, tuple(setup["players"]), when, stand, bool(row.tally))


def _won(tally: dict[str, Any]) -> str:
    """Say who won a finished evening."""
    first = [line["player"] for line in tally["lines"] if line["place"] == 1]
    return f"{listed(first)} won" if len(first) == 1 else f"{listed(first)} share the first place"


def _hand(token: str) -> str:
    """Say how far an evening is; one that can no longer be replayed is listed all the same."""
    try:
        with store.reading(token) as evening:
            hand = evening.table.hand
    except Refused:
        return "cannot be replayed"
    return f"hand {hand}" if hand else "not dealt yet"


def _when(made: datetime) -> str:
    """Say a day as people do, by this computer's clock."""
    day = made.replace(tzinfo=UTC).astimezone()
    days = (now().astimezone().date() - day.date()).days
    if days in (0, 1):
        return f"{'today' if days == 0 else 'yesterday'}, {day:%H:%M}"
    return f"{day.day} {day:%B %Y}"
