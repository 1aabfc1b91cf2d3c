"""Kids Rummy's screen: who went out, the cards left, and the race of the points."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.core.words import listed
from companion.games.kids_rummy.game import RummyTable, cards_to_deal, standings
from companion.web.parts.moved import Moved
from companion.web.parts.plates import Plate, Tap, deal_question, plates, possible, token


@dataclass(frozen=True, slots=True)
class Lane:
    """A player's lane in the race of the points; ``at`` is how far he is, of 100."""

    token: int
    player: str
    points: int
    at: int
    out: bool


@dataclass(frozen=True, slots=True)
class View:
    """All that the templates of this screen draw."""

    kind: str
    question: str
    hint: str
    seats: tuple[Plate, ...]
    lanes: tuple[Lane, ...]
    goal: str
    buttons: tuple[Tap, ...] = ()
    may_go_out: tuple[str, ...] = ()
    best: tuple[str, ...] = ()
    typed: Mapping[str, str] = field(default_factory=dict)
    wake: bool = False


def view(table: RummyTable, moved: Moved) -> View:
    """Give what the screen draws of a table now."""
    asked = {"play": _score, "over": _over}.get(table.phase, _deal)(table)
    return View(
        kind=table.phase,
        seats=plates(table, moved, _badges(table), counts=table.scores),
        lanes=_lanes(table),
        goal=GOALS[table.options["mode"]].format(table.target),
        **asked,
    )


GOALS = {
    "target": "Whoever reaches {} ends the game: the fewest points win.",
    "single": "One round: whoever goes out wins.",
    "elimination": "Whoever reaches {} is out: the last one left wins.",
}


# the question


def _deal(table: RummyTable) -> dict[str, Any]:
    cards = cards_to_deal(table)
    question, why = deal_question(table, "Round", f"{cards} cards each")
    offers = (
        ({"do": "deal"}, f"Dealt: {cards} cards each"),
        ({"do": "end"}, f"End the game: {_leading(table)}"),
    )
    buttons = possible(table, offers if table.hand else offers[:1])
    if why and table.is_decided:
        question, why = f"{_leading(table)}!", "The game is decided: end it, or take a score back."
    return {"question": question, "hint": why, "buttons": buttons}


def _leading(table: RummyTable) -> str:
    best = _best(table)
    return f"{listed(best)} win{'s' if len(best) == 1 else ''}"


def _best(table: RummyTable) -> tuple[str, ...]:
    return tuple(line.player for line in standings(table) if line.place == 1)


def _score(table: RummyTable) -> dict[str, Any]:
    return {
        "question": "Who went out?",
        "hint": "Tap the player who has no cards left.",
        "may_go_out": table.playing,
        "wake": True,
    }


def _over(table: RummyTable) -> dict[str, Any]:
    return {"question": f"{_leading(table)}!", "hint": "", "best": _best(table)}


# the race, and the seats


def _lanes(table: RummyTable) -> tuple[Lane, ...]:
    far = max(*table.scores.values(), 1 if table.options["mode"] == "single" else table.target)
    return tuple(
        Lane(token(table, player), player, points, 100 * points // far, player in table.out)
        for player, points in table.scores.items()
    )


def _badges(table: RummyTable) -> dict[str, tuple[str, ...]]:
    return dict.fromkeys(table.out, ("out of the game",))
