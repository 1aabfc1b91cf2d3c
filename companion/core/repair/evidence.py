"""Evidence that the log is not what happened: a finding, a refused entry, or a count."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from typing_extensions import override

from companion.core.chips import ShortOfAnte
from companion.core.entries.schema import Entry, Raw
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.handlers import find_refusal
from companion.core.log.change import ADAPTABLE, WRONG_PLAYER, reapply_line
from companion.core.log.log import apply_line
from companion.core.log.timeline import LogLine
from companion.core.review import Finding


class Evidence(ABC):
    """A sign that the log is not what happened."""

    finding: Finding | None = None

    @property
    def refused_entry(self) -> Entry | None:
        """The entry that did happen, but is refused."""
        return None

    @abstractmethod
    def table_if_resolved(self, table: Table, sign: str) -> Table | None:
        """Return the table after a repair; None if `sign` is still there. Raises Refused."""

    @abstractmethod
    def signature(self, table: Table) -> str:
        """Return the kind of the evidence: the rule broken, the code of a refusal, or "counted"."""

    def amounts(self, _: Table) -> Collection[int]:
        """Return by how many chips accounts differ from the true amounts, as far as known."""
        return ()

    def differs(self, _: Table) -> str:
        """Return whether a repair changes the player ("another") or the card ("another card")."""
        return ""

    def count_side_effects(self, _before: Table, _after: Table) -> int:
        """Return how many values differ after a repair besides those known to be wrong."""
        return 0


@dataclass(frozen=True, slots=True)
class FindingEvidence(Evidence):
    """A finding, as a sign that the log is not what happened."""

    finding: Finding

    @override
    def signature(self, table: Table) -> str:
        return self.finding.rule

    @override
    def table_if_resolved(self, table: Table, sign: str) -> Table | None:
        return table


@dataclass(frozen=True, slots=True)
class RefusalEvidence(Evidence):
    """An entry that did happen is refused; `line` is what it would be in the log."""

    line: LogLine

    @property
    @override
    def refused_entry(self) -> Entry | None:
        with suppress(Refused):
            return self.line.entry
        return None

    @override
    def signature(self, table: Table) -> str:
        error = find_refusal(table, self.line.raw)
        return error.code if error else ""

    @override
    def table_if_resolved(self, table: Table, sign: str) -> Table | None:
        """Return the table after the entry; the repair may adapt the entry, except its fault."""
        after, new_raw = reapply_line(table, self.line)
        forbidden = WRONG_PLAYER if self._differs(new_raw) == "another" else ADAPTABLE
        return None if new_raw and sign in forbidden else after

    @override
    def amounts(self, table: Table) -> Collection[int]:
        """Return the chips that somebody lacks for the ante."""
        error = find_refusal(table, self.line.raw)
        return {error.missing} if isinstance(error, ShortOfAnte) else ()

    @override
    def differs(self, table: Table) -> str:
        return self._differs(reapply_line(table, self.line)[1])

    def entry_again(self, table: Table) -> Raw:
        """Return the refused entry as a repair makes it possible. Raises Refused."""
        new_raw = reapply_line(table, self.line)[1]
        if self._differs(new_raw) == "another":
            apply_line(table, self.line)
        return new_raw or self.line.raw

    def _differs(self, new_raw: Raw | None) -> str:
        if new_raw is None:
            return ""
        return "another" if new_raw.get("player") != self.line.raw.get("player") else "another card"


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
        counts = (
            (self.cards, game.review.cards_left(table)),
            (self.chips, table.ledger.chips),
            (self.points, game.current_results(table) if self.points else {}),
        )
        right = all(there.get(who) == n for count, there in counts for who, n in count.items())
        return table if right else None

    @override
    def amounts(self, table: Table) -> Collection[int]:
        chips = table.ledger.chips
        return {abs(count - chips.get(name, 0)) for name, count in self.chips.items()} - {0}

    @override
    def count_side_effects(self, table: Table, after: Table) -> int:
        had, has = table.ledger.chips, after.ledger.chips
        return sum(had.get(name) != has[name] for name in has if name not in self.chips)
