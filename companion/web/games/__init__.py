"""How each game is drawn: a screen for a family of games, and one for all others."""

from collections.abc import Mapping
from typing import Any

from companion.core.game import Game
from companion.web.games import kids_rummy, oh_claire, plain, stops, wanagan
from companion.web.parts.screen import Screen

SCREENS: Mapping[str, Screen[Any]] = {
    "stops": stops.SCREEN,
    "wanagan": wanagan.SCREEN,
    "oh-claire": oh_claire.SCREEN,
    "kids-rummy": kids_rummy.SCREEN,
}


def screen_of(game: Game) -> Screen[Any]:
    """Give the screen that draws the tables of a game: its own, or the plain one."""
    return SCREENS.get(game.family or game.slug, plain.SCREEN)


def faces_of(game: Game) -> tuple[str, ...]:
    """Give the money cards that a game is known by; none where it has no board of its own."""
    return screen_of(game).board.faces(game)
