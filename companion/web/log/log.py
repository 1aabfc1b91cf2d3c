"""The log page: entries hand by hand, a long hand in several parts, and the search."""

import json
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce
from itertools import accumulate, chain, groupby
from operator import or_
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.core.accounts import Account, account_text, transfers_sentence
from companion.core.ledger import POT, Transfer
from companion.core.log.history import (
    ACTIVE,
    Effect,
    HistoryEntry,
    describe_history_entry,
    entry_effects,
    list_history,
)
from companion.core.log.log import Log
from companion.core.review import Finding
from companion.core.sentences import EntryNumber, Fact, Localizable, Sentence, say
from companion.core.words import HandTerms, NameList, OneOf, Series
from companion.language import current_language
from companion.store.entries import append_entry
from companion.store.records import get_entry_origins
from companion.store.tables import load_table
from companion.web.base.errors import TapError, error_text, redraw_on_error
from companion.web.base.guards import tag_view
from companion.web.base.security import htmx
from companion.web.base.session import public_device_id
from companion.web.base.urls import TABLE
from companion.web.components.last_change import undoable_sentence
from companion.web.log.change import possible_kinds, read_change_form
from companion.web.table.table import read_tap

FINDINGS, POTS = "findings", "pots"
# What can be looked for, beside everything about a player and of a hand.
KINDS = ((FINDINGS, say("Mistakes found")), (POTS, say("Pots won")))


@dataclass(frozen=True, slots=True)
class LogSearch:
    """What is looked for: a kind of entry, about a player, in a hand; empty texts, None: any."""

    kind: str = ""
    player: str = ""
    hand: int | None = None

    def __bool__(self) -> bool:
        return bool(self.kind or self.player) or self.hand is not None

    def matches(
        self, happening: HistoryEntry, effect: Effect | None, seats: Collection[str]
    ) -> bool:
        """Return whether an entry is looked for; ``seats`` are all who ever sat at the table."""
        if self.hand not in (None, happening.section):
            return False
        moves, findings = (effect.moves, effect.findings) if effect else ((), ())
        if self.kind == POTS:
            winners = set(_winners(moves, seats))
            return self.player in winners if self.player else bool(winners)
        if self.kind == FINDINGS and not findings:
            return False
        names = {*_texts(happening.raw), *_touched(moves), *chain(*map(_concerned, findings))}
        return not self.player or self.player in names


def _winners(moves: Collection[Transfer], seats: Collection[str]) -> Iterator[str]:
    """Yield who got chips from a pot for good, without an IOU for them."""
    if any(m.target.startswith(POT) and m.issuer is not None for m in moves):
        return
    for move in moves:
        if move.source.startswith(POT) and move.target in seats and move.issuer is None:
            yield move.target


def _concerned(finding: Finding) -> Iterator[str]:
    """Yield whose fault a finding is, and whom it names besides."""
    if finding.player is not None:
        yield finding.player
    yield from _named(finding.words)


def _named(fact: Fact) -> Iterator[str]:
    """Yield every player that a sentence names, however deep."""
    if isinstance(fact, Sentence):
        yield from chain(*map(_named, fact.facts.values()))
    elif isinstance(fact, NameList | OneOf | Series):
        yield from chain(*map(_named, fact))
    elif isinstance(fact, Account) or (isinstance(fact, str) and not isinstance(fact, Localizable)):
        yield fact


def _touched(moves: Collection[Transfer]) -> Iterator[str]:
    for move in moves:
        yield from (move.source, move.target)


def _texts(raw: object) -> Iterator[str]:
    """Yield every text in an entry, however deep, the keys of objects too."""
    if isinstance(raw, str):
        yield raw
    elif isinstance(raw, list | dict):
        for item in raw:
            yield from _texts(item)
        if isinstance(raw, dict):
            for item in raw.values():
                yield from _texts(item)


# At most so many entries are drawn at once.
LONGEST_PART = 120


@dataclass(frozen=True, slots=True)
class LogRow:
    """An entry as the log page shows it. ``became`` is what it was changed to, in words."""

    number: int
    text: Sentence
    fate: str
    by: int | None
    about: int | None
    became: Sentence | None
    moved: Sentence | None
    findings: tuple[Finding, ...]
    can_change: bool

    @property
    def is_struck(self) -> bool:
        """Return whether the entry as it was made is no longer in force."""
        return self.fate != ACTIVE


def hand_title(terms: HandTerms, hand: int) -> Sentence:
    """Return the name of a hand as the game calls it; 0 is what was before the first one."""
    return terms.numbered.with_facts(hand=hand) if hand else terms.before_first


def list_hands(log: Log) -> list[tuple[int, Sentence]]:
    """List the hands that have entries, each with its name."""
    terms, hands = log.setup.game.hand_terms, sorted(set(accumulate(log.hands, max)))
    return [(hand, hand_title(terms, hand)) for hand in hands]


@dataclass(frozen=True, slots=True)
class LogSection:
    """A stretch of the log: the hand, its entries, and their rows if it is open."""

    called: HandTerms
    hand: int
    first: int
    last: int
    whole: bool
    rows: tuple[LogRow, ...] | None = None

    @property
    def title(self) -> Sentence:
        """Return the name of the part: the hand, and the entries if the hand has more parts."""
        hand = hand_title(self.called, self.hand)
        if self.whole:
            return hand
        first, last = EntryNumber(self.first), EntryNumber(self.last)
        return say("{part}, entries {first} to {last}", part=hand, first=first, last=last)


