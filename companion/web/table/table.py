"""The table page, the entries tapped on it, its device's settings, and a damaged table."""

import json
from dataclasses import replace
from functools import partial
from hashlib import blake2b

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.core.chips import require_chips
from companion.core.entries.parsing import InvalidJson, parse_json
from companion.core.entries.schema import Raw
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.handlers import refusal_sentence
from companion.core.log.log import Log
from companion.core.log.timeline import action_name
from companion.core.offers import skips_before
from companion.core.sentences import say
from companion.store.entries import Tap, append_entry
from companion.store.records import copy_table
from companion.store.table_cache import LoadedTable
from companion.store.table_settings import (
    dismiss_finding,
    has_permission,
    set_leavers,
    set_permission,
)
from companion.store.tables import UnplayableTable, get_version, load_table
from companion.store.visits import TABLES, record_visit
from companion.web.access import (
    current_table_access,
    require_entry_allowed,
    require_not_demo,
    require_sheet_allowed,
)
from companion.web.base.errors import NeedsConfirmation, TapError, error_text, redraw_on_error
from companion.web.base.guards import tag_view
from companion.web.base.security import device_id, htmx, idempotency_key, public_device_id
from companion.web.base.urls import TABLE
from companion.web.components.entry_form import KEY, FormData, read_entry_form
from companion.web.devices import joint_entry, settings
from companion.web.devices.live import publish_board
from companion.web.games import screen_of
from companion.web.table import sheets
from companion.web.table.board import render_board, render_table_page

pages = Blueprint("table", __name__, url_prefix=TABLE)

# The form field of a doubtful entry that is confirmed.
CONFIRMED = "sure"

# The field of an answer that says besides that the hand was dealt.
DEAL_FIRST = "dealt"

# The field of the player who leads, as all before have nothing to lead.
LEADS = "leads"

# Stands for all the others where somebody is paid; no account is called so.
EVERYBODY = ""


@pages.post("/copy")
@tag_view("long")
def copy(token: str) -> ResponseReturnValue:
    """Copy the intact part of a table to a new one, and redirect there."""
    return redirect(url_for("table.show", token=copy_table(token, idempotency_key())), 303)


@pages.app_errorhandler(UnplayableTable)
def show_unplayable(error: UnplayableTable) -> str:
    """Show a page of its own for a table whose set-up is refused."""
    # elsewhere, as at a set-up like it, a link would reveal the table's own address
    token = (request.view_args or {}).get("token")
    return render_template("table/damaged_page.html", broken=None, why=error.reason, token=token)


@pages.get("")
@tag_view("watch", "seat")
def show(token: str) -> ResponseReturnValue:
    evening = load_table(token)
    access = current_table_access()
    record_visit(device_id(), TABLES, evening.id, access.address)
    if evening.fault and access.is_scorer:
        return redirect(url_for("log.show"), 303)
    return render_board(evening, as_page=True)


@pages.get("/board")
@tag_view("watch", "seat")
def board(token: str) -> ResponseReturnValue:
    """Render the board if the table has another version than the device; if not, 204."""
    client_version = request.args.get("version", type=int)
    if client_version is not None and client_version == get_version(token):
        return "", 204
    evening = load_table(token)
    answer = Response(render_board(evening, as_page=False))
    answer.set_etag(str(evening.version))
    return answer


@pages.get("/more")
@pages.get("/more/<sheet>")
@tag_view("seat")
def more(token: str, sheet: str = "more") -> ResponseReturnValue:
    evening = load_table(token)
    require_sheet_allowed(current_table_access(), evening.log, sheet, request.values)
    return _render_sheet("table/sheet_page.html", evening, sheet)


def redraw(token: str, error: TapError | None = None) -> str:
    """Render the board or the posted sheet with an error, for htmx or as a page."""
    sheet = request.form.get("sheet")
    evening = load_table(token)
    entries = {
        "refused_entry": _refused_entry(error, evening.log),
        "doubtful_entry": error.entry_text if isinstance(error, NeedsConfirmation) else "",
    }
    if sheet:
        page = "table/sheet.html" if htmx else "table/sheet_page.html"
        return _render_sheet(page, evening, sheet, error_text(error), **entries)
    return render_board(evening, error_text(error), as_page=not htmx, **entries)


