"""One slip of the scorer in each of many hands: how often is the true repair among those shown?"""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from typing_extensions import override

from companion.core.log.carry import once_more
from companion.core.log.force import Line
from companion.core.log.log import Log
from companion.core.log.repair.evidence import Evidence, Finding, Refusal
from companion.core.log.repair.rank import ranked
from companion.core.log.repair.search import Repair, repairs
from tests.simulated.scorer import SLIPS, Scored, scored
from tests.soak.figures import Figures

COLUMNS = ("hands", "shown", "three", "first", "entry", "open", "none")
HEAD = """slips: hands of each kind; those in which a finding or a refusal shows that something is
wrong; of those in %: the true repair is among the three, is first, names the very entry; more
than three repairs lead to different tables; none is found"""


@dataclass
class Slipped(Figures):
    """What became of the slips of one kind; ``counts`` by column, ``seconds`` of each search."""

    counts: Counter[str] = field(default_factory=Counter)

    def share(self, column: str) -> float:
        """Give a column in percent of the hands where something shows."""
        return 100 * self.counts[column] / max(1, self.counts["shown"])

    def add(self, other: "Slipped") -> None:
        """Count those of another kind too."""
        self.counts += other.counts
        self.seconds += other.seconds
        self.wrong += other.wrong

    @override
    def __str__(self) -> str:
        shares = "".join(f"{self.share(column):6.1f}" for column in COLUMNS[2:])
        p95, longest = 1000 * self.p95(), 1000 * max(self.seconds, default=0)
        slow = f"p95 {p95:4.0f} ms, longest {longest:4.0f} ms"
        return f"{self.name:>12}{self.counts['hands']:6}{self.counts['shown']:6}{shares}  {slow}"


def evidence(made: Scored) -> Evidence:
    """What shows the scorer that something is wrong."""
    if made.refused is None:
        return Finding(made.found[0])
    return Refusal(Line(len(made.log.raw), made.refused, made.log.setup.game.kinds))


def repaired(made: Scored, repair: Repair) -> Log:
    """The log as it is with a repair, and with the entry that was refused."""
    log = made.log.copy()
    log.enter(repair.raw)
    if made.refused is not None:
        again = Line(len(log.raw), made.refused, log.setup.game.kinds)
        log.enter(once_more(log.table, again)[1] or made.refused)
    return log


def is_right(made: Scored, log: Log) -> bool:
    """Whether the table stands as it truly does: chips, pots, cards, whose turn it is."""
    game, truth = log.setup.game, made.truth.table
    return {**game.result(log.table), "findings": 0} == {**game.result(truth), "findings": 0}


def is_exact(made: Scored, log: Log) -> bool:
    """Whether the log says entry by entry what happened."""
    return [line.entry for line in log.lines] == [line.entry for line in made.truth.lines]


def one(kind: str, seed: int) -> Slipped:
    """Play one hand with a slip of this kind, if it can be made in it."""
    figures, made = Slipped(kind), scored(seed, kind)
    if made.slipped is None:
        return figures
    figures.counts["hands"] = 1
    if made.found or made.refused is not None:
        _search(figures, made)
    return figures


def _search(figures: Slipped, made: Scored) -> None:
    began = time.perf_counter()
    found = repairs(made.log, evidence(made))
    shown = ranked(found)
    figures.seconds.append(time.perf_counter() - began)
    logs = [[repaired(made, repair) for repair in choice.repairs] for choice in shown]
    right = [any(is_right(made, log) for log in row) for row in logs]
    figures.counts += Counter(
        shown=1,
        three=any(right),
        first=any(right[:1]),
        entry=any(is_exact(made, log) for row in logs for log in row),
        open=len({repair.outcome for repair in found}) > len(shown) == 3,
        none=not found,
    )


def run(seed: int, many: int) -> Iterator[Figures]:
    """Make so many slips, as many of each kind; the last figures are of all together."""
    print(HEAD)
    print(" " * 12 + "".join(f"{column:>6}" for column in COLUMNS))
    whole = Slipped("all")
    for kind in SLIPS:
        figures = Slipped(kind)
        while figures.counts["hands"] < many // len(SLIPS):
            seed += 1
            figures.add(one(kind, seed))
        whole.add(figures)
        yield figures
    if whole.share("three") < 95 or whole.share("first") < 75:
        whole.wrong.append("the true repair is found too seldom")
    yield whole
