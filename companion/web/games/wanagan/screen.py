"""Wanagan's screen: the cups, who passes what to whom, who has shown what, and what comes next."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.accounts import pot_name
from companion.core.offers import Prompt
from companion.core.sentences import Sentence, say
from companion.games.wanagan.game import (
    CARDS_PASSED,
    JACKPOT,
    CardPass,
    WanaganTable,
    card_passes,
    open_pots,
    pot_leaders,
)
from companion.games.wanagan.offers import current_prompt
from companion.web.parts import screen as parts
from companion.web.parts.by_keys import template_fields
from companion.web.parts.moved import LastChange
from companion.web.parts.plates import TapButton, seat_views, tap_buttons
from companion.web.parts.pots import PotView, pot_view

CENTRE = 4
"""The jackpot is the fifth pot that is drawn: it lies in the middle of the cups."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WanaganView(parts.TableView):
    """All that the templates of this screen draw; ``best`` lead for a cup by the cards shown."""

    pots: tuple[PotView, ...]
    buttons: tuple[TapButton, ...]
    typed: Mapping[str, object]
    passing: tuple[str, ...]
    passes: Sentence | None
    wild: tuple[str, ...]
    best: Mapping[str, tuple[str, ...]]


def view(table: WanaganTable, moved: LastChange) -> WanaganView:
    """Give what the screen draws of a table now."""
    asked = current_prompt(table)
    return WanaganView(
        ask=asked,
        pots=_cups(table, asked, moved),
        seats=seat_views(table, asked, moved),
        buttons=tap_buttons(asked.buttons),
        typed=template_fields(asked.template),
        passing=_circle(card_passes(table)),
        passes=_passes(table),
        wild=table.wild,
        best={pot: pot_leaders(table, pot) for pot in open_pots(table)},
    )


def _passes(table: WanaganTable) -> Sentence | None:
    if not card_passes(table):
        return None
    left = say("First pass {cards} cards to the left:", cards=CARDS_PASSED)
    right = say("First pass {cards} cards to the right:", cards=CARDS_PASSED)
    return left if table.phase == "overtime-1" else right


def _circle(passes: tuple[CardPass, ...]) -> tuple[str, ...]:
    """Name the players in the order of the passing, the first one again at the end."""
    target = {way.player: way.target for way in passes}
    circle = [passes[0].player] if passes else []
    while len(circle) <= len(target) and circle:
        circle.append(target[circle[-1]])
    return tuple(circle)


# cups and seats


def _cups(table: WanaganTable, asked: Prompt, moved: LastChange) -> tuple[PotView, ...]:
    order = [pot for pot in table.pots if pot != JACKPOT]
    order.insert(CENTRE, JACKPOT)
    return tuple(
        pot_view(table, asked, moved, pot, pot_name(pot), pot if pot == JACKPOT else "cup")
        for pot in order
    )
