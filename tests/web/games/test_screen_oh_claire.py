"""Oh Claire! on the table: bids, tricks, what they settle, and the cups covered."""

import json
import random
from typing import Any

import pytest
from flask import Flask

from companion.core.log.replay import replay_record
from companion.games import all_games
from companion.store.records import export_table, get_tally
from companion.store.tables import load_table
from companion.tally.summary import build_tally
from tests.evenings import record
from tests.web.pages import Page
from tests.web.tapping import Table, impossible, offered

DEAL = {"do": "deal"}
NAMES = ["Ann", "Bob", "Cal", "Dee", "נועה"]


def bid(player: str, tricks: int) -> dict[str, Any]:
    return {"do": "bid", "player": player, "tricks": tricks}


def claire(app: Flask, *log: Any, players: int = 3, **more: Any) -> Table:
    names = NAMES[:players]
    return Table(
        app, record("oh-claire", **more) | {"players": names, "dealer": names[-1]}, list(log)
    )


def bids(page: Page) -> dict[str, bool]:
    """Every bid on the page, and whether it may be made."""
    made = page.all("button", class_="bid")
    return {button.text: "disabled" not in button.attributes for button in made}


def phase(table: Table) -> str:
    with table.app.app_context():
        evening = load_table(table.token)
        return evening.table.phase


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
    taps = [tap for tap in offered(table) if tap != {"do": "end"} or phase(table) != "bids"]
    made = [tap for tap in taps if tap["do"] == "bid"]
    open_bids = [tap for tap in made if bids(table.page)[str(tap["tricks"])]]
    assert impossible(table, taps) == [tap for tap in made if tap not in open_bids]
    if phase(table) == "tricks":
        return settle_by_chance(table, chance)
    deals = [tap for tap in taps if tap == DEAL]
    ends = [tap for tap in taps if tap["do"] == "end"]
    wanted = chance.choice(open_bids) if open_bids else (deals or ends)[0]
    assert table.tap(wanted).status_code == 200
    return None


@pytest.mark.share(1)
@pytest.mark.parametrize(("seed", "players"), [(1, 3), (2, 4), (3, 5), (4, 5)])
def test_a_whole_game_is_played_by_what_the_screen_offers(
    app: Flask, seed: int, players: int
) -> None:
    chance = random.Random(seed)
    table = claire(app, players=players)
    for _ in range(300):
        if phase(table) == "over":
            break
        step(table, chance)
    with app.app_context():
        final, _ = get_tally(table.token)
        assert final == build_tally(replay_record(export_table(table.token), all_games()))
        assert sum(line["result"] for line in final["lines"]) == 0
        assert final["lines"][0]["player"] in table.page.all("h1")[0].text


def test_the_strip_marks_the_present_hand(app: Flask) -> None:
    table = claire(app)
    strip = [size.text for size in table.page.all("li") if size.get("class") in ("", "is-past")]
    assert [size for size in strip if size.isdigit()] == [
        "10",
        "9",
        "8",
        "7",
        "6",
        "5",
        "6",
        "7",
        "8",
        "9",
        "10",
    ]
    assert size_now(table.page) == []
    table.tap(DEAL)
    assert size_now(table.page) == ["10"]


def test_bids_are_offered_from_0_to_the_size(app: Flask) -> None:
    table = claire(app, DEAL)
    assert bids(table.page) == {str(tricks): True for tricks in range(11)}
    assert "How many of the 10 tricks does Ann bid?" in table.page.text


def test_the_barred_bid_of_the_dealer_is_greyed_out_and_explained(app: Flask) -> None:
    table = claire(app, DEAL, bid("Ann", 3), bid("Bob", 2))
    assert [tricks for tricks, may in bids(table.page).items() if not may] == ["5"]
    assert (
        "5 is not possible: then the bids would add up to 10, the number of tricks."
        in table.page.text
    )
    assert table.page.all("button", class_="bid")[5].get("aria-describedby") == "barred"


def test_the_barred_bid_tapped_all_the_same_is_refused(app: Flask) -> None:
    table = claire(app, DEAL, bid("Ann", 3), bid("Bob", 2))
    answer = table.tap(bid("Cal", 5))
    assert answer.status_code == 422
    assert "Cal may not bid 5" in answer.text


