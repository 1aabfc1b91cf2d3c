"""Oh Claire!'s screen: eleven hands, bids in turn, the tricks, who pays whom, the cups covered."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.core.ledger import POT
from companion.core.words import chips, listed
from companion.games.oh_claire.game import (
    CUPS,
    JACKPOT,
    SIZES,
    OhClaireTable,
    bid_choices,
    coverage,
    cup_account,
    jackpot_winners,
    makers,
)
from companion.web.games.oh_claire.settling import Settling, settling
from companion.web.parts.moved import Moved
from companion.web.parts.plates import Plate, Tap, deal_question, plates, possible, tap, token


@dataclass(frozen=True, slots=True)
class Covered:
    """A player's own chips in a cup."""

    token: int
    player: str
    chips: int
    out: bool


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup as it is drawn; ``moved`` are the chips that it just got."""

    number: int
    covered: tuple[Covered, ...]
    moved: int


@dataclass(frozen=True, slots=True)
class BidView:
    """A number of tricks to bid: its button, or why it may not be bid."""

    tricks: int
    entry: str
    barred: str | None


@dataclass(frozen=True, slots=True)
class View:
    """All that the templates of this screen draw."""

    kind: str
    question: str
    hint: str
    seats: tuple[Plate, ...]
    cups: tuple[Cup, ...]
    jackpot: int
    jackpot_moved: int | None
    sizes: tuple[int, ...] = SIZES
    buttons: tuple[Tap, ...] = ()
    bids: tuple[BidView, ...] = ()
    settling: Settling | None = None
    typed: Mapping[str, str] = field(default_factory=dict)
    wake: bool = False

    @property
    def barred(self) -> BidView | None:
        """The bid that may not be made now, if there is one."""
        return next((bid for bid in self.bids if bid.barred), None)


def view(table: OhClaireTable, moved: Moved) -> View:
    """Give what the screen draws of a table now."""
    asked = {"bids": _bids, "tricks": _tricks, "over": _over}.get(table.phase, _deal)(table)
    return View(
        kind=table.phase,
        seats=plates(table, moved, _badges(table), table.turn),
        cups=tuple(_cup(table, moved, cup) for cup in CUPS),
        jackpot=table.ledger.chips[POT + JACKPOT],
        jackpot_moved=moved.changes.get(POT + JACKPOT),
        **asked,
    )


# the question


def _deal(table: OhClaireTable) -> dict[str, Any]:
    size = SIZES[table.hand] if table.hand < len(SIZES) else 0
    question, why = deal_question(table, "Hand", f"{size} cards each")
    offers = (({"do": "deal"}, f"Dealt: {size} cards each"), ({"do": "end"}, _end_words(table)))
    return {"question": question, "hint": why or _made(table), "buttons": possible(table, offers)}


def _end_words(table: OhClaireTable) -> str:
    pot = table.ledger.chips[POT + JACKPOT]
    if table.hand < len(SIZES) and len(table.playing) > 1:
        return "End here and count up"
    return f"Count up: the jackpot of {chips(pot)} to {listed(jackpot_winners(table))}"


def _made(table: OhClaireTable) -> str:
    if not table.hand:
        return "Everybody bids the tricks that he will take, exactly."
    return f"{listed(makers(table))} made the bid in hand {table.hand}."


def _bids(table: OhClaireTable) -> dict[str, Any]:
    so_far = sum(table.bids.values())
    bids = (
        BidView(
            choice.tricks,
            tap({"do": "bid", "player": table.turn, "tricks": choice.tricks}, "").entry,
            choice.barred,
        )
        for choice in bid_choices(table)
    )
    return {
        "question": f"How many of {table.size} tricks does {table.turn} bid?",
        "hint": f"Bid so far: {so_far}." if table.bids else "",
        "bids": tuple(bids),
        "wake": True,
    }


def _tricks(table: OhClaireTable) -> dict[str, Any]:
    total = sum(table.bids.values())
    fight = "too many" if total > table.size else "too few"
    return {
        "question": "Who took how many tricks?",
        "hint": f"{table.size} tricks, {total} bid: {abs(total - table.size)} {fight}.",
        "settling": settling(table, dict(table.bids)),
        "wake": True,
    }


def _over(table: OhClaireTable) -> dict[str, Any]:
    best = [line.player for line in table.tally or () if line.place == 1]
    return {"question": f"{listed(best)} won", "hint": "Chips in the purse and in the cups count."}


# cups and seats


def _cup(table: OhClaireTable, moved: Moved, cup: int) -> Cup:
    covered = tuple(
        Covered(token(table, player), player, coverage(table, player)[cup], player in table.out)
        for player in table.seats
        if cup in coverage(table, player)
    )
    gained = sum(moved.changes.get(cup_account(player, cup), 0) for player in table.seats)
    return Cup(cup, covered, gained)


def _badges(table: OhClaireTable) -> dict[str, tuple[str, ...]]:
    return {player: _badge(table, player) for player in table.present}


def _badge(table: OhClaireTable, player: str) -> tuple[str, ...]:
    if player in table.out:
        return ("out",)
    if table.phase in ("bids", "tricks"):
        return (f"bids {table.bids[player]}",) if player in table.bids else ()
    if player not in table.took:
        return ()
    if player in makers(table):
        return ("made it",)
    return (f"took {table.took[player]}, bid {table.bids[player]}",)
