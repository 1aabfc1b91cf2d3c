"""Kids Rummy: scores by points or cards, and the three ways to win."""

import pytest

from companion.core.errors import Refused
from companion.core.log.log import Log
from companion.core.log.replay import replay_record
from companion.games import all_games
from companion.games.kids_rummy import game as kids_rummy
from companion.games.kids_rummy.game import RummyTable
from tests.evenings import record


def entry(words: str) -> dict[str, object]:
    """Read ``deal``, ``Mia out: Leo 25 Noa 5``, ``blocked: Mia 5``, ``Mia out: Leo 7H+KD``, …"""
    if ": " not in words:
        do, *player = words.split()
        return {"do": do, **({"player": player[0]} if player else {})}
    who, left = words.split(": ")
    pairs = dict(zip(left.split()[::2], left.split()[1::2], strict=True))
    out = None if who == "blocked" else who.removesuffix(" out")
    if all(value.isdigit() for value in pairs.values()):
        return {"do": "score", "out": out, "points": {p: int(n) for p, n in pairs.items()}}
    return {"do": "score", "out": out, "cards": {p: cards.split("+") for p, cards in pairs.items()}}


def play(text: str, players: str = "Mia Leo Noa", **options: object) -> Log:
    names = players.split()
    return replay_record(
        record(
            "kids-rummy",
            names,
            options=options,
            log=[entry(line.strip()) for line in text.split(";") if line.strip()],
        ),
        all_games(),
    )


def table_of(text: str, players: str = "Mia Leo Noa", **options: object) -> RummyTable:
    table = play(text, players, **options).table
    assert isinstance(table, RummyTable)
    return table


def scores(text: str, **options: object) -> list[int]:
    return list(table_of(text, **options).scores.values())  # type: ignore[arg-type]


def places(text: str, **options: object) -> list[tuple[str, int]]:
    table = table_of(f"{text}; end", **options)  # type: ignore[arg-type]
    return [(line.player, line.place) for line in table.tally or ()]


def refusal(before: str, last: object, **options: object) -> str:
    log = play(before, **options)  # type: ignore[arg-type]
    with pytest.raises(Refused) as wrong:
        log.enter(entry(last) if isinstance(last, str) else last)
    return wrong.value.code


# scores


def test_who_goes_out_scores_nothing_and_the_others_their_points() -> None:
    assert scores("deal; Mia out: Leo 25 Noa 5; deal; Leo out: Mia 10 Noa 40") == [10, 25, 45]


def test_cards_left_are_counted() -> None:
    assert scores("deal; Mia out: Leo AC+9D+10H Noa JS+QC+KD+JK", jokers=1) == [0, 20, 50]


def test_everybody_scores_a_blocked_round() -> None:
    assert scores("deal; blocked: Mia 5 Leo 10 Noa 15") == [5, 10, 15]


@pytest.mark.parametrize(
    ("last", "code"),
    [
        ("Mia out: Leo 25", "bad-count"),
        ("Mia out: Mia 5 Leo 25 Noa 5", "bad-count"),
        ("blocked: Leo 25 Noa 5", "bad-count"),
        ("Mia out: Leo 0 Noa 5", "bad-count"),
        ("Mia out: Leo 12 Noa 5", "bad-count"),
        ("Mia out: Leo 7H Noa 7H", "bad-count"),
        ("Mia out: Leo JK Noa 7H", "unknown-card"),
        ("Mia out: Leo 1H Noa 7H", "unknown-card"),
        ("Mia out: Leo 5 Zed 5", "unknown-player"),
        ("Mia out: Leo 7H Zed 8H", "unknown-player"),
        ("Zed out: Leo 5 Noa 5", "unknown-player"),
        ({"do": "score", "out": "Mia"}, "bad-entry"),
        ({"do": "score", "points": {"Leo": 5, "Noa": 5}}, "bad-entry"),
        ({"do": "score", "out": "Mia", "points": {"Zed": 5}, "cards": {}}, "bad-entry"),
        ({"do": "score", "out": "Mia", "cards": {"Leo": [], "Noa": ["2C"]}}, "bad-count"),
        ("deal", "wrong-phase"),
        ("end", "wrong-phase"),
        ("leave Mia", "wrong-phase"),
        ("next", "bad-entry"),
    ],
)
def test_a_score_that_cannot_be_is_refused(last: object, code: str) -> None:
    assert refusal("deal", last) == code


def test_a_score_without_a_round_is_refused() -> None:
    assert refusal("", "Mia out: Leo 5 Noa 5") == "wrong-phase"


def test_two_packs_hold_every_card_twice_and_jokers_as_agreed() -> None:
    assert scores("deal; Mia out: Leo 7H Noa 7H", packs=2) == [0, 5, 5]
    assert refusal("deal", "Mia out: Leo 7H+7H Noa 7H", packs=2) == "bad-count"
    assert refusal("deal", "Mia out: Leo JK+JK Noa JK", jokers=2) == "bad-count"


# the end


def test_the_lowest_score_wins_once_the_target_is_reached() -> None:
    text = "deal; Mia out: Leo 50 Noa 20"
    assert table_of(text, target=55).is_decided is False
    assert refusal(text, "deal", target=50) == "last-hand-played"
    assert places(text, target=50) == [("Mia", 1), ("Noa", 2), ("Leo", 3)]


