"""The search for repairs: every slip of the hand is tried out on the log, by replay."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import log

from companion.core.budget import Exhausted, allow
from companion.core.entries.common import Deal
from companion.core.entries.entry import Raw
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.log.carry import also_with, once_more
from companion.core.log.force import Line
from companion.core.log.log import Log
from companion.core.log.repair.evidence import Evidence
from companion.core.slip import Slip

MOST_WORK = 20_000
MOST_SECONDS = 2.0
"""More is not tried at once, in entries replayed and in time; what was found till then is given."""


@dataclass(frozen=True, slots=True)
class Repair:
    """A change of the log, as one entry ``raw``, that takes the wrong away.

    ``number`` is the entry that was tapped wrong, ``outcome`` names how the table stands then,
    ``weight`` tells how likely it is beside others, as a logarithm.
    """

    number: int
    slip: Slip
    raw: Raw
    outcome: str
    weight: float


def repairs(log: Log, evidence: Evidence) -> list[Repair]:
    """Find the single repairs of the hand in progress or just ended that explain what is wrong.

    The log stays as it is.
    """
    found: list[Repair] = []
    search = _Search(log, evidence)
    try:
        with allow(MOST_WORK, MOST_SECONDS):
            found.extend(search.repairs())
    except Exhausted:
        pass
    return found


class _Search:
    def __init__(self, log: Log, evidence: Evidence) -> None:
        self.log = log
        self.evidence = evidence
        self.game = log.setup.game
        self.since = _hand_begins(log)
        self.lines = log.lines[self.since :]
        known = {f.offence for f in self.game.findings(log.table)}
        self.allowed = known - ({evidence.finding.offence} if evidence.finding else set())

    def repairs(self) -> Iterator[Repair]:
        if self.game.slips is None:
            return
        slips = self.game.slips(self.log.table)
        tables = chain(
            [self.log.table_after(self.since)],
            (table for _, table in self.log.tables(self.since)),
        )
        for place, (line, before) in enumerate(zip(self.lines, tables, strict=False)):
            for slip in slips(before, line.entry):
                repair = self.tried(place, before, slip)
                if repair is not None:
                    yield repair

    def tried(self, place: int, before: Table, slip: Slip) -> Repair | None:
        """Replay the hand as if that slip had not been made."""
        line = self.lines[place]
        raw = _edit(line, slip)
        table = before
        try:
            for changed in chain(self._stead(line, slip), self.lines[place + 1 :]):
                table, carried = once_more(table, changed)
                if carried is not None:
                    more = also_with(raw, changed.number, carried)
                    if more is None:
                        return None
                    raw = more
                if self._finds_more(table):
                    return None
        except Refused:
            return None
        after = self.evidence.agrees(table)
        if after is None or self._finds_more(after):
            return None
        weight = log(slip.often) + self.game.likely(after)
        return Repair(line.number, slip, raw, self._outcome(after), weight)

    def _stead(self, line: Line, slip: Slip) -> Sequence[Line]:
        if len(slip.instead) < 2:
            return [Line(line.number, raw, self.game.kinds) for raw in slip.instead]
        return [Line(len(self.log.raw), slip.instead[0], self.game.kinds), line]

    def _outcome(self, table: Table) -> str:
        return repr({**self.game.result(table), "findings": None})

    def _finds_more(self, table: Table) -> bool:
        return any(f.offence not in self.allowed for f in self.game.findings(table))


def _hand_begins(log: Log) -> int:
    for place in range(len(log.lines) - 1, -1, -1):
        if log.lines[place].entry.do == Deal.do:
            return place
    return 0


def _edit(line: Line, slip: Slip) -> Raw:
    if len(slip.instead) == 2:
        return {"do": "insert", "before": line.number, "entry": slip.instead[0]}
    new = slip.instead[0] if slip.instead else None
    return {"do": "amend", "entry": line.number, "with": new}
