"""The house rules of Kids Rummy."""

from typing import Literal

from companion.core.options import (
    Options,
    choice_option,
    optional_number_option,
    options_class,
    small_number_option,
)
from companion.core.sentences import say, say_plural

TARGET_OF_TWO, TARGET_OF_MORE = 100, 300
"""The usual target of two players, and of more, in points."""

ACES = (1, 5, 11, 15)
"""What an ace left in hand may count, in points."""

_JOKERS = (
    say("none"),
    say("one"),
    say("two"),
    say("three"),
    say("four"),
    say("five"),
    say("six"),
    say("seven"),
    say("eight"),
)


@options_class
class RummyOptions(Options):
    """The house rules of a table."""

    mode: Literal["target", "single", "elimination"] = choice_option(
        say("The game ends"),
        (
            ("target", say("when a player reaches the target: the lowest score wins")),
            ("single", say("after one round: going out wins")),
            ("elimination", say("when one player is left below the target")),
        ),
        default="target",
    )
    target: int | None = optional_number_option(
        say("Target in points"),
        say("{two} for two players, else {more}", two=TARGET_OF_TWO, more=TARGET_OF_MORE),
        say("a whole number of points, or none"),
        default=None,
    )
    target_at: Literal["reached", "exceeded"] = choice_option(
        say("The target counts"),
        (("reached", say("once it is reached")), ("exceeded", say("only when it is exceeded"))),
        default="reached",
    )
    ace: int = small_number_option(
        say("An ace left in hand counts"),
        tuple((n, say_plural("{n} point", "{n} points", n=n)) for n in ACES),
        default=5,
    )
    jokers: int = small_number_option(say("Jokers in use"), tuple(enumerate(_JOKERS)), default=0)
    packs: int = small_number_option(say("Packs"), ((1, say("one")), (2, say("two"))), default=1)
