"""Wanagan on the table: cups tapped, cards shown, what comes next."""

import random
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask

from tests.evenings import PLAYERS, record
from tests.notation import entry
from tests.web.games.play_out import play_out
from tests.web.tapping import Table, buttons, impossible, offered

NEXT = {"do": "next"}
PHASES = ("hand-1", "overtime-1", "overtime-2", "overtime-3", "final")
EVENS = ["2D", "4D", "6D", "8D", "10D"]


def wanagan(app: Flask, log: str = "deal", **more: Any) -> Table:
    return Table(app, record("wanagan", **more), log)


def show_sheet(table: Table) -> str | None:
    return next((link for link in table.page.links if "/more/show?" in link), None)


def reveal_by_chance(table: Table, path: str, chance: random.Random) -> None:
    """Tap five cards on the picture, and one of the cups that they could be for."""
    sheet = table.look(path)
    player = sheet.value("key-player")
    cards = chance.sample(sheet.values("key-cards", type="checkbox"), 5)
    tapped = "&".join(f"key-cards={card}" for card in cards)
    table.page = table.look(f"/more/show?player={quote(player)}&{tapped}")
    cups = table.page.values("key-as", "button")
    fields: dict[str, Any] = {"as": chance.choice(cups)} if cups else {}
    answer = table.fill("show", "show", player=player, cards=cards, **fields)
    assert answer.status_code == 200, table.page.text
    table.page = table.look()


def award_by_chance(table: Table, chance: random.Random) -> None:
    """Tap a cup, then a player."""
    cups = table.page.values("key-pot", type="radio")
    pot = chance.choice(cups) if cups else table.page.value("key-pot")
    seats = table.page.values("key-players", "button")
    assert table.fill("award", pot=pot, players=chance.choice(seats)).status_code == 200


def step(table: Table, chance: random.Random) -> None:
    taps = offered(table)
    assert taps
    assert not impossible(table, taps)
    sheet = show_sheet(table)
    if sheet and chance.random() < 0.6:
        reveal_by_chance(table, sheet, chance)
    elif table.page.all("button", name="key-players") and chance.random() < 0.2:
        award_by_chance(table, chance)
    else:
        rare = {"undo": 0.1, "redo": 0.1, "end": 0.1, "rounds": 0}
        weights = [rare.get(tap["do"], 3) for tap in taps]
        assert table.tap(chance.choices(taps, weights)[0]).status_code == 200


def close(table: Table, _: random.Random) -> None:
    """Go on to the end of the evening."""
    table.tap(next(tap for tap in offered(table) if tap["do"] in ("deal", "next", "award", "end")))


@pytest.mark.share(1)
@pytest.mark.parametrize(("seed", "number"), [(1, 3), (2, 4), (3, 10)])
def test_a_whole_game_is_played_by_what_the_screen_offers(
    app: Flask, seed: int, number: int
) -> None:
    chance = random.Random(seed)
    names = [*PLAYERS, "Eve", "Fritz", "Günther", "נועה", "Ida", "Jo <b>"][:number]
    table = wanagan(app, "", players=names, dealer=names[0], options={"rounds": 2}, chips=80)
    for _ in range(400):
        if table.state.phase != "over":
            step(table, chance)
    lines = play_out(table, close, chance, most=100)
    assert sum(line["result"] for line in lines) == 0


@pytest.mark.parametrize("reveals", range(5))
def test_every_phase_is_drawn_with_its_name(app: Flask, reveals: int) -> None:
    table = wanagan(app, "deal" + "; next" * reveals)
    assert table.state.phase == PHASES[reveals]
    named = ("First reveal", "Overtime 1", "Overtime 2", "Overtime 3", "Final")
    assert table.page.title.startswith(named[reveals])


@pytest.mark.parametrize(
    ("log", "told"),
    [
        ("deal; next", "First pass 3 cards to the left: Ann to Bob to Cal to Dee to Ann"),
        ("deal; next; next", "First pass 3 cards to the right: Ann to Dee to Cal to Bob to Ann"),
    ],
)
def test_the_screen_says_who_passes_to_whom(app: Flask, log: str, told: str) -> None:
    passing = wanagan(app, log).page.all("p", class_="passing")
    assert [each.said for each in passing] == [told]


