"""What a game calls that which is played from one deal to the next: a hand, or a round."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.sentences import Sentence, say, say_n


@dataclass(frozen=True, slots=True)
class Called:
    """All that is said of hands in general, in a game's own word for them.

    ``numbered``, ``going`` and ``counted`` name the number of one as ``hand``; ``final`` and
    ``running`` and ``all_played`` have the number of all as ``n``, ``one_more`` and ``one_less`` as
    ``number``; ``deals`` says who deals the next one out of order; ``charted`` is by the unit that
    is counted; ``won`` heads the column of those whom a hand went well for.
    """

    one: Sentence
    this: Sentence
    numbered: Sentence
    going: Sentence
    before: Sentence
    last: Sentence
    every: Sentence
    by_one: Sentence
    all_played: Sentence
    one_more: Sentence
    one_less: Sentence
    deals: Sentence
    running: Sentence
    final: Sentence
    counted: Sentence
    charted: Mapping[str, Sentence]
    won: Sentence


HANDS = Called(
    one=say("Hand"),
    this=say("This hand"),
    numbered=say("Hand {hand}"),
    going=say("hand {hand}"),
    before=say("Before the first hand"),
    last=say("last hand"),
    every=say("all hands"),
    by_one=say("Hand by hand"),
    all_played=say_n("The last hand has been played.", "All {n} hands have been played.", n=0),
    one_more=say("One more hand: {number} in all"),
    one_less=say("One hand less: {number} in all"),
    deals=say("{player} deals the next hand"),
    running=say_n("running tally after {n} hand", "running tally after {n} hands", n=0),
    final=say_n("final tally after {n} hand", "final tally after {n} hands", n=0),
    counted=say("Counted in hand {hand}: {account} {chips}"),
    charted={
        "chips": say("Result after each hand, in chips"),
        "points": say("Result after each hand, in points"),
    },
    won=say("Won by"),
)

ROUNDS = Called(
    one=say("Round"),
    this=say("This round"),
    numbered=say("Round {hand}"),
    going=say("round {hand}"),
    before=say("Before the first round"),
    last=say("last round"),
    every=say("all rounds"),
    by_one=say("Round by round"),
    all_played=say_n("The last round has been played.", "All {n} rounds have been played.", n=0),
    one_more=say("One more round: {number} in all"),
    one_less=say("One round less: {number} in all"),
    deals=say("{player} deals the next round"),
    running=say_n("running tally after {n} round", "running tally after {n} rounds", n=0),
    final=say_n("final tally after {n} round", "final tally after {n} rounds", n=0),
    counted=say("Counted in round {hand}: {account} {chips}"),
    charted={
        "chips": say("Result after each round, in chips"),
        "points": say("Result after each round, in points"),
    },
    won=HANDS.won,
)
