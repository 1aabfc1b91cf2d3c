"""The screen of a game that has none of its own: only its prompt."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

from companion.core.accounts import pot_name
from companion.core.game import Table
from companion.web.components.entry_form import template_fields
from companion.web.components.screen import Screen, TableView
from companion.web.components.seats_and_pots import (
    LastChange,
    PotView,
    TapButton,
    pot_view,
    seat_views,
    tap_buttons,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainView(TableView):
    """What the templates draw; ``last`` is the field that completes an entry."""

    pots: tuple[PotView, ...]
    tiles: tuple[TapButton, ...]
    buttons: tuple[TapButton, ...]
    typed: Mapping[str, object]
    last: str


def view(table: Table, last_change: LastChange) -> PlainView:
    prompt = table.setup.game.current_prompt(table)
    seats = seat_views(table, prompt, last_change)
    further = chain.from_iterable(plate.taps[1:] for plate in seats)
    return PlainView(
        ask=prompt,
        pots=tuple(pot_view(table, prompt, last_change, pot, pot_name(pot)) for pot in table.pots),
        seats=seats,
        tiles=tap_buttons(prompt.tiles),
        buttons=(*tap_buttons(prompt.buttons), *further),
        typed=template_fields(prompt.template),
        last=prompt.template.missing[-1].key if prompt.template else "",
    )


SCREEN = Screen("plain", view)
