"""The history of a log: every entry with its status, its description and its effects."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, chain

from companion.core.entries.schema import Raw
from companion.core.game import Game
from companion.core.handlers import apply_entry
from companion.core.ledger import Transfer
from companion.core.log.log import Log
from companion.core.log.timeline import EDITS, LogLine
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


class Undos:
    """The entries of a log that are `done`, and those undone, found without applying any rules.

    `about` has the entry that each edit concerns, `undone_by` the undo of each entry taken back.
    """

    def __init__(self, log: Log) -> None:
        self.done: list[int] = []
        self.undone: list[int] = []
        self.about: dict[int, int] = {}
        self.undone_by: dict[int, int] = {}
        for number, raw in enumerate(log.raw_entries):
            self._add(number, raw)

    def _add(self, number: int, raw: Raw) -> None:
        if raw["do"] == "undo":
            self._move(number, self.done, self.undone)
            self.undone_by[self.about[number]] = number
        elif raw["do"] == "redo":
            self._move(number, self.undone, self.done)
            del self.undone_by[self.about[number]]
        else:
            self.done.append(number)
            self.undone.clear()
            if raw["do"] in EDITS:
                self.about[number] = raw["entry"] if raw["do"] == "amend" else raw["before"]

    def _move(self, number: int, source: list[int], target: list[int]) -> None:
        self.about[number] = source.pop()
        target.append(self.about[number])


def list_history(log: Log) -> tuple[HistoryEntry, ...]:
    """Return every entry of the log, in order, with its status."""
    undos = Undos(log)
    # of several edits of one entry the last one counts
    changes = {
        target: number
        for number in undos.done
        for target, _ in _list_replacements(log.raw_entries[number])
    }
    lines = {line.number: line for line in log.lines}
    # an entry made after a misdeal or an undo of a deal belongs to the latest hand so far
    sections = [*accumulate(log.hands, max)]
    history = []
    for number, raw in enumerate(log.raw_entries):
        status, by, line = ACTIVE, changes.get(number), lines.get(number)
        if number in undos.undone_by:
            status, by, line = UNDONE, undos.undone_by[number], None
        elif by is not None:
            status = REMOVED if line is None else CHANGED
        about = undos.about.get(number)
        history.append(HistoryEntry(number, raw, sections[number], status, by, line, about))
    return tuple(history)


def _list_replacements(raw: Raw) -> list[tuple[int, Raw | None]]:
    """Return the numbers of the entries that an edit changes, with their replacements."""
    edits = [raw, *raw.get("also", ())] if raw["do"] == "amend" else [*raw.get("also", ())]
    before = [(raw["before"], raw["with"])] if raw["do"] == "insert" and "with" in raw else []
    return before + [(edit["entry"], edit["with"]) for edit in edits]


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
        changes = (_change_sentence(game, *change) for change in _list_replacements(raw))
        return say("{changes}", changes=Sentences(changes))
    return _insert_sentence(game, raw, about)


def _change_sentence(game: Game, number: int, new: Raw | None) -> Sentence:
    if new is None:
        return say("Entry {number} removed", number=EntryNumber(number))
    sentence = say("Entry {number} corrected to “{entry}”")
    return sentence.with_facts(number=EntryNumber(number), entry=game.entry_sentence(new))


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
    tables = chain([log.table_after(since)], (table for _, table in log.tables(since)))
    return {f.identity: f for table in tables for f in log.setup.game.review.findings(table)}
