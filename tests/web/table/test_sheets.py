"""The odd moments of a table: paying, sitting out, breaking off, the last hand, a wrong count."""

import json
import re
from typing import Any

import pytest
from flask import Flask

from tests.evenings import PLAYERS, record
from tests.notation import entry
from tests.web.cases import read_cases, visit
from tests.web.tapping import Table, buttons

IN_CHIPS = "deal; chips-only"
OF_FOUR = f"{IN_CHIPS}; Ann out Bob 3 Cal 4 Dee 5"
OF_THREE = f"{IN_CHIPS}; Bob out Ann 3 Cal 2"
PLAYED = {"IN_CHIPS": IN_CHIPS, "OF_FOUR": OF_FOUR, "OF_THREE": OF_THREE}

CASES = """
a player pays another from the own sheet
    /more/player?player=Ann => "Ann pays: tap who gets the chips"
    fill pay on player from=Ann to=Bob chips=3 => log Ann pays 3 to Bob
a player pays everybody in one gesture
    fill pay on player from=Ann to= chips=1
        => log Ann pays 1 to Bob; Ann pays 1 to Cal; Ann pays 1 to Dee
nobody pays everybody more than he has
    not fill pay on player from=Ann to= chips=40
        => "needs 120 to pay everybody. Pay less, or borrow first.", log nothing
nobody pays nobody
    not fill pay on player from=Ann chips=1 => "Answer this first: To whom?", log nothing
a pot is paid into and shared by agreement on its own sheet
    deal
    /more/pot?pot=kitty => "Pay into the saucer: tap who pays", "Share by agreement"
    fill pay on pot from=pot:kitty to=Bob chips=2 => pot:kitty 2
there is no sheet of a pot that is not there
    /more/pot?pot=poker => "At the table"
every pot leads to its sheet between hands
    / => link /more/pot?pot=kitty
    deal => no link /more/pot?pot=kitty
whoever sits out is back with two taps
    /more/player?player=Cal
    tap "Sit out or leave"
    /more
    tap "Cal is back" => log Cal leaves; Cal returns
nobody comes back to a full table and it says why
    boodle, players=Ann Bob Cal Dee Eve Fay Gus Hal, dealer=Ann:
        Hal leaves; Ida joins left of Gus with 5
    /more => no button "Hal is back", "takes at most 8 players. Somebody must sit out first."
the IOU of somebody who left can be repaid
    Cal borrows 5 from Ann; Cal leaves
    /more => link /more/player?player=Cal
    /more/player?player=Cal => "Repay Ann (5 chips owed)"
    fill repay on player player=Cal to=Ann chips=5 => log Cal repays 5 to Ann
whoever comes late to Kids Rummy hears why not
    kids-rummy, players=Ann Bob Cal, dealer=Ann:
    /more => "A latecomer"
whoever comes late to Oh Claire hears why not
    oh-claire, players=Ann Bob Cal, dealer=Ann:
    /more => "A latecomer"
who must go in the middle of a hand leaves when it is over
    IN_CHIPS
    /more/player?player=Cal => "Cal leaves after this hand"
    post /leaving player=Cal
    / => only .badge "leaves"
    Bob out Ann 3 Cal 4 Dee 5 => log Bob out Ann 3 Cal 4 Dee 5; Cal leaves
    deal => log Bob out Ann 3 Cal 4 Dee 5; Cal leaves; deal
who goes may stay after all, and leaves at once between hands
    IN_CHIPS
    post /leaving player=Cal
    /wrong/else => "Cal stays after all"
    post /leaving player=Cal
    Bob out Ann 3 Cal 4 Dee 5 => log Bob out Ann 3 Cal 4 Dee 5
    post /leaving player=Cal
    deal => log Bob out Ann 3 Cal 4 Dee 5; deal
calling off a hand says first what becomes of the chips
    deal; swap
    /more => link /more/break-off
    /more/break-off => "The saucers keep 32 chips.", "Ann deals the next hand."
    tap "Call off the hand" => log break-off
a misdeal says first what becomes of the chips
    deal; swap
    /more => link /more/misdeal
    /more/misdeal => "Players get back: Ann 8 chips, Bob 8, Cal 8, Dee 8.", "Dee deals again."
    tap "Misdeal" => log misdeal
between hands nothing can be called off
    /more => no link /more/break-off
    /more/break-off => "At the table"
calling off the last hand says how one more is played
    boodle, players=Ann Bob Cal, rounds=1: deal
    /more/break-off => "This hand counts as the last one."
calling off a hand before the last says nothing of it
    boodle, players=Ann Bob Cal, rounds=2: deal
    /more/break-off => no "This hand counts as the last one."
once all is played one more hand is one tap away
    boodle, players=Ann Bob Cal, dealer=Ann, rounds=1: OF_THREE
    tap "One more hand: 2 in all"
    deal => log rounds 2; deal
any number of hands is agreed on a sheet of its own
    boodle, players=Ann Bob Cal, dealer=Ann, rounds=3: OF_THREE
    fill rounds on rounds rounds=- => log rounds open
    fill rounds on rounds rounds=7 => log rounds open; rounds 7
the last of the hands agreed on is said from its deal on
    rounds=2: OF_FOUR; deal => "last hand"
the last hand is announced in the question who deals it
    OF_FOUR => "deals hand 2", no "(last hand)"
    last-hand => "deals hand 2 (last hand)"
the last of the hands agreed on is announced there, too
    rounds=2: OF_FOUR => "deals hand 2 (last hand)"
the end asks once whether that was the last hand
    OF_FOUR => link /more/end
    /more/end => button "No: divide the saucers": end
    tap "Yes: Ann takes 28 chips" => log end to winner, Ann 136
where the last hand was announced the end asks nothing
    last-hand; OF_FOUR => button "End the evening": end, no link /more/end
where all is divided at the end those who left may share too
    boodle, players=Ann Bob Cal, dealer=Ann, leftovers=divide: OF_THREE; Cal leaves
    /more/end
    tap "Cal gets a share too"
    end => log Cal returns; end
where the last winner takes all at the end those who left may share too
    boodle, players=Ann Bob Cal, dealer=Ann, leftovers=last-winner: OF_THREE; Cal leaves
    /more/end
    tap "Cal gets a share too"
    end => log Cal returns; end
cards are counted again after the hand with one tap on a number
    deal Ann 1 Bob 12 Cal 13 Dee 13 dummy 13; keep; Ann 2C => Bob 80
    /more/show?player=Bob => link /more/recount?player=Bob
    /more/player?player=Bob => link /more/recount?player=Bob
    /more/recount?player=Bob
    tap "11" => log insert 2: Bob holds 11, Bob 81
cards are counted again in the middle of a hand
    deal; swap
    /more/recount?player=Bob => button "9": Bob holds 9
"""


