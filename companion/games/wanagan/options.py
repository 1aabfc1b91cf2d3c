"""The house rules of Wanagan."""

from companion.core.options import (
    Options,
    Ranking,
    a_ranking,
    optional_number_option,
    options_class,
)
from companion.core.sentences import say


@options_class
class WanaganOptions(Options):
    """The house rules of a table."""

    rounds: int | None = optional_number_option(
        say("Rounds to play"),
        say("as many as you like"),
        say("a whole number of hands, or none"),
        default=5,
    )
    ranked_by: Ranking = a_ranking(default="result")
