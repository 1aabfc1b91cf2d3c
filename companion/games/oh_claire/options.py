"""The house rules of Oh Claire!."""

from companion.core.options import (
    Options,
    Ranking,
    a_ranking,
    numbers_in_turn,
    options_class,
    true_or_false,
)
from companion.core.sentences import say

HAND_SIZES = (10, 9, 8, 7, 6, 5, 6, 7, 8, 9, 10)
"""Cards for each player, hand by hand."""

LARGEST, MOST_HANDS = 10, 20


OH_HELL = {"sizes": [*range(1, 11), *range(9, 0, -1)], "hook": False}
"""From one card up to ten and down again, and any number of tricks may be bid."""


@options_class
class ClaireOptions(Options):
    """The house rules of a table."""

    sizes: tuple[int, ...] = numbers_in_turn(
        say("Cards each, hand by hand"), 1, LARGEST, MOST_HANDS, default=HAND_SIZES
    )
    hook: bool = true_or_false(
        say("All bids together"),
        (
            (True, say("may not be the number of tricks")),
            (False, say("may be any number")),
        ),
        default=True,
    )
    ranked_by: Ranking = a_ranking(default="result")