def test_the_tricks_start_at_the_bids(app: Flask) -> None:
    table = claire(app, DEAL, bid("Ann", 3), bid("Bob", 2), bid("Cal", 1))
    tiles = table.page.all("input", type="radio")
    assert [tile.get("value") for tile in tiles if "checked" in tile.attributes] == ["3", "2", "1"]
    assert "4 tricks still missing." in table.page.text


@pytest.mark.parametrize(
    ("took", "told"),
    [
        ("key-took:Ann=3&key-took:Bob=2&key-took:Cal=4", "1 trick still missing."),
        ("key-took:Ann=3&key-took:Bob=2&key-took:Cal=7", "2 tricks too many."),
        (
            "key-took:Ann=3&key-took:Bob=2&key-took:Cal=5",
            "Cal pays Ann 2, Bob 2 and 1 into the jackpot.",
        ),
        ("key-took:Ann=3&key-took:Bob=2&key-took:Cal=5", "Ann made it and covers cup 3."),
        ("key-took:Ann=5&key-took:Bob=3&key-took:Cal=2", "Bob pays 1 into the jackpot."),
    ],
)
def test_what_would_be_paid_is_told_before_it_is(app: Flask, took: str, told: str) -> None:
    table = claire(app, DEAL, bid("Ann", 3), bid("Bob", 2), bid("Cal", 1))
    assert told in table.look(f"/more/tricks?{took}").text
    assert len(table.log) == 4


TOOK = {"do": "tricks", "took": {"Ann": 3, "Bob": 2, "Cal": 5}}
PLAYED = [DEAL, bid("Ann", 3), bid("Bob", 2), bid("Cal", 1), TOOK]


def first_bids(table: Table) -> list[str]:
    buttons = table.look("").all("button", class_="bid", name="dealt")
    return [str(button.get("value")) for button in buttons]


def test_the_first_bid_says_that_the_next_hand_is_dealt(app: Flask) -> None:
    table = claire(app, *PLAYED)
    bids = first_bids(table)
    assert len(bids) == 10
    assert json.loads(bids[4]) == bid("Bob", 4)
    assert "Dealt? Bob bids first:" in table.page.text
    before = table.version
    assert table.send(dealt=bids[4]).status_code == 200
    assert table.log[-2:] == [DEAL, bid("Bob", 4)]
    assert table.send(before, dealt=bids[4]).status_code == 200
    assert len(table.log) == len(PLAYED) + 2


def test_nobody_bids_first_before_the_first_hand_or_once_all_is_played(app: Flask) -> None:
    assert first_bids(claire(app)) == []
    assert first_bids(claire(app, *PLAYED[:3])) == []
    assert first_bids(claire(app, *PLAYED, {"do": "end"})) == []


def test_a_first_bid_that_cannot_be_read_deals_nothing(app: Flask) -> None:
    table = claire(app, *PLAYED)
    assert table.send(dealt="{").status_code == 422
    assert len(table.log) == len(PLAYED)


def is_sent_by_itself(table: Table, **took: int) -> bool:
    told = "&".join(f"key-took:{player}={tricks}" for player, tricks in took.items())
    return 'id="settling" data-done' in table.client.get(f"{table.url}/more/tricks?{told}").text


def test_tricks_are_settled_by_themselves_only_where_none_could_have_missed_besides(
    app: Flask,
) -> None:
    table = claire(app, DEAL, bid("Ann", 3), bid("Bob", 2), bid("Cal", 1))
    assert is_sent_by_itself(table, Ann=4, Bob=5, Cal=1)
    assert is_sent_by_itself(table, Ann=4, Bob=4, Cal=2)
    assert not is_sent_by_itself(table, Ann=7, Bob=2, Cal=1)
    assert not is_sent_by_itself(table, Ann=4, Bob=4, Cal=1)
    assert 'id="settling" data-done' not in table.client.get(table.url).text


@pytest.mark.parametrize(
    ("made", "near"), [(0, range(6)), (1, range(6)), (5, range(3, 9)), (10, range(5, 11))]
)
def test_six_numbers_around_the_bid_stay_on_a_phone(app: Flask, made: int, near: range) -> None:
    table = claire(app, DEAL, bid("Ann", made), bid("Bob", 1), bid("Cal", 1))
    far = table.page.all("label", class_="number-tile is-far")
    ann = [int(label.text) for label in far[: 11 - len(near)]]
    assert sorted({*range(11)} - {*ann}) == [*near]


