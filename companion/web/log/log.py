"""The log page: entries by hand, long hands in several sections, and a search."""

import json
import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from itertools import accumulate, groupby, takewhile
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
from companion.core.offers import skips_before
from companion.core.sentences import EntryNumber, Sentence, say
from companion.core.words import Cards, HandTerms, NameList
from companion.language import current_language
from companion.store.entries import append_entry
from companion.store.records import get_entry_origins
from companion.store.table_cache import LoadedTable
from companion.store.tables import load_table
from companion.web.base.errors import TapError, error_text, redraw_on_error
from companion.web.base.guards import tag_view
from companion.web.base.security import htmx, public_device_id
from companion.web.base.urls import TABLE
from companion.web.components.entry_form import FormData
from companion.web.components.seats_and_pots import undoable_sentence
from companion.web.log.change import ChangeForm, possible_kinds
from companion.web.table.table import read_tap

FINDINGS, POTS = "findings", "pots"
# The kinds of entries in the search form.
KINDS = ((FINDINGS, say("Mistakes found")), (POTS, say("Pots won")))


@dataclass(frozen=True, slots=True)
class LogSearch:
    """A search by kind of entry, player and hand; empty fields match everything."""

    kind: str = ""
    player: str = ""
    hand: int | None = None

    def __bool__(self) -> bool:
        return bool(self.kind or self.player) or self.hand is not None

    def matches(self, entry: HistoryEntry, effect: Effect | None, seats: Collection[str]) -> bool:
        """Return whether an entry matches; `seats` are all who ever sat at the table."""
        if self.hand not in (None, entry.section):
            return False
        moves, findings = (effect.moves, effect.findings) if effect else ((), ())
        if self.kind == POTS:
            winners = set(_winners(moves, seats))
            return self.player in winners if self.player else bool(winners)
        if self.kind == FINDINGS and not findings:
            return False
        accounts = {account for move in moves for account in (move.source, move.target)}
        offenders = {finding.player for finding in findings}
        return not self.player or self.player in {*_texts(entry.raw), *accounts, *offenders}


def _winners(moves: Collection[Transfer], seats: Collection[str]) -> Iterator[str]:
    """Yield the players who won chips from a pot, unless they owe them."""
    if any(m.target.startswith(POT) and m.issuer is not None for m in moves):
        return
    for move in moves:
        if move.source.startswith(POT) and move.target in seats and move.issuer is None:
            yield move.target


def _texts(raw: object) -> Iterator[str]:
    """Yield every text in an entry, at any depth, with the keys of its objects."""
    if isinstance(raw, str):
        yield raw
    elif isinstance(raw, list | dict):
        for item in (*raw, *raw.values()) if isinstance(raw, dict) else raw:
            yield from _texts(item)


# The most entries in one section.
MAX_SECTION_LENGTH = 120


class LogRow:
    """An entry as the log page shows it.

    If `is_struck`, the original entry is no longer in force; `replacement` describes the new one.
    """

    def __init__(self, log: Log, entry: HistoryEntry, effect: Effect | None) -> None:
        self.number, self.by, self.about = entry.number, entry.by, entry.about
        self.text = describe_history_entry(log, entry)
        self.status, self.is_struck = entry.status, entry.status != ACTIVE
        self.can_change = entry.line is not None
        self.replacement = entry.line.entry.describe() if entry.line and self.is_struck else None
        self.moved = transfers_sentence(effect.moves) if effect else None
        self.findings = effect.findings if effect else ()


def hand_title(terms: HandTerms, hand: int) -> Sentence:
    """Return a game's title of a hand; for 0, of the time before the first hand."""
    return terms.numbered.with_facts(hand=hand) if hand else terms.before_first


def list_hands(log: Log) -> list[tuple[int, Sentence]]:
    terms, hands = log.setup.game.hand_terms, sorted(set(accumulate(log.hands, max)))
    return [(hand, hand_title(terms, hand)) for hand in hands]


class LogSection:
    """Consecutive entries of a hand, from `first` to `last`; with `rows` if it is open.

    The `title` has the numbers of the entries unless the hand `is_whole`.
    """

    def __init__(
        self,
        log: Log,
        entries: Sequence[HistoryEntry],
        effects: Mapping[int, Effect] | None,
        *,
        is_whole: bool,
    ) -> None:
        self.first, self.last = entries[0].number, entries[-1].number
        self.title = hand_title(log.setup.game.hand_terms, entries[0].section)
        if not is_whole:
            title = say("{part}, entries {first} to {last}")
            first, last = EntryNumber(self.first), EntryNumber(self.last)
            self.title = title.with_facts(part=self.title, first=first, last=last)
        self.rows: list[LogRow] | None = None
        if effects is not None:
            self.rows = [LogRow(log, entry, effects.get(entry.number)) for entry in entries]


def log_sections(log: Log, first: int | None) -> list[LogSection]:
    """Return all sections, latest first; open are the latest and the one that begins at `first`."""
    sections: list[LogSection] = []
    for part, is_whole in reversed([*_split_hands(list_history(log))]):
        is_open = not sections or part[0].number == first
        effects = entry_effects(log, (entry.number for entry in part)) if is_open else None
        sections.append(LogSection(log, part, effects, is_whole=is_whole))
    return sections


