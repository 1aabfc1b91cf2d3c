"""What just happened at a table, in words and in chips."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core.ledger import POT, Transfer
from companion.core.log import Done, Log
from companion.core.words import account_name, chips, sentence, transfer_line

MANY_MOVES = 5
"""More movements than this are summed up rather than told one by one."""


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
    if line is None or log.to_undo is None or log.to_undo.line is None:
        return Moved("Put right", done_words(log.to_undo))
    ledger = log.table.ledger
    back = "Put back: " if do == "redo" else ""
    changes = _changes(ledger.moves) if ledger.chips else _scored(log)
    return Moved(moves_line(ledger.moves), back + sentence(line.entry), changes)


def _scored(log: Log) -> dict[str, int]:
    """Give what the newest entry scored by player, where a game has no chips."""
    standing = log.setup.game.standing
    before = standing(log.table_after(len(log.lines) - 1))
    return {player: now - before.get(player, 0) for player, now in standing(log.table).items()}


def _changes(moves: list[Transfer]) -> dict[str, int]:
    changes: dict[str, int] = {}
    for move in moves:
        if move.issuer is None:
            changes[move.source] = changes.get(move.source, 0) - move.chips
            changes[move.target] = changes.get(move.target, 0) + move.chips
    return changes


def moves_line(moves: list[Transfer]) -> str:
    """Tell what moved in one line: ``Dee +4 from 10♥, +9 from kitty``; many are summed up."""
    if len(moves) > MANY_MOVES:
        return _summed(moves)
    told: list[str] = []
    before = None
    for move in moves:
        plain = move.issuer is None
        same = plain and before == move.target
        line = f"+{move.chips} from {account_name(move.source)}" if same else transfer_line(move)
        told.append(line)
        before = move.target if plain else None
    return ", ".join(told)


def _summed(moves: list[Transfer]) -> str:
    changes = _changes(moves)
    gained = {who: more for who, more in changes.items() if more > 0}
    to_pots = sum(more for who, more in gained.items() if who.startswith(POT))
    parts = [f"{who} +{more}" for who, more in gained.items() if not who.startswith(POT)]
    return ", ".join([*parts, f"{chips(to_pots)} into the pots"] if to_pots else parts)


def done_words(done: Done | None) -> str:
    """Name what undo or redo would take back or put back; nothing if there is nothing."""
    if done is None:
        return ""
    if done.line is not None:
        return sentence(done.line.entry)
    assert done.amended is not None
    return f"the change to entry {done.amended.number}"
