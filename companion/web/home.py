"""The home page: the tables of this device, its circles, and a new one."""

import secrets
from datetime import datetime

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.circles.circle_file import is_circle_file
from companion.core.entries.parsing import InvalidJson, parse_json, parse_records
from companion.core.errors import Refused
from companion.core.sentences import EntryNumber, Sentence, say, say_plural
from companion.core.words import HANDS, HandTerms
from companion.games import all_games
from companion.language import current_language
from companion.store.access import resolve_table_address
from companion.store.circles import create_circle
from companion.store.models import utc_now
from companion.store.records import create_from_record
from companion.store.tables import DAMAGED, DEMO_SEATS, DEMO_TOKEN, UnknownTable, get_version
from companion.store.visits import RecentTable, list_circles_of_device, list_recent_tables
from companion.tally.rows import first_place_sentence
from companion.web import import_export
from companion.web.base.guards import tag_view
from companion.web.base.security import device_id, idempotency_key
from companion.web.base.urls import parse_table_token
from companion.web.setup.actions import search_games

pages = Blueprint("home", __name__)

TABLES_AT_FIRST, MAX_TABLES = 12, 500

MAX_SEARCH_LENGTH = 60

# A longer record is not shown again when it is refused.
MAX_RECORD_LENGTH = 1_000_000


class RecentTableView:
    """A table in the list; `status` names its winners, or says how far it has come."""

    game: Sentence | str = ""
    over = False

    def __init__(self, table: RecentTable) -> None:
        self.token, self.day = table.token, _day_text(table.created)
        if DAMAGED in table.setup:
            self.players, self.status = [str(say("Damaged table"))], say("cannot be read")
            return
        game = all_games().get(table.setup["game"])
        self.game = table.setup["game"] if game is None else game.name
        self.players, self.over = table.setup["players"], table.winners is not None
        self.status = _status_sentence(table, HANDS if game is None else game.hand_terms)


@pages.get("/")
def tables() -> str:
    return _render()


@pages.get("/open")
def open_address() -> ResponseReturnValue:
    """Redirect to the table of a typed address, which may be only the last part of a URL."""
    address = request.args.get("address", "").strip()
    token = parse_table_token(address)
    try:
        get_version(resolve_table_address(token).table)
        return redirect(url_for("table.show", token=token), 303)
    except UnknownTable:
        error = say("There is no table at this address.")
        return _render(address=address, address_error=error), 404


@pages.post("/import")
@tag_view("long")
def import_record() -> ResponseReturnValue:
    """Import a file or a pasted text: a record, a circle, or several of both."""
    data: str | bytes = request.form.get("record", "")
    file = request.files.get("file")
    if file is not None and file.filename:
        data = file.read()
    copy = import_export.database_copy() if "copy" in request.form else None
    if copy is not None:
        data = copy.read_bytes()
    try:
        records = _parse_file(data)
        if len(records) != 1 or is_circle_file(records[0]):
            return _import_several(records)
        token = create_from_record(records[0], idempotency_key())
    except Refused as error:
        text = data if isinstance(data, str) else data.decode("utf-8", "replace")
        record = text if len(text) < MAX_RECORD_LENGTH else ""
        return _render(record=record, record_error=_refusal_sentence(error)), 422
    return redirect(url_for("table.show", token=token), 303)


@pages.post("/circles")
def new_circle() -> ResponseReturnValue:
    name = " ".join(request.form.get("circle", "").split())
    try:
        circle = create_circle(name, idempotency_key())
    except Refused as error:
        return _render(circle_name=name, circle_error=error.sentence), 422
    return redirect(url_for("circle.show", circle=circle.token), 303)


def _refusal_sentence(error: Refused) -> Sentence:
    if error.entry is None:
        return error.sentence
    return say("Entry {number}: {why}", number=EntryNumber(error.entry), why=error.sentence)


def _import_several(records: list[object]) -> ResponseReturnValue:
    circles, n = import_export.import_file(records)
    flash(str(say_plural("{n} evening was added.", "{n} evenings were added.", n=n)))
    if len(records) != 1:
        return redirect(url_for("home.tables"), 303)
    return redirect(url_for("circle.show", circle=circles[0]), 303)


def _parse_file(data: str | bytes) -> list[object]:
    """Return the record, or one in each line, or those of a copy. Raises Refused."""
    content = data.encode("utf-8", "replace") if isinstance(data, str) else data
    if import_export.is_database_copy(content):
        from companion.store.backups import read_copy  # only a browser alone ever needs it

        return read_copy(content)
    try:
        if sum(line.startswith(b"{") for line in content.splitlines()) > 1:
            return [record for _, record in parse_records(content)]
        return [parse_json(data)]
    except InvalidJson as error:
        raise Refused("bad-record", "This is not a record. {why}", why=error.reason) from None


def _render(**more: str | Sentence) -> str:
    limit = MAX_TABLES if request.args.get("all") else TABLES_AT_FIRST
    tables = list_recent_tables(device_id(), limit + 1)
    search = request.args.get("search", "").strip()[:MAX_SEARCH_LENGTH]
    return render_template(
        "home.html",
        tables=[*map(RecentTableView, tables[:limit])],
        games=[*search_games(search)],
        search=search,
        circles=[access for access in list_circles_of_device(device_id()) if access.role != "look"],
        has_more=len(tables) > limit == TABLES_AT_FIRST,
        demo_token=DEMO_TOKEN,
        demo_seats=DEMO_SEATS,
        once=secrets.token_urlsafe(16),
        **more,
    )


def _status_sentence(table: RecentTable, terms: HandTerms) -> Sentence:
    """Return the winners, or the state of a table that is not over."""
    if table.winners is not None:
        return first_place_sentence(table.winners)
    if table.hand is None:
        return say("in progress")
    return terms.in_progress.with_facts(hand=table.hand) if table.hand else say("not started yet")


def _day_text(moment: datetime) -> Sentence | str:
    """Return a day as people call it, in the time zone of the server."""
    day, language = moment.astimezone(), current_language()
    days = (utc_now().astimezone().date() - day.date()).days
    if days == 0:
        return say("today, {time}", time=language.clock(day.time()))
    if days == 1:
        return say("yesterday, {time}", time=language.clock(day.time()))
    return language.day(day)