def _refused_entry(error: TapError | None, log: Log) -> str:
    """Return the refused entry as JSON if an earlier mistap may explain it, or ""."""
    if not isinstance(error, Refused):
        return ""
    try:
        raw = _posted_entry(log)
    except Refused:
        return ""
    return json.dumps(raw) if log.raw_entries and action_name(raw) in log.setup.game.kinds else ""


@pages.post("/entries")
@redraw_on_error(redraw)
@tag_view("taps", "seat")
def enter(token: str) -> ResponseReturnValue:
    """Append an entry, and render the new board.

    An entry of a sheet redirects to the table; if it is refused, the sheet is rendered again.
    """
    tap = read_tap()
    evening = joint_entry.save_own_answer(token, tap)
    for part in () if evening else _split_tap(token, tap):
        evening = append_entry(token, part)
    assert evening is not None
    evening = _release_leavers(evening, tap)
    if htmx and "sheet" not in request.form:
        return publish_board(evening, render_board(evening, as_page=False))
    has_next_sheet = "then" in request.form and current_table_access().is_scorer
    return _to_next_sheet(evening) if has_next_sheet else redirect_to_table(token)


def _release_leavers(evening: LoadedTable, tap: Tap) -> LoadedTable:
    """Append the leaves of players who waited for the end of the hand, if enough stay."""
    leavers = () if evening.table.in_hand else evening.leavers
    for index, player in enumerate(leavers):
        raw = {"do": "leave", "player": player}
        if not refusal_sentence(evening.table, raw):
            leave = Tap(evening.version, _key(-1 - index), partial(_fixed, raw), by=tap.by)
            evening = append_entry(evening.token, leave)
    if leavers:
        set_leavers(evening.token, ())
    return evening


def _fixed(raw: Raw, _: Log) -> Raw:
    return raw


def _to_next_sheet(evening: LoadedTable) -> ResponseReturnValue:
    """Redirect to the sheet that follows this one, or to the table."""
    sheet = request.form["then"]
    if not sheets.open_sheet(evening.table, sheet, FormData()):
        return redirect_to_table(evening.token)
    return redirect_to(url_for("table.more", token=evening.token, sheet=sheet))


def redirect_to_table(token: str) -> ResponseReturnValue:
    return redirect_to(url_for("table.show", token=token))


def redirect_to(address: str) -> ResponseReturnValue:
    """Redirect, also if htmx has sent the request."""
    if htmx:
        return "", 200, {"HX-Redirect": address}
    return redirect(address, 303)


def read_tap() -> Tap:
    """Return the posted tap, with the version of its screen.

    Raises Refused or NotAllowed. Its entry is parsed later, and raises NotAllowed if this device
    may not enter it.
    """
    require_not_demo()
    version = request.form.get("version", type=int)
    if version is None:
        raise Refused(
            "bad-entry",
            "Companion could not tell which screen this tap came from. Reload the page and tap "
            "again.",
        )
    return Tap(
        version, _key(), _confirmed_entry, by=public_device_id(), seat=current_table_access().player
    )


def _split_tap(token: str, tap: Tap) -> list[Tap]:
    """Return the taps that one stands for: several payments or skips, or a deal with a bid."""
    fields, raws = request.form, list[object]()
    if fields.get("do") == "pay" and fields.get(KEY + "to") == EVERYBODY:
        raws = _split_payment(load_table(token).table)
    elif DEAL_FIRST in fields:
        raws = [{"do": "deal"}, _read_json(fields[DEAL_FIRST])]
    elif LEADS in fields and (evening := load_table(token)).version == tap.version:
        raws = [*skips_before(evening.table, fields[LEADS]).values()]
    return [
        replace(tap, version=tap.version + n, key=_key(n), parse_entry=partial(_allow, raw=raw))
        for n, raw in enumerate(raws)
    ] or [tap]


def _split_payment(table: Table) -> list[object]:
    """Return a payment to each of the others. Raises Refused."""
    raw = read_entry_form(table, request.form, lambda _, known: known)
    payer = raw["from"]
    others = table.others(payer) if payer in table.present else ()
    due = raw["chips"] * len(others)
    short = say("{payer} has {has} but needs {due} to pay everybody. Pay less, or borrow first.")
    require_chips(table, payer, due, short, payer=payer, due=due)
    return [{**raw, "to": other} for other in others]


