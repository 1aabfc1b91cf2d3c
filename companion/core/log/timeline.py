"""The timeline: which entries of a log are active, after undo, redo, amend and insert."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from companion.core.entries import standard as e
from companion.core.entries.schema import Entry, Raw, parse_entry
from companion.core.entries.standard import UNCHANGED, Amend, Insert, Redo, Undo
from companion.core.errors import Refused
from companion.core.sentences import EntryNumber

Kinds = Mapping[str, type[Entry]]
# Entries that change which entries are active; every game accepts them.
EDITS: Kinds = {kind.do: kind for kind in (Undo, Redo, Amend, Insert)}

_HANDS = {e.Deal.do: 1, e.Misdeal.do: -1}


def action_name(raw: object) -> str:
    """Return the `do` of an entry's JSON; "" if it has none."""
    do = raw.get("do", "") if isinstance(raw, dict) else ""
    return do if isinstance(do, str) else ""


def is_edit(raw: object) -> bool:
    """Return whether an entry's JSON is an undo, redo, amend or insert."""
    return action_name(raw) in EDITS


def count_written_entries(raw: Raw) -> int:
    """Return how many entries an entry's JSON contains: 1, and 1 for each item of `also`."""
    also = raw.get("also") if isinstance(raw, dict) else None
    return 1 + (len(also) if isinstance(also, list) else 0)


@dataclass(eq=False, slots=True)
class LogLine:
    """An active entry: its number in the log, and its JSON, which is parsed when it is needed.

    An entry is active if it is neither undone nor removed.
    """

    number: int
    raw: Raw
    _kinds: Kinds
    _entry: Entry | None = None

    @property
    def entry(self) -> Entry:
        """The parsed entry. Raises Refused (`bad-entry`)."""
        if self._entry is None:
            self._entry = parse_entry(self.raw, self._kinds)
        return self._entry

    def check(self) -> None:
        """Parse the entry. Raises Refused (`bad-entry`)."""
        self._entry = parse_entry(self.raw, self._kinds)

    def with_raw(self, raw: Raw) -> "LogLine":
        return LogLine(self.number, raw, self._kinds)

    @property
    def hand_delta(self) -> int:
        """The change in the number of hands: 1 for a deal, −1 for a misdeal, 0 for the rest."""
        return _HANDS.get(action_name(self.raw), 0)


@dataclass(frozen=True, slots=True)
class Replacement:
    """New `lines` in place of entry `number`, which stays after them if `keeps_original`."""

    number: int
    lines: tuple[LogLine, ...]
    keeps_original: bool = False


def list_replacements(edit: Amend | Insert, number: int, kinds: Kinds) -> tuple[Replacement, ...]:
    """Return the replacements that an edit with this number makes, of entries of these `kinds`."""
    also = tuple(Replacement(other, _new_lines(other, raw, kinds)) for other, raw in edit.also)
    keeps_original = edit.replacement is UNCHANGED
    lines = () if keeps_original else _new_lines(edit.number, edit.replacement, kinds)
    if isinstance(edit, Insert):
        lines = (LogLine(number, cast(Raw, edit.inserted), kinds), *lines)
    return (Replacement(edit.number, lines, keeps_original), *also)


def _new_lines(number: int, raw: object, kinds: Kinds) -> tuple[LogLine, ...]:
    return () if raw is None else (LogLine(number, cast(Raw, raw), kinds),)


@dataclass(frozen=True, slots=True)
class Splice:
    """The replacement of the lines `old`, which begin at `place`, by `new`."""

    place: int
    old: tuple[LogLine, ...]
    new: tuple[LogLine, ...]


@dataclass(frozen=True, slots=True)
class AppliedEdit:
    """The splices of the amend or insert `number`, in order; `about` is the entry changed."""

    number: int
    splices: tuple[Splice, ...]
    about: int

    @property
    def place(self) -> int:
        """The first place that the edit changes."""
        return self.splices[0].place

    @property
    def hand_delta(self) -> int:
        return sum(
            sum(line.hand_delta for line in splice.new)
            - sum(line.hand_delta for line in splice.old)
            for splice in self.splices
        )


