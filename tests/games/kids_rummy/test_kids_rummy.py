"""Kids Rummy: scores by points or cards, and the three ways to win."""

import json
from typing import Any

import pytest

from companion.core.errors import Refused
from companion.core.log.change import Change, cascade_change
from companion.games.kids_rummy.game import RummyTable
from companion.games.kids_rummy.prompts import current_prompt
from tests.core.table import Evening, evening, play_case, read_cases
from tests.notation import entry


def rummy(text: str, players: str = "Mia Leo Noa", **options: Any) -> Evening:
    return evening("kids-rummy", players, **options).play(text)


def table_of(text: str, players: str = "Mia Leo Noa", **options: Any) -> RummyTable:
    table = rummy(text, players, **options).log.table
    assert isinstance(table, RummyTable)
    return table


CASES = """
who goes out scores nothing and the others their points
    deal; Mia out: Leo 25 Noa 5; deal; Leo out: Mia 10 Noa 40
    => score Mia 10, score Leo 25, score Noa 45
cards left are counted
    jokers=1: deal; Mia out: Leo AC+9D+10H Noa JS+QC+KD+JK
    => score Mia 0, score Leo 20, score Noa 50
everybody scores a blocked round
    deal; nobody out: Mia 5 Leo 10 Noa 15 => score Mia 5, score Leo 10, score Noa 15
a score without a round is refused
    not Mia out: Leo 5 Noa 5 (wrong-phase)
a score that cannot be is refused
    deal; not Mia out: Leo 25 (bad-count); not Mia out: Mia 5 Leo 25 Noa 5 (bad-count);
    not nobody out: Leo 25 Noa 5 (bad-count); not Mia out: Leo 0 Noa 5 (bad-count);
    not Mia out: Leo 12 Noa 5 (bad-count); not Mia out: Leo 7H Noa 7H (bad-count);
    not Mia out: Leo JK Noa 7H (unknown-card); not Mia out: Leo 1H Noa 7H (unknown-card);
    not Mia out: Leo 5 Zed 5 (unknown-player); not Mia out: Leo 7H Zed 8H (unknown-player);
    not Zed out: Leo 5 Noa 5 (unknown-player)
in a round nothing else is entered
    deal; not deal (wrong-phase); not end (wrong-phase); not Mia leaves (wrong-phase);
    not next (bad-entry)
two packs hold every card twice
    packs=2: deal; not Mia out: Leo 7H+7H Noa 7H (bad-count); Mia out: Leo 7H Noa 7H
    => score Mia 0, score Leo 5, score Noa 5
there are as many jokers as agreed
    jokers=2: deal; not Mia out: Leo JK+JK Noa JK (bad-count)
after the round that reaches the target nothing is dealt
    target=50: deal; Mia out: Leo 50 Noa 20; not deal (last-hand-played)
after a single game nothing is dealt
    mode=single: deal; Mia out: Leo 5 Noa 5; not deal (last-hand-played)
once all but one are out nothing is dealt
    OUT: deal; Leo out: Mia 50 Noa 5; deal; Noa out: Leo 90; not deal (last-hand-played)
an eliminated player neither scores nor goes out
    OUT: deal; Leo out: Mia 50 Noa 5; deal; not Leo out: Mia 5 Noa 5 (bad-count);
    not Mia out: Leo 5 Noa 5 (bad-count)
an elimination never stops a game, not even if its player leaves
    OUT: deal; Leo out: Mia 50 Noa 5; Mia leaves; deal => phase play
who leaves while still in counts no more
    OUT: deal; Leo out: Mia 5 Noa 5; Mia leaves; Noa leaves; not deal (wrong-phase)
below the target nothing is decided
    target=55: deal; Mia out: Leo 50 Noa 20; deal => phase play
the target is 100 for two players
    players=Mia Leo: deal; Mia out: Leo 95; deal; Mia out: Leo 5; not deal (last-hand-played)
the target is 300 for more players
    deal; Mia out: Leo 295 Noa 5; deal; Mia out: Leo 5 Noa 5; not deal (last-hand-played)
who reaches the target is out and passed over
    OUT: deal; Leo out: Mia 50 Noa 5 => out Mia; deal => dealer Leo
"""


@pytest.mark.parametrize("case", read_cases(CASES, OUT="mode=elimination, target=50"))
def test_rounds_are_scored(case: str) -> None:
    play_case(case, game="kids-rummy", players="Mia Leo Noa")


@pytest.mark.parametrize(
    ("last", "code"),
    [
        ({"do": "score", "out": "Mia"}, "bad-entry"),
        ({"do": "score", "points": {"Leo": 5, "Noa": 5}}, "bad-entry"),
        ({"do": "score", "out": "Mia", "points": {"Zed": 5}, "cards": {}}, "bad-entry"),
        ({"do": "score", "out": "Mia", "cards": {"Leo": [], "Noa": ["2C"]}}, "bad-count"),
    ],
)
def test_a_score_without_points_or_cards_is_refused(last: object, code: str) -> None:
    rummy("deal").refuses(last, code)


# the end