def test_ties_for_the_lowest_score_share_the_win() -> None:
    assert places("deal; blocked: Mia 5 Leo 50 Noa 5", target=50) == [
        ("Mia", 1),
        ("Noa", 1),
        ("Leo", 3),
    ]


def test_the_target_is_100_for_two_players_and_300_for_more() -> None:
    assert table_of("", players="Mia Leo").target == 100
    assert table_of("").target == 300


def test_one_round_decides_a_single_game() -> None:
    assert refusal("deal; Mia out: Leo 5 Noa 5", "deal", mode="single") == "last-hand-played"


def test_a_blocked_round_decides_nothing_in_a_single_game() -> None:
    text = "deal; blocked: Mia 90 Leo 5 Noa 5; deal; Mia out: Leo 5 Noa 10"
    assert places(text, mode="single") == [("Mia", 1), ("Leo", 2), ("Noa", 3)]


def test_who_reaches_the_target_is_out_and_passed_over() -> None:
    table = table_of("deal; Leo out: Mia 50 Noa 5; deal", mode="elimination", target=50)
    assert (table.list_eliminated(), table.dealer, table.active_players) == (
        ["Mia"],
        "Leo",
        ("Leo", "Noa"),
    )


def test_an_eliminated_player_neither_scores_nor_goes_out() -> None:
    text = "deal; Leo out: Mia 50 Noa 5; deal"
    for last in ("Leo out: Mia 5 Noa 5", "Mia out: Leo 5 Noa 5"):
        assert refusal(text, last, mode="elimination", target=50) == "bad-count"


def test_the_last_one_left_wins_then_who_was_out_later() -> None:
    text = "deal; Leo out: Mia 50 Noa 5; deal; Noa out: Leo 90"
    assert refusal(text, "deal", mode="elimination", target=50) == "last-hand-played"
    assert places(text, mode="elimination", target=50) == [("Noa", 1), ("Leo", 2), ("Mia", 3)]


@pytest.mark.parametrize("mode", ["target", "elimination"])
def test_who_left_ranks_last_by_score(mode: str) -> None:
    text = "deal; Leo out: Mia 40 Noa 5 Oma 10; leave Leo; leave Noa"
    ranking = [("Oma", 1), ("Mia", 2), ("Leo", 3), ("Noa", 4)]
    assert places(text, players="Mia Leo Noa Oma", mode=mode, target=50) == ranking


def test_who_was_eliminated_and_left_ranks_behind_who_was_and_stayed() -> None:
    text = "deal; Leo out: Mia 50 Noa 55 Oma 5; leave Mia"
    ranking = [("Leo", 1), ("Oma", 2), ("Noa", 3), ("Mia", 4)]
    assert places(text, players="Mia Leo Noa Oma", mode="elimination", target=50) == ranking


def test_the_winner_of_a_single_round_may_leave_others_rank_last() -> None:
    text = "deal; Leo out: Mia 40 Noa 5 Oma 10; leave Leo; leave Noa"
    ranking = [("Leo", 1), ("Oma", 2), ("Mia", 3), ("Noa", 4)]
    assert places(text, players="Mia Leo Noa Oma", mode="single") == ranking


def test_an_elimination_never_stops_a_game_not_even_if_its_player_leaves() -> None:
    text = "deal; Leo out: Mia 50 Noa 5; leave Mia; deal"
    assert table_of(text, mode="elimination", target=50).phase == "play"


def test_who_leaves_while_still_in_counts_no_more() -> None:
    text = "deal; Leo out: Mia 5 Noa 5; leave Mia; leave Noa"
    assert refusal(text, "deal", mode="elimination", target=50) == "wrong-phase"


@pytest.mark.parametrize("points", [-5, -1, 0, 1_000_005, 10**30])
def test_points_that_cannot_be_are_a_bad_count(points: int) -> None:
    score = {"do": "score", "out": "Mia", "points": {"Leo": 5, "Noa": points}}
    assert refusal("deal", score) == "bad-count"
    assert refusal("", score) == "wrong-phase"


@pytest.mark.parametrize(
    "options",
    [
        {"mode": "best of three"},
        {"target": 0},
        {"target": "100"},
        {"jokers": 9},
        {"jokers": True},
        {"packs": 3},
        {"rounds": 5},
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(Refused) as wrong:
        play("", **options)  # type: ignore[arg-type]
    assert wrong.value.code == "bad-record"


# what the screen asks


def test_the_core_offers_the_deal_the_points_and_the_standings() -> None:
    table = table_of("deal; Leo out: Mia 50 Noa 5", mode="elimination", target=50)
    assert kids_rummy.cards_to_deal(table) == 7
    assert kids_rummy.cards_to_deal(play("", "Mia Leo").table) == 10
    assert kids_rummy.points_left(table.options, ["AS", "9H", "10C", "KD", "JK"]) == 50
    assert [line.player for line in kids_rummy.ranking_by_points(table)] == ["Leo", "Noa", "Mia"]
    assert kids_rummy.round_winner(table) == ("Leo",)
    assert kids_rummy.round_winner(table_of("deal; blocked: Mia 5 Leo 10 Noa 15")) == ()
