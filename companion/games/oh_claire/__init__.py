"""Oh Claire! (S3): bid the exact number of tricks."""

from companion.games.oh_claire.game import GAME

__all__ = ["GAME"]
