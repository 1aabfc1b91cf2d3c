"""Wanagan on the table: cups tapped, cards shown, what comes next."""

import random
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask

from tests.evenings import PLAYERS, record
from tests.notation import entry
from tests.web.cases import read_cases, visit
from tests.web.games.play_out import play_out
from tests.web.tapping import Table, buttons, impossible, offered

CASES = """
every phase is drawn with its name, and says what its end does
    deal => title "First showdown", button "Go to overtime 1": next
    next => title "Overtime 1",
        only .passing "First pass 3 cards to the left: Ann to Bob to Cal to Dee to Ann"
    next => title "Overtime 2",
        only .passing "First pass 3 cards to the right: Ann to Dee to Cal to Bob to Ann"
    next => title "Overtime 3", button "Move 52 chips into the jackpot": next
    next => title "Final"
cups that all have won end the round
    deal; award 1-pair Ann; award 2-pair Bob; award 3-kind Cal; award full-house Dee; next;
        award flush Ann; award straight Bob; award 4-kind Cal; award wanagan Dee
        => button "All cups are won: end the round": next
a cup and a player are an award
    deal
    fill award pot=flush players=Bob
        => log award flush Bob, no choice key-pot flush, "won: flush", no choice key-players Bob
several share a cup and nobody leaves it
    deal
    /more/award => choices key-players Ann Bob Cal Dee
    fill award on award pot=flush players=Bob,Cal => log award flush Bob Cal
    fill award on award pot=straight players= => log award flush Bob Cal; award straight nobody
an award needs a cup
    deal
    not fill award players=Bob => "Which cup?", log nothing
an award needs a winner
    deal
    not fill award pot=flush => "Who won the cup?", log nothing
the jackpot is won in the final alone
    deal
    not fill award pot=jackpot players=Bob => "The jackpot cannot be won now.", log nothing
a winner is at the table
    deal
    not fill award pot=flush players=Zoe => "Nobody named Zoe is at this table.", log nothing
a hand that could be two things is asked about
    deal
    not fill show on show player=Ann cards=2D,4D,6D,8D,10D =>
        "Ann must choose a cup: flush or Wanagan.",
        choices key-as flush wanagan, ticked key-cards 2D 4D 6D 8D 10D
    fill show on show player=Ann cards=2D,4D,6D,8D,10D as=wanagan
        => log Ann shows 2D 4D 6D 8D 10D as wanagan, "2-4-6-8-10"
the screen tells who has yet to show
    deal; Ann shows KH KD 2C 3C 9S
        => "Bob, Cal, and Dee must show cards first.", no button "Go to overtime 1"
the cards name the winner of the final
    deal; next; next; next; next; Ann shows KH KD 2C 3C 9S; Bob shows 4H 5H 6H 7H 8H;
        Cal shows 2H 3H 3S 8S 9D; Dee shows QH JH 3D 8D 9H
        => button "According to the cards: Bob": award jackpot, "straight flush to the eight"
who cannot ante is told to borrow
    chips=Ann 5 Bob 50 Cal 50 Dee 50:
        => "Ann must ante 13 chips but has 5. Borrow or buy chips first."
    follow "Borrow or buy chips" => title "Ann"
a plate has nothing to hold where nobody can lend
    oh-claire, players=Ann Bob Cal: deal
    not /ahead/player?player=Ann (204)
a sheet has the richest lender and the missing chips set
    chips=Ann 6 Bob 50 Cal 60 Dee 50:
    /more/player?player=Ann => ticked key-from Cal, choice key-chips 7
a cup that is shared is the marked one until another is tapped
    deal; award 1-pair Ann
    /more/award => ticked key-pot 2-pair
a loan from a cup is an IOU in it
    deal; Bob borrows 3 from pot:flush => "an IOU from Bob for 3 chips"
    /more/player?player=Bob => choice key-to pot:flush
a sheet at the wrong time leads to more
    /more/show?player=Ann => title "More"
    /more/award => title "More"
the deal says which round it is, and that five need one deck
    players=Ann Bob Cal Dee Eve, dealer=Dee:
        => title "Round 1 of 5: Dee deals out one deck"
six need two decks
    players=Ann Bob Cal Dee Eve Fritz, dealer=Dee:
        => title "Round 1 of 5: Dee deals out 2 decks"
the wild cards are on the screen of overtime 3 alone
    deal; next; next => no "Wild:"
    next => .fan "king of hearts", .fan "10 of diamonds", .fan "7 of spades", .fan "4 of clubs"
cards shown by another cannot be tapped
    deal; Ann shows KH KD 2C 3C 9S
    /more/show?player=Bob&key-cards=KH => "5 more cards to tap.", no choice key-cards KH,
        choice key-cards QH
"""


@pytest.mark.parametrize("case", read_cases(CASES))
def test_cups_cards_and_what_comes_next(app: Flask, case: str) -> None:
    visit(app, case, game="wanagan")


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


def test_cards_that_could_be_one_thing_only_are_entered_by_the_last(app: Flask) -> None:
    table = wanagan(app)
    tapped = "&".join(f"key-cards={card}" for card in ("KH", "KD", "2C", "3C", "9S"))
    sheet = table.look(f"/more/show?player=Ann&{tapped}")
    assert not sheet.all("button", name="key-as")
    assert "data-done" in sheet.all("div", id="claims")[0].attributes
    table.fill("show", "show", player="Ann", cards=["2C", "3C", "KD", "KH", "9S"])
    assert table.log[-1] == entry("Ann shows 2C 3C KD KH 9S")
    assert "a pair of kings" in table.look().text


def test_with_six_players_every_card_is_there_twice(app: Flask) -> None:
    table = wanagan(app, players=[*PLAYERS, "Eve", "Fritz"])
    sheet = table.look("/more/show?player=Bob&key-cards=KH")
    assert sheet.values("key-cards").count("KH") == 2
    assert sheet.checked("key-cards") == ["KH"]


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
