"""The preview of a change, made on a copy of the log: whose chips change, which entry fails."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.entries.schema import Raw
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.ledger import IOU
from companion.core.log.cascade import cascade_change
from companion.core.log.history import list_findings
from companion.core.log.log import Log
from companion.core.review import Finding


@dataclass(frozen=True, slots=True)
class Difference:
    """A change of a number: a purse, a pot, or a player's result."""

    account: str
    old: int
    new: int

    @property
    def delta(self) -> int:
        return self.new - self.old


@dataclass(frozen=True, slots=True)
class Preview:
    """The effects of a change, or the reason why it is impossible."""

    # the entry, and the later entries that change along, by number
    raw: Mapping[str, object]
    also: tuple[tuple[int, Mapping[str, object]], ...] = ()
    # why it is impossible, and which later entry fails
    refusal: Refused | None = None
    failing_entry: int | None = None
    chips: tuple[Difference, ...] = ()
    # in the game's unit, with IOUs
    results: tuple[Difference, ...] = ()
    removed_findings: tuple[Finding, ...] = ()
    added_findings: tuple[Finding, ...] = ()
    # all IOUs after the change (None: they do not change)
    ious: tuple[IOU, ...] | None = None


def preview_change(log: Log, raw: Raw) -> Preview:
    """Return the effects of an entry and of what changes along. `log` is not changed."""
    cascade = cascade_change(log, raw)
    trial = cascade.log
    if trial is None:
        return Preview(raw, cascade.also, cascade.refusal, cascade.failing_entry)
    before, after = log.table, trial.table
    same = min(trial.first_changed, len(log.active_entries))
    was, will_be = list_findings(log, same), list_findings(trial, same)
    return Preview(
        cascade.raw,
        cascade.also,
        chips=_changes(before.ledger.chips, after.ledger.chips),
        results=_changes(_results(before), _results(after)),
        removed_findings=tuple(finding for key, finding in was.items() if key not in will_be),
        added_findings=tuple(new_finding for key, new_finding in will_be.items() if key not in was),
        ious=None if before.ledger.ious == after.ledger.ious else after.ledger.ious,
    )


def _results(table: Table) -> dict[str, int]:
    return table.setup.game.current_results(table)


def _changes(before: dict[str, int], after: dict[str, int]) -> tuple[Difference, ...]:
    accounts = dict.fromkeys((*before, *after))
    changes = (Difference(name, before.get(name, 0), after.get(name, 0)) for name in accounts)
    return tuple(change for change in changes if change.delta)
