"""The rows of the log page, in parts: hand by hand, and a long hand in several."""

from dataclasses import dataclass
from itertools import groupby

from companion.core.game import Found
from companion.core.history import IN_FORCE, Happening, effects, history, tell
from companion.core.log import Log
from companion.core.moves import moves_line
from companion.core.sentences import Sentence

LONGEST_PART = 120
"""At most so many entries are drawn at once."""


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as the log page shows it. ``became`` is what it was changed to, in words."""

    number: int
    text: Sentence
    fate: str
    by: int | None
    about: int | None
    became: Sentence | None
    moved: Sentence | None
    findings: tuple[Found, ...]
    can_change: bool

    @property
    def is_struck(self) -> bool:
        """Say whether the entry as it was made is no longer in force."""
        return self.fate != IN_FORCE


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the log: the hand, its entries, and their rows if it is open."""

    hand: int
    first: int
    last: int
    whole: bool
    rows: tuple[Row, ...] | None = None

    @property
    def title(self) -> str:
        """Name the part: the hand, and the entries if the hand has more parts."""
        hand = f"Hand {self.hand}" if self.hand else "Before the first hand"
        return hand if self.whole else f"{hand}, entries {self.first} to {self.last}"


def parts_of(log: Log, opened: int | None) -> list[Part]:
    """List the parts, the latest first; the latest is open, and the one that starts so."""
    happenings = history(log)
    parts: list[Part] = []
    for hand, made in groupby(happenings, key=lambda happening: happening.section):
        entries = list(made)
        chunks = [entries[at : at + LONGEST_PART] for at in range(0, len(entries), LONGEST_PART)]
        parts += [
            Part(hand, chunk[0].number, chunk[-1].number, len(chunks) == 1) for chunk in chunks
        ]
    return [
        _opened(log, part, happenings) if part is parts[-1] or part.first == opened else part
        for part in reversed(parts)
    ]


def part_of(log: Log, first: int) -> Part | None:
    """Give the open part that starts with this entry."""
    return next((part for part in parts_of(log, first) if part.first == first), None)


def _opened(log: Log, part: Part, happenings: tuple[Happening, ...]) -> Part:
    made = happenings[part.first : part.last + 1]
    done = effects(log, (happening.number for happening in made))
    rows = []
    for happening in made:
        effect = done.get(happening.number)
        moved = moves_line(effect.moves) if effect else None
        rows.append(_row(log, happening, moved, effect.findings if effect else ()))
    return Part(part.hand, part.first, part.last, part.whole, tuple(rows))


def _row(log: Log, happening: Happening, moved: Sentence | None, found: tuple[Found, ...]) -> Row:
    line = happening.line
    changed = line is not None and happening.fate != IN_FORCE
    return Row(
        happening.number,
        tell(log, happening),
        happening.fate,
        happening.by,
        happening.about,
        line.entry.said() if changed and line is not None else None,
        moved,
        found,
        line is not None,
    )
