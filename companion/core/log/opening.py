"""Whole logs: those that come in are judged, stored ones are opened as far as they stand."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from companion.core.budget import WorkLimitExceeded, work_limit
from companion.core.entries import common as e
from companion.core.entries.edits import Amend, Insert
from companion.core.entries.entry import Entry, Raw, check_references, parse_entry
from companion.core.errors import Refused
from companion.core.game import Setup
from companion.core.log.force import EDITS, Kinds, list_replacements
from companion.core.log.log import Log
from companion.core.log.standing import ReplayError


def load_checked_log(setup: Setup, raws: Sequence[Raw], entries: int, seconds: float) -> Log:
    """Judge a log as it was made, entry by entry, if so many entries and seconds are enough.

    One that was changed so often that they are not is judged by what is in force: it is opened.
    Raises Refused with the number of an entry that cannot stand.
    """
    log = Log(setup)
    try:
        with work_limit(entries, seconds):
            log.enter_all(raws)
    except WorkLimitExceeded:
        _check_written(setup, raws)
        log, wrong = load_stored_log(setup, raws)
        if wrong is not None:
            raise wrong from None
    return log


@dataclass(frozen=True, slots=True)
class _Known:
    """All names that a log may use, whoever sits there at which time."""

    present: Collection[str]
    cards: Collection[str]
    pots: Collection[str]


def _check_written(setup: Setup, raws: Sequence[Raw]) -> None:
    """Check all that was ever entered as it is written, also what was taken back.

    Raises Refused with the number of an entry that cannot be read, or names what there is not.
    """
    table = setup.game.new_table(setup)
    seated = set(setup.players)
    known = _Known(seated, table.cards, table.pots)
    for number, raw in enumerate(raws):
        try:
            for entry in _written(number, raw, setup.game.kinds):
                check_references(entry, known)
                seated |= {entry.player} if isinstance(entry, e.Join) else set()
        except Refused as wrong:
            wrong.entry = number
            raise


def _written(number: int, raw: Raw, kinds: Kinds) -> Iterator[Entry]:
    """Give an entry, or those that an amend or insert writes down. Raises Refused."""
    entry = parse_entry(raw, {**kinds, **EDITS})
    if isinstance(entry, Amend | Insert):
        for change in list_replacements(entry, number, kinds):
            yield from (line.entry for line in change.lines)
    else:
        yield entry


def load_stored_log(setup: Setup, raws: Sequence[Raw]) -> tuple[Log, Refused | None]:
    """Open a stored log in the time of what is in force: undone entries are not judged again.

    Where it no longer replays, the log stands up to an entry whose number and fault are given.
    """
    log, wrong = _followed(setup, raws)
    if wrong is None:
        return log, None
    good, bad = 0, len(raws)
    while bad - good > 1:
        probe = _probe(good, bad, wrong)
        log, now = _followed(setup, raws[:probe])
        if now is None:
            good = probe
        else:
            bad, wrong = probe, now
    fault = (
        wrong.refusal if isinstance(wrong, ReplayError) and wrong.failing_entry == good else wrong
    )
    fault.entry = good
    return _followed(setup, raws[:good])[0], fault


def _probe(good: int, bad: int, wrong: Refused) -> int:
    """Say where to try next: about the entry that falls, then halfway."""
    falls = wrong.failing_entry if isinstance(wrong, ReplayError) else wrong.entry or 0
    return falls if good < falls < bad else good + 1 if good == falls else (good + bad) // 2


def _followed(setup: Setup, raws: Sequence[Raw]) -> tuple[Log, Refused | None]:
    log = Log(setup)
    try:
        log.append_accepted(raws)
    except Refused as wrong:
        return log, wrong
    return log, None
