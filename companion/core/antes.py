"""Antes: what players must put into pots before a deal."""

from collections.abc import Sequence

from companion.core.errors import ShortOfChips
from companion.core.game import Table
from companion.core.ledger import Transfer
from companion.core.sentences import say
from companion.core.words import Chips

ANTE = "ante"
"""Why chips move that must be put into a pot before a deal."""


class ShortOfAnte(ShortOfChips):
    """A player cannot pay the antes of a deal; ``missing`` chips must be borrowed or bought."""

    def __init__(self, player: str, due: int, has: int) -> None:
        """Say who has how many chips, and how many are due."""
        said = say(
            "{player} must ante {due} and has {has}: borrow or buy in first.",
            player=player,
            due=Chips(due),
            has=has,
        )
        super().__init__(said)
        self.player = player
        self.missing = due - has


def take_antes(table: Table, antes: Sequence[Transfer]) -> None:
    """Take the antes of a deal. Raises Refused (`short-of-chips`) if somebody has too few."""
    table.ledger.apply_transfers(antes)
    for player in table.present:
        left = table.ledger.chips[player]
        if left < 0:
            due = sum(ante.chips for ante in antes if ante.source == player)
            raise ShortOfAnte(player, due, due + left)
