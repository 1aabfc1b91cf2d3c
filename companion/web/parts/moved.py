"""What just happened at a table, in words and in chips."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core.force import Done, Edit
from companion.core.log import Log
from companion.core.moves import changes_of, moves_line
from companion.core.words import sentence


@dataclass(frozen=True, slots=True)
class Moved:
    """What just happened: in words, why, and by how many chips or points each account changed."""

    text: str = ""
    why: str = ""
    changes: Mapping[str, int] = field(default_factory=dict)


def moved_by(log: Log) -> Moved:
    """Say what the newest entry of the log did."""
    if not log.raw:
        return Moved()
    do, line = log.raw[-1]["do"], log.lines[-1] if log.lines else None
    if do == "undo":
        return Moved("Taken back", done_words(log.to_redo))
    if line is None or log.to_undo is None or isinstance(log.to_undo, Edit):
        return Moved("Put right", done_words(log.to_undo))
    ledger = log.table.ledger
    back = "Put back: " if do == "redo" else ""
    changes = changes_of(ledger.moves) if ledger.chips else _scored(log)
    return Moved(moves_line(ledger.moves), back + sentence(line.entry), changes)


def _scored(log: Log) -> dict[str, int]:
    """Give what the newest entry scored by player, where a game has no chips."""
    standing = log.setup.game.standing
    before = standing(log.table_after(len(log.lines) - 1))
    return {player: now - before.get(player, 0) for player, now in standing(log.table).items()}


def done_words(done: Done | None) -> str:
    """Name what undo or redo would take back or put back; nothing if there is nothing."""
    if done is None:
        return ""
    if isinstance(done, Edit):
        return f"the change to entry {done.about}"
    return sentence(done.entry)
