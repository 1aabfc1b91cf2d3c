"""What an entry would change, tried out on a copy: nothing is stored."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.entries.entry import Raw
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.ledger import IOU
from companion.core.log.carry import cascade_change
from companion.core.log.history import list_findings
from companion.core.log.log import Log
from companion.core.looking_back import Finding


@dataclass(frozen=True, slots=True)
class Difference:
    """A number that would change: a purse, a pot, or somebody's result."""

    account: str
    old: int
    new: int

    @property
    def delta(self) -> int:
        """How much more there would be."""
        return self.new - self.old


@dataclass(frozen=True, slots=True)
class Preview:
    """What an entry would change; or why it cannot be, and which later entry would fall.

    ``raw`` is the entry, with ``also`` what it was carried on to: other entries that change with
    it. ``results`` are in the game's unit, with notes; ``notes`` are the open ones if they change.
    """

    raw: Mapping[str, object]
    also: tuple[tuple[int, Mapping[str, object]], ...] = ()
    refusal: Refused | None = None
    failing_entry: int | None = None
    chips: tuple[Difference, ...] = ()
    results: tuple[Difference, ...] = ()
    removed_findings: tuple[Finding, ...] = ()
    added_findings: tuple[Finding, ...] = ()
    ious: tuple[IOU, ...] | None = None


def preview_change(log: Log, raw: Raw) -> Preview:
    """Tell what an entry, carried on as far as need be, would change. The log stays as it is."""
    carried = cascade_change(log, raw)
    twin = carried.log
    if twin is None:
        return Preview(raw, carried.also, carried.refusal, carried.failing_entry)
    before, after = log.table, twin.table
    same = min(twin.first_changed, len(log.active_entries))
    was, will_be = list_findings(log, same), list_findings(twin, same)
    return Preview(
        carried.raw,
        carried.also,
        chips=_changes(before.ledger.chips, after.ledger.chips),
        results=_changes(_results(before), _results(after)),
        removed_findings=tuple(found for key, found in was.items() if key not in will_be),
        added_findings=tuple(found for key, found in will_be.items() if key not in was),
        ious=None if before.ledger.ious == after.ledger.ious else after.ledger.ious,
    )


def _results(table: Table) -> dict[str, int]:
    return table.setup.game.current_results(table)


def _changes(before: dict[str, int], after: dict[str, int]) -> tuple[Difference, ...]:
    accounts = dict.fromkeys((*before, *after))
    changes = (Difference(name, before.get(name, 0), after.get(name, 0)) for name in accounts)
    return tuple(change for change in changes if change.delta)
