"""What a table of Kids Rummy is asked: a deal, who went out, the end."""

from dataclasses import replace
from functools import partial

from companion.core.asking.common import deal_prompt, final_prompt, player_label, winners_sentence
from companion.core.entries.common import Deal, End
from companion.core.entries.writing import PartialEntry
from companion.core.offers import JointPrompt, NumberInput, Offer, Prompt
from companion.core.sentences import Sentence, say, say_plural
from companion.core.words import CardCount, NameList
from companion.games.kids_rummy.entries import Score
from companion.games.kids_rummy.game import (
    RummyTable,
    cards_to_deal,
    points_left,
    ranking_by_points,
)

GOAL_SENTENCES = {
    "target": say("Whoever reaches {points} ends the game; the fewest points win."),
    "single": say("One round: whoever goes out wins."),
    "elimination": say("Whoever reaches {points} is out; the last one left wins."),
}

WINNING_RULES = {
    "target": say("The fewest points win."),
    "single": say("Whoever goes out wins."),
    "elimination": say("The last one left wins."),
}
"""The same in short, once it is decided."""


def goal_sentence(table: RummyTable) -> Sentence:
    """Say what the game is played to."""
    above = table.step if table.options.target_at == "exceeded" else 0
    return GOAL_SENTENCES[table.options.mode].with_facts(points=table.target + above)


def winning_rule_sentence(table: RummyTable) -> Sentence:
    """Say what wins the game."""
    return WINNING_RULES[table.options.mode]


def current_prompt(table: RummyTable) -> Prompt:
    """Say what the table must be asked now."""
    asked = {"play": _score, "over": final_prompt}.get(table.phase, _deal)(table)
    return replace(asked, badges=dict.fromkeys(table.eliminated_players, (say("out of the game"),)))


def _best(table: RummyTable) -> tuple[str, ...]:
    """Name who is in the first place."""
    return tuple(line.player for line in ranking_by_points(table) if line.place == 1)


def _deal(table: RummyTable) -> Prompt:
    cards = CardCount(cards_to_deal(table))
    asked = say(
        "Round {number}: {dealer} deals {cards} each",
        number=table.hand + 1,
        dealer=table.next_dealer(),
        cards=cards,
    )
    deal = Offer(Deal(), say("{cards} dealt to each player", cards=cards))
    ends = Offer(End(), _end_words(table)) if table.hand else None
    asks = deal_prompt(table, Prompt(table.phase, asked, buttons=(deal,), end_offer=ends))
    if not table.is_decided:
        return asks
    return replace(asks, question=winners_sentence(_best(table)), hint=asks.question)


def _end_words(table: RummyTable) -> Sentence:
    first = _best(table)
    return say_plural(
        "End the game: {players} wins",
        "End the game: {players} win",
        n=len(first),
        players=NameList(first),
    )


def _score(table: RummyTable) -> Prompt:
    blocked = Offer(
        PartialEntry(Score, {"out": None}),
        say("Nobody (the round is blocked)"),
        needs_form=True,
        means_nobody=True,
    )
    return Prompt(
        "play",
        say("Who went out?"),
        say("Tap the player who has no cards left."),
        seats={
            p: (Offer(PartialEntry(Score, {"out": p}), player_label(p), needs_form=True),)
            for p in table.active_players
        },
        buttons=(blocked,),
        joint=JointPrompt(
            PartialEntry(Score, {"out": None}),
            say("What do you have left?"),
            table.active_players,
            NumberInput("points", table.step),
            step=table.step,
            out_field="out",
            cards="cards",
            card_value=partial(points_left, table.options),
            packs=table.options.packs,
            jokers=table.options.jokers,
        ),
    )