def _split_hands(entries: Iterable[HistoryEntry]) -> Iterator[tuple[list[HistoryEntry], bool]]:
    """Yield the entries of each hand in parts, and whether a part is the whole hand."""
    for _, group in groupby(entries, key=lambda entry: entry.section):
        hand = [*group]
        for start in range(0, len(hand), MAX_SECTION_LENGTH):
            yield hand[start : start + MAX_SECTION_LENGTH], len(hand) <= MAX_SECTION_LENGTH


def search_log(log: Log, search: LogSearch) -> list[LogSection]:
    """Return the entries that match, latest hand first, at most those of one section."""
    entries, seats = list_history(log), log.table.seats
    effects = entry_effects(log, range(len(entries)))
    matches = [
        entry for entry in entries if search.matches(entry, effects.get(entry.number), seats)
    ]
    hands = groupby(matches[-MAX_SECTION_LENGTH:], key=lambda entry: entry.section)
    return [LogSection(log, [*group], effects, is_whole=True) for _, group in hands][::-1]


pages = Blueprint("log", __name__, url_prefix=TABLE + "/log")
pages.add_app_template_filter(EntryNumber, "entry_number")


@pages.app_template_filter("clock")
def format_time(moment: datetime) -> str:
    return current_language().clock(moment.astimezone().time())


@pages.get("")
@tag_view("long")
def show(token: str, error: TapError | None = None) -> str:
    evening = load_table(token)
    log = evening.log
    args = request.args
    search = LogSearch(args.get("find", ""), args.get("player", ""), args.get("hand", type=int))
    first = args.get("from", type=int)
    sections = search_log(log, search) if search else log_sections(log, first)
    origins = [get_entry_origins(evening.id, s.first, s.last) for s in sections if s.rows]
    return render_template(
        "log/page.html",
        token=token,
        version=evening.version,
        table=log.table,
        game=log.setup.game,
        parts=sections,
        search=search,
        kinds=[kind for kind in KINDS if log.table.pots or kind[0] != POTS],
        hands=list_hands(log),
        origins=reduce(or_, origins, {}),
        this_device=public_device_id(),
        undo=undoable_sentence(log.next_undo),
        redo=undoable_sentence(log.next_redo),
        error=error_text(error),
        broken=evening.fault,
        once=secrets.token_urlsafe(16),
    )


@pages.get("/part/<int:first>")
@tag_view("long")
def part(token: str, first: int) -> str:
    evening = load_table(token)
    sections = (s for s in log_sections(evening.log, first) if s.first == first)
    section = next(sections, None) or abort(404)
    origins = get_entry_origins(evening.id, section.first, section.last)
    return render_template(
        "log/part.html", part=section, origins=origins, this_device=public_device_id()
    )


@pages.post("")
@redraw_on_error(show)
@tag_view("long", "taps")
def enter(token: str) -> ResponseReturnValue:
    evening = append_entry(token, read_tap())
    newest = len(evening.log.raw_entries) - 1
    return redirect(url_for("log.show", _anchor=f"entry-{newest}"), 303)


@pages.get("/<int:number>")
@tag_view("long")
def change(token: str, number: int) -> str:
    """Show the form of an amendment, with a preview of its consequences."""
    return _render_change(token, number, before=False)


@pages.get("/lead")
@tag_view("long")
def lead(token: str) -> ResponseReturnValue:
    """Ask why a player leads: all before have nothing to lead, or this one played the last card."""
    evening, player = load_table(token), request.args.get("player", "")
    skips, change = skips_before(evening.table, player), _change_of_last_play(evening.log, player)
    if not skips and change is None:
        return redirect(url_for("repair.ask"), 303)
    return _render("log/lead.html", evening, player=player, skippers=NameList(skips), change=change)


def _change_of_last_play(log: Log, player: str) -> ChangeForm | None:
    """Return the change by which `player` made the last play of this hand, if it is possible."""
    hand = takewhile(lambda line: line.number != log.table.dealt_by, reversed(log.lines))
    last = next((line for line in hand if line.entry.do in ("play", "dump")), None)
    if last is None:
        return None
    cards = last.raw.get("cards") or [last.raw["card"]]
    fields = FormData({"look": "1", "player": player, "cards": cards})
    change = ChangeForm(log, last, fields, before=False)
    change.summary = say("Did {player} play {cards}?", player=player, cards=Cards(cards))
    return change if change.preview and not change.preview.refusal else None


@pages.get("/<int:number>/before")
@tag_view("long")
def insert(token: str, number: int) -> str:
    """Show the form that inserts an entry before entry `number`, with a preview."""
    return _render_change(token, number, before=True)


def _render_change(token: str, number: int, *, before: bool) -> str:
    evening, args = load_table(token), request.args
    line = evening.log.line(number) or abort(404)
    return _render(
        "log/preview.html" if htmx else "log/change.html",
        evening,
        before=before,
        kinds=() if htmx else possible_kinds(evening.log, line),
        change=ChangeForm(evening.log, line, args, before=before),
        args=args,
        also_query=urlencode([*args.items(multi=True), ("also", "1")]),
    )


def _render(template: str, evening: LoadedTable, **more: object) -> str:
    """Render a page with the preview of a change."""
    return render_template(
        template,
        version=evening.version,
        game=evening.log.setup.game,
        account=Account,
        account_name=account_text,
        as_json=json.dumps,
        **more,
    )
