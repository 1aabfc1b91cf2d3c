"""What moved between purses and pots, summed up and told in a line."""

from collections.abc import Sequence

from companion.core.ledger import POT, Transfer
from companion.core.words import account_name, chips, transfer_line

MANY_MOVES = 5
"""More movements than this are summed up rather than told one by one."""


def changes_of(moves: Sequence[Transfer]) -> dict[str, int]:
    """Give by how many chips each account changed; notes are no chips."""
    changes: dict[str, int] = {}
    for move in moves:
        if move.issuer is None:
            changes[move.source] = changes.get(move.source, 0) - move.chips
            changes[move.target] = changes.get(move.target, 0) + move.chips
    return changes


def moves_line(moves: Sequence[Transfer]) -> str:
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


def _summed(moves: Sequence[Transfer]) -> str:
    changes = changes_of(moves)
    gained = {who: more for who, more in changes.items() if more > 0}
    to_pots = sum(more for who, more in gained.items() if who.startswith(POT))
    parts = [f"{who} +{more}" for who, more in gained.items() if not who.startswith(POT)]
    return ", ".join([*parts, f"{chips(to_pots)} into the pots"] if to_pots else parts)
