"""The history of a log: every entry with its status, its description and its effects."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from companion.core.entries.schema import Raw
from companion.core.game import Game
from companion.core.handlers import apply_entry
from companion.core.ledger import Transfer
from companion.core.log.log import Log
from companion.core.log.timeline import LogLine
from companion.core.review import Finding
from companion.core.sentences import EntryNumber, Sentence, say
from companion.core.words import Sentences

# The statuses of an entry.
ACTIVE = "in force"
UNDONE = "taken back"
CHANGED = "changed"
REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """An entry of the log with its status: `ACTIVE`, `UNDONE`, `CHANGED` or `REMOVED`."""

    number: int
    raw: Raw
    # the number of the hand in which it was made
    section: int
    status: str
    # the entry that undid or changed it
    by: int | None = None
    # the line of the log, which may have a replacement
    line: LogLine | None = None
    # the entry that an undo, redo, amend or insert concerns
    about: int | None = None


@dataclass(frozen=True, slots=True)
class Effect:
    """The transfers of a line, and the findings about it."""

    moves: tuple[Transfer, ...]
    findings: tuple[Finding, ...] = ()


def list_history(log: Log) -> tuple[HistoryEntry, ...]:
    """Return every entry of the log, in order, with its status."""
    # of several edits of one entry the last one counts
    changes = {
        line.number: edit.number
        for edit in log.edits
        for splice in edit.splices
        for line in splice.old
        if line not in splice.new
    }
    lines = {line.number: line for line in log.lines}
    # an entry made after a misdeal or an undo of a deal belongs to the latest hand so far
    sections = [*accumulate(log.hands, max)]
    history = []
    for number, raw in enumerate(log.raw_entries):
        status, by, line = ACTIVE, changes.get(number), lines.get(number)
        if number in log.undone_by:
            status, by, line = UNDONE, log.undone_by[number], None
        elif by is not None:
            status = REMOVED if line is None else CHANGED
        about = log.about.get(number)
        history.append(HistoryEntry(number, raw, sections[number], status, by, line, about))
    return tuple(history)


def describe_history_entry(log: Log, history_entry: HistoryEntry) -> Sentence:
    """Return the description of an entry of any kind: `Bob plays 8♣`, `Entry 7 taken back`."""
    raw, about, game = history_entry.raw, history_entry.about, log.setup.game
    if about is None:
        return game.entry_sentence(raw)
    if raw["do"] == "undo":
        return say("Entry {number} undone", number=EntryNumber(about))
    if raw["do"] == "redo":
        return say("Entry {number} redone", number=EntryNumber(about))
    if raw["do"] == "amend":
        changes = (raw, *raw.get("also", ()))
        return say("{changes}", changes=Sentences(_change_sentence(game, one) for one in changes))
    return _insert_sentence(game, raw, about)


def _change_sentence(game: Game, change: Raw) -> Sentence:
    number, new = EntryNumber(change["entry"]), change["with"]
    if new is None:
        return say("Entry {number} removed", number=number)
    return say(
        "Entry {number} corrected to “{entry}”", number=number, entry=game.entry_sentence(new)
    )


def _insert_sentence(game: Game, raw: Raw, about: int) -> Sentence:
    entry = game.entry_sentence(raw["entry"])
    if "with" not in raw:
        return say(
            "{entry} (inserted before entry {number})", entry=entry, number=EntryNumber(about)
        )
    if raw["with"] is None:
        sentence = say("{entry} (inserted before entry {number}, which is removed)")
        return sentence.with_facts(entry=entry, number=EntryNumber(about))
    sentence = say("{entry} (inserted before entry {number}, which becomes “{other}”)")
    return sentence.with_facts(
        entry=entry, number=EntryNumber(about), other=game.entry_sentence(raw["with"])
    )


def entry_effects(log: Log, numbers: Iterable[int]) -> dict[int, Effect]:
    """Return the effects of the entries `numbers`, by number; inactive ones are left out."""
    number_set = set(numbers)
    places = [place for place, line in enumerate(log.lines) if line.number in number_set]
    moves: dict[int, tuple[Transfer, ...]] = {}
    findings: dict[object, Finding] = {}
    table, at = log.table_after(0), 0
    for place in places:
        if place != at:
            table = log.table_after(place)
        line = log.lines[place]
        table, at = apply_entry(table, line.entry, line.number), place + 1
        moves[line.number] = tuple(table.ledger.moves)
        findings |= {f.identity: f for f in log.setup.game.review.findings(table)}
    return {
        number: Effect(transfers, tuple(f for f in findings.values() if f.entry == number))
        for number, transfers in moves.items()
    }


def list_findings(log: Log, since: int = 0) -> dict[tuple[int, str, str | None, str], Finding]:
    """Return the findings of an evening by their identity.

    With `since`, a number of lines, only those of the hand at that point and later.
    """
    findings = log.setup.game.review.findings
    return {f.identity: f for table, _ in log.replay_from(since) for f in findings(table)}
