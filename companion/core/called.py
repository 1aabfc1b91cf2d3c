"""What a game calls that which is played from one deal to the next: a hand, or a round."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.sentences import Sentence, say, say_plural


@dataclass(frozen=True, slots=True)
class HandTerms:
    """All that is said of hands in general, in a game's own word for them.

    ``numbered``, ``going`` and ``counted`` name the number of one as ``hand``; ``final`` and
    ``running`` and ``all_played`` have the number of all as ``n``, ``one_more`` and ``one_less`` as
    ``number``; ``deals`` says who deals the next one out of order; ``charted`` is by the unit that
    is counted; ``won`` heads the column of those whom a hand went well for.
    """

    hand: Sentence
    this: Sentence
    numbered: Sentence
    in_progress: Sentence
    before_first: Sentence
    last: Sentence
    every: Sentence
    per_hand: Sentence
    all_played: Sentence
    one_more: Sentence
    one_less: Sentence
    deals: Sentence
    tally_so_far: Sentence
    final_tally: Sentence
    with_count: Sentence
    chart_titles: Mapping[str, Sentence]
    winner: Sentence


HANDS = HandTerms(
    hand=say("Hand"),
    this=say("This hand"),
    numbered=say("Hand {hand}"),
    in_progress=say("hand {hand}"),
    before_first=say("Before the first hand"),
    last=say("last hand"),
    every=say("all hands"),
    per_hand=say("Hand by hand"),
    all_played=say_plural("The last hand has been played.", "All {n} hands have been played.", n=0),
    one_more=say("One more hand: {number} in all"),
    one_less=say("One hand less: {number} in all"),
    deals=say("{player} deals the next hand"),
    tally_so_far=say_plural("running tally after {n} hand", "running tally after {n} hands", n=0),
    final_tally=say_plural("final tally after {n} hand", "final tally after {n} hands", n=0),
    with_count=say("Counted in hand {hand}: {account} {chips}"),
    chart_titles={
        "chips": say("Result after each hand, in chips"),
        "points": say("Result after each hand, in points"),
    },
    winner=say("Won by"),
)

ROUNDS = HandTerms(
    hand=say("Round"),
    this=say("This round"),
    numbered=say("Round {hand}"),
    in_progress=say("round {hand}"),
    before_first=say("Before the first round"),
    last=say("last round"),
    every=say("all rounds"),
    per_hand=say("Round by round"),
    all_played=say_plural(
        "The last round has been played.", "All {n} rounds have been played.", n=0
    ),
    one_more=say("One more round: {number} in all"),
    one_less=say("One round less: {number} in all"),
    deals=say("{player} deals the next round"),
    tally_so_far=say_plural("running tally after {n} round", "running tally after {n} rounds", n=0),
    final_tally=say_plural("final tally after {n} round", "final tally after {n} rounds", n=0),
    with_count=say("Counted in round {hand}: {account} {chips}"),
    chart_titles={
        "chips": say("Result after each round, in chips"),
        "points": say("Result after each round, in points"),
    },
    winner=HANDS.winner,
)
