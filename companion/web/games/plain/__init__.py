"""The screen of a game that has none of its own: what it offers, and nothing else."""

from companion.web.games.plain.screen import view
from companion.web.parts.screen import Screen

SCREEN = Screen("plain", view)
