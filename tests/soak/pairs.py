"""Two slips in one hand, before either shows: are both put right within two pages?"""

import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from typing_extensions import override

from companion.core.errors import Refused
from companion.core.log.log import Log
from companion.core.repair.ranking import choose_repairs
from companion.core.repair.search import Repair
from tests.simulated.dealer import FAMILY
from tests.simulated.kinds import STOPS, UNFINISHED
from tests.simulated.mistaken import BY_SEAT, Mistaken, find_repairs, go_on_with, mistaken_twice
from tests.soak.figures import Figures
from tests.soak.slips import evidence, is_right

# Kinds that show at once, or that are of more than one tap themselves.
ALONE = (*UNFINISHED, *BY_SEAT, "neighbours-exchanged", "stop-late", "skip-late", "follow-late")

# How a pair ends of which one slip was put right, the best first.
SECOND = ("one after another", "the other not found", "the other never shows")

ENOUGH = 40

# Fewer than so many percent are too few.
LEAST = 60


@dataclass
class Pairs(Figures):
    """What became of pairs of slips, by how they ended; those that show count."""

    counts: Counter[str] = field(default_factory=Counter)

    def share(self) -> float:
        """Both put right within two pages, in percent of those that show."""
        right = self.counts["at once"] + self.counts[SECOND[0]]
        return 100 * right / max(1, self.counts.total() - self.counts[SECOND[2]])

    @override
    def __str__(self) -> str:
        return f"{self.name}: {dict(self.counts)}, both right: {self.share():.1f} %"


def one(game: str, kinds: tuple[str, str], seed: int) -> str:
    """Play one evening with two slips; say how it ended, or nothing if they do not show."""
    three = mistaken_twice(game, kinds, seed)
    if not three or not three[0].shows:
        return ""
    both, *alone = three
    ways = _ways(both)
    if any(is_right(both, way) for way in ways):
        return "at once"
    logs = [log for way in ways if (log := _repaired(both, way)) and _is_half(both, alone, log)]
    if not logs:
        return "only wrong ways" if ways else "no way"
    return min((_second(go_on_with(both, log)) for log in logs), key=SECOND.index)


def _ways(made: Mistaken) -> list[Repair]:
    choices = choose_repairs(find_repairs(made.log, evidence(made)))
    return [repair for choice in choices for repair in choice.repairs]


def _second(later: Mistaken) -> str:
    if not (later.shows or later.counted):
        return SECOND[2]
    return SECOND[0] if any(is_right(later, way) for way in _ways(later)) else SECOND[1]


def _repaired(both: Mistaken, way: Repair) -> Log | None:
    try:
        return way.apply_to(both.log)
    except Refused:
        return None


def _is_half(both: Mistaken, alone: list[Mistaken], log: Log) -> bool:
    """Whether just one of both slips is in a log."""
    result = {**both.log.setup.game.result(log.table), "findings": 0}
    events = both.record["log"][: len(both.record["log"]) - len(both.waiting)]
    seen = events[:-1] if both.refused is not None else events
    return any(result == _result(made, seen) for made in alone)


def _result(made: Mistaken, events: list[dict[str, object]]) -> object:
    log = Log(made.log.setup)
    try:
        for at, raw in enumerate(events):
            log.enter_all((made.taps or []) if at == made.at else [raw])
    except Refused:
        return None
    return {**log.setup.game.result(log.table), "findings": 0}


def run(seed: int, many: int) -> Iterator[Figures]:
    """Make so many pairs that show, of any two kinds of the stops family."""
    rng, kinds = random.Random(seed), [kind for kind in STOPS if kind not in ALONE]
    pairs = Pairs("two slips in one hand")
    while pairs.counts.total() < many:
        seed += 1
        began = time.process_time()
        ended = one(rng.choice(FAMILY), (rng.choice(kinds), rng.choice(kinds)), seed)
        if ended:
            pairs.counts[ended] += 1
            pairs.seconds.append(time.process_time() - began)
    if many >= ENOUGH and pairs.share() < LEAST:
        pairs.wrong.append("both slips are found too seldom")
    yield pairs
