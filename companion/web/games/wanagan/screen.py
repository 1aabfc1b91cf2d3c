"""Wanagan's screen: the cups, who passes what to whom, who has shown what, and what comes next."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.core.ledger import POT, Note
from companion.core.shelf import apply, refusal
from companion.core.words import chips, listed
from companion.games.wanagan.entries import Next
from companion.games.wanagan.game import (
    ANTES,
    FINAL,
    JACKPOT,
    REVEALS,
    Passing,
    WanaganTable,
    judge,
    open_pots,
    passing,
    winners_so_far,
    yet_to_show,
)
from companion.games.wanagan.words import CUP_WORDS, hand_words
from companion.web.parts.moved import Moved, moves_line
from companion.web.parts.plates import Plate, Tap, deal_question, plates, possible, tap

STAGES = {
    "hand-1": "First reveal",
    "overtime-1": "Overtime 1",
    "overtime-2": "Overtime 2",
    "overtime-3": "Overtime 3",
}
CENTRE = 4
"""The jackpot is the fifth pot that is drawn: it lies in the middle of the cups."""


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup as it is drawn; ``best`` are those who lead for it by the cards shown."""

    id: str
    label: str
    chips: int
    notes: tuple[Note, ...]
    moved: int | None
    kind: str
    open: bool
    best: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    """All that the templates of this screen draw."""

    kind: str
    question: str
    hint: str
    pots: tuple[Cup, ...]
    seats: tuple[Plate, ...]
    buttons: tuple[Tap, ...]
    winners: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    passing: tuple[str, ...] = ()
    passes: str = ""
    wild: tuple[str, ...] = ()
    typed: Mapping[str, str] = field(default_factory=dict)
    wake: bool = False

    @property
    def cups(self) -> tuple[Cup, ...]:
        """The cups that can be won now."""
        return tuple(pot for pot in self.pots if pot.open)


def view(table: WanaganTable, moved: Moved) -> View:
    """Give what the screen draws of a table now."""
    seats = plates(table, moved, _badges(table))
    drawn: dict[str, Any] = {"pots": _cups(table, moved), "seats": seats}
    if table.phase in REVEALS:
        return View("reveal", **drawn, **_reveal(table))
    if table.phase == FINAL:
        return View("final", **drawn, **_final(table))
    return View(table.phase, **drawn, **_rest(table))


# the question


def _rest(table: WanaganTable) -> dict[str, Any]:
    if table.phase == "over":
        return {"question": "The evening is over", "hint": "", "buttons": ()}
    packs = "one pack" if table.packs == 1 else "two packs"
    question, hint = deal_question(table, "Round", f"out {packs}", table.options["rounds"])
    deal = ({"do": "deal"}, f"Ante {sum(ANTES.values())} each")
    buttons = possible(table, (deal, ({"do": "end"}, "End the evening")))
    return {"question": question, "hint": hint, "buttons": buttons}


def _reveal(table: WanaganTable) -> dict[str, Any]:
    after, buttons = _next(table)
    passes = passing(table)
    way = "left" if table.phase == "overtime-1" else "right"
    return {
        "question": f"{STAGES[table.phase]}: who wins which cup?",
        "hint": after or "Tap a cup, then the player who takes it; or enter what everybody shows.",
        "buttons": buttons,
        "winners": _may_win(table),
        "shows": yet_to_show(table),
        "passes": f"First pass {passes[0].cards} cards to the {way}:" if passes else "",
        "passing": _circle(passes),
        "wild": table.wild,
        "typed": {"do": "award"},
        "wake": True,
    }


def _final(table: WanaganTable) -> dict[str, Any]:
    pot = chips(table.ledger.chips[POT + JACKPOT])
    award = {"do": "award", "pot": JACKPOT}
    missing = yet_to_show(table)
    judged = judge(table, JACKPOT)
    buttons: list[tuple[dict[str, Any], str]] = [({**award, "players": []}, "Nobody: it stays")]
    if table.shown and not missing:
        buttons.insert(0, (award, f"By the cards: {listed(judged)}"))
    return {
        "question": f"Final for the jackpot of {pot}: who has the best five cards?",
        "hint": "Gather all cards for a draw. Tap the winner, or enter what everybody shows.",
        "buttons": possible(table, buttons),
        "winners": _may_win(table),
        "shows": missing,
        "typed": {"do": "award", "pot": JACKPOT},
        "wake": True,
    }


def _circle(passes: tuple[Passing, ...]) -> tuple[str, ...]:
    """Name the players in the order of the passing, the first one again at the end."""
    target = {way.player: way.target for way in passes}
    circle = [passes[0].player] if passes else []
    while len(circle) <= len(target) and circle:
        circle.append(target[circle[-1]])
    return tuple(circle)


def _may_win(table: WanaganTable) -> tuple[str, ...]:
    had = winners_so_far(table)
    return tuple(player for player in table.present if player not in had)


def _next(table: WanaganTable) -> tuple[str, tuple[Tap, ...]]:
    """Say what closing the reveal does now, and give its button; no button: why not."""
    raw = {"do": "next"}
    why = refusal(table, raw)
    if why:
        return why, ()
    then = apply(table, Next(), table.entry + 1)
    assert isinstance(then, WanaganTable)
    won = moves_line([move for move in then.ledger.moves if move.why != "swept"])
    return f"By the cards: {won}." if won else "", (tap(raw, _next_words(then)),)


def _next_words(then: WanaganTable) -> str:
    if then.phase in REVEALS:
        return f"On to {STAGES[then.phase].lower()}"
    swept = sum(move.chips for move in then.ledger.moves if move.why == "swept")
    if then.phase == FINAL:
        return f"Sweep {chips(swept)} into the jackpot" if swept else "On to the final"
    return "All cups are won: end the round"


# cups and seats


def _cups(table: WanaganTable, moved: Moved) -> tuple[Cup, ...]:
    order = [pot for pot in table.pots if pot != JACKPOT]
    order.insert(CENTRE, JACKPOT)
    still = open_pots(table)
    return tuple(_cup(table, moved, pot, pot in still) for pot in order)


def _cup(table: WanaganTable, moved: Moved, pot: str, is_open: bool) -> Cup:
    account = POT + pot
    return Cup(
        pot,
        CUP_WORDS[pot],
        table.ledger.chips[account],
        table.ledger.held(account),
        moved.changes.get(account),
        pot if pot == JACKPOT else "cup",
        is_open,
        judge(table, pot) if is_open else (),
    )


def _badges(table: WanaganTable) -> dict[str, tuple[str, ...]]:
    badges: dict[str, tuple[str, ...]] = {
        player: (hand_words(shown.claim, shown.strength),) for player, shown in table.shown.items()
    }
    for pot, winners in table.awarded.items():
        for player in winners:
            badges[player] = (*badges.get(player, ()), f"won {CUP_WORDS[pot].lower()}")
    return badges
