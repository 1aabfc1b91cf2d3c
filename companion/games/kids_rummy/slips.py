"""What is tapped wrong in Kids Rummy: a score, two of them exchanged, or who went out."""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any

from companion.core.entries.entry import Entry, Raw
from companion.core.sentences import Sentence, say
from companion.core.slip import Mistap
from companion.games.kids_rummy.entries import Score
from companion.games.kids_rummy.game import RummyTable

Scores = Mapping[str, Any]


def mistaps(_: RummyTable) -> Callable[[RummyTable, Entry], Iterator[Mistap]]:
    """Look back on a round: give what lists the slips of an entry."""
    return _slips


def _slips(table: RummyTable, entry: Entry) -> Iterator[Mistap]:
    if isinstance(entry, Score):
        key = "cards" if entry.points is None else "points"
        scores = entry.cards if entry.points is None else entry.points
        raw: Raw = {"do": "score", "out": entry.out, key: _listed(scores or {})}
        yield from _other_points(raw, table.step)
        yield from _exchanged(raw, key)
        yield from _others_out(raw, key)


def _listed(scores: Scores) -> Scores:
    return {p: list(held) if isinstance(held, tuple) else held for p, held in scores.items()}


def _other_points(raw: Raw, step: int) -> Iterator[Mistap]:
    for player, had in raw.get("points", {}).items():
        near = (had - 2 * step, had - step, had + step, had + 2 * step)
        for points in (*near, had * 10, had // 10):
            words = say("{player} scored {points}", player=player, points=points)
            one_off = abs(points - had) == step
            yield _scored("number", raw, "points", {player: points}, words, one_off)


def _scored(
    kind: str, raw: Raw, key: str, new: Scores, words: Sentence, near: bool = False
) -> Mistap:
    asks = say("Did {player} score {points}?") if kind == "number" else None
    return Mistap(kind, ({**raw, key: {**raw[key], **new}},), words, near, asks)


def _exchanged(raw: Raw, key: str) -> Iterator[Mistap]:
    scores = raw[key]
    for one, other in combinations(scores, 2):
        if scores[one] != scores[other]:
            words = say("The scores of {player} and {other} are exchanged")
            new = {one: scores[other], other: scores[one]}
            yield _scored("exchanged", raw, key, new, words.with_facts(player=one, other=other))


def _others_out(raw: Raw, key: str) -> Iterator[Mistap]:
    for player in raw[key] if raw["out"] else ():
        scores = {raw["out"]: raw[key][player], **raw[key]}
        del scores[player]
        words, asks = say("{player} went out", player=player), say("Did {player} go out?")
        yield Mistap("out", ({**raw, "out": player, key: scores},), words, question_template=asks)
