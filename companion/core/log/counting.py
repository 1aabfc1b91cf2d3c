"""Real chips counted: where a difference may come from."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.entries import common as e
from companion.core.ledger import Transfer
from companion.core.log.force import Line
from companion.core.log.log import Log


@dataclass(frozen=True, slots=True)
class Suspect:
    """An entry that may explain a difference: what it moved into or out of the account."""

    line: Line
    moves: tuple[Transfer, ...]


def suspects(log: Log, counts: Mapping[str, int]) -> dict[str, tuple[Suspect, ...]]:
    """List for each account the entries since its last count that moved just what differs.

    By one movement, or by all that the entry moved there; latest first. Nothing where the count
    is right. The log is replayed once for all accounts.
    """
    chips = log.table.ledger.chips
    wrong = {name: abs(number - chips[name]) for name, number in counts.items()}
    found: dict[str, list[Suspect]] = {name: [] for name in counts}
    for line, table in log.tables() if any(wrong.values()) else ():
        if isinstance(line.entry, e.Count) and line.entry.account in found:
            found[line.entry.account].clear()
        for account in {end for move in table.ledger.moves for end in (move.source, move.target)}:
            moves = tuple(move for move in table.ledger.moves if _touches(move, account))
            if wrong.get(account) and wrong[account] in _amounts(moves, account):
                found[account].append(Suspect(line, moves))
    return {account: tuple(reversed(lines)) for account, lines in found.items()}


def _touches(move: Transfer, account: str) -> bool:
    return move.issuer is None and account in (move.source, move.target)


def _amounts(moves: tuple[Transfer, ...], account: str) -> set[int]:
    net = sum(move.chips if move.target == account else -move.chips for move in moves)
    return {abs(net), *(move.chips for move in moves)}
