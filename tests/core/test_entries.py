"""Entries are read from JSON: a missing, extra or wrong field makes a bad entry."""

from typing import Any

import pytest

from companion.core.entries.schema import parse_entry, serialize_entry
from companion.core.errors import Refused
from companion.games import all_games
from tests.core.table import evening
from tests.notation import entries, entry

# One entry of each kind in words, and those that have other fields besides.
ENTRIES: list[dict[str, Any]] = [
    *entries("deal; deal by Ann; deal Ann 11 Bob 10 Cal 10 Dee 10 dummy 11; rounds 5; misdeal"),
    *entries("Ann borrows 1 from Bob; Ann repays 1 to Bob; Ann buys in 1; count Ann 1; undo; redo"),
    *entries("Eve joins left of Ann with 1; Ann leaves; Ann returns; Ann pays 1 to pot:KD; end"),
    *entries("award AS Ann; award AS; Ann shows 2C; last-hand; swap; keep; stop; break-off"),
    *entries("Ann bids 1; Ann passes; Ann buys for 1; Ann 2C 3C; Ann skips; Ann holds 5"),
    *entries("chips-only; Ann collects AS; Ann out Bob 1 Cal 1 Dee 1; end to winner"),
    *entries("totals Ann 5 Bob 5 Cal 5 Dee 5; Ann dumps 9S 9D 9H 8D for full-house"),
    *entries("amend 0: nothing & 1: nothing; insert 0: deal & 0: nothing"),
    {"do": "play", "player": "Ann", "card": "2C"},
    {"do": "enforce", "finding": 0, "entry": 3},
    {"do": "waive", "finding": 0, "entry": 3},
]
OPTIONAL = {
    ("deal", "piles"),
    ("deal", "dealer"),
    ("end", "to"),
    ("award", "players"),
    ("enforce", "entry"),
    ("waive", "entry"),
    ("amend", "also"),
    ("insert", "with"),
}
# Values of which no key takes more than four.
WRONG = [None, True, 1.5, -1, 1_000_001, "", [], {}, [1], {"Ann": "x"}, "x" * 5000]


def named(raw: dict[str, Any]) -> str:
    return f"{raw['do']}-{len(raw)}"


def code(raw: object) -> str:
    """How an entry is answered before the first deal."""
    try:
        evening("great-lakes").log.enter(raw)
    except Refused as refused:
        return refused.code
    return "accepted"


def test_every_entry_of_the_family_is_here() -> None:
    edits = {"undo", "redo", "amend", "insert"}
    assert {raw["do"] for raw in ENTRIES} == edits | set(all_games()["great-lakes"].entries)


@pytest.mark.parametrize("raw", ENTRIES, ids=named)
def test_a_whole_entry_is_not_bad(raw: dict[str, Any]) -> None:
    assert code(raw) != "bad-entry"


@pytest.mark.parametrize("raw", ENTRIES, ids=named)
def test_an_entry_without_one_of_its_keys_or_with_another_is_bad(raw: dict[str, Any]) -> None:
    for key in ("x", "", "Do", "player2"):
        assert code({**raw, key: 1}) == "bad-entry"
    for key in raw:
        if (raw["do"], key) not in OPTIONAL:
            assert code({k: v for k, v in raw.items() if k != key}) == "bad-entry"


@pytest.mark.parametrize("raw", ENTRIES, ids=named)
def test_an_entry_with_a_value_of_the_wrong_kind_is_bad(raw: dict[str, Any]) -> None:
    for key in raw.keys() - {"do"}:
        if raw["do"] == "insert" and key == "entry":
            continue
        bad = [value for value in WRONG if code({**raw, key: value}) == "bad-entry"]
        assert len(bad) >= len(WRONG) - 4, (key, bad)
        if key not in ("with", "rounds"):
            assert None in bad


@pytest.mark.parametrize("raw", ENTRIES, ids=named)
def test_only_whole_numbers_up_to_a_million_are_good(raw: dict[str, Any]) -> None:
    for key in ("chips", "cards", "finding", "entry"):
        if isinstance(raw.get(key), int):
            wrong = (-1, 1_000_001, 10**5000) if key != "cards" else ()
            for value in (True, False, 1.0, "1", None, [1], *wrong):
                assert code({**raw, key: value}) == "bad-entry"


