"""What an evening may have been set up with instead: a dealer, two seats, a house rule."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations

from companion.core.errors import Refused
from companion.core.game import Setup
from companion.core.options import option_values
from companion.core.review import Mistap
from companion.core.sentences import say


@dataclass(frozen=True, slots=True)
class OtherSetup:
    """A set-up with one change, and ``keys``, what becomes of the keys of its record."""

    slip: Mistap
    setup: Setup
    keys: Mapping[str, object]


def other_setups(setup: Setup) -> Iterator[OtherSetup]:
    """List the set-ups that differ in one thing, the cheapest to try first."""
    yield from other_dealers(setup)
    yield from _exchanged_seats(setup)
    yield from other_rules(setup)


def other_dealers(setup: Setup) -> Iterator[OtherSetup]:
    """List the set-ups in which another player deals first."""
    for player in setup.players:
        if player != setup.dealer:
            words = say("{player} dealt first, not {dealer}", player=player, dealer=setup.dealer)
            slip = Mistap("dealer", (), words, question_template=say("Did {player} deal first?"))
            yield OtherSetup(slip, replace(setup, dealer=player), {"dealer": player})


def _exchanged_seats(setup: Setup) -> Iterator[OtherSetup]:
    for one, other in combinations(setup.players, 2):
        places = {one: other, other: one}
        players = tuple(places.get(player, player) for player in setup.players)
        words = say("{player} and {other} sit in each other’s place", player=one, other=other)
        seated_setup = replace(setup, players=players)
        yield OtherSetup(Mistap("seats", (), words), seated_setup, {"players": [*players]})


def other_rules(setup: Setup) -> Iterator[OtherSetup]:
    """List the set-ups with another value of one house rule that has a few of them."""
    values = option_values(setup.options)
    for option in setup.game.options:
        for value, sentence in option.choices:
            if value != values[option.name]:
                words = say("House rule: {rule}: {value}", rule=option.label, value=sentence)
                new = {option.name: value}
                with suppress(Refused):  # not every rule goes with every other
                    ruled_setup = replace(setup, options=replace(setup.options, **new))
                    yield OtherSetup(Mistap("rule", (), words), ruled_setup, {"options": new})
