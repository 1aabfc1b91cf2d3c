"""Kids Rummy's screen: who went out, the cards left, and the race of the points."""

from dataclasses import dataclass

from companion.core.sentences import Sentence
from companion.games.kids_rummy.game import RummyTable
from companion.games.kids_rummy.offers import ask, goal
from companion.web.parts import screen as parts
from companion.web.parts.moved import Moved
from companion.web.parts.plates import TapButton, plates, taps


@dataclass(frozen=True, slots=True)
class Lane:
    """A player's lane in the race of the points; ``at`` is how far it goes, of 100."""

    player: str
    points: int
    at: int
    out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class KidsRummyView(parts.View):
    """All that the templates of this screen draw."""

    lanes: tuple[Lane, ...]
    goal: Sentence
    buttons: tuple[TapButton, ...]


def view(table: RummyTable, moved: Moved) -> KidsRummyView:
    """Give what the screen draws of a table now."""
    asked = ask(table)
    return KidsRummyView(
        ask=asked,
        seats=plates(table, asked, moved),
        lanes=_lanes(table),
        goal=goal(table),
        buttons=taps(asked.buttons),
    )


def _lanes(table: RummyTable) -> tuple[Lane, ...]:
    far = max(*table.scores.values(), 1 if table.options.mode == "single" else table.target)
    return tuple(
        Lane(player, points, 100 * points // far, player in table.out)
        for player, points in table.scores.items()
    )