@pytest.mark.parametrize("case", read_cases(CASES, **PLAYED))
def test_the_odd_moments_of_a_table(app: Flask, case: str) -> None:
    visit(app, case)


def after_a_hand(app: Flask, **options: Any) -> Table:
    return Table(app, record("boodle", PLAYERS[:3], dealer="Ann", options=options), OF_THREE)


def offers(table: Table, sheet: str, do: str) -> list[Any]:
    """Return the entries of a kind that a sheet offers."""
    return [raw for raw in buttons(table.look(f"/more{sheet}")).values() if raw["do"] == do]


@pytest.mark.parametrize(("rounds", "numbers"), [(3, [4, 2]), (1, [2]), (None, [])])
def test_one_more_hand_and_one_less_are_two_taps_away(
    app: Flask, rounds: int | None, numbers: list[int]
) -> None:
    rounds_offered = offers(after_a_hand(app, rounds=rounds), "", "rounds")
    assert [raw["rounds"] for raw in rounds_offered] == numbers


def test_somebody_else_deals_with_two_taps(app: Flask) -> None:
    table = after_a_hand(app)
    assert offers(table, "/player?player=Bob", "deal") == []
    (deal,) = offers(table, "/player?player=Cal", "deal")
    assert deal == {"do": "deal", "dealer": "Cal"}
    assert table.tap(deal).status_code == 200
    assert table.log[-1] == deal