@pytest.mark.parametrize("raw", [None, 7, "deal", [], [{"do": "deal"}], {}, {"do": None}])
def test_what_is_no_entry_at_all_is_bad(raw: object) -> None:
    assert code(raw) == "bad-entry"


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({}, "An entry must be a JSON object with a “do” key."),
        ({"do": None}, "This game has no entry “null”."),
        ({"do": "skip", "player": None}, "not “null”."),
        ({"do": "skip", "player": True}, "not “true”."),
    ],
)
def test_what_is_wrong_is_quoted_as_it_stands_in_the_json(raw: object, said: str) -> None:
    with pytest.raises(Refused) as error:
        parse_entry(raw, all_games()["michigan-kitty"].kinds)
    assert str(error.value.sentence).endswith(said)


UNKNOWN = ["fly", "", "Deal", "deal ", 1, ["deal"], {"do": "deal"}, True, "tricks", "score", "next"]


@pytest.mark.parametrize("do", UNKNOWN)
def test_an_unknown_deed_is_bad(do: object) -> None:
    assert code({"do": do}) == "bad-entry"


def test_a_game_takes_no_entries_of_others() -> None:
    takes = {slug: set(game.entries) for slug, game in all_games().items()}
    always = {"deal", "leave", "return", "misdeal", "end"}
    money = {"borrow", "repay", "buy-in", "count", "pay"}
    wanagan = {"rounds", "join", "break-off", "award", "show", "next"}
    assert takes["wanagan"] == always | money | wanagan
    assert takes["oh-claire"] == always | {"bid", "tricks"}
    assert takes["kids-rummy"] == always | {"score"}


def test_a_play_has_a_card_or_cards_not_both() -> None:
    play = {"do": "play", "player": "Ann"}
    assert code({**play, "card": "2C", "cards": ["2C"]}) == "bad-entry"
    assert code({**play, "cards": []}) == "bad-entry"
    assert code({**play, "cards": "2C"}) == "bad-entry"
    assert code({**play, "card": ["2C"]}) == "bad-entry"


@pytest.mark.parametrize("card", ["2X", "1C", "11C", "c2", "2c", "", "10", "JK", "2C "])
def test_cards_that_are_in_no_pack_are_unknown(card: str) -> None:
    assert code({"do": "play", "player": "Ann", "card": card}) == "unknown-card"


@pytest.mark.parametrize("pot", ["zz", "", "pot:KD", "kd", "AS", "kitty"])
def test_pots_that_are_not_on_the_board_are_unknown(pot: str) -> None:
    assert code({"do": "collect", "player": "Ann", "pot": pot}) == "unknown-pot"
    assert code({"do": "count", "of": f"pot:{pot}", "chips": 1}) == "unknown-pot"


@pytest.mark.parametrize("player", ["", "ann", "Zed", "Ann ", "dummy"])
def test_players_who_are_not_there_are_unknown(player: str) -> None:
    assert code({"do": "buy-in", "player": player, "chips": 1}) == "unknown-player"
    assert code({"do": "count", "of": player, "chips": 1}) == "unknown-player"


GAME = all_games()["great-lakes"]
WHOLE = [raw for raw in ENTRIES if raw["do"] in GAME.kinds]


@pytest.mark.parametrize("raw", WHOLE, ids=str)
def test_an_entry_is_written_as_it_was_read(raw: dict[str, Any]) -> None:
    assert serialize_entry(parse_entry(raw, GAME.kinds)) == raw


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ann borrows 1 from pot:kitty", "1 chip from the kitty"),
        ("count Ann 4", "Count for Ann: 4 chips"),
        ("Ann collects AS", "Ann wins A♠"),
        ("Ann bids 4", "Ann bids 4"),
        ("Ann buys for 4", "Ann buys the dummy for 4 chips"),
        ("Ann 2C 3C", "Ann plays 2♣ 3♣"),
        ("Ann holds 1", "Ann holds 1 card"),
        ("totals Ann 3 Bob 4", "Card totals: Ann 3, Bob 4"),
        ("enforce 0", "Penalty applied for mistake 1"),
    ],
)
def test_an_entry_is_described_with_its_fields_in_the_words_of_their_types(
    text: str, words: str
) -> None:
    described = str(parse_entry(entry(text), all_games()["michigan-kitty"].kinds).describe())
    assert described.endswith(words)
