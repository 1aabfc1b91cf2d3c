"""What shows that something is wrong, and when a table is free of it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field

from typing_extensions import override

from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.log.carry import once_more
from companion.core.log.force import Line
from companion.core.looking_back import Found


class Evidence(ABC):
    """A sign that the log is not what happened."""

    finding: Found | None = None

    @abstractmethod
    def agrees(self, table: Table) -> Table | None:
        """Give the table that a repaired log leads to if nothing is wrong any more; else None."""


@dataclass(frozen=True, slots=True)
class Finding(Evidence):
    """Something was found that may not be what happened."""

    finding: Found

    @override
    def agrees(self, table: Table) -> Table | None:
        return table


@dataclass(frozen=True, slots=True)
class Refusal(Evidence):
    """An entry is refused that did happen; ``line`` is what it would be in the log."""

    line: Line

    @override
    def agrees(self, table: Table) -> Table | None:
        try:
            return once_more(table, self.line)[0]
        except Refused:
            return None


@dataclass(frozen=True, slots=True)
class Counted(Evidence):
    """What was counted at the table: cards by player, chips by account."""

    cards: Mapping[str, int] = field(default_factory=dict)
    chips: Mapping[str, int] = field(default_factory=dict)

    @override
    def agrees(self, table: Table) -> Table | None:
        held = table.setup.game.cards_left(table)
        right = all(held.get(player) == count for player, count in self.cards.items())
        chips = table.ledger.chips
        right = right and all(chips.get(name) == count for name, count in self.chips.items())
        return table if right else None
