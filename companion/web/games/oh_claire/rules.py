"""What the rules page of Oh Claire! takes from the rules."""

from collections.abc import Mapping

from companion.games.oh_claire import game
from companion.games.oh_claire.options import ClaireOptions


def facts(options: ClaireOptions) -> Mapping[str, object]:
    """Give the cups, the bids without one, and what a miss costs."""
    return {
        "cups": game.CUPS,
        "cupless": range(game.CUPS[-1] + 1, max(options.sizes) + 1),
        "to_a_maker": game.TO_A_MAKER,
        "to_the_jackpot": game.TO_THE_JACKPOT,
    }
