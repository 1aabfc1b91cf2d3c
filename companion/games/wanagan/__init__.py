"""Wanagan (S3): five revealed cards for each of eight cups."""

from companion.games.wanagan.game import GAME

__all__ = ["GAME"]