def test_the_wild_cards_are_on_the_screen_of_overtime_3_alone(app: Flask) -> None:
    table = wanagan(app, "deal; next; next")
    assert "Wild:" not in table.page.text
    table.tap(NEXT)
    told = table.page.all("span", class_="fan")[0].text
    words = ("king of hearts", "10 of diamonds", "7 of spades", "4 of clubs")
    assert [word for word in words if word in told] == list(words)


def test_the_button_says_what_closing_a_reveal_does(app: Flask) -> None:
    table = wanagan(app)
    assert buttons(table.page)["On to overtime 1"] == NEXT
    for _ in range(3):
        table.tap(NEXT)
    assert buttons(table.page)["Sweep 52 chips into the jackpot"] == NEXT


def test_a_cup_that_all_have_won_ends_the_round(app: Flask) -> None:
    cups = ["1-pair", "2-pair", "3-kind", "full-house", "flush", "straight", "4-kind", "wanagan"]
    won = [f"award {cup} {p}" for cup, p in zip(cups, PLAYERS * 2, strict=True)]
    table = wanagan(app, "; ".join(["deal", *won[:4], "next", *won[4:]]))
    assert buttons(table.page)["All cups are won: end the round"] == NEXT


def test_a_cup_and_a_player_are_an_award(app: Flask) -> None:
    table = wanagan(app)
    assert table.fill("award", pot="flush", players="Bob").status_code == 200
    assert table.log[-1] == entry("award flush Bob")
    assert "flush" not in table.page.values("key-pot")
    assert "won: flush" in table.page.text
    assert "Bob" not in table.page.values("key-players", "button")


def test_several_share_a_cup_and_nobody_leaves_it(app: Flask) -> None:
    table = wanagan(app)
    assert table.look("/more/award").values("key-players", type="checkbox") == PLAYERS
    table.fill("award", "award", pot="flush", players=["Bob", "Cal"])
    assert table.log[-1]["players"] == ["Bob", "Cal"]
    table.page = table.look()
    table.fill("award", "award", pot="straight", players="")
    assert table.log[-1] == entry("award straight nobody")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"players": "Bob"}, "Which cup?"),
        ({"pot": "flush"}, "Who won it?"),
        ({"pot": "jackpot", "players": "Bob"}, "The jackpot cannot be won now."),
        ({"pot": "flush", "players": "Zoe"}, "Nobody called Zoe is at this table."),
    ],
)
def test_an_award_that_cannot_be_is_refused_in_words(
    app: Flask, fields: dict[str, str], sentence: str
) -> None:
    table = wanagan(app)
    answer = table.fill("award", **fields)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert table.log == [{"do": "deal"}]


def test_a_hand_that_could_be_two_things_is_asked_about(app: Flask) -> None:
    table = wanagan(app)
    answer = table.fill("show", "show", player="Ann", cards=EVENS)
    assert answer.status_code == 422
    assert "Ann must say which" in answer.text
    assert table.page.values("key-as", "button") == ["flush", "wanagan"]
    assert table.page.checked("key-cards") == EVENS
    table.fill("show", "show", player="Ann", cards=EVENS, **{"as": "wanagan"})
    assert table.log[-1] == entry("Ann shows 2D 4D 6D 8D 10D as wanagan")
    assert "2-4-6-8-10" in table.look().text


def test_cards_that_could_be_one_thing_only_are_entered_by_the_last(app: Flask) -> None:
    table = wanagan(app)
    tapped = "&".join(f"key-cards={card}" for card in ("KH", "KD", "2C", "3C", "9S"))
    sheet = table.look(f"/more/show?player=Ann&{tapped}")
    assert not sheet.all("button", name="key-as")
    assert "data-done" in sheet.all("div", id="claims")[0].attributes
    table.fill("show", "show", player="Ann", cards=["2C", "3C", "KD", "KH", "9S"])
    assert table.log[-1] == entry("Ann shows 2C 3C KD KH 9S")
    assert "a pair of kings" in table.look().text


def test_cards_shown_by_another_cannot_be_tapped(app: Flask) -> None:
    table = wanagan(app, "deal; Ann shows KH KD 2C 3C 9S")
    sheet = table.look("/more/show?player=Bob&key-cards=KH")
    assert "KH" not in sheet.values("key-cards")
    assert len(sheet.values("key-cards")) == 47
    assert "5 more cards to tap." in sheet.text


