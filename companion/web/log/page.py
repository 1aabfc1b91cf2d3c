"""The log: every entry ever made, and any of it put right after a look at what that changes."""

import json
import secrets
from datetime import datetime
from functools import reduce
from operator import or_
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import store
from companion.core.accounts import Account, account_text
from companion.core.sentences import EntryNumber
from companion.language import current_language
from companion.web.base.addresses import TABLE
from companion.web.base.device import public_device_id
from companion.web.base.extensions import htmx
from companion.web.base.marks import tag_view
from companion.web.log.change import possible_kinds, read_change_form
from companion.web.log.find import KINDS, LogSearch
from companion.web.log.rows import list_hands, log_sections, search_log, section_at
from companion.web.parts.answers import TapError, error_text, redraw_on_error
from companion.web.parts.moved import undoable_sentence
from companion.web.table.page import read_tap

pages = Blueprint("log", __name__, url_prefix=TABLE + "/log")
pages.add_app_template_filter(EntryNumber, "entry_number")


@pages.app_template_filter("clock")
def format_time(moment: datetime) -> str:
    """Say a time of the day by this computer's clock."""
    return current_language().clock(moment.astimezone().time())


@pages.get("")
@tag_view("long")
def show(token: str) -> str:
    """Show the log, the latest hand open."""
    return _draw_log(None, token)


@pages.get("/part/<int:first>")
@tag_view("long")
def part(token: str, first: int) -> str:
    """Show one part of the log, open."""
    evening = store.load_table(token)
    found = section_at(evening.log, first)
    if found is None:
        abort(404)
    made = store.get_entry_origins(evening.id, found.first, found.last)
    return render_template(
        "log/part.html", token=token, part=found, made=made, here=public_device_id()
    )


def _draw_log(wrong: TapError | None, token: str) -> str:
    evening = store.load_table(token)
    log = evening.log
    args = request.args
    search = LogSearch(args.get("find", ""), args.get("player", ""), args.get("hand", type=int))
    opened = args.get("from", type=int)
    parts = search_log(log, search) if search else log_sections(log, opened)
    shown = [
        store.get_entry_origins(evening.id, part.first, part.last) for part in parts if part.rows
    ]
    return render_template(
        "log/page.html",
        token=token,
        version=evening.version,
        table=log.table,
        game=log.setup.game,
        parts=parts,
        search=search,
        kinds=KINDS,
        hands=list_hands(log),
        made=reduce(or_, shown, {}),
        here=public_device_id(),
        undo=undoable_sentence(log.next_undo),
        redo=undoable_sentence(log.next_redo),
        error=error_text(wrong),
        broken=evening.fault,
        once=secrets.token_urlsafe(16),
    )


@pages.post("")
@redraw_on_error(_draw_log)
@tag_view("long", "taps")
def enter(token: str) -> ResponseReturnValue:
    """Record an undo, a redo or a change, and show the log again."""
    evening = store.append_entry(token, read_tap())
    newest = len(evening.log.raw_entries) - 1
    return redirect(url_for("log.show", token=token, _anchor=f"entry-{newest}"), 303)


@pages.get("/<int:number>")
@tag_view("long")
def change(token: str, number: int) -> str:
    """Show an entry as a form, and what a change to it would do."""
    return _draw_change(token, number, before=False)


@pages.get("/<int:number>/before")
@tag_view("long")
def insert(token: str, number: int) -> str:
    """Show the form of an entry that was forgotten before another."""
    return _draw_change(token, number, before=True)


def _draw_change(token: str, number: int, *, before: bool) -> str:
    evening = store.load_table(token)
    line = evening.log.active_entry(number)
    if line is None:
        abort(404)
    return render_template(
        "log/preview.html" if htmx else "log/change.html",
        token=token,
        version=evening.version,
        game=evening.log.setup.game,
        before=before,
        kinds=() if htmx else possible_kinds(evening.log, line),
        change=read_change_form(evening.log, line, request.args, before=before),
        args=request.args,
        also_query=urlencode([*request.args.items(multi=True), ("also", "1")]),
        account=Account,
        account_name=account_text,
        as_json=json.dumps,
    )