def test_who_is_short_pays_what_he_has(app: Flask) -> None:
    chips = {"Ann": 24, "Bob": 24, "Cal": 3}
    table = claire(app, DEAL, bid("Ann", 3), bid("Bob", 2), bid("Cal", 1), chips=chips)
    told = "Cal owed 5 chips and pays Ann 2 and Bob 1."
    assert told in table.look("/more/tricks?key-took:Ann=3&key-took:Bob=2&key-took:Cal=5").text


def test_a_bid_above_7_covers_no_cup(app: Flask) -> None:
    table = claire(app, DEAL, bid("Ann", 8), bid("Bob", 1), bid("Cal", 0))
    told = table.look("/more/tricks?key-took:Ann=8&key-took:Bob=2&key-took:Cal=0").text
    assert "Ann made it." in told
    assert "Cal made it and covers cup 0." in told


@pytest.mark.parametrize("sheet", [{}, {"sheet": "tricks"}])
@pytest.mark.parametrize(
    ("took", "sentence"),
    [
        ({"Ann": 3, "Bob": 2, "Cal": 4}, "The tricks must add up to 10, not 9."),
        ({"Ann": 3, "Bob": 2}, "How many tricks did Cal take?"),
        ({"Ann": 3, "Bob": "x", "Cal": 4}, "“x” is not a whole number"),
        ({"Ann": -1, "Bob": 2, "Cal": 9}, "a whole number from 0"),
    ],
)
def test_tricks_that_cannot_be_are_refused_in_words(
    app: Flask, sheet: dict[str, str], took: dict[str, Any], sentence: str
) -> None:
    table = claire(app, DEAL, bid("Ann", 3), bid("Bob", 2), bid("Cal", 1))
    answer = table.fill("tricks", **sheet, took=took)
    assert answer.status_code == 422
    assert sentence in answer.text
    bobs = table.page.all("input", name="key-took:Bob")
    wanted = [str(took["Bob"])] if took["Bob"] == 2 else []
    assert [tile.get("value") for tile in bobs if "checked" in tile.attributes] == wanted


def test_a_covered_cup_shows_whose_chips_are_in_it(app: Flask) -> None:
    took = {"do": "tricks", "took": {"Ann": 3, "Bob": 2, "Cal": 5}}
    table = claire(app, DEAL, bid("Ann", 3), bid("Bob", 2), bid("Cal", 1), took)
    cups = {cup.get("id"): cup.said for cup in table.page.all("li")}
    assert cups["pot-3"].startswith("Cup 3 Ann 1")
    assert cups["pot-1"] == "Cup 1"
    assert "Ann and Bob made the bid in hand 1." in table.page.text


def test_a_cup_shows_how_many_chips_the_last_hand_brought(app: Flask) -> None:
    table = claire(app, DEAL, bid("Ann", 3), bid("Bob", 2), bid("Cal", 1), TOOK)
    marked = [e.get("id") for e in table.page.elements if "delta" in e.get("class")]
    cups = [name.partition("-moved-")[0] for name in marked if name.startswith("pot-")]
    assert cups == ["pot-2", "pot-3", "pot-jackpot"]


def test_who_has_no_chips_is_out_and_no_longer_asked(app: Flask) -> None:
    took = {"do": "tricks", "took": {"Ann": 3, "Bob": 2, "Cal": 5}}
    chips = {"Ann": 24, "Bob": 24, "Cal": 3}
    table = claire(app, DEAL, bid("Ann", 3), bid("Bob", 2), bid("Cal", 1), took, chips=chips)
    badges = [badge.text for badge in table.page.all("span", class_="badge")]
    assert "out" in badges
    table.tap(DEAL)
    table.tap(bid("Bob", 1))
    assert "does Ann bid?" in table.page.text


def test_the_last_one_left_is_told_to_count_up(app: Flask) -> None:
    took = {"do": "tricks", "took": {"Ann": 3, "Bob": 4, "Cal": 3}}
    chips = {"Ann": 24, "Bob": 2, "Cal": 3}
    table = claire(app, DEAL, bid("Ann", 3), bid("Bob", 2), bid("Cal", 1), took, chips=chips)
    assert [tap["do"] for tap in offered(table) if tap["do"] not in ("undo", "redo")] == ["end"]
    assert "At most one player still has chips." in table.page.text


def test_the_tricks_of_a_hand_that_is_over_lead_to_more(app: Flask) -> None:
    assert claire(app).look("/more/tricks").all("h1")[0].text == "More"
