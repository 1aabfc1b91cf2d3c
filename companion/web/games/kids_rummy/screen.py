"""Kids Rummy's screen: who went out, the cards left, and the race of the points."""

from dataclasses import dataclass

from companion.core.sentences import Sentence
from companion.games.kids_rummy.game import RummyTable
from companion.games.kids_rummy.offers import current_prompt, goal_sentence
from companion.web.parts import screen as parts
from companion.web.parts.moved import LastChange
from companion.web.parts.plates import TapButton, seat_views, tap_buttons


@dataclass(frozen=True, slots=True)
class PlayerLane:
    """A player's lane in the race of the points; ``at`` is how far it goes, of 100."""

    player: str
    points: int
    at: int
    out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class KidsRummyView(parts.TableView):
    """All that the templates of this screen draw."""

    lanes: tuple[PlayerLane, ...]
    goal: Sentence
    buttons: tuple[TapButton, ...]


def view(table: RummyTable, moved: LastChange) -> KidsRummyView:
    """Give what the screen draws of a table now."""
    asked = current_prompt(table)
    return KidsRummyView(
        ask=asked,
        seats=seat_views(table, asked, moved),
        lanes=_lanes(table),
        goal=goal_sentence(table),
        buttons=tap_buttons(asked.buttons),
    )


def _lanes(table: RummyTable) -> tuple[PlayerLane, ...]:
    far = max(*table.scores.values(), 1 if table.options.mode == "single" else table.target)
    return tuple(
        PlayerLane(player, points, 100 * points // far, player in table.eliminated_players)
        for player, points in table.scores.items()
    )
