"""The preview of a change of the log, tried on a copy: whose chips change, which entries fail."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.core.entries.schema import Raw
from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.ledger import IOU
from companion.core.log.history import list_findings
from companion.core.log.log import Log, ReplayError, apply_line, check_and_apply
from companion.core.log.timeline import ActiveEntry
from companion.core.review import Finding

# With more entries than this a change is no repair any more.
MOST_CASCADED = 50

# So is refused what somebody else did.
ANOTHERS = ("not-your-turn", "may-not-bid")

# So is refused what another player did, or what was done with another card.
CARRIED = (*ANOTHERS, "not-next-card")


@dataclass(frozen=True, slots=True)
class Cascade:
    """A change with all that it takes: ``raw`` is the entry that makes it, ``log`` the log with it.

    ``also`` are the entries that change along, by number. Where it cannot be made there is no log:
    ``refusal`` says what stands in the way, ``failing_entry`` at which entry.
    """

    raw: Raw
    also: tuple[tuple[int, Raw], ...] = ()
    refusal: Refused | None = None
    failing_entry: int | None = None
    log: Log | None = None


def cascade_change(log: Log, raw: Raw) -> Cascade:
    """Carry a change of the log on to later entries that fall only because of it.

    So do those where it is another's turn then, or another card is next. The log stays as it is.
    """
    cascade = Cascade(raw)
    while len(cascade.also) <= MOST_CASCADED:
        twin = log.copy()
        try:
            twin.enter(cascade.raw)
        except ReplayError as broken:
            further = _further(log, cascade, broken)
            if further is None:
                return replace(cascade, refusal=broken, failing_entry=broken.failing_entry)
            cascade = further
        except Refused as error:
            falls = cascade.also[-1][0] if cascade.also else None
            return replace(cascade, refusal=error, failing_entry=falls)
        else:
            return replace(cascade, log=twin)
    return replace(cascade, refusal=_too_many(), failing_entry=cascade.also[-1][0])


def _too_many() -> Refused:
    return Refused("amend-breaks", "Too many later entries would have to change with it.")


def _further(log: Log, cascade: Cascade, broken: ReplayError) -> Cascade | None:
    line = log.active_entry(broken.failing_entry)
    raw = None if line is None else _instead(broken.table_before, line, broken.refusal)
    if raw is None:
        return None
    change = add_to_change(cascade.raw, broken.failing_entry, raw)
    return None if change is None else Cascade(change, (*cascade.also, (broken.failing_entry, raw)))


def _instead(before: Table, line: ActiveEntry, error: Refused) -> Raw | None:
    """Return what an entry must have been: another's, or of the cards that were next."""
    if error.code != "not-next-card":
        return _anothers(before, line, error)
    cards = before.setup.game.review.intended_run(before, line.entry)
    if not cards:
        return None
    return {**line.raw, **({"card": cards[0]} if "card" in line.raw else {"cards": list(cards)})}


def _anothers(before: Table, line: ActiveEntry, error: Refused) -> Raw | None:
    """Return the entry as it is if it falls only because it is another's turn."""
    if error.code not in ANOTHERS:
        return None
    player = before.setup.game.review.player_to_act(before, line.entry)
    return None if player is None else {**line.raw, "player": player}


def reapply_line(table: Table, line: ActiveEntry) -> tuple[Table, Raw | None]:
    """Return the table after an entry that is made again, and the entry if it is another now.

    Raises Refused where it cannot stand.
    """
    try:
        return apply_line(table, line), None
    except Refused as error:
        raw = _instead(table, line, error)
        if raw is None:
            raise
    return apply_line(table, line.with_raw(raw)), raw


class Replay:
    """A replay of lines from a table, each changed where it must be another's or of another card.

    ``table`` goes on with every line; a refused one leaves it as of no use.
    """

    def __init__(self, table: Table) -> None:
        """Begin at a table, which stays as it is."""
        self.table, self._before = table.copy(), table
        self._since: list[ActiveEntry] = []

    def stand(self, line: ActiveEntry) -> Raw | None:
        """Let a line happen; give what became of it, if it changed. Raises Refused."""
        try:
            check_and_apply(self.table, line.entry, line.number)
        except Refused as error:
            if error.code not in CARRIED:
                raise
            return self._stand_changed(line, error)
        self._since.append(line)
        return None

    def _stand_changed(self, line: ActiveEntry, error: Refused) -> Raw:
        before = self._before.copy()
        for stands in self._since:
            check_and_apply(before, stands.entry, stands.number)
        raw = _instead(before, line, error)
        if raw is None:
            raise error
        self.table, self._before, self._since = before.copy(), before, []
        changed = line.with_raw(raw)
        check_and_apply(self.table, changed.entry, changed.number)
        self._since.append(changed)
        return raw


def add_to_change(raw: Raw, number: int, new: Raw) -> Raw | None:
    """Return a change with one more in it; None where there is no place for it."""
    changes = {change["entry"]: change for change in raw.get("also", ())}
    if raw["do"] == "insert":
        if raw["before"] == number:
            return {**raw, "with": new} if "with" not in raw else None
        changes[number] = {"entry": number, "with": new}
        return {**raw, "also": [changes[place] for place in sorted(changes)]}
    changes[raw["entry"]] = {"entry": raw["entry"], "with": raw["with"]}
    changes[number] = {"entry": number, "with": new}
    first, *more = (changes[place] for place in sorted(changes))
    return {"do": "amend", **first, "also": more}


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
    it. ``results`` are in the game's unit, with IOUs; ``ious`` are the open ones if they change.
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
    """Return what an entry, carried on as far as need be, would change. The log stays as it is."""
    cascade = cascade_change(log, raw)
    twin = cascade.log
    if twin is None:
        return Preview(raw, cascade.also, cascade.refusal, cascade.failing_entry)
    before, after = log.table, twin.table
    same = min(twin.first_changed, len(log.active_entries))
    was, will_be = list_findings(log, same), list_findings(twin, same)
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
