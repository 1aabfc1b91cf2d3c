"""Kids Rummy (S4): rounds are scored by the cards left in hand."""

from companion.games.kids_rummy.game import GAME

__all__ = ["GAME"]
