"""The screens of the games, by family or slug."""

from collections.abc import Mapping
from typing import Any

from companion.core.game import Game
from companion.web.components.screen import Screen
from companion.web.games import kids_rummy, oh_claire, plain, stops, wanagan

# By family or slug. Each gets only tables of its games, which the type cannot express.
SCREENS: Mapping[str, Screen[Any, Any, Any]] = {
    "stops": stops.SCREEN,
    "wanagan": wanagan.SCREEN,
    "oh-claire": oh_claire.SCREEN,
    "kids-rummy": kids_rummy.SCREEN,
}


def screen_of(game: Game) -> Screen:
    """Return the screen for the tables of a game: its own, or the plain one."""
    return SCREENS.get(game.family or game.slug, plain.SCREEN)


def money_card_symbols(game: Game) -> tuple[str, ...]:
    """Return the money cards of a game's own board, as its symbols in lists of games."""
    return screen_of(game).board.faces(game)
