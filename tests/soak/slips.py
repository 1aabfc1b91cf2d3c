"""One slip in each of many evenings: how often is the true repair among those shown?"""

import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from typing_extensions import override

from companion.core.errors import Refused
from companion.core.log.carry import once_more
from companion.core.log.force import Line
from companion.core.log.log import Log
from companion.core.log.repair.evidence import Counted, DoubtedFinding, Evidence, Refusal
from companion.core.log.repair.rank import choose
from companion.core.log.repair.search import Repair, repairs
from companion.web.log.happened import NOT_IN_PLAY
from tests.simulated.kinds import DEALER, KINDS, WON
from tests.simulated.mistaken import Mistaken, mistaken
from tests.soak.figures import Figures

COLUMNS = (
    *("made", "seen", "count", "three", "first", "doors", "none"),
    *("tallied", "by it", "late", "accused"),
)
HEAD = """slips: made; those that a refusal or a finding shows; of these where the log is wrong, and
in %: the true repair is among the three, is first, is among the three by what the screen lets
somebody tell, none is found; those that only a count at the end of the hand shows, and in % those
it finds; those where only the last was not entered, and in % those where an entry is accused"""
ENOUGH = 60
SHARES = ("three", "first", "doors", "none")
OF = {**dict.fromkeys(SHARES, "count"), "by it": "tallied", "accused": "late"}


@dataclass
class Slipped(Figures):
    """What became of some slips; ``counts`` by column, ``seconds`` of each search."""

    counts: Counter[str] = field(default_factory=Counter)

    def share(self, column: str) -> float:
        """Give a column in percent of those that it is a part of."""
        return 100 * self.counts[column] / max(1, self.counts[OF[column]])

    def add(self, other: "Slipped") -> None:
        """Count others too."""
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
    """What shows that something is wrong."""
    if made.refused is not None:
        return Refusal(Line(len(made.log.raw), made.refused, made.log.setup.game.kinds))
    return DoubtedFinding(made.found[0]) if made.found else counted(made)


def as_told(made: Mistaken) -> Evidence | None:
    """What shows, as somebody can tell it on the screen; None where nothing there says so.

    Of several cards in a row the first is told.
    """
    raw, kinds = made.refused, made.log.setup.game.kinds
    if raw is None:
        return evidence(made)
    if raw["do"] in NOT_IN_PLAY:
        return None
    cards = {"cards": raw["cards"][:1]} if raw["do"] == "play" and "cards" in raw else {}
    return Refusal(Line(len(made.log.raw), {**raw, **cards}, kinds))


def counted(made: Mistaken) -> Counted:
    """What is counted where it differs: cards by player, chips by purse and pot."""
    here, there = made.log.table, made.truth.table
    cards = made.log.setup.game.looks_back.cards_left
    held = cards(there).items()
    chips = there.ledger.chips.items()
    return Counted(
        {player: count for player, count in held if cards(here).get(player) != count},
        {name: count for name, count in chips if here.ledger.chips.get(name) != count},
    )


def repaired(made: Mistaken, repair: Repair) -> Log:
    """The log as it is with a repair, and with the entry that was refused."""
    log = repair.made_in(made.log)
    if made.refused is not None:
        again = Line(len(log.raw), made.refused, log.setup.game.kinds)
        log.enter(once_more(log.table, again)[1] or made.refused)
    return log


def is_right(made: Mistaken, repair: Repair) -> bool:
    """Whether the table stands as it truly does: chips, pots, cards, whose turn it is."""
    game, truth = made.log.setup.game, made.truth.table
    try:
        table = repaired(made, repair).table
    except Refused:
        return False
    return {**game.result(table), "findings": 0} == {**game.result(truth), "findings": 0}


def one(game: str, kind: str, seed: int) -> Slipped:
    """Play one evening with a slip of this kind, if it can be made in it."""
    figures, made = Slipped(kind), mistaken(game, kind, seed)
    if made.taps is None:
        return figures
    figures.counts["made"] = 1
    figures.counts["seen"] = int(made.shows)
    if made.counted or (made.shows and not made.nothing_wrong):
        _search(figures, made)
    return figures


def _search(figures: Slipped, made: Mistaken) -> None:
    began = time.process_time()
    shown = choose(repairs(made.log, evidence(made)))
    figures.seconds.append(time.process_time() - began)
    right = [any(is_right(made, repair) for repair in choice.repairs) for choice in shown]
    if made.counted:
        figures.counts += Counter({"tallied": 1, "by it": any(right)})
    elif made.late:
        accused = any(not c.repairs[0].slip.late for c in shown[: [*right, True].index(True)])
        figures.counts += Counter({"late": 1, "accused": accused})
    else:
        three, first = any(right), any(right[:1])
        figures.counts += Counter({"count": 1, "three": three, "first": first, "none": not right})
        figures.counts["doors"] += through_the_doors(made)


def through_the_doors(made: Mistaken) -> bool:
    """Whether the true repair is among the three by what can be told on the screen."""
    shows = as_told(made)
    rows = choose(repairs(made.log, shows)) if shows else ()
    return any(is_right(made, repair) for row in rows for repair in row.repairs)


def run(seed: int, many: int) -> Iterator[Figures]:
    """Make so many slips, all kinds alike; figures by kind, by game, and of all together."""
    print(f"{HEAD}\n{' ' * 26}" + "".join(f"{column:>8}" for column in COLUMNS))
    kinds: dict[str, Slipped] = {}
    by_game = [_of_game(game, seed, many // len(KINDS), kinds) for game in KINDS]
    yield from kinds.values()
    yield from by_game
    whole = Slipped("all")
    for figures in by_game:
        whole.add(figures)
    yield judged(whole)


def _of_game(game: str, seed: int, many: int, kinds: dict[str, Slipped]) -> Slipped:
    figures, wanted = Slipped(game), [*KINDS[game], DEALER, WON]
    while figures.counts["made"] < many:
        for kind in random.Random(seed).sample(wanted, len(wanted)):
            if figures.counts["made"] >= many:
                break
            made = one(game, kind, seed)
            figures.add(made)
            kinds.setdefault(kind, Slipped(kind)).add(made)
        seed += 1
    return figures


def judged(whole: Slipped) -> Slipped:
    """Say what is below what was reached, where there are enough to tell."""
    if whole.counts["count"] < ENOUGH:
        return whole
    if whole.share("three") < 80 or whole.share("first") < 60 or whole.share("by it") < 60:
        whole.wrong.append("the true repair is found too seldom")
    return whole
