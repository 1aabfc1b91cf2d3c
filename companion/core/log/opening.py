"""Stored logs, opened as far as they stand."""

from collections.abc import Sequence

from companion.core.entries.entry import Raw
from companion.core.errors import Refused
from companion.core.game import Setup
from companion.core.log.log import Broken, Log


def opened(setup: Setup, raws: Sequence[Raw]) -> tuple[Log, Refused | None]:
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
    fault = wrong.wrong if isinstance(wrong, Broken) and wrong.falls == good else wrong
    fault.entry = good
    return _followed(setup, raws[:good])[0], fault


def _probe(good: int, bad: int, wrong: Refused) -> int:
    """Say where to try next: about the entry that falls, then halfway."""
    falls = wrong.falls if isinstance(wrong, Broken) else wrong.entry or 0
    return falls if good < falls < bad else good + 1 if good == falls else (good + bad) // 2


def _followed(setup: Setup, raws: Sequence[Raw]) -> tuple[Log, Refused | None]:
    log = Log(setup)
    try:
        log.follow(raws)
    except Refused as wrong:
        return log, wrong
    return log, None
