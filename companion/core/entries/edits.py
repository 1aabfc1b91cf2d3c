"""Entries that change what of the log is in force."""

from itertools import pairwise
from typing import ClassVar

from typing_extensions import override

from companion.core.entries.entry import Entry, entry_class
from companion.core.entries.keys import entry_field, entry_number_field, further_changes_field
from companion.core.errors import Refused
from companion.core.sentences import EntryNumber, Sentence, say


@entry_class
class Undo(Entry):
    """Take back the last entry still in force."""

    do: ClassVar[str] = "undo"
    title: ClassVar[Sentence] = say("Undo")

    @override
    def describe(self) -> Sentence:
        return self.title


@entry_class
class Redo(Entry):
    """Put the last entry taken back in force again."""

    do: ClassVar[str] = "redo"
    title: ClassVar[Sentence] = say("Redo")

    @override
    def describe(self) -> Sentence:
        return self.title


@entry_class
class Amend(Entry):
    """Replace entry ``number`` by ``replacement``, or remove it if that is None.

    ``also`` holds further replacements.
    """

    do: ClassVar[str] = "amend"
    title: ClassVar[Sentence] = say("Correct")
    number: int = entry_number_field("entry")
    replacement: object = entry_field("with")
    also: tuple[tuple[int, object], ...] = further_changes_field("also", default=())

    def __post_init__(self) -> None:
        """Refuse (`bad-entry`) further changes that do not go upwards."""
        _check_order(self.number, self.also)

    @override
    def describe(self) -> Sentence:
        return say("Entry {number} changed", number=EntryNumber(self.number))


def _check_order(first: int, also: tuple[tuple[int, object], ...]) -> None:
    if any(low >= high for low, high in pairwise([first, *(number for number, _ in also)])):
        raise Refused("bad-entry", "The entries that change must be named in their order.")


STAYS = object()
"""What an entry becomes that stays as it is."""


@entry_class
class Insert(Entry):
    """A forgotten entry goes in before entry ``number``, which stays, becomes another, or goes.

    The number of the entry put in is the insert's. ``also`` holds further replacements.
    """

    do: ClassVar[str] = "insert"
    title: ClassVar[Sentence] = say("Insert")
    number: int = entry_number_field("before")
    inserted: object = entry_field("entry")
    replacement: object = entry_field("with", default=STAYS)
    also: tuple[tuple[int, object], ...] = further_changes_field("also", default=())

    def __post_init__(self) -> None:
        """Refuse (`bad-entry`) further changes that do not go upwards."""
        _check_order(self.number, self.also)

    @override
    def describe(self) -> Sentence:
        return say("Inserted before entry {number}", number=EntryNumber(self.number))
