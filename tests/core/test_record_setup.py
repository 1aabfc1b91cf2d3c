"""A record is accepted as it should be, or is a bad record, with no entry at fault."""

from typing import Any

import pytest

from companion.core.log.replay import record_result
from companion.games import all_games

GOOD: dict[str, Any] = {
    "format": 1,
    "game": "michigan-kitty",
    "players": ["Ann", "Bob", "Cal", "Dee"],
    "dealer": "Dee",
    "log": [],
}
BOARD = ["AS", "QKD", "8-9-10", "kitty"]


def judged(**changes: Any) -> dict[str, Any]:
    return record_result({**GOOD, **changes}, all_games())


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"chips": 0},
        {"chips": 1_000_000},
        {"chips": {"Ann": 1, "Bob": 2, "Cal": 3, "Dee": 4}},
        {"options": {}},
        {"options": {"board": BOARD, "ante": 0, "per_card": 1_000_000, "rounds": None}},
        {"options": {"money_card_bars": "no", "penalties": "on", "dealer_may_keep": "yes"}},
        {"options": {"money_card_bars": False, "penalties": True, "dealer_may_keep": True}},
        {"options": {"dealer_extra": "all pots", "dummy_dealt": "last", "rounds": 1}},
        {"options": {"dummy_use": "swap-or-sell", "first_lead": "lowest-of-suit"}},
        {"options": {"next_lead": "other-suit", "no_lead": "blocked", "leftovers": "divide"}},
        {"options": {"combination_by": "last-card"}},
        {"players": ["x" * 40, "Zoë", "王", "a b"], "dealer": "王"},
        {"players": ["Ann", "ann"], "dealer": "ann"},
        {"players": ["👩‍👩‍👧", "می‌خواهم", "❤️"], "dealer": "❤️"},
        {"players": ["שרה", "a\u2028b", "a  b"], "dealer": "שרה"},
        {"players": ["Pot:AS", "bank", "dummy"], "dealer": "bank"},
        {"made": []},
        {"log": [{"do": "deal"}], "made": [None]},
        {"log": [{"do": "deal"}], "made": [{"at": "2026-11-20T19:00:00Z", "by": "Ann"}]},
        {"log": [{"do": "deal"}], "made": ["whoever"]},
        {"players": list("ABCDEFGHIJ"), "dealer": "A"},
    ],
)
def test_a_good_record_is_accepted(changes: dict[str, Any]) -> None:
    assert judged(**changes)["ok"]


def test_every_game_has_a_good_record() -> None:
    for slug in all_games():
        players = ["Ann", "Bob", "Cal"]
        assert judged(game=slug, players=players, dealer="Ann")["ok"]


@pytest.mark.parametrize("record", [None, 1, "x", [], [GOOD], True, 1.5, {}])
def test_what_is_no_record_is_refused(record: object) -> None:
    refused = record_result(record, all_games())
    assert (refused["ok"], refused["entry"], refused["error"]) == (False, None, "bad-record")


@pytest.mark.parametrize("key", sorted(GOOD))
def test_every_needed_key_is_missed(key: str) -> None:
    refused = record_result({k: v for k, v in GOOD.items() if k != key}, all_games())
    assert (refused["entry"], refused["error"]) == (None, "bad-record")


