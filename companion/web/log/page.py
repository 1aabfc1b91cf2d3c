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
from companion.core.accounts import Account, account_name
from companion.core.sentences import EntryNumber
from companion.language import spoken
from companion.web.base.addresses import TABLE
from companion.web.base.device import alias
from companion.web.base.extensions import htmx
from companion.web.base.marks import mark
from companion.web.log.change import change_of, kinds_then
from companion.web.log.find import KINDS, Search
from companion.web.log.rows import found_in, hands_of, open_stretch, stretches
from companion.web.parts.answers import Wrong, or_again, why
from companion.web.parts.moved import done_words
from companion.web.table.page import posted

pages = Blueprint("log", __name__, url_prefix=TABLE + "/log")
pages.add_app_template_filter(EntryNumber, "entry_number")


@pages.app_template_filter("clock")
def clock(moment: datetime) -> str:
    """Say a time of the day by this computer's clock."""
    return spoken().clock(moment.astimezone().time())


@pages.get("")
@mark("long")
def show(token: str) -> str:
    """Show the log, the latest hand open."""
    return _draw_log(None, token)


@pages.get("/part/<int:first>")
@mark("long")
def part(token: str, first: int) -> str:
    """Show one part of the log, open."""
    evening = store.evening(token)
    found = open_stretch(evening.log, first)
    if found is None:
        abort(404)
    made = store.made(evening.id, found.first, found.last)
    return render_template("log/part.html", token=token, part=found, made=made, here=alias())


def _draw_log(wrong: Wrong | None, token: str) -> str:
    evening = store.evening(token)
    log = evening.log
    args = request.args
    search = Search(args.get("find", ""), args.get("player", ""), args.get("hand", type=int))
    opened = args.get("from", type=int)
    parts = found_in(log, search) if search else stretches(log, opened)
    shown = [store.made(evening.id, part.first, part.last) for part in parts if part.rows]
    return render_template(
        "log/page.html",
        token=token,
        version=evening.version,
        table=log.table,
        game=log.setup.game,
        parts=parts,
        search=search,
        kinds=KINDS,
        hands=hands_of(log),
        made=reduce(or_, shown, {}),
        here=alias(),
        undo=done_words(log.to_undo),
        redo=done_words(log.to_redo),
        error=why(wrong),
        broken=evening.broken,
        once=secrets.token_urlsafe(16),
    )


@pages.post("")
@or_again(_draw_log)
@mark("long", "taps")
def enter(token: str) -> ResponseReturnValue:
    """Record an undo, a redo or a change, and show the log again."""
    evening = store.record(token, posted())
    newest = len(evening.log.raw) - 1
    return redirect(url_for("log.show", token=token, _anchor=f"entry-{newest}"), 303)


@pages.get("/<int:number>")
@mark("long")
def change(token: str, number: int) -> str:
    """Show an entry as a form, and what a change to it would do."""
    return _draw_change(token, number, before=False)


@pages.get("/<int:number>/before")
@mark("long")
def insert(token: str, number: int) -> str:
    """Show the form of an entry that was forgotten before another."""
    return _draw_change(token, number, before=True)


def _draw_change(token: str, number: int, *, before: bool) -> str:
    evening = store.evening(token)
    line = evening.log.line(number)
    if line is None:
        abort(404)
    return render_template(
        "log/preview.html" if htmx else "log/change.html",
        token=token,
        version=evening.version,
        game=evening.log.setup.game,
        before=before,
        kinds=() if htmx else kinds_then(evening.log, line),
        change=change_of(evening.log, line, request.args, before=before),
        args=request.args,
        also_query=urlencode([*request.args.items(multi=True), ("also", "1")]),
        account=Account,
        account_name=account_name,
        as_json=json.dumps,
    )
