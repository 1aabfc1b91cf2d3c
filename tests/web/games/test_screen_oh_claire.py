"""Oh Claire! on the table: bids, tricks, what they settle, and the cups covered."""

import json
import random
from typing import Any

import pytest
from flask import Flask

from tests.evenings import record
from tests.notation import entry
from tests.web.cases import read_cases, visit
from tests.web.games.play_out import play_out
from tests.web.pages import Page
from tests.web.tapping import Guest, Table, impossible, offered

NAMES = ["Ann", "Bob", "Cal", "Dee", "נועה"]
BIDS = "deal; Ann bids 3 tricks; Bob bids 2 tricks; Cal bids 1 tricks"
PLAYED = f"{BIDS}; took Ann 3 Bob 2 Cal 5"


def claire(app: Flask, log: str = "", players: int = 3, **more: Any) -> Table:
    return Table(app, record("oh-claire", NAMES[:players], **more), log)


CASES = """
the tricks start at the bids
    BIDS => ticked key-took:Ann 3, ticked key-took:Bob 2, ticked key-took:Cal 1,
        "4 tricks still missing."
tricks that do not add up are told
    BIDS
    /more/tricks key-took:Ann=3 key-took:Bob=2 key-took:Cal=4 => "1 trick still missing."
    /more/tricks key-took:Ann=3 key-took:Bob=2 key-took:Cal=7 => "2 tricks too many.", log nothing
what would be paid is told before it is
    BIDS
    /more/tricks key-took:Ann=3 key-took:Bob=2 key-took:Cal=5
        => "Cal pays 2 chips to Ann, 2 to Bob, and 1 into the jackpot.",
        "Ann’s bid was exact: cup 3 is covered."
    /more/tricks key-took:Ann=5 key-took:Bob=3 key-took:Cal=2
        => "Bob pays 1 chip into the jackpot.", log nothing
who is short pays what he has
    chips=Ann 24 Bob 24 Cal 3: BIDS
    /more/tricks key-took:Ann=3 key-took:Bob=2 key-took:Cal=5
        => "Cal owes 5 chips but pays only 2 chips to Ann and 1 to Bob."
a bid above 7 covers no cup
    deal; Ann bids 8 tricks; Bob bids 1 tricks; Cal bids 0 tricks
    /more/tricks key-took:Ann=8 key-took:Bob=2 key-took:Cal=0
        => "Ann’s bid was exact.", "Cal’s bid was exact: cup 0 is covered."
a covered cup shows whose chips are in it
    PLAYED => #pot-3 "Cup 3 Ann 1", only #pot-1 "Cup 1", "Exact bids in hand 1: Ann and Bob."
who has no chips is out and no longer asked
    chips=Ann 24 Bob 24 Cal 3: PLAYED => .badge "out"
    deal; Bob bids 1 tricks => "does Ann bid?"
the last one left is told to count up
    chips=Ann 24 Bob 2 Cal 3: BIDS; took Ann 3 Bob 4 Cal 3 => button "End the game": end,
        no button "Deal", "Fewer than two players at the table still have chips. End the game."
the tricks of a hand that is over lead to more
    /more/tricks => title "More"
"""


@pytest.mark.parametrize("case", read_cases(CASES, BIDS=BIDS, PLAYED=PLAYED))
def test_what_the_screen_tells_of_tricks_and_cups(app: Flask, case: str) -> None:
    visit(app, case, game="oh-claire", players="Ann Bob Cal")


def bids(page: Page) -> dict[str, bool]:
    """Every bid on the page, and whether it may be made."""
    made = page.all("button", class_="bid")
    return {button.text: "disabled" not in button.attributes for button in made}


def size_now(page: Page) -> list[str]:
    return [size.text for size in page.elements if size.get("aria-current") == "step"]


def settle_by_chance(table: Table, chance: random.Random) -> None:
    """Share the tricks out among the fields of the page."""
    tiles = table.page.all("input", type="radio")
    took = dict.fromkeys([tile.get("name") for tile in tiles], 0)
    for _ in range(max(int(tile.get("value")) for tile in tiles)):
        took[chance.choice(list(took))] += 1
    assert table.send(do="tricks", **took).status_code == 200, table.page.text


def step(table: Table, chance: random.Random) -> None:
    phase = table.state.phase
    taps = [tap for tap in offered(table) if tap != {"do": "end"} or phase != "bids"]
    made = [tap for tap in taps if tap["do"] == "bid"]
    open_bids = [tap for tap in made if bids(table.page)[str(tap["tricks"])]]
    assert impossible(table, taps) == [tap for tap in made if tap not in open_bids]
    if phase == "tricks":
        settle_by_chance(table, chance)
        return
    goes_on = [tap for do in ("deal", "end") for tap in taps if tap["do"] == do]
    assert table.tap(chance.choice(open_bids) if open_bids else goes_on[0]).status_code == 200


@pytest.mark.share(1)
@pytest.mark.parametrize(("seed", "players"), [(1, 3), (2, 4), (3, 5), (4, 5)])
def test_a_whole_game_is_played_by_what_the_screen_offers(
    app: Flask, seed: int, players: int
) -> None:
    table = claire(app, players=players)
    lines = play_out(table, step, random.Random(seed), most=300)
    assert sum(line["result"] for line in lines) == 0
    assert lines[0]["player"] in table.page.title