@pytest.mark.parametrize(
    "changes",
    [
        {"extra": 1},
        {"format": 2},
        {"format": "1"},
        {"format": True},
        {"format": 1.0},
        {"format": None},
        {"game": "poker"},
        {"game": None},
        {"game": ["boodle"]},
        {"game": {}},
        {"players": None},
        {"players": "Ann"},
        {"players": {"Ann": 1}},
        {"players": []},
        {"players": ["Ann"], "dealer": "Ann"},
        {"players": list("ABCDEFGHIJK"), "dealer": "A"},
        {"players": ["Ann", "Ann"], "dealer": "Ann"},
        {"players": ["Ann", ""], "dealer": "Ann"},
        {"players": ["Ann", "x" * 41], "dealer": "Ann"},
        {"players": ["Ann", 7], "dealer": "Ann"},
        {"players": ["Ann", "pot:AS"], "dealer": "Ann"},
        {"players": ["Ann", None], "dealer": "Ann"},
        {"players": ["Ann", "bank:"], "dealer": "Ann"},
        {"players": ["Ann", "bank:Bob"], "dealer": "Ann"},
        {"players": ["Ann", "Bob "], "dealer": "Ann"},
        {"players": ["Ann", " Bob"], "dealer": "Ann"},
        {"players": ["Ann", "Bob\u00a0"], "dealer": "Ann"},
        {"players": ["Ann", "\u3000Bob"], "dealer": "Ann"},
        {"players": ["Ann", " "], "dealer": "Ann"},
        {"players": ["Ann", "B\0b"], "dealer": "Ann"},
        {"players": ["Ann", "B\nb"], "dealer": "Ann"},
        {"players": ["Ann", "B\x85b"], "dealer": "Ann"},
        {"players": ["Ann", "B\u202eb"], "dealer": "Ann"},
        {"players": ["Ann", "\u2066Bob\u2069"], "dealer": "Ann"},
        {"players": ["Ann", "B\u00adb"], "dealer": "Ann"},
        {"players": ["Ann", "\ufeffBob"], "dealer": "Ann"},
        {"players": ["Ann", "B\ud800b"], "dealer": "Ann"},
        {"players": ["Ann", "\u200d"], "dealer": "Ann"},
        {"players": ["Ann", "\u0301\ufe0f"], "dealer": "Ann"},
        {"made": None},
        {"made": {}},
        {"made": [None]},
        {"log": [{"do": "deal"}], "made": []},
        {"log": [{"do": "deal"}] * 20_001},
        {"dealer": "Zed"},
        {"dealer": None},
        {"dealer": 0},
        {"dealer": ["Dee"]},
        {"chips": -1},
        {"chips": 1_000_001},
        {"chips": 1.5},
        {"chips": "100"},
        {"chips": True},
        {"chips": None},
        {"chips": [100]},
        {"chips": {"Ann": 1, "Bob": 2, "Cal": 3}},
        {"chips": {"Ann": 1, "Bob": 2, "Cal": 3, "Dee": 4, "Eve": 5}},
        {"chips": {"Ann": 1, "Bob": 2, "Cal": 3, "Dee": -4}},
        {"chips": {"Ann": 1, "Bob": 2, "Cal": 3, "Dee": True}},
        {"log": None},
        {"log": {}},
        {"log": "deal"},
        {"options": None},
        {"options": []},
        {"options": {"colour": "red"}},
        {"options": {"": 1}},
        {"options": {"mode": "target"}},
        {"options": {"ante": -1}},
        {"options": {"ante": 1_000_001}},
        {"options": {"ante": 1.5}},
        {"options": {"ante": "1"}},
        {"options": {"ante": True}},
        {"options": {"ante": None}},
        {"options": {"per_card": -1}},
        {"options": {"rounds": 0}},
        {"options": {"rounds": -5}},
        {"options": {"rounds": "5"}},
        {"options": {"rounds": True}},
        {"options": {"penalties": "yes"}},
        {"options": {"penalties": 1}},
        {"options": {"penalties": None}},
        {"options": {"money_card_bars": "on"}},
        {"options": {"money_card_bars": 0}},
        {"options": {"dealer_may_keep": []}},
        {"options": {"dealer_extra": "all"}},
        {"options": {"dealer_extra": ["jackpot"]}},
        {"options": {"dealer_extra": {}}},
        {"options": {"dummy_dealt": "second"}},
        {"options": {"dummy_use": "swap"}},
        {"options": {"first_lead": "lowest"}},
        {"options": {"next_lead": "other"}},
        {"options": {"no_lead": None}},
        {"options": {"combination_by": True}},
        {"options": {"leftovers": "stay"}},
        {"options": {"board": "AS"}},
        {"options": {"board": []}},
        {"options": {"board": {"AS": 1}}},
        {"options": {"board": None}},
        {"options": {"board": ["AS", "AS"]}},
        {"options": {"board": ["AS", 7]}},
        {"options": {"board": [["AS"]]}},
        {"options": {"board": ["1S"]}},
        {"options": {"board": ["JK"]}},
        {"options": {"board": [""]}},
        {"options": {"board": ["-"]}},
        {"options": {"board": ["KQD"]}},
        {"options": {"board": ["QAD"]}},
        {"options": {"board": ["10-9-8"]}},
        {"options": {"board": ["8-10"]}},
        {"options": {"board": ["8-"]}},
        {"options": {"board": ["8"]}},
        {"options": {"board": ["A-2-3"]}},
        {"options": {"board": ["8-9-10H"]}},
        {"options": {"board": ["pot:AS"]}},
        {"options": {"board": ["as"]}},
        {"options": {"board": ["2" * 1_000_000]}},
        {"options": {"board": ["\ud800\0"]}},
        {"game": "\ud800\0"},
        {"\ud800\0": 1},
        {"dealer": "\ud800\0"},
        {"options": {"\ud800\0": 1}},
        {"options": {"ante": "\ud800\0"}},
        {"chips": 10**5000},
    ],
)
def test_a_bad_record_is_refused_as_one(changes: dict[str, Any]) -> None:
    refused = judged(**changes)
    assert refused == {
        "ok": False,
        "entry": None,
        "error": "bad-record",
        "message": refused["message"],
    }
    assert len(refused["message"]) < 300
    refused["message"].encode()


@pytest.mark.parametrize(
    ("game", "fewest", "most"),
    [
        ("michigan-kitty", 2, 10),
        ("boodle", 3, 8),
        ("michigan-rummy-classic", 3, 8),
        ("michigan-rummy-tournament", 3, 8),
        ("great-lakes", 3, 8),
        ("wanagan", 3, 10),
        ("oh-claire", 3, 5),
        ("kids-rummy", 2, 6),
    ],
)
def test_every_game_has_its_number_of_players(game: str, fewest: int, most: int) -> None:
    names = [f"P{seat}" for seat in range(most + 1)]
    accepted = [
        count
        for count in range(1, most + 2)
        if judged(game=game, players=names[:count], dealer="P0")["ok"]
    ]
    assert accepted == list(range(fewest, most + 1))


def test_the_record_is_looked_at_before_its_log() -> None:
    assert judged(dealer="Zed", log=[{"do": "fly"}])["error"] == "bad-record"


def test_the_games_own_chips_are_the_default() -> None:
    assert judged()["chips"] == {"Ann": 100, "Bob": 100, "Cal": 100, "Dee": 100}
    claire = judged(game="oh-claire")
    assert set(claire["chips"].values()) == {24}


@pytest.mark.parametrize("depth", [900, 5000])
def test_a_record_as_deep_as_a_well_is_still_refused(depth: int) -> None:
    deep: Any = "deep"
    for _ in range(depth):
        deep = [deep]
    for changes in ({"game": deep}, {"dealer": deep}, {"format": deep}, {"chips": deep}):
        assert judged(**changes)["error"] == "bad-record"
    assert judged(options={"ante": deep})["error"] == "bad-record"
    assert judged(log=[deep])["error"] == "bad-entry"
    assert judged(log=[{"do": deep}])["error"] == "bad-entry"
    assert judged(log=[{"do": "buy-in", "player": "Ann", "chips": deep}])["error"] == "bad-entry"
