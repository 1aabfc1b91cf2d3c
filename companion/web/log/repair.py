"""The page *Something is wrong*: what may have been tapped wrong, and one tap that repairs it."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import timedelta
from itertools import chain
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.core.accounts import account_text
from companion.core.entries.parsing import InvalidJson, parse_json
from companion.core.entries.schema import parse_entry
from companion.core.entries.standard import Deal
from companion.core.errors import Refused
from companion.core.handlers import refusal_sentence
from companion.core.log.log import Log
from companion.core.log.timeline import LogLine
from companion.core.repair.evidence import (
    CountEvidence,
    Evidence,
    FindingEvidence,
    RefusalEvidence,
)
from companion.core.repair.ranking import RepairChoice, choose_repairs, repair_question
from companion.core.repair.search import Repair, search_repairs
from companion.core.review import Doubt, Finding
from companion.core.sentences import Sentence, say
from companion.core.words import OneOf
from companion.store.entries import StaleVersion, Tap, append_entry, update_setup
from companion.store.records import get_entry_origins
from companion.store.table_cache import LoadedTable
from companion.store.tables import load_table
from companion.web.access import require_not_demo
from companion.web.base.errors import NeedsConfirmation, TapError, error_text, redraw_on_error
from companion.web.base.guards import tag_view
from companion.web.base.security import public_device_id
from companion.web.base.urls import TABLE
from companion.web.components.entry_form import entry_form_fields, entry_from_form
from companion.web.components.seats_and_pots import tap_buttons, undoable_sentence
from companion.web.log import count, report
from companion.web.table.table import read_tap, redirect_to, redirect_to_table

# The most repairs of one entry; *More* hides those that are not visible at once.
MAX_OPTIONS, VISIBLE_OPTIONS = 6, 3

# What is entered sooner after an entry may have been tapped twice.
DOUBLE_TAP_INTERVAL = timedelta(seconds=1)

# The number of latest entries whose times are compared.
RECENT_ENTRIES = 60


class RepairOption:
    """One repair: what happened, the entry that it makes, and the purses that it changes.

    `setup` has the changes of the set-up as JSON, if that was wrong.
    """

    def __init__(self, log: Log, repair: Repair) -> None:
        self.words, self.entry = repair.mistap.words, json.dumps(repair.raw)
        self.changes = tuple(_changes(log, repair))
        self.setup = json.dumps(dict(repair.setup.keys)) if repair.setup else ""


class RepairRow:
    """The repairs of the entry in `description`: the likeliest are its `options`, then come `more`.

    `description` is None if an entry is missing. `question` is asked if there are several.
    """

    def __init__(self, log: Log, repairs: list[Repair]) -> None:
        first = repairs[0]
        line = log.line(first.number)
        mistaps = [repair.mistap for repair in repairs]
        self.number = first.number
        self.description = line.entry.describe() if line and first.setup is None else None
        self.question = repair_question(mistaps) if len(repairs) > 1 else None
        options = tuple(RepairOption(log, repair) for repair in repairs)
        self.options, self.more = options[:VISIBLE_OPTIONS], options[VISIBLE_OPTIONS:]


class RepairList:
    """The repairs that explain the evidence, likeliest first; `is_partial` if some are untried."""

    def __init__(self, log: Log, evidence: Evidence, table_id: int) -> None:
        repair_search = search_repairs(log, evidence, _double_taps(log, table_id))
        groups = _group_by_entry(choose_repairs(repair_search.repairs))
        self.rows = tuple(RepairRow(log, repairs) for repairs in groups)
        self.is_partial = repair_search.is_partial


def _double_taps(log: Log, table_id: int) -> frozenset[int]:
    """Return the numbers of entries that may be the second tap of a double one."""
    first = max(0, len(log.raw_entries) - RECENT_ENTRIES)
    origins = get_entry_origins(table_id, first, len(log.raw_entries))
    times = {number: origin.at for number, origin in origins.items()}
    return frozenset(
        number
        for number, at in times.items()
        if (before := times.get(number - 1)) and at and at - before < DOUBLE_TAP_INTERVAL
    )


def _group_by_entry(choices: Iterable[RepairChoice]) -> list[list[Repair]]:
    """Return the repairs grouped by entry, each group in the place of its likeliest."""
    rows: dict[tuple[int, bool], list[Repair]] = defaultdict(list)
    for choice in choices:
        first = choice.repairs[0]
        rows[first.number, first.setup is None] += choice.repairs[:MAX_OPTIONS]
    return [*rows.values()]


def _changes(log: Log, repair: Repair) -> Iterator[tuple[str, int]]:
    """Yield each account whose chips change, and by how many."""
    try:
        after = repair.apply_to(log).table.ledger.chips
    except Refused:
        return
    for account, before in log.table.ledger.chips.items():
        if after.get(account, before) != before:
            yield account_text(account), after[account] - before


pages = Blueprint("repair", __name__, url_prefix=TABLE)


@pages.get("/wrong")
@tag_view("long")
def show(token: str, error: TapError | None = None) -> str:
    """Show what may have been tapped wrong, about a finding, a refused entry or a count."""
    evening = load_table(token)
    log = evening.log
    place = request.args.get("finding", type=int)
    finding, raw = _get_finding(log, place), _reported_entry(log)
    evidence = _evidence(log, finding, raw)
    refused_entry = evidence and evidence.refused_entry
    repairs = RepairList(log, evidence, evening.id) if evidence else None
    doubt_sets = _doubts(log, finding)
    return render_template(
        "log/repair.html",
        version=evening.version,
        game=log.setup.game,
        error=error_text(error),
        doubtful_entry=error.entry_text if isinstance(error, NeedsConfirmation) else "",
        finding=finding,
        reported_entry=refused_entry and refused_entry.describe(),
        is_possible=raw is not None and refusal_sentence(log.table, raw) is None,
        then=json.dumps(raw) if raw else "",
        doubts=[*map(_doubt_sentence, doubt_sets)],
        doubtful_lines=_doubtful_lines(log, doubt_sets, repairs) if repairs else (),
        settling_buttons=()
        if place is None
        else tap_buttons(log.setup.game.review.settling(log.table, place)),
        repairs=repairs,
        shows=report.possible_shows(evening.table) if raw else (),
        undo=undoable_sentence(log.next_undo) if finding else None,
        has_entries=bool(log.raw_entries),
        count_page=None if finding or raw else count.CountPage(evening.table),
        counts=[*count.acceptable_counts(evening.table, evidence)]
        if isinstance(evidence, CountEvidence)
        else [],
    )


@pages.get("/wrong/else")
def ask(token: str) -> str:
    """Ask what really happened at the table, if the screen asks for something else."""
    evening = load_table(token)
    prompt = evening.log.setup.game.current_prompt(evening.table)
    return render_template(
        "log/report.html",
        game=evening.log.setup.game,
        players=evening.table.present,
        player=next(iter(prompt.seats), prompt.player),
        answers=report.possible_answers(evening.table),
        mends=report.player_corrections(evening.table),
        hand=evening.table.in_hand,
        leavers=evening.leavers,
    )


@pages.get("/wrong/else/<do>")
def fill(token: str, do: str) -> ResponseReturnValue:
    """Show the form of an entry that really happened; once it is complete, look for repairs."""
    table, problem = load_table(token).table, ""
    if do not in table.setup.game.kinds:
        abort(404)
    raw = report.entry_from_report(table, {"do": do}, request.args.get("player"))
    if "look" in request.args:
        try:
            raw = entry_from_form(table, raw, request.args)
            parse_entry(raw, table.setup.game.kinds)
            return redirect(url_for("repair.show", entry=json.dumps(raw)), 303)
        except Refused as error:
            problem = error.message
    return render_template(
        "log/report.html",
        game=table.setup.game,
        do=do,
        title=table.setup.game.kinds[do].title,
        fields=entry_form_fields(table, raw),
        problem=problem,
    )


@pages.post("/wrong")
@redraw_on_error(show)
@tag_view("long", "taps")
def correct(token: str) -> ResponseReturnValue:
    """Repair the log or the set-up as the form says, then enter the entry that was refused."""
    require_not_demo()
    setup = request.form.get("setup")
    evening = _repair_setup(token, _parse_json(setup)) if setup else append_entry(token, read_tap())
    _append_refused_entry(evening)
    rest = count.read_counts()
    return redirect_to(count.count_url(rest)) if rest else redirect_to_table(token)


def _repair_setup(token: str, changes: Any) -> LoadedTable:
    """Change the seats, house rules or dealer of the set-up. Return the table, replayed."""
    setup = load_table(token).setup_record
    if not isinstance(changes, dict) or not changes.keys() <= {"dealer", "players", "options"}:
        abort(404)
    new_options, players = changes.get("options", {}), changes.get("players", setup["players"])
    if not isinstance(new_options, dict) or not isinstance(players, list):
        abort(404)
    if sorted(map(str, players)) != sorted(setup["players"]):
        abort(404)
    options = {**setup.get("options", {}), **new_options}
    version = request.form.get("version", -1, type=int)
    return update_setup(token, version, {**setup, **changes, "options": options})


def _append_refused_entry(evening: LoadedTable) -> None:
    """Enter the entry that was refused before; if it is refused again, nothing happens."""
    then = request.form.get("then")
    if not then:
        return
    raw, log = _parse_json(then), evening.log
    line = LogLine(len(log.raw_entries), raw, log.setup.game.kinds)
    with suppress(Refused, StaleVersion):
        raw = RefusalEvidence(line).entry_again(log.table)
        key = f"then {request.form.get('version')} {then}"
        append_entry(evening.token, Tap(evening.version, key, lambda _: raw, by=public_device_id()))


def _get_finding(log: Log, place: int | None) -> Finding | None:
    if place is None:
        return None
    findings = log.setup.game.review.findings(log.table)
    if not 0 <= place < len(findings):
        abort(404)
    return findings[place]


def _reported_entry(log: Log) -> Any:
    """Return the entry that was refused, or that is said to have happened."""
    text = request.args.get("entry") or request.form.get("then")
    if not text:
        return None
    raw = _parse_json(text)
    if not isinstance(raw, dict):
        abort(404)
    return report.entry_from_report(log.table, raw, request.args.get("player"))


def _parse_json(text: str) -> Any:
    try:
        return parse_json(text)
    except InvalidJson:
        abort(404)


def _evidence(log: Log, finding: Finding | None, raw: Any) -> Evidence | None:
    if finding is not None:
        return FindingEvidence(finding)
    if raw is not None:
        return RefusalEvidence(LogLine(len(log.raw_entries), raw, log.setup.game.kinds))
    return count.count_evidence()


def _doubts(log: Log, finding: Finding | None) -> tuple[tuple[Doubt, ...], ...]:
    """Return the claims that cannot all be true; () unless the finding is a contradiction."""
    if finding is None or finding.player is not None:
        return ()
    place = next(n for n, line in enumerate(log.lines) if line.number == finding.proof)
    return log.setup.game.review.doubtful_claims(log.table_after(place + 1))


def _doubt_sentence(doubts: Sequence[Doubt]) -> Sentence:
    if len(doubts) == 1:
        return say("The only explanation: {doubt}.", doubt=doubts[0].words)
    return say("Either {doubts}.", doubts=OneOf([doubt.words for doubt in doubts]))


def _doubtful_lines(
    log: Log, doubt_sets: Iterable[Sequence[Doubt]], repairs: RepairList
) -> tuple[LogLine, ...]:
    """Return the lines that `doubt_sets` name and none of `repairs` is about, in their order."""
    deals = [line.number for line in log.lines if line.entry.do == Deal.do]
    entries = {deals[-1] if doubt.entry is None else doubt.entry for doubt in chain(*doubt_sets)}
    entries -= {row.number for row in repairs.rows if row.description}
    return tuple(line for line in log.lines if line.number in entries)