def test_with_six_players_every_card_is_there_twice(app: Flask) -> None:
    table = wanagan(app, players=[*PLAYERS, "Eve", "Fritz"])
    sheet = table.look("/more/show?player=Bob&key-cards=KH")
    assert sheet.values("key-cards").count("KH") == 2
    assert sheet.checked("key-cards") == ["KH"]


def test_the_screen_tells_who_has_yet_to_show(app: Flask) -> None:
    table = wanagan(app, "deal; Ann shows KH KD 2C 3C 9S")
    assert "Not yet: Bob, Cal and Dee must show cards too." in table.page.text
    assert NEXT not in buttons(table.page).values()


def test_the_cards_name_the_winner_of_the_final(app: Flask) -> None:
    shows = """Ann shows KH KD 2C 3C 9S; Bob shows 4H 5H 6H 7H 8H;
               Cal shows 2H 3H 3S 8S 9D; Dee shows QH JH 3D 8D 9H"""
    table = wanagan(app, f"deal; next; next; next; next; {shows}")
    assert buttons(table.page)["By the cards: Bob"] == {"do": "award", "pot": "jackpot"}
    assert "straight flush to the eight" in table.page.text


def test_who_cannot_ante_is_told_to_borrow(app: Flask) -> None:
    table = wanagan(app, "", chips={"Ann": 5, "Bob": 50, "Cal": 50, "Dee": 50})
    assert "Ann must ante 13 chips but has 5. Borrow or buy in first." in table.page.text
    links = [link.get("href") for link in table.page.all("a", class_="button ")]
    assert any(link.endswith("/more/player?player=Ann") for link in links)


def test_a_plate_between_rounds_leads_to_what_its_player_may_do(app: Flask) -> None:
    plates = [
        link for link in wanagan(app, "").page.all("a") if "seat" in link.get("class").split()
    ]
    assert [plate.get("href").partition("player=")[2] for plate in plates] == [*PLAYERS]
    links = wanagan(app).page.all("a")
    assert not [link for link in links if "seat" in link.get("class").split()]


def test_a_plate_that_is_held_lends_from_the_richest(app: Flask) -> None:
    table = wanagan(app, "deal; award full-house Cal")
    [plate] = table.page.all("button", id="seat-1")
    held = table.look(plate.get("data-ahead"))
    loans = [*buttons(held).values()]
    assert [loan["chips"] for loan in loans] == [1, 2, 3, 5, 10, 20]
    assert loans[0] == entry("Ann borrows 1 from Cal")
    assert held.links[0].endswith("/more/player?player=Ann")


def test_a_plate_has_nothing_to_hold_where_nobody_can_lend(app: Flask) -> None:
    table = Table(app, record("oh-claire", players=PLAYERS[:3]), "deal")
    assert table.get("/ahead/player?player=Ann").status_code == 204


def test_a_sheet_has_the_richest_lender_and_the_missing_chips_set(app: Flask) -> None:
    table = wanagan(app, "", chips={"Ann": 6, "Bob": 50, "Cal": 60, "Dee": 50})
    sheet = table.look("/more/player?player=Ann")
    assert sheet.checked("key-from") == ["Cal"]
    assert "7" in sheet.values("key-chips", "button")


def test_a_cup_that_is_shared_is_the_marked_one_until_another_is_tapped(app: Flask) -> None:
    sheet = wanagan(app, "deal; award 1-pair Ann").look("/more/award")
    assert sheet.checked("key-pot") == ["2-pair"]


def test_a_loan_from_a_cup_is_a_note_in_it(app: Flask) -> None:
    table = wanagan(app, "deal; Bob borrows 3 from pot:flush")
    assert "an IOU from Bob for 3" in table.page.text
    assert table.look("/more/player?player=Bob").all("input", name="key-to", value="pot:flush")


@pytest.mark.parametrize("sheet", ["show?player=Ann", "award"])
def test_a_sheet_at_the_wrong_time_leads_to_more(app: Flask, sheet: str) -> None:
    assert wanagan(app, "").look(f"/more/{sheet}").title == "More"


@pytest.mark.parametrize(("players", "packs"), [(5, "one deck"), (6, "2 decks")])
def test_the_deal_says_which_round_it_is_and_how_many_packs(
    app: Flask, players: int, packs: str
) -> None:
    names = [*PLAYERS, "Eve", "Fritz"][:players]
    title = wanagan(app, "", players=names, dealer="Dee").page.title
    assert title == f"Round 1 of 5: Dee deals out {packs}"
