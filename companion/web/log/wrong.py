"""Something is wrong: what may have been tapped wrong, and one tap that puts it right."""

import json
from contextlib import suppress
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import store
from companion.core.entries.entry import Raw
from companion.core.entries.incoming import InvalidJson, parse_json
from companion.core.errors import Refused
from companion.core.log.carry import reapply_line
from companion.core.log.force import ActiveEntry
from companion.core.log.log import Log
from companion.core.log.repair.evidence import (
    CountEvidence,
    Evidence,
    FindingEvidence,
    RefusalEvidence,
)
from companion.core.looking_back import Finding
from companion.core.sentences import Sentence, say
from companion.core.words import OneOf
from companion.web.base.addresses import TABLE
from companion.web.base.device import public_device_id
from companion.web.base.marks import tag_view
from companion.web.guests.roles import require_not_demo
from companion.web.log import felt
from companion.web.log.happened import (
    entry_forms,
    entry_from_report,
    player_corrections,
    possible_answers,
)
from companion.web.log.ways import repair_list
from companion.web.parts.answers import NeedsConfirmation, TapError, error_text, redraw_on_error
from companion.web.parts.fields import entry_form_fields, entry_from_form
from companion.web.parts.plates import TapButton, tap_buttons
from companion.web.table.page import read_tap, redirect_to, redirect_to_table

pages = Blueprint("wrong", __name__, url_prefix=TABLE)


@pages.get("/wrong")
@tag_view("long")
def show(token: str) -> str:
    """Show what may have been tapped wrong: about a finding, or something that did happen."""
    return _draw(None, token)


@pages.get("/count")
def count(token: str) -> ResponseReturnValue:
    """Lead from where chips were once counted to where they are now."""
    return redirect(url_for("wrong.show", token=token), 301)


def _draw(wrong: TapError | None, token: str) -> str:
    evening = store.load_table(token)
    log = evening.log
    found, happened = _found(log), _happened(log)
    evidence = _evidence(log, found, happened)
    return render_template(
        "log/wrong.html",
        token=token,
        version=evening.version,
        game=log.setup.game,
        error=error_text(wrong),
        sure=wrong.entry_text if isinstance(wrong, NeedsConfirmation) else "",
        found=found,
        happened=happened and _said(log, happened),
        then=json.dumps(happened) if happened else "",
        doubts=_doubts(log, found),
        settling=_settling(log),
        ways=repair_list(log, evidence, evening.id) if evidence else None,
        begun=bool(log.raw_entries),
        felt=None if found or happened else felt.count_page(evening.table),
        counts=felt.acceptable_counts(evening.table, evidence)
        if isinstance(evidence, CountEvidence)
        else (),
    )


@pages.get("/wrong/else")
def ask(token: str) -> str:
    """Ask what really happens at the table, where the screen asks for something else."""
    evening = store.load_table(token)
    return render_template(
        "log/else.html",
        token=token,
        game=evening.log.setup.game,
        players=evening.table.present,
        player=evening.log.setup.game.current_prompt(evening.table).player,
        answers=possible_answers(evening.table),
        forms=entry_forms(evening.table),
        mends=player_corrections(evening.table),
        hand=evening.table.in_hand,
    )


@pages.get("/wrong/else/<do>")
def fill(token: str, do: str) -> ResponseReturnValue:
    """Let somebody fill in what really happened, where that takes more than a tap."""
    table, problem = store.load_table(token).table, ""
    if do not in table.setup.game.kinds:
        abort(404)
    raw: Raw = {"do": do}
    if "look" in request.args:
        try:
            raw = entry_from_form(table, raw, request.args)
            ActiveEntry(0, raw, table.setup.game.kinds).check()
            return redirect(url_for("wrong.show", entry=json.dumps(raw)), 303)
        except Refused as wrong:
            problem = wrong.message
    return render_template(
        "log/else.html",
        token=token,
        game=table.setup.game,
        do=do,
        title=table.setup.game.kinds[do].title,
        fields=entry_form_fields(table, raw),
        problem=problem,
    )


