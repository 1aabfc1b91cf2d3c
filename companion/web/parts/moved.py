"""What a table's page shows: the game's own screen, and what is the same for every game.

Each screen has a module that turns a table into its view; its templates are in
``templates/games/<screen>/``: ``felt.html`` and ``ask.html``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Any

from companion.core.ledger import POT, Transfer
from companion.core.log import Done, Log
from companion.core.words import account_name, chips, sentence, transfer_line

MANY_MOVES = 5
"""More movements than this are summed up rather than told one by one."""


def screen_of(log: Log) -> ModuleType:
    """Give the module of the game's screen."""
    package = log.setup.game.screen.replace("-", "_")
    return import_module(f"companion.web.games.{package}.screen")


def view_of(log: Log, moved: "Moved | None" = None) -> Any:
    """Give what the templates of the game's screen draw: the table now, and what it asks."""
    return screen_of(log).view(log, moved or moved_by(log))


@dataclass(frozen=True, slots=True)
class Moved:
    """What just happened: in words, why, and by how many chips each account changed."""

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
    moves = log.table.ledger.moves
    back = "Put back: " if do == "redo" else ""
    return Moved(moves_line(moves), back + sentence(line.entry), _changes(moves))


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