def _confirmed_entry(log: Log) -> object:
    """Return the posted entry. Raises NeedsConfirmation if it is doubtful and not confirmed."""
    raw = _posted_entry(log)
    if isinstance(raw, dict) and CONFIRMED not in request.form:
        question = screen_of(log.setup.game).confirm(log.table, raw)
        if question is not None:
            raise NeedsConfirmation(question, json.dumps(raw))
    return _allow(log, raw)


def _allow(log: Log, raw: object) -> object:
    require_entry_allowed(current_table_access(), log, raw)
    return raw


def _key(part: int = 0) -> str:
    """Return the key of a part of the form: a hash of all fields."""
    fields = [field for field in request.form.items(multi=True) if field[0] != "csrf_token"]
    fields += [("at", str(part))] if part else []
    return blake2b(json.dumps(sorted(fields)).encode(), digest_size=16).hexdigest()


def _posted_entry(log: Log) -> object:
    """Return the entry of a button or a form. Raises Refused."""
    text = request.form.get(CONFIRMED, request.form.get("entry"))
    screen = screen_of(log.setup.game)
    if text is None:
        return read_entry_form(log.table, request.form, screen.complete_entry)
    raw = _read_json(text)
    return screen.adjust_tap(raw, request.form) if isinstance(raw, dict) else raw


def _read_json(text: str) -> object:
    try:
        return parse_json(text)
    except InvalidJson:
        raise Refused(
            "bad-entry", "Companion could not read this tap. Reload the page and tap again."
        ) from None


def _render_sheet(
    template: str,
    evening: LoadedTable,
    name: str,
    error: str = "",
    refused_entry: str = "",
    doubtful_entry: str = "",
) -> str:
    """Render a sheet with the values of the request; "More" instead of an unknown one."""
    fields: FormData = request.values
    access = current_table_access()
    table = evening.table
    joint = joint_entry.get_joint_entry(evening, evening.log.setup.game.current_prompt(table))
    if access.is_scorer:
        is_joint = joint and joint.prompt.do == name
        fields = joint_entry.prefill_answers(joint, fields) if joint and is_joint else fields
        sheet = sheets.open_sheet(table, name, fields) or sheets.open_sheet(table, "more", fields)
    else:
        who = access.player or ""
        own_answer_sheet = joint_entry.own_answer_sheet(joint, name, fields, who)
        sheet = own_answer_sheet or sheets.own_sheet(table, name, fields, who)
    sheet = sheet or abort(404)
    return render_table_page(
        template,
        evening,
        error,
        refused_entry=refused_entry,
        doubtful_entry=doubtful_entry,
        screen=screen_of(table.setup.game),
        fields=fields,
        sheet=sheet,
        leavers=evening.leavers,
        memory_is_on=settings.is_memory_aid_on(),
        memory_permitted=has_permission(evening.id, "memory_aid"),
    )


@pages.post("/memory")
def memory(token: str) -> ResponseReturnValue:
    get_version(token)
    settings.toggle_memory_aid()
    return redirect_to_table(token)


@pages.post("/memory/table")
def memory_at_table(token: str) -> ResponseReturnValue:
    """Permit or forbid the memory aid on all devices of the table."""
    set_permission(token, "memory_aid", on=request.form.get("aid") == "on")
    return redirect_to_table(token)


@pages.post("/leaving")
def leaving(token: str) -> ResponseReturnValue:
    """Mark a player as leaving after the hand, or unmark them."""
    evening, player = load_table(token), request.form.get("player", "")
    if evening.table.in_hand and player in evening.table.present:
        others = [name for name in evening.leavers if name != player]
        set_leavers(token, others if player in evening.leavers else [*others, player])
    return redirect_to_table(token)


@pages.post("/side")
def turn_table(token: str) -> ResponseReturnValue:
    get_version(token)
    settings.set_nearest_seat(request.form.get("player", ""))
    return redirect_to_table(token)


@pages.post("/noted")
def hide_finding(token: str) -> ResponseReturnValue:
    """Dismiss a finding on all devices."""
    dismiss_finding(token, request.form.get("finding", ""))
    return redraw(token) if htmx else redirect_to_table(token)
