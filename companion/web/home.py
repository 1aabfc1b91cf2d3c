"""The first page: the tables of this device, a new one, and tables from elsewhere."""

import secrets
from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import store
from companion.circles.circle_file import is_circle
from companion.core.called import HANDS, Called
from companion.core.entries.incoming import Unreadable, read_json, read_records
from companion.core.errors import Refused
from companion.core.sentences import EntryNumber, Sentence, say, say_n
from companion.database.models import now
from companion.games import games
from companion.language import spoken
from companion.tally.words import first_place
from companion.web import evenings
from companion.web.base.addresses import token_in
from companion.web.base.device import device, once
from companion.web.base.marks import mark
from companion.web.setup.search import found_games

pages = Blueprint("home", __name__)

SHOWN = 12
"""How many tables are listed at first."""

MOST = 500
"""How many are listed at all."""


MOST_SOUGHT = 60
"""A search has at most so many letters."""

SHORT = 1_000_000
"""A record that is refused and has fewer characters is shown again."""


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table as it is listed."""

    token: str
    game: Sentence | str
    players: tuple[str, ...]
    when: Sentence | str
    stand: Sentence
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
        store.version(store.admit(token).table)
        return redirect(url_for("table.show", token=token), 303)
    except store.UnknownTable:
        return _draw(address=address, address_error=say("There is no table at this address.")), 404


@pages.post("/import")
@mark("long")
def import_record() -> ResponseReturnValue:
    """Store a record, chosen as a file or pasted, as a table; or a circle, or many evenings."""
    data: str | bytes = request.form.get("record", "")
    file = request.files.get("file")
    if file is not None and file.filename:
        data = file.read()
    try:
        records = _parsed(data)
        if len(records) > 1 or is_circle(records[0]):
            return _bring(records)
        token = store.create_from(records[0], once())
    except Refused as wrong:
        text = data if isinstance(data, str) else data.decode("utf-8", "replace")
        return _draw(record=text if len(text) < SHORT else "", record_error=_why(wrong)), 422
    return redirect(url_for("table.show", token=token), 303)


@pages.post("/circles")
def new_circle() -> ResponseReturnValue:
    """Begin a circle."""
    name = " ".join(request.form.get("circle", "").split())
    try:
        made = store.make_circle(name, once())
    except Refused as wrong:
        return _draw(circle_name=name, circle_error=wrong.sentence), 422
    return redirect(url_for("circle.show", circle=made.token), 303)


def _why(wrong: Refused) -> Sentence:
    """Say why a record is refused, and at which entry."""
    if wrong.entry is None:
        return wrong.sentence
    return say("Entry {number}: {why}", number=EntryNumber(wrong.entry), why=wrong.sentence)


def _bring(records: list[object]) -> ResponseReturnValue:
    """Store the circles and tables of a file, and lead to where they are."""
    circles, n = evenings.bring(records)
    flash(str(say_n("{n} evening is added.", "{n} evenings are added.", n=n)))
    if len(records) > 1:
        return redirect(url_for("home.tables"), 303)
    return redirect(url_for("circle.show", circle=circles[0]), 303)


def _parsed(data: str | bytes) -> list[object]:
    """Read one record, or one a line. Raises Refused."""
    many = data.encode("utf-8", "replace") if isinstance(data, str) else data
    try:
        if evenings.is_many(many):
            return [record for _, record in read_records(many)]
        return [read_json(data)]
    except Unreadable as wrong:
        raise Refused("bad-record", "This is no record. {why}", why=wrong.why) from None


def _draw(**typed: str | Sentence) -> str:
    most = MOST if request.args.get("all") else SHOWN
    tables = store.tables_of(device(), most + 1)
    search = request.args.get("search", "").strip()[:MOST_SOUGHT]
    return render_template(
        "home.html",
        tables=[_evening(table) for table in tables[:most]],
        found=[*found_games(search)],
        search=search,
        circles=[(at, one) for at, one in store.circles_of(device()) if not at.startswith("look.")],
        more=len(tables) > most == SHOWN,
        played=store.PLAYED,
        seats=store.SEATS,
        once=secrets.token_urlsafe(16),
        **typed,
    )


def _evening(table: store.Listed) -> ListedTable:
    if store.DAMAGED in table.setup:
        damaged, stand = str(say("Damaged table")), say("cannot be read")
        return ListedTable(table.token, "", (damaged,), _when(table.created), stand, over=False)
    game = games().get(table.setup["game"])
    name = table.setup["game"] if game is None else game.name
    called = HANDS if game is None else game.called
    over = table.winners is not None
    players = tuple(table.setup["players"])
    return ListedTable(
        table.token, name, players, _when(table.created), _stand(table, called), over
    )


def _stand(table: store.Listed, called: Called) -> Sentence:
    """Say who won, or how far an evening is."""
    if table.winners is not None:
        return first_place(table.winners)
    if table.hand is None:
        return say("in progress")
    return called.going.about(hand=table.hand) if table.hand else say("not dealt yet")


def _when(made: datetime) -> Sentence | str:
    """Say a day as people do, by this computer's clock."""
    day, language = made.astimezone(), spoken()
    days = (now().astimezone().date() - day.date()).days
    if days == 0:
        return say("today, {time}", time=language.clock(day.time()))
    if days == 1:
        return say("yesterday, {time}", time=language.clock(day.time()))
    return language.day(day)