# What undo takes back: an appended line, or an edit.
Undoable = LogLine | AppliedEdit


@dataclass(eq=False, slots=True)
class Timeline:
    """The `lines` of a log, with the stacks of undo (`done`) and of redo (`undone`).

    `hand` is the number of hands dealt, without misdeals.
    """

    lines: list[LogLine] = field(default_factory=list)
    done: list[Undoable] = field(default_factory=list)
    undone: list[Undoable] = field(default_factory=list)
    hand: int = 0
    # those of the lines: `index` of a list of int is fast
    _numbers: list[int] = field(default_factory=list)

    def copy(self) -> "Timeline":
        stacks = self.done.copy(), self.undone.copy()
        return Timeline(self.lines.copy(), *stacks, self.hand, self._numbers.copy())

    def place_of(self, number: int) -> int | None:
        try:
            return self._numbers.index(number)
        except ValueError:
            return None

    def _splice(self, change: Replacement) -> Splice:
        """Return the splice that makes a change. Raises Refused (`wrong-phase`)."""
        place = self.place_of(change.number)
        if place is None:
            number = EntryNumber(change.number)
            raise Refused("wrong-phase", "Entry {number} no longer counts.", number=number)
        old = (self.lines[place],)
        return Splice(place, old, change.lines + old if change.keeps_original else change.lines)

    def add(self, lines: list[LogLine]) -> list[int]:
        """Append entries, each with an undo of its own. Return the hand's number after each."""
        hands = []
        for line in lines:
            self.hand += line.hand_delta
            hands.append(self.hand)
        self._extend(lines)
        self.done.extend(lines)
        self.undone.clear()
        return hands

    def _apply(self, change: Undoable) -> int:
        """Apply an edit, or append an entry. Return the first place that changes."""
        self.done.append(change)
        self.hand += change.hand_delta
        if isinstance(change, LogLine):
            self._extend([change])
            return len(self.lines) - 1
        for splice in reversed(change.splices):  # from the end, so that earlier places stay valid
            self._splice_in(splice.place, splice.old, splice.new)
        return change.place

    def undo(self) -> int:
        """Revert the last edit, or remove the last entry. Return the first place that changes.

        Raises Refused (`nothing-to-undo`).
        """
        if not self.done:
            raise Refused("nothing-to-undo", "There is nothing to undo.")
        change = self.done.pop()
        self.undone.append(change)
        self.hand -= change.hand_delta
        if isinstance(change, LogLine):
            self.lines.pop()
            self._numbers.pop()
            return len(self.lines)
        for splice in change.splices:
            self._splice_in(splice.place, splice.new, splice.old)
        return change.place

    def redo(self) -> int:
        """Redo. Return the first place that changes. Raises Refused (`nothing-to-redo`)."""
        if not self.undone:
            raise Refused("nothing-to-redo", "There is nothing to redo.")
        return self._apply(self.undone.pop())

    def _extend(self, lines: list[LogLine]) -> None:
        self.lines.extend(lines)
        self._numbers.extend([line.number for line in lines])

    def _splice_in(self, place: int, old: tuple[LogLine, ...], new: tuple[LogLine, ...]) -> None:
        self.lines[place : place + len(old)] = new
        if [line.number for line in old] != [line.number for line in new]:
            self._numbers[place : place + len(old)] = [line.number for line in new]

    def follow(self, number: int, edit: Entry, kinds: Kinds) -> int:
        """Apply the edit `number`. Return the first place that changes. Raises Refused."""
        if isinstance(edit, Undo):
            return self.undo()
        if isinstance(edit, Redo):
            return self.redo()
        assert isinstance(edit, Amend | Insert)
        return self.replace(number, list_replacements(edit, number, kinds))

    def replace(self, number: int, changes: Sequence[Replacement]) -> int:
        """Make the changes of the edit `number`. Return the first place that changes.

        Raises Refused (`wrong-phase`) if an entry to change is not active.
        """
        splices = sorted(map(self._splice, changes), key=lambda splice: splice.place)
        self.undone.clear()
        return self._apply(AppliedEdit(number, tuple(splices), changes[0].number))
