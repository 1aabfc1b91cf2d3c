"""The screens of the games, by family or slug."""

from collections.abc import Mapping
from typing import cast

from companion.core.game import Game
from companion.web.components.screen import Screen
from companion.web.games import kids_rummy, oh_claire, plain, stops, wanagan

_OWN: Mapping[str, object] = {
    "stops": stops.SCREEN,
    "wanagan": wanagan.SCREEN,
    "oh-claire": oh_claire.SCREEN,
    "kids-rummy": kids_rummy.SCREEN,
}
PLAIN = cast(Screen, plain.SCREEN)
# By family or slug. Each gets only tables of its games, which the type cannot express.
SCREENS = {family: cast(Screen, screen) for family, screen in _OWN.items()}


def screen_of(game: Game) -> Screen:
    """Return the screen for the tables of a game: its own, or the plain one."""
    return SCREENS.get(game.family or game.slug, PLAIN)


def money_card_symbols(game: Game) -> tuple[str, ...]:
    """Return the money cards of a game's own board, which stand for it in lists."""
    return screen_of(game).board.faces(game)
