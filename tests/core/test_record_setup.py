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


# What may not stand under a key of a record, of its players beside Ann, and of its options.
BAD: dict[str, list[Any]] = {
    "extra": [1],
    "format": [2, "1", True, 1.0, None],
    "game": ["poker", None, ["boodle"], {}, "\ud800\0"],
    "players": [None, "Ann", {"Ann": 1}, []],
    "dealer": ["Zed", None, 0, ["Dee"], "\ud800\0"],
    "chips": [-1, 1_000_001, 1.5, "100", True, None, [100], 10**5000],
    "log": [None, {}, "deal", [{"do": "deal"}] * 20_001],
    "made": [None, {}, [None]],
    "options": [None, []],
    "\ud800\0": [1],
}
BAD_PLAYERS = [
    *("Ann", "", "x" * 41, 7, "pot:AS", None, "bank:", "bank:Bob", "Bob ", " Bob", "Bob\u00a0"),
    *("\u3000Bob", " ", "B\0b", "B\nb", "B\x85b", "B\u202eb", "\u2066Bob\u2069", "B\u00adb"),
    *("\ufeffBob", "B\ud800b", "\u200d", "\u0301\ufe0f"),
]
BAD_CHIPS = [{}, {"Dee": 4, "Eve": 5}, {"Dee": -4}, {"Dee": True}]
BAD_OPTIONS: dict[str, list[Any]] = {
    "colour": ["red"],
    "": [1],
    "\ud800\0": [1],
    "mode": ["target"],
    "ante": [-1, 1_000_001, 1.5, "1", True, None, "\ud800\0"],
    "per_card": [-1],
    "rounds": [0, -5, "5", True],
    "penalties": ["yes", 1, None],
    "money_card_bars": ["on", 0],
    "dealer_may_keep": [[]],
    "dealer_extra": ["all", ["jackpot"], {}],
    "dummy_dealt": ["second"],
    "dummy_use": ["swap"],
    "first_lead": ["lowest"],
    "next_lead": ["other"],
    "no_lead": [None],
    "combination_by": [True],
    "leftovers": ["stay"],
    "board": ["AS", [], {"AS": 1}, None, ["AS", "AS"], ["AS", 7], [["AS"]]],
}
BAD_POTS = [
    *("1S", "JK", "", "-", "KQD", "QAD", "10-9-8", "8-10", "8-", "8", "A-2-3", "8-9-10H", "pot:AS"),
    *("as", "2" * 1_000_000, "\ud800\0"),
]


@pytest.mark.parametrize(
    "changes",
    [
        *({key: value} for key, values in BAD.items() for value in values),
        *({"players": ["Ann", name], "dealer": "Ann"} for name in BAD_PLAYERS),
        *({"chips": {"Ann": 1, "Bob": 2, "Cal": 3, **more}} for more in BAD_CHIPS),
        *({"options": {key: value}} for key, values in BAD_OPTIONS.items() for value in values),
        *({"options": {"board": [pot]}} for pot in BAD_POTS),
        {"players": ["Ann"], "dealer": "Ann"},
        {"players": list("ABCDEFGHIJK"), "dealer": "A"},
        {"log": [{"do": "deal"}], "made": []},
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


def test_a_wrong_house_rule_is_named_as_players_and_as_records_name_it() -> None:
    assert judged(options={"next_lead": "other"})["message"] == (
        "The house rule “After a stop, lead” (next_lead) must be other-colour, other-suit, or any, "
        "not other."
    )


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
