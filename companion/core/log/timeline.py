"""What of a log is in force: entries come and go by undo, redo, amend, insert. No rule is asked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from companion.core.entries import standard as e
from companion.core.entries.schema import Entry, Raw, parse_entry
from companion.core.entries.standard import STAYS, Amend, Insert, Redo, Undo
from companion.core.errors import Refused
from companion.core.sentences import EntryNumber

Kinds = Mapping[str, type[Entry]]
# Entries that change what is in force; every game takes them.
EDITS: Kinds = {kind.do: kind for kind in (Undo, Redo, Amend, Insert)}

_EDITS = (*EDITS,)  # what is looked for here may have no hash

_HANDS = {e.Deal.do: 1, e.Misdeal.do: -1}


def action_name(raw: object) -> str:
    """Return what an entry says to do, as it is written; "" if it says nothing."""
    do = raw.get("do", "") if isinstance(raw, dict) else ""
    return do if isinstance(do, str) else ""


def is_edit(raw: object) -> bool:
    """Return whether an entry, as it is written, changes what is in force."""
    return isinstance(raw, dict) and raw.get("do") in _EDITS


def count_written_entries(raw: Raw) -> int:
    """Count what an entry writes down: itself, and each that changes along with it."""
    also = raw.get("also") if isinstance(raw, dict) else None
    return 1 + (len(also) if isinstance(also, list) else 0)


class ActiveEntry:
    """An entry in force: its number in the log, and as it was written; it is read when needed."""

    __slots__ = ("_entry", "_kinds", "number", "raw")

    def __init__(self, number: int, raw: Raw, kinds: Kinds, entry: Entry | None = None) -> None:
        """Write a line down by the kinds that its game takes, with the entry if it was read."""
        self.number = number
        self.raw = raw
        self._kinds = kinds
        self._entry = entry

    def __reduce__(self) -> tuple[type["ActiveEntry"], tuple[int, Raw, Kinds]]:
        """Let a line be packed without its entry, which it reads again."""
        return ActiveEntry, (self.number, self.raw, self._kinds)

    @property
    def entry(self) -> Entry:
        """The entry as it is read. Raises Refused (`bad-entry`)."""
        if self._entry is None:
            self._entry = parse_entry(self.raw, self._kinds)
        return self._entry

    def check(self) -> None:
        """Refuse (`bad-entry`) an entry that cannot be read."""
        _ = self.entry

    def with_raw(self, raw: Raw) -> "ActiveEntry":
        """Return the line as it is written otherwise."""
        return ActiveEntry(self.number, raw, self._kinds)

    @property
    def hand_delta(self) -> int:
        """By how many hands the evening goes on with it: a misdeal takes one back."""
        return _HANDS.get(action_name(self.raw), 0)


@dataclass(frozen=True, slots=True)
class Replacement:
    """New ``lines`` in the place of a line, which follows them if ``keeps_original``."""

    number: int
    lines: tuple[ActiveEntry, ...]
    keeps_original: bool = False


def list_replacements(edit: Amend | Insert, number: int, kinds: Kinds) -> tuple[Replacement, ...]:
    """Return what an amend or insert with this number changes."""
    also = tuple(Replacement(other, _became(other, raw, kinds)) for other, raw in edit.also)
    stays = edit.replacement is STAYS
    lines = () if stays else _became(edit.number, edit.replacement, kinds)
    if isinstance(edit, Insert):
        lines = (ActiveEntry(number, cast(Raw, edit.inserted), kinds), *lines)
    return (Replacement(edit.number, lines, stays), *also)


def _became(number: int, raw: object, kinds: Kinds) -> tuple[ActiveEntry, ...]:
    return () if raw is None else (ActiveEntry(number, cast(Raw, raw), kinds),)


@dataclass(frozen=True, slots=True)
class Splice:
    """Lines in the place of others: from ``place`` on the ``old`` ones became the ``new`` ones."""

    place: int
    old: tuple[ActiveEntry, ...]
    new: tuple[ActiveEntry, ...]


@dataclass(frozen=True, slots=True)
class AppliedEdit:
    """What an amend or insert did, by its number: the splices that it made, in their order.

    ``about`` is the number of the line that it concerns.
    """

    number: int
    splices: tuple[Splice, ...]
    about: int

    @property
    def place(self) -> int:
        """The first place that is another with it."""
        return self.splices[0].place

    @property
    def hand_delta(self) -> int:
        """By how many hands the evening goes on with it."""
        return sum(
            sum(line.hand_delta for line in splice.new)
            - sum(line.hand_delta for line in splice.old)
            for splice in self.splices
        )


# What undo takes back: a line that was added, or an edit.
Undoable = ActiveEntry | AppliedEdit


class Timeline:
    """The lines in force, and what can be taken back and put back.

    ``hand`` counts the hands dealt by them.
    """

    def __init__(self) -> None:
        """Begin with nothing in force."""
        self.lines: list[ActiveEntry] = []
        self.done: list[Undoable] = []
        self.undone: list[Undoable] = []
        self.hand = 0
        self._numbers: list[int] = []  # those of the lines, to be searched fast

    def copy(self) -> "Timeline":
        """Return an independent one."""
        twin = Timeline()
        twin.lines, twin.done, twin.undone = self.lines.copy(), self.done.copy(), self.undone.copy()
        twin.hand, twin._numbers = self.hand, self._numbers.copy()
        return twin

    def place_of(self, number: int) -> int | None:
        """Return the place of the line with this number, if it is in force."""
        try:
            return self._numbers.index(number)
        except ValueError:
            return None

    def prepare_edit(self, number: int, changes: tuple[Replacement, ...]) -> AppliedEdit:
        """Return what changes do.

        Raises Refused (`wrong-phase`) for a line that is not in force.
        """
        splices = sorted(map(self._splice, changes), key=lambda splice: splice.place)
        return AppliedEdit(number, tuple(splices), changes[0].number)

    def _splice(self, change: Replacement) -> Splice:
        place = self.place_of(change.number)
        if place is None:
            number = EntryNumber(change.number)
            raise Refused("wrong-phase", "Entry {number} no longer counts.", number=number)
        old = (self.lines[place],)
        return Splice(place, old, change.lines + old if change.keeps_original else change.lines)

    def add(self, lines: list[ActiveEntry]) -> list[int]:
        """Put lines at the end, each to be taken back by an undo; give the hand after each."""
        hands = []
        for line in lines:
            self.hand += line.hand_delta
            hands.append(self.hand)
        self._extend(lines)
        self.done.extend(lines)
        self.undone.clear()
        return hands

    def redo_change(self, done: Undoable) -> int:
        """Make what was done stand; give the first place that is another then."""
        self.hand += done.hand_delta
        if isinstance(done, ActiveEntry):
            self._extend([done])
            return len(self.lines) - 1
        for splice in reversed(done.splices):
            self._splice_in(splice.place, splice.old, splice.new)
        return done.place

    def undo_change(self, done: Undoable) -> int:
        """Take back what was done last; give the first place that is another then."""
        self.hand -= done.hand_delta
        if isinstance(done, ActiveEntry):
            self.lines.pop()
            self._numbers.pop()
            return len(self.lines)
        for splice in done.splices:
            self._splice_in(splice.place, splice.new, splice.old)
        return done.place

    def _extend(self, lines: list[ActiveEntry]) -> None:
        self.lines.extend(lines)
        self._numbers.extend([line.number for line in lines])

    def _splice_in(
        self, place: int, old: tuple[ActiveEntry, ...], new: tuple[ActiveEntry, ...]
    ) -> None:
        self.lines[place : place + len(old)] = new
        if [line.number for line in old] != [line.number for line in new]:
            self._numbers[place : place + len(old)] = [line.number for line in new]

    def push_undo(self, edit: AppliedEdit) -> None:
        """Let undo take this back next; what could be put back no longer can."""
        self.done.append(edit)
        self.undone.clear()

    def undo(self) -> int:
        """Take back what was done last. Raises Refused (`nothing-to-undo`)."""
        if not self.done:
            raise Refused("nothing-to-undo", "There is nothing to take back.")
        done = self.done.pop()
        self.undone.append(done)
        return self.undo_change(done)

    def redo(self) -> int:
        """Put back what was taken back last. Raises Refused (`nothing-to-redo`)."""
        if not self.undone:
            raise Refused("nothing-to-redo", "There is nothing to restore.")
        done = self.undone.pop()
        self.done.append(done)
        return self.redo_change(done)

    def follow(self, number: int, raw: Raw, kinds: Kinds) -> int:
        """Let an undo, redo, amend or insert have its way, as one that was judged before.

        Gives the first place that is another then. Raises Refused if it cannot be.
        """
        edit = parse_entry(raw, EDITS)
        if isinstance(edit, Undo):
            return self.undo()
        if isinstance(edit, Redo):
            return self.redo()
        assert isinstance(edit, Amend | Insert)
        prepared = self.prepare_edit(number, list_replacements(edit, number, kinds))
        self.push_undo(prepared)
        return self.redo_change(prepared)


def check_changes(changes: Iterable[Replacement]) -> set[int]:
    """Read all new lines of changes; give their numbers. Raises Refused (`bad-entry`)."""
    lines = [line for change in changes for line in change.lines]
    for line in lines:
        line.check()
    return {line.number for line in lines}