@pages.post("/wrong")
@redraw_on_error(_draw)
@tag_view("long", "taps")
def correct(token: str) -> ResponseReturnValue:
    """Put the log right as one way says, and enter what could not be entered before."""
    require_not_demo()
    setup = request.form.get("setup")
    evening = _set_up(token, _read(setup)) if setup else store.append_entry(token, read_tap())
    _enter_then(evening)
    rest = felt.read_counts()
    return redirect_to(felt.count_url(rest)) if rest else redirect_to_table(token)


def _set_up(token: str, changes: Any) -> store.LoadedTable:
    """Set the evening up with other seats, house rules or another dealer; all is replayed."""
    setup = store.load_table(token).setup_record
    if not isinstance(changes, dict) or not changes.keys() <= {"dealer", "players", "options"}:
        abort(404)
    chosen, players = changes.get("options", {}), changes.get("players", setup["players"])
    if not isinstance(chosen, dict) or not isinstance(players, list):
        abort(404)
    if sorted(map(str, players)) != sorted(setup["players"]):
        abort(404)
    options = {**setup.get("options", {}), **chosen}
    version = request.form.get("version", -1, type=int)
    return store.update_setup(token, version, {**setup, **changes, "options": options})


def _enter_then(evening: store.LoadedTable) -> None:
    """Enter what was refused before; where it is refused still, the table asks again."""
    then = request.form.get("then")
    if not then:
        return
    raw, log = _read(then), evening.log
    with suppress(Refused, store.StaleVersion):
        carried = reapply_line(
            log.table, ActiveEntry(len(log.raw_entries), raw, log.setup.game.kinds)
        )[1]
        key = f"then {request.form.get('version')} {then}"
        store.append_entry(
            evening.token,
            store.Tap(evening.version, key, lambda _: carried or raw, by=public_device_id()),
        )


def _found(log: Log) -> Finding | None:
    """Give the finding that is asked about, by its place."""
    place = request.args.get("finding", type=int)
    findings = log.setup.game.review.findings(log.table)
    if place is None:
        return None
    if not 0 <= place < len(findings):
        abort(404)
    return findings[place]


def _settling(log: Log) -> tuple[TapButton, ...]:
    """Return the buttons that settle the finding that is asked about."""
    place = request.args.get("finding", type=int)
    return () if place is None else tap_buttons(log.setup.game.review.settling(log.table, place))


def _happened(log: Log) -> Any:
    """Give the entry that was refused, or that is told to have happened."""
    text = request.args.get("entry") or request.form.get("then")
    if not text:
        return None
    raw = _read(text)
    if not isinstance(raw, dict):
        abort(404)
    return entry_from_report(log.table, raw, request.args.get("who"))


def _read(text: str) -> Any:
    try:
        return parse_json(text)
    except InvalidJson:
        abort(404)


def _evidence(log: Log, found: Finding | None, happened: Any) -> Evidence | None:
    if found is not None:
        return FindingEvidence(found)
    if happened is not None:
        return RefusalEvidence(ActiveEntry(len(log.raw_entries), happened, log.setup.game.kinds))
    return felt.count_evidence()


def _said(log: Log, raw: Any) -> Sentence | None:
    """Say what did happen; None where it cannot be said."""
    try:
        return ActiveEntry(0, raw, log.setup.game.kinds).entry.describe()
    except Refused:
        return None


def _doubts(log: Log, found: Finding | None) -> tuple[Sentence, ...]:
    """Say what cannot all be true, where the cards cannot lie as they were said to."""
    if found is None or found.player is not None:
        return ()
    place = next(at for at, line in enumerate(log.active_entries) if line.number == found.proof)
    sets = log.setup.game.review.doubtful_claims(log.table_after(place + 1))
    return tuple(
        say("Either {doubts}.", doubts=OneOf(doubt.sentence for doubt in doubts)) for doubts in sets
    )
