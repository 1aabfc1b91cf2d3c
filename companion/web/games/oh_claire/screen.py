"""Oh Claire!'s screen: eleven hands, bids in turn, the tricks, who pays whom, the cups covered."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.core.accounts import pot_name
from companion.core.entries.common import Deal
from companion.core.handlers import apply, refusal
from companion.core.offers import Ask
from companion.games.oh_claire.game import (
    CUPS,
    JACKPOT,
    OhClaireTable,
    coverage,
    cup_account,
)
from companion.games.oh_claire.offers import ask
from companion.web.games.oh_claire.settling import Settling, laid_out
from companion.web.parts import screen as parts
from companion.web.parts.moved import Change, Moved
from companion.web.parts.plates import TapButton, plates, taps
from companion.web.parts.pots import PotView, pot_view


@dataclass(frozen=True, slots=True)
class Covered:
    """A player's own chips in a cup."""

    player: str
    chips: int
    out: bool


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup as it is drawn; ``moved`` is what it just got."""

    number: int
    covered: tuple[Covered, ...]
    moved: Change | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OhClaireView(parts.View):
    """All that the templates of this screen draw."""

    cups: tuple[Cup, ...]
    jackpot: PotView
    buttons: tuple[TapButton, ...]
    bids: tuple[TapButton, ...]
    first_bidder: str | None
    first_bids: tuple[TapButton, ...]
    settling: Settling | None
    sizes: tuple[int, ...]

    @property
    def barred(self) -> TapButton | None:
        """The bid that may not be made now, if there is one."""
        return next((bid for bid in self.bids if bid.barred), None)


def view(table: OhClaireTable, moved: Moved) -> OhClaireView:
    """Give what the screen draws of a table now."""
    asked, first = ask(table), _first_bid(table)
    return OhClaireView(
        ask=asked,
        seats=plates(table, asked, moved),
        cups=tuple(_cup(table, moved, cup) for cup in CUPS),
        jackpot=pot_view(table, asked, moved, JACKPOT, pot_name(JACKPOT), JACKPOT),
        buttons=taps(asked.buttons),
        bids=taps(asked.tiles),
        sizes=table.options.sizes,
        first_bidder=first.player if first else None,
        first_bids=taps(first.tiles) if first else (),
        settling=laid_out(table, dict(table.bids)) if table.phase == "tricks" else None,
    )


def tricks_told(table: OhClaireTable, drawn: OhClaireView, told: Mapping[str, int]) -> OhClaireView:
    """Lay out the tricks as they were told so far; who has told nothing took the bid."""
    return replace(drawn, settling=laid_out(table, {**table.bids, **told}))


def _first_bid(table: OhClaireTable) -> Ask | None:
    """Ask for the first bid of the next hand, which says that it is dealt; None: there is none."""
    if not table.hand or refusal(table, {"do": "deal"}):
        return None
    return ask(apply(table, Deal(), table.entry + 1))


# cups and seats


def _cup(table: OhClaireTable, moved: Moved, cup: int) -> Cup:
    covered = tuple(
        Covered(player, coverage(table, player)[cup], player in table.out)
        for player in table.seats
        if cup in coverage(table, player)
    )
    gained = moved.of_all(cup_account(player, cup) for player in table.seats)
    return Cup(cup, covered, gained)
