"""What just happened at a table, in words and in chips."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.core.accounts import net_chip_changes, transfers_sentence
from companion.core.entries.fields import FieldKind
from companion.core.entries.schema import Entry, entry_fields
from companion.core.game import Table
from companion.core.log.log import Log
from companion.core.log.timeline import AppliedEdit, Undoable
from companion.core.sentences import EntryNumber, Sentence, say


@dataclass(frozen=True, slots=True)
class AmountChange:
    """By how many chips or points something changed, and the version of the table that it gave.

    The version tells it from the next change, which may be of as many: each is shown anew.
    """

    by: int
    version: int


@dataclass(frozen=True, slots=True)
class LastChange:
    """What just happened: in words, why, and what it changed of each account, purse or pot.

    ``settles`` says whether it settled a finding.
    """

    text: Sentence | None = None
    why: Sentence | None = None
    changes: Mapping[str, AmountChange] = field(default_factory=dict)
    settles: bool = False

    def of_all(self, accounts: Iterable[str]) -> AmountChange | None:
        """Return the change of several accounts together; None: there is none."""
        amount_changes = [self.changes[account] for account in accounts if account in self.changes]
        by = sum(change.by for change in amount_changes)
        return replace(amount_changes[0], by=by) if by else None


def last_change(log: Log, version: int) -> LastChange:
    """Return what the newest entry of the log did, which gave a version of the table."""
    if not log.raw_entries:
        return LastChange()
    do = log.raw_entries[-1]["do"]
    if do == "undo":
        return LastChange(say("Taken back"), undoable_sentence(log.next_redo))
    if isinstance(log.next_undo, AppliedEdit):
        return LastChange(_edited(log, log.next_undo))
    line = log.active_entries[-1]
    ledger = log.table.ledger
    sentence = _settled(log.table, line.entry)
    why = sentence or line.entry.describe_effect(ledger.moves)
    if do == "redo":
        why = say("Restored: {entry}", entry=why)
    changes = net_chip_changes(ledger.moves) if ledger.chips else _scored(log)
    changes_by_account = {
        account: AmountChange(by, version) for account, by in changes.items() if by
    }
    return LastChange(
        transfers_sentence(ledger.moves), why, changes_by_account, sentence is not None
    )


def _edited(log: Log, edit: AppliedEdit) -> Sentence:
    about = EntryNumber(edit.about)
    if log.raw_entries[edit.number]["do"] == "insert":
        return say("An entry was inserted before entry {number}", number=about)
    return say("Entry {number} was changed", number=about)


def _settled(table: Table, entry: Entry) -> Sentence | None:
    """Name the finding that an entry settles, if it is one of that kind."""
    keys = entry_fields(type(entry)).values()
    name = next((key.name for key in keys if key.kind is FieldKind.FINDING), None)
    if name is None:
        return None
    findings, place = table.setup.game.review.findings(table), getattr(entry, name)
    if place >= len(findings):
        return None
    return say("{entry}: {finding}", entry=entry.title, finding=findings[place].words)


def _scored(log: Log) -> dict[str, int]:
    """Return what the newest entry scored by player, where a game has no chips."""
    standing = log.setup.game.current_results
    before = standing(log.table_after(len(log.active_entries) - 1))
    return {player: now - before.get(player, 0) for player, now in standing(log.table).items()}


def last_hand_changes(table: Table) -> tuple[tuple[str, int], ...]:
    """Return what the hand just ended has changed: by how many chips or points, for each player."""
    before = table.before_deal
    if before is None or table.in_hand:
        return ()
    was, now = (table.setup.game.current_results(at) for at in (before, table))
    return tuple((player, now[player] - was.get(player, 0)) for player in table.present)


def undoable_sentence(done: Undoable | None) -> Sentence | None:
    """Return what undo or redo would take back or put back; nothing if there is nothing."""
    if done is None:
        return None
    if isinstance(done, AppliedEdit):
        return say("the change to entry {number}", number=EntryNumber(done.about))
    return done.entry.describe()