def test_the_strip_marks_the_present_hand(app: Flask) -> None:
    table = claire(app)
    strip = [size.text for size in table.page.all("li") if size.get("class") in ("", "is-past")]
    sizes = ["10", "9", "8", "7", "6", "5", "6", "7", "8", "9", "10"]
    assert [size for size in strip if size.isdigit()] == sizes
    assert size_now(table.page) == []
    table.tap("deal")
    assert size_now(table.page) == ["10"]


def test_bids_are_offered_from_0_to_the_size(app: Flask) -> None:
    table = claire(app, "deal")
    assert bids(table.page) == {str(tricks): True for tricks in range(11)}
    assert "How many tricks out of 10 does Ann bid?" in table.page.text


def test_the_barred_bid_of_the_dealer_is_greyed_out_explained_and_refused(app: Flask) -> None:
    table = claire(app, "deal; Ann bids 3 tricks; Bob bids 2 tricks")
    assert [tricks for tricks, may in bids(table.page).items() if not may] == ["5"]
    why = "5 is not possible. The bids would then add up to 10, the number of tricks.\n"
    assert why in table.page.text
    assert why in Guest(table.invite(), "Cal").page.text
    assert table.page.all("button", class_="bid")[5].get("aria-describedby") == "barred"
    refused = table.tap("Cal bids 5 tricks")
    assert refused.status_code == 422
    assert "Cal may not bid 5" in refused.text


def first_bids(table: Table) -> list[str]:
    return table.look().values("dealt", "button", class_="bid")


def test_the_first_bid_says_that_the_next_hand_is_dealt(app: Flask) -> None:
    table = claire(app, PLAYED)
    bids, before = first_bids(table), table.version
    assert len(bids) == 10
    assert json.loads(bids[4]) == entry("Bob bids 4 tricks")
    assert "Cards dealt? Bob bids first:" in table.page.text
    for _ in range(2):
        assert table.send(before, dealt=bids[4]).status_code == 200
        assert table.log[before:] == [{"do": "deal"}, entry("Bob bids 4 tricks")]


@pytest.mark.parametrize(
    "log", ["", "deal; Ann bids 3 tricks; Bob bids 2 tricks", f"{PLAYED}; end"]
)
def test_nobody_bids_first_before_the_first_hand_or_once_all_is_played(
    app: Flask, log: str
) -> None:
    assert first_bids(claire(app, log)) == []


def told_of(table: Table, **took: int) -> Page:
    """The page of tricks before they are entered."""
    told = "&".join(f"key-took:{player}={tricks}" for player, tricks in took.items())
    return table.look(f"/more/tricks?{told}")


def test_tricks_are_settled_by_themselves_only_where_none_could_have_missed_besides(
    app: Flask,
) -> None:
    table, by_itself = claire(app, BIDS), 'id="settling" data-done'
    assert by_itself in told_of(table, Ann=4, Bob=5, Cal=1).source
    assert by_itself in told_of(table, Ann=4, Bob=4, Cal=2).source
    assert by_itself not in told_of(table, Ann=7, Bob=2, Cal=1).source
    assert by_itself not in told_of(table, Ann=4, Bob=4, Cal=1).source
    assert by_itself not in table.page.source


@pytest.mark.parametrize(
    ("made", "near"), [(0, range(6)), (1, range(6)), (5, range(3, 9)), (10, range(5, 11))]
)
def test_six_numbers_around_the_bid_stay_on_a_phone(app: Flask, made: int, near: range) -> None:
    table = claire(app, f"deal; Ann bids {made} tricks; Bob bids 1 tricks; Cal bids 1 tricks")
    far = table.page.all("label", class_="number-tile is-far")
    ann = [int(label.text) for label in far[: 11 - len(near)]]
    assert sorted({*range(11)} - {*ann}) == [*near]


@pytest.mark.parametrize("sheet", ["", "tricks"])
@pytest.mark.parametrize(
    ("took", "sentence", "bob"),
    [
        ({"Ann": 3, "Bob": 2, "Cal": 4}, "The tricks must add up to 10, not 9.", ["2"]),
        ({"Ann": 3, "Bob": 2}, "Enter how many tricks Cal took.", ["2"]),
        ({"Ann": 3, "Bob": "x", "Cal": 4}, "“x” is not a whole number", []),
        ({"Ann": -1, "Bob": 2, "Cal": 9}, "a whole number from 0", ["2"]),
    ],
)
def test_tricks_that_cannot_be_are_refused_in_words(
    app: Flask, sheet: str, took: dict[str, Any], sentence: str, bob: list[str]
) -> None:
    table = claire(app, BIDS)
    answer = table.fill("tricks", sheet, took=took)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert table.page.checked("key-took:Bob") == bob


def test_a_cup_shows_how_many_chips_the_last_hand_brought(app: Flask) -> None:
    elements = claire(app, PLAYED).page.elements
    marked = [e.get("id") for e in elements if "delta" in e.get("class")]
    cups = [name.partition("-moved-")[0] for name in marked if name.startswith("pot-")]
    assert cups == ["pot-2", "pot-3", "pot-jackpot"]
