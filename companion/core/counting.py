"""Real chips counted: where a difference may come from."""

from dataclasses import dataclass

from companion.core import entries as e
from companion.core.force import Line
from companion.core.ledger import Transfer
from companion.core.log import Log


@dataclass(frozen=True, slots=True)
class Suspect:
    """An entry that may explain a difference: what it moved into or out of the account."""

    line: Line
    moves: tuple[Transfer, ...]


def suspects(log: Log, account: str, counted: int) -> tuple[Suspect, ...]:
    """List the entries since an account's last count that moved just what differs; latest first.

    By one movement, or by all that the entry moved there. Nothing if the count is right.
    """
    difference = abs(counted - log.table.ledger.chips[account])
    found: list[Suspect] = []
    for line, table in log.tables() if difference else ():
        counts_it = isinstance(line.entry, e.Count) and line.entry.account == account
        if counts_it:
            found.clear()
        moves = tuple(move for move in table.ledger.moves if _touches(move, account))
        if difference in _amounts(moves, account):
            found.append(Suspect(line, moves))
    return tuple(reversed(found))


def _touches(move: Transfer, account: str) -> bool:
    return move.issuer is None and account in (move.source, move.target)


def _amounts(moves: tuple[Transfer, ...], account: str) -> set[int]:
    net = sum(move.chips if move.target == account else -move.chips for move in moves)
    return {abs(net), *(move.chips for move in moves)}
