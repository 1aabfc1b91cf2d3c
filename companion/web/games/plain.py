"""The screen of a game that has none of its own: only its prompt."""

from itertools import chain

from companion.core.accounts import pot_name
from companion.core.game import Table
from companion.web.components.entry_form import template_fields
from companion.web.components.screen import Screen, TableView
from companion.web.components.seats_and_pots import (
    LastChange,
    pot_view,
    seat_views,
    tap_buttons,
)


class PlainView(TableView):
    """What the templates draw; `last` is the field whose value completes an entry."""

    def __init__(self, table: Table, last_change: LastChange) -> None:
        prompt = table.setup.game.current_prompt(table)
        super().__init__(prompt, seat_views(table, prompt, last_change))
        self.pots = [pot_view(table, prompt, last_change, pot, pot_name(pot)) for pot in table.pots]
        self.tiles = tap_buttons(prompt.tiles)
        further = chain.from_iterable(plate.taps[1:] for plate in self.seats)
        self.buttons = (*tap_buttons(prompt.buttons), *further)
        self.typed = template_fields(prompt.template)
        self.last = prompt.template.missing[-1].key if prompt.template else ""


SCREEN = Screen("plain", PlainView)