def log_sections(log: Log, opened: int | None) -> list[LogSection]:
    """List the parts, the latest first; the latest is open, and the one that starts so."""
    happenings = list_history(log)
    parts = [*_folded(log.setup.game.hand_terms, happenings)]
    return [
        _opened(log, part, happenings) if part is parts[-1] or part.first == opened else part
        for part in reversed(parts)
    ]


def _folded(terms: HandTerms, happenings: Sequence[HistoryEntry]) -> Iterator[LogSection]:
    for hand, history_entries in groupby(happenings, key=lambda happening: happening.section):
        entries = list(history_entries)
        chunks = [entries[at : at + LONGEST_PART] for at in range(0, len(entries), LONGEST_PART)]
        for chunk in chunks:
            yield LogSection(terms, hand, chunk[0].number, chunk[-1].number, len(chunks) == 1)


def section_at(log: Log, first: int) -> LogSection | None:
    """Return the open part that starts with this entry."""
    return next((part for part in log_sections(log, first) if part.first == first), None)


def search_log(log: Log, search: LogSearch) -> list[LogSection]:
    """List what is looked for, hand by hand, the latest first; at most as much as one part has."""
    happenings = list_history(log)
    effects = entry_effects(log, range(len(happenings)))
    history_entries = [
        h for h in happenings if search.matches(h, effects.get(h.number), log.table.seats)
    ]
    hands = groupby(history_entries[-LONGEST_PART:], key=lambda happening: happening.section)
    parts = [
        _found(log, hand, tuple(new_history_entries), effects)
        for hand, new_history_entries in hands
    ]
    return parts[::-1]


def _found(
    log: Log,
    hand: int,
    history_entries: tuple[HistoryEntry, ...],
    effects: Mapping[int, Effect],
) -> LogSection:
    rows = tuple(
        _row(log, happening, effects.get(happening.number)) for happening in history_entries
    )
    return LogSection(
        log.setup.game.hand_terms,
        hand,
        history_entries[0].number,
        history_entries[-1].number,
        True,
        rows,
    )


def _opened(log: Log, part: LogSection, happenings: tuple[HistoryEntry, ...]) -> LogSection:
    history_entries = happenings[part.first : part.last + 1]
    effects = entry_effects(log, (happening.number for happening in history_entries))
    rows = tuple(
        _row(log, happening, effects.get(happening.number)) for happening in history_entries
    )
    return replace(part, rows=rows)


def _row(log: Log, happening: HistoryEntry, effect: Effect | None) -> LogRow:
    line = happening.line
    is_changed = line is not None and happening.status != ACTIVE
    return LogRow(
        happening.number,
        describe_history_entry(log, happening),
        happening.status,
        happening.by,
        happening.about,
        line.entry.describe() if is_changed and line is not None else None,
        transfers_sentence(effect.moves) if effect else None,
        effect.findings if effect else (),
        line is not None,
    )


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
    evening = load_table(token)
    log_section = section_at(evening.log, first)
    if log_section is None:
        abort(404)
    origins = get_entry_origins(evening.id, log_section.first, log_section.last)
    return render_template(
        "log/part.html",
        token=token,
        part=log_section,
        made=origins,
        here=public_device_id(),
    )


def _draw_log(error: TapError | None, token: str) -> str:
    evening = load_table(token)
    log = evening.log
    args = request.args
    search = LogSearch(args.get("find", ""), args.get("player", ""), args.get("hand", type=int))
    opened = args.get("from", type=int)
    parts = search_log(log, search) if search else log_sections(log, opened)
    sections = [get_entry_origins(evening.id, part.first, part.last) for part in parts if part.rows]
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
        made=reduce(or_, sections, {}),
        here=public_device_id(),
        undo=undoable_sentence(log.next_undo),
        redo=undoable_sentence(log.next_redo),
        error=error_text(error),
        broken=evening.fault,
        once=secrets.token_urlsafe(16),
    )


@pages.post("")
@redraw_on_error(_draw_log)
@tag_view("long", "taps")
def enter(token: str) -> ResponseReturnValue:
    """Record an undo, a redo or a change, and show the log again."""
    evening = append_entry(token, read_tap())
    newest = len(evening.log.raw_entries) - 1
    return redirect(url_for("log.show", token=token, _anchor=f"entry-{newest}"), 303)


@pages.get("/<int:number>")
@tag_view("long")
def change(token: str, number: int) -> str:
    """Show an entry as a form, and what a change to it would do."""
    return _draw_change(token, number, before=False)


@pages.get("/lead/<player>")
@tag_view("long")
def lead(token: str, player: str) -> ResponseReturnValue:
    """Lead to the change that gives the last card to a player, who then leads."""
    log = load_table(token).log
    last = next((line for line in reversed(log.active_entries) if line.entry.do == "play"), None)
    if last is None or last.number < log.table.dealt_by:
        return redirect(url_for("repair.ask"), 303)
    cards = last.raw.get("cards") or [last.raw["card"]]
    change = url_for("log.change", number=last.number, player=player, cards=cards, look=1, leads=1)
    return redirect(change, 303)


@pages.get("/<int:number>/before")
@tag_view("long")
def insert(token: str, number: int) -> str:
    """Show the form of an entry that was forgotten before another."""
    return _draw_change(token, number, before=True)


def _draw_change(token: str, number: int, *, before: bool) -> str:
    evening = load_table(token)
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
