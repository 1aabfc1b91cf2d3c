"""What the rules page of Oh Claire! takes from the rules."""

from collections.abc import Mapping

from companion.core.options import NoOptions
from companion.games.oh_claire import game


def facts(_: NoOptions) -> Mapping[str, object]:
    """Give the sizes of the hands, the cups, the bids without one, and what a miss costs."""
    return {
        "sizes": game.SIZES,
        "cups": game.CUPS,
        "cupless": range(game.CUPS[-1] + 1, max(game.SIZES) + 1),
        "to_a_maker": game.TO_A_MAKER,
        "to_the_jackpot": game.TO_THE_JACKPOT,
    }