@pytest.mark.parametrize("game", ["boodle", "wanagan"])
@pytest.mark.parametrize(
    ("log", "asked"),
    [
        ("deal; break-off", False),
        ("deal; break-off; Cal leaves", True),
        ("Cal leaves; deal; break-off", False),
    ],
)
def test_the_end_asks_only_where_somebody_who_was_dealt_to_has_left(
    app: Flask, game: str, log: str, asked: bool
) -> None:
    table = Table(app, record(game, dealer="Ann"), log)
    assert any(raw["do"] == "end" for raw in buttons(table.page).values()) != asked
    assert ("gets a share too" in table.get("/more/end").text) == asked


CLAIRE = "deal; Ann bids 1 tricks; Bob bids 1 tricks; Cal bids 1 tricks; took Ann 1 Bob 4 Cal 5; "
BY_RESULT = "The best result wins: chips and IOUs held"


@pytest.mark.parametrize(
    ("game", "log", "best", "why"),
    [
        ("michigan-kitty", "", "0 chips", BY_RESULT),
        ("wanagan", "", "0 chips", BY_RESULT),
        ("oh-claire", CLAIRE, "+6 chips", "Jackpot: Ann, with 1 cup covered and 1 chip in it."),
        ("kids-rummy", "deal; Ann out: Bob 5 Cal 10; ", "0 points", "The lowest score wins."),
    ],
)
def test_an_evening_ends_with_a_podium_that_says_why(
    app: Flask, game: str, log: str, best: str, why: str
) -> None:
    page = Table(app, record(game, PLAYERS[:3]), f"{log}end").page
    steps = [step for step in page.all("li") if "podium-step" in step.get("class")]
    assert len(steps) == 3
    [first, *_] = [step for step in steps if "podium-1" in step.get("class")]
    within = range(first.first, first.last)
    assert [small.said for small in page.all("small") if small.first in within] == [best]
    assert why in page.all("p", class_="ask-hint podium-why")[0].said
    assert not page.all("span", class_="dealer-button"), "nobody deals any more"


def test_a_bid_above_the_purse_says_what_would_be_owed_and_asks(app: Flask) -> None:
    table, bid = Table(app, log="deal"), entry("Ann bids 500")
    assert table.tap(bid).status_code == 422
    assert (
        "Ann has 92 chips. Paying 500 would leave an IOU for 408. Is that right?" in table.page.text
    )
    (sure,) = table.page.values("sure", "button")
    table.send(sure=sure)
    assert json.loads(sure) == bid == table.log[-1]


@pytest.mark.parametrize("htmx", [True, False])
def test_a_price_above_the_purse_is_asked_about_on_its_sheet_and_entered(
    app: Flask, htmx: bool
) -> None:
    table, sale = Table(app, log="deal"), entry("Bob buys for 500")
    table.fill("sell", "sell", htmx, player="Bob", **{"chips-typed": "500"})
    assert "Bob has 92 chips. Paying 500 would leave an IOU for 408." in table.page.text
    (sure,) = table.page.values("sure", "button")
    assert table.page.values("sheet")[0] == "sell"
    table.send(htmx=htmx, sure=sure, sheet="sell")
    assert json.loads(sure) == sale == table.log[-1]


def test_the_end_the_last_hand_and_who_is_back_have_signs_of_their_own(app: Flask) -> None:
    table = Table(app, log="Dee leaves; deal; chips-only; Ann out Bob 3 Cal 4")
    tiles = re.findall(r"<(?:a|button)[^>]*more-tile.*?</(?:a|button)>", table.look("/more").source)
    signs = {
        words: re.findall(r'href="#i-(\w+)"', tile)
        for tile in tiles
        for words in ("End the evening", "The next hand is the last", "Dee is back")
        if words in tile
    }
    assert signs == {
        "End the evening": ["flag"],
        "The next hand is the last": ["ribbon"],
        "Dee is back": ["chair"],
    }
