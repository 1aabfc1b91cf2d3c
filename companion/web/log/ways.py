"""The ways to put a log right, as the page shows them: a sentence each, and whose chips change."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import repeat

from companion import store
from companion.core.accounts import account_text
from companion.core.errors import Refused
from companion.core.log.log import Log
from companion.core.log.repair.evidence import Evidence
from companion.core.log.repair.question import repair_question
from companion.core.log.repair.rank import RepairChoice, choose_repairs
from companion.core.log.repair.search import Repair, search_repairs
from companion.core.sentences import Sentence

MOST_WAYS = 6
"""Of one entry at most so many ways are offered."""

AT_A_GLANCE = 3
"""So many ways are seen at once; behind *More* are the others."""

DOUBLE_TAP = timedelta(seconds=1)
"""What is entered so soon after an entry may have been tapped twice."""

MOST_SOON = 60
"""The times of so many entries are looked at."""


@dataclass(frozen=True, slots=True)
class RepairOption:
    """One repair: what happened then, the entry that it makes, and whose chips change by it.

    ``setup`` is what changes of the set-up, as JSON, where that is what is put right.
    """

    words: Sentence
    entry: str
    changes: tuple[tuple[str, int], ...]
    setup: str


@dataclass(frozen=True, slots=True)
class RepairRow:
    """What may be wrong: an entry as it is (None: nothing is, something is not entered yet).

    ``question`` tells the ways apart; it is not asked of one alone. ``seen`` of them are seen at
    once.
    """

    number: int
    said: Sentence | None
    question: Sentence | None
    ways: tuple[RepairOption, ...]
    seen: int


@dataclass(frozen=True, slots=True)
class RepairList:
    """All that is shown: rows, and from which entry on was looked, where that is not all."""

    rows: tuple[RepairRow, ...]
    cut_at: int | None


def repair_list(log: Log, evidence: Evidence, table_id: int) -> RepairList:
    """Find the repairs that explain what is wrong, the likeliest first."""
    found = search_repairs(log, evidence, _soon(log, table_id))
    alike = _by_entry(choose_repairs(found.repairs))
    seen = (AT_A_GLANCE - len(alike) + 1, *[1] * len(alike))
    rows = tuple(map(_row, repeat(log), alike, seen))
    return RepairList(rows, found.since if found.is_partial else None)


def _soon(log: Log, table_id: int) -> frozenset[int]:
    """List the entries made at once after the one before."""
    first = max(0, len(log.raw_entries) - MOST_SOON)
    made = store.get_entry_origins(table_id, first, len(log.raw_entries))
    times = {number: one.at for number, one in made.items()}
    return frozenset(
        number
        for number, at in times.items()
        if (before := times.get(number - 1)) and at and at - before < DOUBLE_TAP
    )


def _by_entry(choices: Iterable[RepairChoice]) -> list[list[Repair]]:
    """Put the repairs of one entry together, in the place of the likeliest."""
    rows: dict[tuple[int, bool], list[Repair]] = defaultdict(list)
    for choice in choices:
        first = choice.repairs[0]
        rows[first.number, first.setup is None] += choice.repairs[:MOST_WAYS]
    return [*rows.values()]


def _row(log: Log, alike: list[Repair], seen: int) -> RepairRow:
    first = alike[0]
    line = log.active_entry(first.number)
    said = line.entry.describe() if line and first.setup is None else None
    asked = repair_question([repair.mistap for repair in alike]) if len(alike) > 1 else None
    return RepairRow(first.number, said, asked, tuple(_way(log, repair) for repair in alike), seen)


def _way(log: Log, repair: Repair) -> RepairOption:
    changes = tuple(_changes(log, repair))
    setup = json.dumps(dict(repair.setup.keys)) if repair.setup else ""
    return RepairOption(repair.mistap.words, json.dumps(repair.raw), changes, setup)


def _changes(log: Log, repair: Repair) -> Iterator[tuple[str, int]]:
    """Tell whose chips change, and by how many."""
    try:
        after = repair.apply_to(log).table.ledger.chips
    except Refused:
        return
    for account, had in log.table.ledger.chips.items():
        if after.get(account, had) != had:
            yield account_text(account), after[account] - had
