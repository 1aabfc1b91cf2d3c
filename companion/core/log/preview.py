"""What an entry would change, tried out on a copy: nothing is stored."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.entries.entry import Raw
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.ledger import Note
from companion.core.log.carry import carry_on
from companion.core.log.history import evening_findings
from companion.core.log.log import Log
from companion.core.looking_back import Found


@dataclass(frozen=True, slots=True)
class Difference:
    """A number that would change: a purse, a pot, or somebody's result."""

    account: str
    before: int
    after: int

    @property
    def by(self) -> int:
        """How much more there would be."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Preview:
    """What an entry would change; or why it cannot be, and which later entry would fall.

    ``raw`` is the entry, with ``also`` what it was carried on to: other entries that change with
    it. ``results`` are in the game's unit, with notes; ``notes`` are the open ones if they change.
    """

    raw: Mapping[str, object]
    also: tuple[tuple[int, Mapping[str, object]], ...] = ()
    refused: Refused | None = None
    falls: int | None = None
    chips: tuple[Difference, ...] = ()
    results: tuple[Difference, ...] = ()
    gone: tuple[Found, ...] = ()
    new: tuple[Found, ...] = ()
    notes: tuple[Note, ...] | None = None


def preview(log: Log, raw: Raw) -> Preview:
    """Tell what an entry, carried on as far as need be, would change. The log stays as it is."""
    carried = carry_on(log, raw)
    twin = carried.log
    if twin is None:
        return Preview(raw, carried.also, carried.refused, carried.falls)
    before, after = log.table, twin.table
    same = min(twin.changed, len(log.lines))
    was, will_be = evening_findings(log, same), evening_findings(twin, same)
    return Preview(
        carried.raw,
        carried.also,
        chips=_changes(before.ledger.chips, after.ledger.chips),
        results=_changes(_results(before), _results(after)),
        gone=tuple(found for key, found in was.items() if key not in will_be),
        new=tuple(found for key, found in will_be.items() if key not in was),
        notes=None if before.ledger.notes == after.ledger.notes else after.ledger.notes,
    )


def _results(table: Table) -> dict[str, int]:
    return table.setup.game.standing(table)


def _changes(before: dict[str, int], after: dict[str, int]) -> tuple[Difference, ...]:
    accounts = dict.fromkeys((*before, *after))
    changes = (Difference(name, before.get(name, 0), after.get(name, 0)) for name in accounts)
    return tuple(change for change in changes if change.by)
