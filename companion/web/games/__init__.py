"""The screens of the games, by family or slug."""

from collections.abc import Mapping
from itertools import chain
from typing import Any

from companion.core.game import Game, Table
from companion.web.components.screen import Screen, TableView
from companion.web.components.seats_and_pots import LastChange, tap_buttons
from companion.web.games import kids_rummy, oh_claire, stops, wanagan


class PlainView(TableView):
    """What the templates draw; `last` is the field whose value completes an entry."""

    def __init__(self, table: Table, last_change: LastChange) -> None:
        super().__init__(table, last_change)
        prompt = self.prompt
        self.pots = [*map(self.pot_view, table.pots)]
        self.tiles = tap_buttons(prompt.tiles)
        further = chain.from_iterable(plate.taps[1:] for plate in self.seats)
        self.buttons = (*self.buttons, *further)
        self.last = prompt.template.missing[-1].key if prompt.template else ""


# The screen of a game that has none of its own: only its prompt.
PLAIN = Screen("plain", PlainView)

# By family or slug. Each gets only tables of its games, which the type cannot express.
SCREENS: Mapping[str, Screen[Any, Any, Any]] = {
    "stops": stops.SCREEN,
    "wanagan": wanagan.SCREEN,
    "oh-claire": oh_claire.SCREEN,
    "kids-rummy": kids_rummy.SCREEN,
}


def screen_of(game: Game) -> Screen:
    """Return the screen for the tables of a game: its own, or the plain one."""
    return SCREENS.get(game.family or game.slug, PLAIN)


def money_card_symbols(game: Game) -> tuple[str, ...]:
    """Return the money cards of a game's own board, as its symbols in lists of games."""
    return screen_of(game).board.symbols(game)
