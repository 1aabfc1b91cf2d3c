"""Oh Claire!'s screen: eleven hands, bids in turn, the tricks, who pays whom, the cups covered."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.core.accounts import pot_name
from companion.core.entries.common import Deal
from companion.core.handlers import apply_entry, refusal_sentence
from companion.core.offers import Prompt
from companion.games.oh_claire.game import (
    CUPS,
    JACKPOT,
    OhClaireTable,
    coverage,
    cup_account,
)
from companion.games.oh_claire.offers import current_prompt
from companion.web.games.oh_claire.settling import SettlementView, layout_settlement
from companion.web.parts import screen as parts
from companion.web.parts.moved import AmountChange, LastChange
from companion.web.parts.plates import TapButton, seat_views, tap_buttons
from companion.web.parts.pots import PotView, pot_view


@dataclass(frozen=True, slots=True)
class CoveredCup:
    """A player's own chips in a cup."""

    player: str
    chips: int
    out: bool


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup as it is drawn; ``moved`` is what it just got."""

    number: int
    covered: tuple[CoveredCup, ...]
    moved: AmountChange | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OhClaireView(parts.TableView):
    """All that the templates of this screen draw."""

    cups: tuple[Cup, ...]
    jackpot: PotView
    buttons: tuple[TapButton, ...]
    bids: tuple[TapButton, ...]
    first_bidder: str | None
    first_bids: tuple[TapButton, ...]
    settlement: SettlementView | None
    sizes: tuple[int, ...]

    @property
    def barred(self) -> TapButton | None:
        """The bid that may not be made now, if there is one."""
        return next((bid for bid in self.bids if bid.refusal), None)


def view(table: OhClaireTable, moved: LastChange) -> OhClaireView:
    """Give what the screen draws of a table now."""
    asked, first = current_prompt(table), _first_bid(table)
    return OhClaireView(
        ask=asked,
        seats=seat_views(table, asked, moved),
        cups=tuple(_cup(table, moved, cup) for cup in CUPS),
        jackpot=pot_view(table, asked, moved, JACKPOT, pot_name(JACKPOT), JACKPOT),
        buttons=tap_buttons(asked.buttons),
        bids=tap_buttons(asked.tiles),
        sizes=table.options.sizes,
        first_bidder=first.player if first else None,
        first_bids=tap_buttons(first.tiles) if first else (),
        settlement=layout_settlement(table, dict(table.bids)) if table.phase == "tricks" else None,
    )


def with_partial_tricks(
    table: OhClaireTable, drawn: OhClaireView, told: Mapping[str, int]
) -> OhClaireView:
    """Lay out the tricks as they were told so far; who has told nothing took the bid."""
    return replace(drawn, settlement=layout_settlement(table, {**table.bids, **told}))


def _first_bid(table: OhClaireTable) -> Prompt | None:
    """Ask for the first bid of the next hand, which says that it is dealt; None: there is none."""
    if not table.hand or refusal_sentence(table, {"do": "deal"}):
        return None
    return current_prompt(apply_entry(table, Deal(), table.entry_number + 1))


# cups and seats


def _cup(table: OhClaireTable, moved: LastChange, cup: int) -> Cup:
    covered = tuple(
        CoveredCup(player, coverage(table, player)[cup], player in table.eliminated_players)
        for player in table.seats
        if cup in coverage(table, player)
    )
    gained = moved.of_all(cup_account(player, cup) for player in table.seats)
    return Cup(cup, covered, gained)
