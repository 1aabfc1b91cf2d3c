"""What moved between purses and pots, summed up and told in a line."""

from collections.abc import Iterator, Sequence

from companion.core.accounts import Account, transfer_sentence
from companion.core.ledger import POT, Transfer
from companion.core.sentences import Sentence, say
from companion.core.words import Chips, Series

MANY_MOVES = 5
"""More movements than this are summed up rather than told one by one."""


def net_chip_changes(moves: Sequence[Transfer]) -> dict[str, int]:
    """Give by how many chips each account changed; notes are no chips."""
    changes: dict[str, int] = {}
    for move in moves:
        if move.issuer is None:
            changes[move.source] = changes.get(move.source, 0) - move.chips
            changes[move.target] = changes.get(move.target, 0) + move.chips
    return changes


def transfers_sentence(moves: Sequence[Transfer]) -> Sentence | None:
    """Tell what moved in one line: ``Dee +4 from 10♥, +9 from the kitty``; many are summed up."""
    if not moves:
        return None
    told = _summed(moves) if len(moves) > MANY_MOVES else _one_by_one(moves)
    return say("{moves}", moves=Series(told))


def _one_by_one(moves: Sequence[Transfer]) -> Iterator[Sentence]:
    before = None
    for move in moves:
        plain = move.issuer is None
        if plain and before == move.target:
            yield say("+{chips} from {source}", chips=move.chips, source=Account(move.source))
        else:
            yield transfer_sentence(move)
        before = move.target if plain else None


def _summed(moves: Sequence[Transfer]) -> Iterator[Sentence]:
    gained = {who: more for who, more in net_chip_changes(moves).items() if more > 0}
    for who, more in gained.items():
        if not who.startswith(POT):
            yield say("{player} +{chips}", player=who, chips=more)
    to_pots = sum(more for who, more in gained.items() if who.startswith(POT))
    if to_pots:
        yield say("{chips} into the pots", chips=Chips(to_pots))
