"""A change of the log: the later entries that change with it, and a preview of its effects."""

from dataclasses import dataclass, replace

from companion.core.entries.schema import Raw
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.ledger import IOU
from companion.core.log.history import list_findings
from companion.core.log.log import Log, ReplayError, apply_line, check_and_apply
from companion.core.log.timeline import LogLine, is_edit
from companion.core.review import Finding

# How many later entries may change along with one.
MAX_CASCADE = 50

# Codes of entries that another player must have made.
WRONG_PLAYER = ("not-your-turn", "may-not-bid")

# Codes of entries that another player must have made, or the same player with another card.
ADAPTABLE = (*WRONG_PLAYER, "not-next-card")


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the log, with the later entries that must change along with it.

    `raw` is the edit as JSON, which includes these; `also` has their numbers and new JSON. `log` is
    the log after it; None if the change is impossible. Then `refusal` is the reason, and
    `failing_entry` the number of the entry that fails.
    """

    raw: Raw
    also: tuple[tuple[int, Raw], ...] = ()
    refusal: Refused | None = None
    failing_entry: int | None = None
    log: Log | None = None


def cascade_change(log: Log, raw: Raw) -> Change:
    """Return the change that `raw` makes, extended to later entries that would become impossible.

    Such an entry becomes that of another player, whose turn it then is; or plays the card that is
    then next; or no longer names a player who is then eliminated. If later entries omit a player,
    this player leaves after the change. `log` is not changed.
    """
    cascade, trial = Change(raw), log.copy()
    while len(cascade.also) <= MAX_CASCADE:
        try:
            trial.enter(cascade.raw)
        except ReplayError as error:
            longer_cascade = _extend(cascade, error)
            if longer_cascade is None:
                return replace(cascade, refusal=error, failing_entry=error.line.number)
            cascade = longer_cascade
        except Refused as error:
            number = cascade.also[-1][0] if cascade.also else None
            return replace(cascade, refusal=error, failing_entry=number)
        else:
            return replace(cascade, log=trial)
    refusal = Refused("amend-breaks", "Too many later entries would also have to change.")
    return replace(cascade, refusal=refusal, failing_entry=cascade.also[-1][0])


def _extend(cascade: Change, error: ReplayError) -> Change | None:
    """Return the change with the failing entry adapted, or with a leave; None if neither helps."""
    line = error.line
    raw = _adapt(error.table_before, line, error.refusal)
    if raw is None:
        return _add_leave(cascade.raw, error.table_before, line)
    change = add_to_change(cascade.raw, line.number, raw)
    return None if change is None else Change(change, (*cascade.also, (line.number, raw)))


def _add_leave(raw: Raw, before: Table, line: LogLine) -> Change | None:
    """Return the change with a leave added for the one player missing in a later entry, or None."""
    player = before.setup.game.review.absent_player(before, line.entry)
    if player is None or raw["do"] != "amend" or raw["with"] is None or "also" in raw:
        return None
    leave = {"do": "leave", "player": player}
    change = {"do": "insert", "before": raw["entry"], "entry": raw["with"], "with": leave}
    return Change(change, ((raw["entry"], leave),))


def _adapt(before: Table, line: LogLine, error: Refused) -> Raw | None:
    """Return the entry with the player or cards that it must name to be possible, or None."""
    review, raw = before.setup.game.review, line.raw
    if error.code == "bad-count":
        return review.without_eliminated(before, line.entry, raw)
    if error.code in WRONG_PLAYER:
        player = review.player_to_act(before, line.entry)
        return None if player is None else {**raw, "player": player}
    cards = review.intended_run(before, line.entry) if error.code == "not-next-card" else ()
    if not cards:
        return None
    return {**raw, **({"card": cards[0]} if "card" in raw else {"cards": list(cards)})}


def reapply_line(table: Table, line: LogLine) -> tuple[Table, Raw | None]:
    """Return the table after an entry, and the entry's new JSON if it had to change, or None.

    It may change as in `cascade_change`. `table` is not changed. Raises Refused if it is
    impossible.
    """
    try:
        return apply_line(table, line), None
    except Refused as error:
        raw = _adapt(table, line, error)
        if raw is None:
            raise
    return apply_line(table, line.with_raw(raw)), raw


class Replay:
    """A replay of entries on a copy of `table`; they change as in `cascade_change` if needed.

    `table` is the table after them. After an error the replay is unusable.
    """

    def __init__(self, table: Table) -> None:
        self.table = table.copy()

    def apply(self, line: LogLine) -> Raw | None:
        """Apply an entry; if it is refused, adapt it and apply that.

        Return its new JSON, or None if it is unchanged. Raises Refused.
        """
        cards = line.raw.get("cards")
        before = self.table.copy() if isinstance(cards, list) and len(cards) > 1 else None
        try:
            check_and_apply(self.table, line.entry, line.number)
        except Refused as error:
            if error.code not in ADAPTABLE:
                raise
            if before is None:
                self.table.line_count -= 1  # turn and card are checked before anything changes
            else:
                self.table = before
            raw = _adapt(self.table, line, error)
            if raw is None:
                raise
        else:
            return None
        check_and_apply(self.table, line.with_raw(raw).entry, line.number)
        return raw


def add_to_change(raw: Raw, number: int, new: Raw) -> Raw | None:
    """Return the edit `raw` with `new` for entry `number`.

    Return None if it replaces that already, or is no edit, as where an entry is only added.
    """
    if not is_edit(raw):
        return None
    changes = {change["entry"]: change for change in raw.get("also", ())}
    if raw["do"] == "insert":
        if raw["before"] == number:
            return {**raw, "with": new} if "with" not in raw else None
        changes[number] = {"entry": number, "with": new}
        return {**raw, "also": [changes[place] for place in sorted(changes)]}
    changes[raw["entry"]] = {"entry": raw["entry"], "with": raw["with"]}
    changes[number] = {"entry": number, "with": new}
    first, *others = (changes[place] for place in sorted(changes))
    return {"do": "amend", **first, "also": others}


@dataclass(frozen=True, slots=True)
class Difference:
    """A number that a change alters: the chips of a purse or pot, or the result of a player."""

    account: str
    old: int
    new: int

    @property
    def delta(self) -> int:
        return self.new - self.old


@dataclass(frozen=True, slots=True)
class Preview(Change):
    """A change of the log and its effects, if it is possible."""

    chips: tuple[Difference, ...] = ()
    # in the game's unit, with IOUs
    results: tuple[Difference, ...] = ()
    removed_findings: tuple[Finding, ...] = ()
    added_findings: tuple[Finding, ...] = ()
    # all IOUs after the change (None: they do not change)
    ious: tuple[IOU, ...] | None = None


def preview_change(log: Log, raw: Raw) -> Preview:
    """Return the effects of the edit `raw` and of the later changes that it needs.

    They are found by `cascade_change`. `log` is not changed.
    """
    cascade = cascade_change(log, raw)
    trial = cascade.log
    if trial is None:
        return Preview(raw, cascade.also, cascade.refusal, cascade.failing_entry)
    before, after = log.table, trial.table
    since = min(trial.first_changed, len(log.lines))
    old_findings, new_findings = list_findings(log, since), list_findings(trial, since)
    return Preview(
        cascade.raw,
        cascade.also,
        chips=_differences(before.ledger.chips, after.ledger.chips),
        results=_differences(_results(before), _results(after)),
        removed_findings=tuple(f for key, f in old_findings.items() if key not in new_findings),
        added_findings=tuple(f for key, f in new_findings.items() if key not in old_findings),
        ious=None if before.ledger.ious == after.ledger.ious else after.ledger.ious,
    )


def _results(table: Table) -> dict[str, int]:
    return table.setup.game.current_results(table)


def _differences(before: dict[str, int], after: dict[str, int]) -> tuple[Difference, ...]:
    accounts = dict.fromkeys((*before, *after))
    changes = (Difference(name, before.get(name, 0), after.get(name, 0)) for name in accounts)
    return tuple(change for change in changes if change.delta)
