"""The house rules of Wanagan."""

from companion.core.options import Options, Ranking, a_number_or_none, a_ranking, options
from companion.core.sentences import say


@options
class WanaganOptions(Options):
    """The house rules of a table."""

    rounds: int | None = a_number_or_none(
        say("Rounds to play"),
        say("as many as you like"),
        say("a whole number of hands, or none"),
        default=5,
    )
    ranked_by: Ranking = a_ranking(default="result")
