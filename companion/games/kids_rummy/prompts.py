"""The prompts of Kids Rummy, and the mistaps that may happen in it."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

from companion.core.entries.schema import Entry, PartialEntry
from companion.core.offers import card_deal_prompt, final_prompt, player_label, winners_sentence
from companion.core.prompts import JointPrompt, NumberInput, Offer, Prompt
from companion.core.review import Mistap, mistap
from companion.core.sentences import Sentence, say, say_plural
from companion.core.words import NameList, Points
from companion.games.kids_rummy import game
from companion.games.kids_rummy.game import RummyTable, Score

GOAL_SENTENCES = {
    "target": say("The game ends at {points} points. The lowest score wins."),
    "single": say("One round: the player who goes out wins."),
    "elimination": say("At {points} points, you drop out. The last player left wins."),
}

# The same in short, for the end.
WINNING_RULES = {
    "target": say("The lowest score wins."),
    "single": say("The player who goes out wins."),
    "elimination": say("The last player left wins."),
}


def goal_sentence(table: RummyTable) -> Sentence:
    """Return the sentence that says how the game ends and who wins it."""
    above = table.step if table.options.target_at == "exceeded" else 0
    return GOAL_SENTENCES[table.options.mode].with_facts(points=table.target + above)


def current_prompt(table: RummyTable) -> Prompt:
    prompt = {"play": _score, "over": final_prompt}.get(table.phase, _deal)(table)
    return replace(prompt, badges=dict.fromkeys(table.list_eliminated(), (say("out of the game"),)))


def _leaders(table: RummyTable) -> tuple[str, ...]:
    """Return the players in first place."""
    return tuple(line.player for line in game.ranking_by_points(table) if line.place == 1)


def _deal(table: RummyTable) -> Prompt:
    question = say("Round {number}: {dealer} deals each player {cards}")
    prompt = card_deal_prompt(table, question, game.cards_to_deal(table), _end_words(table))
    if not table.is_decided:
        return prompt
    return replace(prompt, question=winners_sentence(_leaders(table)), hint=prompt.question)


def _end_words(table: RummyTable) -> Sentence:
    first = _leaders(table)
    return say_plural(
        "End the game: {players} wins",
        "End the game: {players} win",
        n=len(first),
        players=NameList(first),
    )


def _score(table: RummyTable) -> Prompt:
    offer = Offer(
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
        buttons=(offer,),
        joint=JointPrompt(
            PartialEntry(Score, {"out": None}),
            say("What do you have left?"),
            table.active_players,
            NumberInput("points", table.step),
            step=table.step,
            out_field="out",
            cards="cards",
            card_value=partial(game.points_left, table.options),
            packs=table.options.packs,
            jokers=table.options.jokers,
        ),
    )


def mistaps(table: RummyTable, entry: Entry) -> Iterator[Mistap]:
    if isinstance(entry, Score):
        yield from _point_mistaps(entry, table.step)
        yield from _exchange_mistaps(entry)
        yield from _out_mistaps(entry)


def _point_mistaps(entry: Score, step: int) -> Iterator[Mistap]:
    for player, had in (entry.points or {}).items():
        # a card more or less, or a digit more or less
        near = (had - 2 * step, had - step, had + step, had + 2 * step)
        for points in (*near, had * 10, had // 10):
            words = say("{player} scored {points}", player=player, points=Points(points))
            question, one_off = say("Did {player} score {points}?"), abs(points - had) == step
            other = _with_scores(entry, {**_scores(entry), player: points})
            yield mistap("number", words, other, near=one_off, question=question)


def _exchange_mistaps(entry: Score) -> Iterator[Mistap]:
    scores = _scores(entry)
    for one, other in combinations(scores, 2):
        if scores[one] != scores[other]:
            words = say("{player}’s and {other}’s scores were mixed up")
            new = {**scores, one: scores[other], other: scores[one]}
            sentence = words.with_facts(player=one, other=other)
            yield mistap("exchanged", sentence, _with_scores(entry, new))


def _out_mistaps(entry: Score) -> Iterator[Mistap]:
    if entry.out is None:
        return
    for player, value in _scores(entry).items():
        words, question = say("{player} went out", player=player), say("Did {player} go out?")
        scores = {entry.out: value, **_scores(entry)}
        del scores[player]
        out = replace(_with_scores(entry, scores), out=player)
        yield mistap("out", words, out, question=question)


def _scores(entry: Score) -> dict[str, Any]:
    return entry.points or entry.cards or {}


def _with_scores(entry: Score, scores: dict[str, Any]) -> Score:
    """Return an entry with other points, or with other cards if it has cards."""
    return replace(entry, cards=scores) if entry.points is None else replace(entry, points=scores)
