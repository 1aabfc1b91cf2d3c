"""Antes: what players must put into pots before a deal."""

from collections.abc import Sequence

from companion.core.errors import Refused
from companion.core.game import Table
from companion.core.ledger import Transfer
from companion.core.sentences import say
from companion.core.words import Chips

ANTE = "ante"
"""Why chips move that must be put into a pot before a deal."""


class ShortOfAnte(Refused):
    """A player cannot pay the antes of a deal; ``missing`` chips must be borrowed or bought."""

    def __init__(self, player: str, due: int, has: int) -> None:
        """Say who has how many chips, and how many are due."""
        said = say(
            "{player} must ante {due} and has {has}: borrow or buy in first.",
            player=player,
            due=Chips(due),
            has=has,
        )
        super().__init__("short-of-chips", said.template, **said.facts)
        self.player = player
        self.missing = due - has


def take_antes(table: Table, antes: Sequence[Transfer]) -> None:
    """Take the antes of a deal. Raises Refused (`short-of-chips`) before anything is moved."""
    dues = dict.fromkeys(table.present, 0)
    for ante in antes:
        dues[ante.source] += ante.chips
    for player, due in dues.items():
        has = table.ledger.chips[player]
        if due > has:
            raise ShortOfAnte(player, due, has)
    table.ledger.make(antes)
