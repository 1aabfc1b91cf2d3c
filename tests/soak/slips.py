"""One slip in each of many evenings: how often is the true repair among those shown?"""

import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from typing_extensions import override

from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.log.change import reapply_line
from companion.core.log.log import Log
from companion.core.log.timeline import LogLine
from companion.core.repair.evidence import (
    CountEvidence,
    Evidence,
    FindingEvidence,
    RefusalEvidence,
)
from companion.core.repair.ranking import choose_repairs
from companion.core.repair.search import Repair
from tests.simulated.kinds import KINDS, WON
from tests.simulated.mistaken import SET_UP, Mistaken, find_repairs, mistaken
from tests.soak.doors import Doors
from tests.soak.figures import Figures

COLUMNS = (
    *("made", "seen", "count", "three", "first", "doors", "counting", "none"),
    *("tallied", "by it", "late", "accused"),
)
HEAD = """slips: made; those that a refusal or a finding shows; of these where the log is wrong, and
in %: the true repair is among the three, is first, is among the ways to which the links and
buttons of the real screen lead, or is found by then counting what differs, none is found; those
that only a count at the end of the hand shows, and in % those it finds; those where only the last
was not entered, and in % those where an entry is accused"""
ENOUGH = 60
SHARES = ("three", "first", "doors", "counting", "none")
OF = {**dict.fromkeys(SHARES, "count"), "by it": "tallied", "accused": "late"}


@dataclass
class Slipped(Figures):
    """What became of some slips; ``counts`` by column, ``seconds`` of each search."""

    counts: Counter[str] = field(default_factory=Counter)

    def share(self, column: str) -> float:
        """Return a column in percent of its total."""
        return 100 * self.counts[column] / max(1, self.counts[OF[column]])

    def add(self, other: "Slipped") -> None:
        self.counts += other.counts
        self.seconds += other.seconds
        self.wrong += other.wrong

    @override
    def __str__(self) -> str:
        figures = "".join(
            f"{self.share(column):8.1f}" if column in OF else f"{self.counts[column]:8}"
            for column in COLUMNS
        )
        p95, longest = 1000 * self.p95(), 1000 * max(self.seconds, default=0)
        return f"{self.name:>26}{figures}  p95 {p95:4.0f} ms, longest {longest:4.0f} ms"


def evidence(made: Mistaken) -> Evidence:
    if made.refused is not None:
        return RefusalEvidence(
            LogLine(len(made.log.raw_entries), made.refused, made.log.setup.game.kinds)
        )
    return FindingEvidence(made.found[0]) if made.found else counted(made)


def counted(made: Mistaken) -> CountEvidence:
    """The counts that differ: cards and points by player, chips by purse and pot."""
    here, there = made.log.table, made.truth.table
    cards = made.log.setup.game.review.cards_left
    held = cards(there).items()
    chips = there.ledger.chips.items()
    points = scores(there).items()
    return CountEvidence(
        {player: count for player, count in held if cards(here).get(player) != count},
        {name: count for name, count in chips if here.ledger.chips.get(name) != count},
        {player: count for player, count in points if scores(here).get(player) != count},
    )


def scores(table: Table) -> Mapping[str, int]:
    """Everybody's points, in a game that is counted in them."""
    game = table.setup.game
    return game.current_results(table) if game.unit == "points" else {}


def is_right(made: Mistaken, repair: Repair) -> bool:
    """Whether a repair gives the table as it truly stands."""
    try:
        return stands(made, repair.apply_to(made.log))
    except Refused:
        return False


def stands(made: Mistaken, log: Log) -> bool:
    """Whether a log put right gives the true table: chips, pots, cards, whose turn it is.

    What was refused is entered then.
    """
    game, truth = made.log.setup.game, made.truth.table
    if made.refused is not None:
        again = LogLine(len(log.raw_entries), made.refused, log.setup.game.kinds)
        log.enter(reapply_line(log.table, again)[1] or made.refused)
    return {**game.result(log.table), "findings": 0} == {**game.result(truth), "findings": 0}


def one(game: str, kind: str, seed: int, doors: Doors | None = None) -> Slipped:
    """Play one evening with a slip of this kind, if it can be made in it."""
    figures, made = Slipped(kind), mistaken(game, kind, seed)
    if made.taps is None:
        return figures
    figures.counts["made"] = 1
    figures.counts["seen"] = int(made.shows)
    if made.counted or (made.shows and not made.nothing_wrong):
        _search(figures, made, doors)
    return figures


def _search(figures: Slipped, made: Mistaken, doors: Doors | None) -> None:
    began = time.process_time()
    shown = choose_repairs(find_repairs(made.log, evidence(made)))
    figures.seconds.append(time.process_time() - began)
    right = [any(is_right(made, repair) for repair in choice.repairs) for choice in shown]
    if made.counted:
        figures.counts += Counter({"tallied": 1, "by it": any(right)})
    elif made.late:
        accused = any(_accuses(c.repairs[0]) for c in shown[: [*right, True].index(True)])
        figures.counts += Counter({"late": 1, "accused": accused})
    else:
        three, first = any(right), any(right[:1])
        figures.counts += Counter({"count": 1, "three": three, "first": first, "none": not right})
        if doors is not None:
            walked = through(doors, made)
            figures.counts["doors"] += walked
            figures.counts["counting"] += walked or _by_counting(made)


def _accuses(repair: Repair) -> bool:
    """Whether a repair says that an entry was wrong; another set-up does not."""
    return not repair.mistap.is_late and repair.setup is None


def _by_counting(made: Mistaken) -> bool:
    """Whether a count of what differs now finds the true repair; nothing need differ."""
    count = counted(made)
    if not (count.cards or count.chips or count.points):
        return False
    rows = choose_repairs(find_repairs(made.log, count))
    return any(is_right(made, repair) for row in rows for repair in row.repairs)


def through(doors: Doors, made: Mistaken) -> bool:
    """Whether the true repair is among the ways that the screen itself leads to."""
    for log in doors.logs(made):
        try:
            if stands(made, log):
                return True
        except Refused:
            continue
    return False


def run(seed: int, many: int) -> Iterator[Figures]:
    """Make so many slips, all kinds alike; figures by kind, by game, and of all together."""
    print(f"{HEAD}\n{' ' * 26}" + "".join(f"{column:>8}" for column in COLUMNS))
    kinds: dict[str, Slipped] = {}
    with tempfile.TemporaryDirectory() as folder:
        doors, share = Doors(Path(folder)), many // len(KINDS)
        by_game = [_of_game(game, seed, share, kinds, doors) for game in KINDS]
    yield from kinds.values()
    yield from by_game
    whole = Slipped("all")
    for figures in by_game:
        whole.add(figures)
    yield judged(whole)


def _of_game(game: str, seed: int, many: int, kinds: dict[str, Slipped], doors: Doors) -> Slipped:
    figures, wanted = Slipped(game), [*KINDS[game], *SET_UP, WON]
    while figures.counts["made"] < many:
        for kind in random.Random(seed).sample(wanted, len(wanted)):
            if figures.counts["made"] >= many:
                break
            made = one(game, kind, seed, doors)
            figures.add(made)
            kinds.setdefault(kind, Slipped(kind)).add(made)
        seed += 1
    return figures


def judged(whole: Slipped) -> Slipped:
    """Yield the figures below those reached before, if there are enough slips to judge."""
    if whole.counts["count"] < ENOUGH:
        return whole
    if whole.share("three") < 80 or whole.share("first") < 60 or whole.share("by it") < 60:
        whole.wrong.append("the true repair is found too seldom")
    return whole
