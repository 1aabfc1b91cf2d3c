"""Something is wrong: what may have been tapped wrong, and one tap that puts it right."""

import json
from contextlib import suppress
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import store
from companion.core.entries.entry import Raw
from companion.core.entries.incoming import Unreadable, read_json
from companion.core.errors import Refused
from companion.core.log.carry import once_more
from companion.core.log.force import Line
from companion.core.log.log import Log
from companion.core.log.repair.evidence import Counted, DoubtedFinding, Evidence, Refusal
from companion.core.looking_back import Found
from companion.core.sentences import Sentence, say
from companion.core.words import OneOf
from companion.web.base.addresses import TABLE
from companion.web.base.device import alias
from companion.web.base.marks import mark
from companion.web.guests.roles import check_looking
from companion.web.log import felt
from companion.web.log.happened import answers, forms, mends, what_happened
from companion.web.log.ways import found_ways
from companion.web.parts.answers import Unsure, Wrong, or_again, why
from companion.web.parts.fields import entry_of, fields_of
from companion.web.parts.plates import TapButton, taps
from companion.web.table.page import lead_to, posted, to_table

pages = Blueprint("wrong", __name__, url_prefix=TABLE)


@pages.get("/wrong")
@mark("long")
def show(token: str) -> str:
    """Show what may have been tapped wrong: about a finding, or something that did happen."""
    return _draw(None, token)


@pages.get("/count")
def count(token: str) -> ResponseReturnValue:
    """Lead from where chips were once counted to where they are now."""
    return redirect(url_for("wrong.show", token=token), 301)


def _draw(wrong: Wrong | None, token: str) -> str:
    evening = store.evening(token)
    log = evening.log
    found, happened = _found(log), _happened(log)
    evidence = _evidence(log, found, happened)
    return render_template(
        "log/wrong.html",
        token=token,
        version=evening.version,
        game=log.setup.game,
        error=why(wrong),
        sure=wrong.entry_text if isinstance(wrong, Unsure) else "",
        found=found,
        happened=happened and _said(log, happened),
        then=json.dumps(happened) if happened else "",
        doubts=_doubts(log, found),
        settling=_settling(log),
        ways=found_ways(log, evidence, evening.id) if evidence else None,
        begun=bool(log.raw),
        felt=None if found or happened else felt.felt(evening.table),
        counts=felt.counts_as_they_are(evening.table, evidence)
        if isinstance(evidence, Counted)
        else (),
    )


@pages.get("/wrong/else")
def ask(token: str) -> str:
    """Ask what really happens at the table, where the screen asks for something else."""
    evening = store.evening(token)
    return render_template(
        "log/else.html",
        token=token,
        game=evening.log.setup.game,
        players=evening.table.present,
        player=evening.log.setup.game.ask(evening.table).player,
        answers=answers(evening.table),
        forms=forms(evening.table),
        mends=mends(evening.table),
        hand=evening.table.in_hand,
    )


@pages.get("/wrong/else/<do>")
def fill(token: str, do: str) -> ResponseReturnValue:
    """Let somebody fill in what really happened, where that takes more than a tap."""
    table, problem = store.evening(token).table, ""
    if do not in table.setup.game.kinds:
        abort(404)
    raw: Raw = {"do": do}
    if "look" in request.args:
        try:
            raw = entry_of(table, raw, request.args)
            Line(0, raw, table.setup.game.kinds).check()
            return redirect(url_for("wrong.show", entry=json.dumps(raw)), 303)
        except Refused as wrong:
            problem = wrong.message
    return render_template(
        "log/else.html",
        token=token,
        game=table.setup.game,
        do=do,
        title=table.setup.game.kinds[do].title,
        fields=fields_of(table, raw),
        problem=problem,
    )


@pages.post("/wrong")
@or_again(_draw)
@mark("long", "taps")
def correct(token: str) -> ResponseReturnValue:
    """Put the log right as one way says, and enter what could not be entered before."""
    check_looking()
    setup = request.form.get("setup")
    evening = _set_up(token, _read(setup)) if setup else store.record(token, posted())
    _enter_then(evening)
    rest = felt.counted()
    return lead_to(felt.address(rest)) if rest else to_table(token)


def _set_up(token: str, changes: Any) -> store.Evening:
    """Set the evening up with other seats, house rules or another dealer; all is replayed."""
    setup = store.evening(token).setup
    if not isinstance(changes, dict) or not changes.keys() <= {"dealer", "players", "options"}:
        abort(404)
    chosen, players = changes.get("options", {}), changes.get("players", setup["players"])
    if not isinstance(chosen, dict) or not isinstance(players, list):
        abort(404)
    if sorted(map(str, players)) != sorted(setup["players"]):
        abort(404)
    options = {**setup.get("options", {}), **chosen}
    version = request.form.get("version", -1, type=int)
    return store.change_setup(token, version, {**setup, **changes, "options": options})


def _enter_then(evening: store.Evening) -> None:
    """Enter what was refused before; where it is refused still, the table asks again."""
    then = request.form.get("then")
    if not then:
        return
    raw, log = _read(then), evening.log
    with suppress(Refused, store.Stale):
        carried = once_more(log.table, Line(len(log.raw), raw, log.setup.game.kinds))[1]
        key = f"then {request.form.get('version')} {then}"
        store.record(
            evening.token, store.Tap(evening.version, key, lambda _: carried or raw, by=alias())
        )


def _found(log: Log) -> Found | None:
    """Give the finding that is asked about, by its place."""
    place = request.args.get("finding", type=int)
    findings = log.setup.game.looks_back.findings(log.table)
    if place is None:
        return None
    if not 0 <= place < len(findings):
        abort(404)
    return findings[place]


def _settling(log: Log) -> tuple[TapButton, ...]:
    """Return the buttons that settle the finding that is asked about."""
    place = request.args.get("finding", type=int)
    return () if place is None else taps(log.setup.game.looks_back.settling(log.table, place))


def _happened(log: Log) -> Any:
    """Give the entry that was refused, or that is told to have happened."""
    text = request.args.get("entry") or request.form.get("then")
    if not text:
        return None
    raw = _read(text)
    if not isinstance(raw, dict):
        abort(404)
    return what_happened(log.table, raw, request.args.get("who"))


def _read(text: str) -> Any:
    try:
        return read_json(text)
    except Unreadable:
        abort(404)


def _evidence(log: Log, found: Found | None, happened: Any) -> Evidence | None:
    if found is not None:
        return DoubtedFinding(found)
    if happened is not None:
        return Refusal(Line(len(log.raw), happened, log.setup.game.kinds))
    return felt.evidence()


def _said(log: Log, raw: Any) -> Sentence | None:
    """Say what did happen; None where it cannot be said."""
    try:
        return Line(0, raw, log.setup.game.kinds).entry.said()
    except Refused:
        return None


def _doubts(log: Log, found: Found | None) -> tuple[Sentence, ...]:
    """Say what cannot all be true, where the cards cannot lie as they were said to."""
    if found is None or found.player is not None:
        return ()
    place = next(at for at, line in enumerate(log.lines) if line.number == found.proof)
    sets = log.setup.game.looks_back.doubts(log.table_after(place + 1))
    return tuple(
        say("Either {doubts}.", doubts=OneOf(doubt.words for doubt in doubts)) for doubts in sets
    )