Rules = dict[str, Any]
FIFTY: Rules = {"target": 50}
SINGLE: Rules = {"mode": "single"}
OUT: Rules = {"mode": "elimination", "target": 50}
LEFT = "Leo out: Mia 40 Noa 5 Oma 10; Leo leaves; Noa leaves"
ENDS: list[tuple[Rules, str, str]] = [
    # the lowest score wins, equal ones share the win
    (FIFTY, "Mia out: Leo 50 Noa 20", "1 Mia, 2 Noa, 3 Leo"),
    (FIFTY, "nobody out: Mia 5 Leo 50 Noa 5", "1 Mia, 1 Noa, 3 Leo"),
    # a blocked round decides nothing in a single game, and its winner may leave
    (SINGLE, "nobody out: Mia 90 Leo 5 Noa 5; deal; Mia out: Leo 5 Noa 10", "1 Mia, 2 Leo, 3 Noa"),
    (SINGLE, LEFT, "1 Leo, 2 Oma, 3 Mia, 4 Noa"),
    # the last one left wins, then who was out later
    (OUT, "Leo out: Mia 50 Noa 5; deal; Noa out: Leo 90", "1 Noa, 2 Leo, 3 Mia"),
    # who left ranks last by score, also behind who was out and stayed
    (FIFTY, LEFT, "1 Oma, 2 Mia, 3 Leo, 4 Noa"),
    (OUT, LEFT, "1 Oma, 2 Mia, 3 Leo, 4 Noa"),
    (OUT, "Leo out: Mia 50 Noa 55 Oma 5; Mia leaves", "1 Leo, 2 Oma, 3 Noa, 4 Mia"),
]


@pytest.mark.parametrize(("options", "played", "ranking"), ENDS)
def test_players_rank_by_score_and_by_who_stayed(options: Rules, played: str, ranking: str) -> None:
    players = "Mia Leo Noa Oma" if "Oma" in ranking else "Mia Leo Noa"
    tally = rummy(f"deal; {played}; end", players, **options).result["tally"]
    assert ", ".join(f"{line['place']} {line['player']}" for line in tally) == ranking


def test_the_prompt_says_in_the_order_of_the_seats_who_is_out() -> None:
    seats = ("Noa", "Mia", "Uri", "Leo", "Eva", "Oma")
    scores = " ".join(f"{player} 50" for player in seats[1:])
    table = table_of(f"deal; Noa out: {scores}", " ".join(seats), **OUT)
    assert tuple(current_prompt(table).badges) == seats[1:]


@pytest.mark.parametrize("points", [-5, -1, 0, 1_000_005, 10**30])
def test_points_that_cannot_be_are_a_bad_count(points: int) -> None:
    score = {"do": "score", "out": "Mia", "points": {"Leo": 5, "Noa": points}}
    rummy("").refuses(score, "wrong-phase").play("deal").refuses(score, "bad-count")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("mode", "best of three"), ("target", 0), ("target", "100"), ("jokers", 9)),
        *(("jokers", True), ("packs", 3), ("rounds", 5)),
    ],
)
def test_options_that_cannot_be_are_refused(option: str, value: object) -> None:
    with pytest.raises(Refused) as wrong:
        rummy("", **{option: value})
    assert wrong.value.code == "bad-record"


# a score that is corrected rounds later, where it knocks a player out, or did so

HUNDRED: Rules = {"mode": "elimination", "target": 100}


def corrected(table: Evening, change: str) -> Change:
    found = cascade_change(table.log, entry(change))
    if found.log is not None:
        table.enter(json.loads(json.dumps(found.raw)))
    return found


def test_who_was_wrongly_knocked_out_has_left_and_returns() -> None:
    wrong = "deal; Mia out: Leo 100 Noa 5; deal; Mia out: Noa 10; deal; Noa out: Mia 5"
    table = rummy(wrong, **HUNDRED)
    assert corrected(table, "amend 1: Mia out: Leo 90 Noa 5").also == ((1, entry("Leo leaves")),)
    assert table.play("Leo returns").result["scores"] == {"Mia": 5, "Leo": 90, "Noa": 15}
    assert table.play("undo; undo").result["out"] == ["Leo"]


def test_who_should_have_been_out_scores_nothing_from_then_on() -> None:
    table = rummy("deal; Mia out: Leo 90 Noa 5; deal; Mia out: Leo 5 Noa 10", **HUNDRED)
    table.play("deal; Mia out: Noa KD Leo 5H")
    found = corrected(table, "amend 1: Mia out: Leo 100 Noa 5")
    assert found.also == ((3, entry("Mia out: Noa 10")), (5, entry("Mia out: Noa KD")))
    assert table.result["scores"] == {"Mia": 0, "Leo": 100, "Noa": 25}


def test_who_went_out_later_cannot_have_been_knocked_out_before() -> None:
    table = rummy("deal; Mia out: Leo 90 Noa 5; deal; Leo out: Mia 5 Noa 10", **HUNDRED)
    found = corrected(table, "amend 1: Mia out: Leo 100 Noa 5")
    assert (found.log, found.failing_entry) == (None, 3)


def test_two_who_were_wrongly_knocked_out_are_not_guessed_at() -> None:
    wrong = "deal; Mia out: Leo 100 Noa 100 Oma 5; deal; Mia out: Oma 10"
    table = rummy(wrong, players="Mia Leo Noa Oma", **HUNDRED)
    found = corrected(table, "amend 1: Mia out: Leo 90 Noa 90 Oma 5")
    assert (found.log, found.failing_entry) == (None, 3)
