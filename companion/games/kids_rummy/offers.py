"""What a table of Kids Rummy is asked: a deal, who went out, the end."""

from dataclasses import replace
from functools import partial

from companion.core.asking.common import named, next_deal, over, won
from companion.core.entries.common import Deal, End
from companion.core.entries.writing import Begun
from companion.core.offers import Ask, HowMany, Offer, Together
from companion.core.sentences import Sentence, say, say_n
from companion.core.words import CardCount, NameList
from companion.games.kids_rummy.entries import Score
from companion.games.kids_rummy.game import (
    RummyTable,
    cards_to_deal,
    points_left,
    ranking_by_points,
)

GOALS = {
    "target": say("Whoever reaches {points} ends the game; the fewest points win."),
    "single": say("One round: whoever goes out wins."),
    "elimination": say("Whoever reaches {points} is out; the last one left wins."),
}

DECIDED = {
    "target": say("The fewest points win."),
    "single": say("Whoever goes out wins."),
    "elimination": say("The last one left wins."),
}
"""The same in short, once it is decided."""


def goal(table: RummyTable) -> Sentence:
    """Say what the game is played to."""
    above = table.step if table.options.target_at == "exceeded" else 0
    return GOALS[table.options.mode].about(points=table.target + above)


def decided(table: RummyTable) -> Sentence:
    """Say what wins the game."""
    return DECIDED[table.options.mode]


def ask(table: RummyTable) -> Ask:
    """Say what the table must be asked now."""
    asked = {"play": _score, "over": over}.get(table.phase, _deal)(table)
    return replace(asked, badges=dict.fromkeys(table.out, (say("out of the game"),)))


def _best(table: RummyTable) -> tuple[str, ...]:
    """Name who is in the first place."""
    return tuple(line.player for line in ranking_by_points(table) if line.place == 1)


def _deal(table: RummyTable) -> Ask:
    cards = CardCount(cards_to_deal(table))
    asked = say(
        "Round {number}: {dealer} deals {cards} each",
        number=table.hand + 1,
        dealer=table.next_dealer(),
        cards=cards,
    )
    deal = Offer(Deal(), say("{cards} dealt to each player", cards=cards))
    ends = Offer(End(), _end_words(table)) if table.hand else None
    asks = next_deal(table, Ask(table.phase, asked, buttons=(deal,), ends=ends))
    if not table.is_decided:
        return asks
    return replace(asks, question=won(_best(table)), hint=asks.question)


def _end_words(table: RummyTable) -> Sentence:
    first = _best(table)
    return say_n(
        "End the game: {players} wins",
        "End the game: {players} win",
        n=len(first),
        players=NameList(first),
    )


def _score(table: RummyTable) -> Ask:
    blocked = Offer(
        Begun(Score, {"out": None}), say("Nobody (the round is blocked)"), form=True, nobody=True
    )
    return Ask(
        "play",
        say("Who went out?"),
        say("Tap the player who has no cards left."),
        seats={p: (Offer(Begun(Score, {"out": p}), named(p), form=True),) for p in table.playing},
        buttons=(blocked,),
        together=Together(
            Begun(Score, {"out": None}),
            say("What do you have left?"),
            table.playing,
            HowMany("points", table.step),
            step=table.step,
            out="out",
            cards="cards",
            worth=partial(points_left, table.options),
            packs=table.options.packs,
            jokers=table.options.jokers,
        ),
    )
