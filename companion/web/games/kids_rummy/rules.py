"""What the rules page of Kids Rummy takes from the rules."""

from collections.abc import Mapping

from companion.core.cards import JOKER
from companion.games.kids_rummy import game, options


def facts(chosen: options.RummyOptions) -> Mapping[str, object]:
    """Give the cards dealt, the usual targets, and what the cards left count."""
    return {
        "cards_of_two": game.CARDS_OF_TWO,
        "cards_of_more": game.CARDS_OF_MORE,
        "target_of_two": options.TARGET_OF_TWO,
        "target_of_more": options.TARGET_OF_MORE,
        "low": game.points_left(chosen, ["9S"]),
        "high": game.points_left(chosen, ["KS"]),
        "joker": game.points_left(chosen, [JOKER]),
    }
