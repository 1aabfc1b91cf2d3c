"""The rows of the log page, in parts: hand by hand, and a long hand in several."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby

from companion.core.called import HandTerms
from companion.core.log.history import (
    ACTIVE,
    Effect,
    HistoryEntry,
    describe_history_entry,
    entry_effects,
    list_history,
)
from companion.core.log.log import Log
from companion.core.looking_back import Finding
from companion.core.moves import transfers_sentence
from companion.core.sentences import EntryNumber, Sentence, say
from companion.web.log.find import LogSearch

LONGEST_PART = 120
"""At most so many entries are drawn at once."""


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
        """Say whether the entry as it was made is no longer in force."""
        return self.fate != ACTIVE


def hand_title(called: HandTerms, hand: int) -> Sentence:
    """Name a hand as the game calls it; 0 is what was before the first one."""
    return called.numbered.with_facts(hand=hand) if hand else called.before_first


def list_hands(log: Log) -> list[tuple[int, Sentence]]:
    """List the hands that have entries, each with its name."""
    called, hands = log.setup.game.hand_terms, sorted(set(accumulate(log.hands, max)))
    return [(hand, hand_title(called, hand)) for hand in hands]


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
        """Name the part: the hand, and the entries if the hand has more parts."""
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


def _folded(called: HandTerms, happenings: Sequence[HistoryEntry]) -> Iterator[LogSection]:
    for hand, made in groupby(happenings, key=lambda happening: happening.section):
        entries = list(made)
        chunks = [entries[at : at + LONGEST_PART] for at in range(0, len(entries), LONGEST_PART)]
        for chunk in chunks:
            yield LogSection(called, hand, chunk[0].number, chunk[-1].number, len(chunks) == 1)


def section_at(log: Log, first: int) -> LogSection | None:
    """Give the open part that starts with this entry."""
    return next((part for part in log_sections(log, first) if part.first == first), None)


def search_log(log: Log, search: LogSearch) -> list[LogSection]:
    """List what is looked for, hand by hand, the latest first; at most as much as one part has."""
    happenings = list_history(log)
    done = entry_effects(log, range(len(happenings)))
    wanted = [h for h in happenings if search.matches(h, done.get(h.number), log.table.seats)]
    hands = groupby(wanted[-LONGEST_PART:], key=lambda happening: happening.section)
    parts = [_found(log, hand, tuple(made), done) for hand, made in hands]
    return parts[::-1]


def _found(
    log: Log, hand: int, made: tuple[HistoryEntry, ...], done: Mapping[int, Effect]
) -> LogSection:
    rows = tuple(_row(log, happening, done.get(happening.number)) for happening in made)
    return LogSection(log.setup.game.hand_terms, hand, made[0].number, made[-1].number, True, rows)


def _opened(log: Log, part: LogSection, happenings: tuple[HistoryEntry, ...]) -> LogSection:
    made = happenings[part.first : part.last + 1]
    done = entry_effects(log, (happening.number for happening in made))
    rows = tuple(_row(log, happening, done.get(happening.number)) for happening in made)
    return replace(part, rows=rows)


def _row(log: Log, happening: HistoryEntry, effect: Effect | None) -> LogRow:
    line = happening.line
    changed = line is not None and happening.status != ACTIVE
    return LogRow(
        happening.number,
        describe_history_entry(log, happening),
        happening.status,
        happening.by,
        happening.about,
        line.entry.describe() if changed and line is not None else None,
        transfers_sentence(effect.moves) if effect else None,
        effect.findings if effect else (),
        line is not None,
    )
