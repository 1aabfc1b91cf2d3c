"""What shows that something is wrong, and when a table is free of it."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from typing_extensions import override

from companion.core.entries.entry import Raw
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.log.carry import ANOTHERS, CARRIED, reapply_line
from companion.core.log.force import ActiveEntry
from companion.core.log.standing import apply_line
from companion.core.looking_back import Finding


class Evidence(ABC):
    """A sign that the log is not what happened."""

    finding: Finding | None = None

    @abstractmethod
    def table_if_resolved(self, table: Table, sign: str) -> Table | None:
        """Give the table that a repaired log leads to if nothing is wrong any more; else None.

        ``sign`` is how it showed.
        """

    @abstractmethod
    def signature(self, table: Table) -> str:
        """Name how it shows at a table: the rule broken, the code of a refusal, or a count."""

    def amounts(self, table: Table) -> Collection[int]:
        """Give by how many chips something differs from what it should be."""
        _ = table
        return ()

    def differs(self, table: Table) -> str:
        """Name what of what was told is another at a repaired table: who did it, or which card."""
        _ = table
        return ""

    def count_side_effects(self, table: Table, after: Table) -> int:
        """Count what a repair changes besides what is known to be wrong."""
        _ = table, after
        return 0


@dataclass(frozen=True, slots=True)
class FindingEvidence(Evidence):
    """Something was found that may not be what happened."""

    finding: Finding

    @override
    def signature(self, table: Table) -> str:
        return self.finding.rule

    @override
    def table_if_resolved(self, table: Table, sign: str) -> Table | None:
        return table


@dataclass(frozen=True, slots=True)
class RefusalEvidence(Evidence):
    """An entry is refused that did happen; ``line`` is what it would be in the log."""

    line: ActiveEntry

    @override
    def signature(self, table: Table) -> str:
        try:
            apply_line(table, self.line)
        except Refused as wrong:
            return wrong.code
        return ""

    @override
    def table_if_resolved(self, table: Table, sign: str) -> Table | None:
        """Let the entry be of whoever's turn it is, unless just that player or card was told."""
        try:
            after, carried = reapply_line(table, self.line)
        except Refused:
            return None
        forbidden = ANOTHERS if self._differs(carried) == "another" else CARRIED
        return None if carried and sign in forbidden else after

    @override
    def differs(self, table: Table) -> str:
        return self._differs(reapply_line(table, self.line)[1])

    def _differs(self, carried: Raw | None) -> str:
        if carried is None:
            return ""
        return "another" if carried.get("player") != self.line.raw.get("player") else "another card"


@dataclass(frozen=True, slots=True)
class CountEvidence(Evidence):
    """What was counted at the table: cards and points by player, chips by account."""

    cards: Mapping[str, int] = field(default_factory=dict)
    chips: Mapping[str, int] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)

    @override
    def signature(self, table: Table) -> str:
        return "counted"

    @override
    def table_if_resolved(self, table: Table, sign: str) -> Table | None:
        game = table.setup.game
        counted = (
            (self.cards, game.review.cards_left(table)),
            (self.chips, table.ledger.chips),
            (self.points, game.current_results(table) if self.points else {}),
        )
        right = all(there.get(who) == n for told, there in counted for who, n in told.items())
        return table if right else None

    @override
    def amounts(self, table: Table) -> Collection[int]:
        chips = table.ledger.chips
        return {abs(count - chips.get(name, 0)) for name, count in self.chips.items()} - {0}

    @override
    def count_side_effects(self, table: Table, after: Table) -> int:
        """Count purses and pots that change, though nobody said that they differ."""
        had, has = table.ledger.chips, after.ledger.chips
        return sum(had.get(name) != has[name] for name in has if name not in self.chips)
