"""The odd moments of a table: paying, sitting out, breaking off, the last hand, a wrong count."""

import json
import re
from typing import Any

import pytest
from flask import Flask

from tests.evenings import NAMES, PLAYERS, record
from tests.notation import entries, entry
from tests.web.tapping import Table, buttons

DEALT = "deal; swap"
IN_CHIPS = "deal; chips-only"
WON = f"{IN_CHIPS}; Ann out Bob 3 Cal 4 Dee 5"


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app)


# paying


def test_a_player_pays_another_from_the_own_sheet(table: Table) -> None:
    assert "Ann pays: tap who gets it" in table.look("/more/player?player=Ann").text
    table.fill("pay", "player", **{"from": "Ann", "to": "Bob", "chips": 3})
    assert table.log == [entry("Ann pays 3 to Bob")]


def test_a_player_pays_everybody_in_one_gesture(table: Table) -> None:
    table.fill("pay", "player", **{"from": "Ann", "to": "", "chips": 1})
    assert table.log == entries("Ann pays 1 to Bob; Ann pays 1 to Cal; Ann pays 1 to Dee")


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"to": "", "chips": 40}, "not 120 for everybody. Pay less, or borrow first."),
        ({"chips": 1}, "Answer this first: To whom?"),
    ],
)
def test_a_payment_that_cannot_be_is_refused(table: Table, fields: Any, why: str) -> None:
    answer = table.fill("pay", "player", **{"from": "Ann"}, **fields)
    assert answer.status_code == 422
    assert why in answer.text
    assert table.log == []


def test_a_pot_is_paid_into_and_shared_by_agreement_on_its_own_sheet(app: Flask) -> None:
    table = Table(app, log="deal")
    sheet = table.look("/more/pot?pot=kitty")
    assert "Somebody pays into it" in sheet.text
    assert "Shared by agreement" in sheet.text
    table.fill("pay", "pot", **{"from": "pot:kitty", "to": "Bob", "chips": 2})
    assert table.chips["pot:kitty"] == 2


def test_there_is_no_sheet_of_a_pot_that_is_not_there(table: Table) -> None:
    assert "At the table" in table.look("/more/pot?pot=poker").text


def test_every_pot_leads_to_its_sheet_between_hands(table: Table) -> None:
    assert f"{table.url}/more/pot?pot=kitty" in table.page.links
    table.tap("deal")
    assert f"{table.url}/more/pot?pot=kitty" not in table.page.links


# who is at the table


def test_whoever_sits_out_is_back_with_two_taps(table: Table) -> None:
    table.tap(buttons(table.look("/more/player?player=Cal"))["Sit out, or leave"])
    table.tap(buttons(table.look("/more"))["Cal is back"])
    assert table.log == entries("Cal leaves; Cal returns")


def test_nobody_comes_back_to_a_full_table_and_it_says_why(app: Flask) -> None:
    setup = record("boodle", NAMES[:8], dealer="Ann")
    more = Table(app, setup, "Hal leaves; Ida joins left of Gus with 5").look("/more")
    assert "Hal is back" not in buttons(more)
    assert "takes at most 8 players: somebody must sit out first." in more.text


def test_the_iou_of_somebody_who_left_can_be_repaid(app: Flask) -> None:
    table = Table(app, log="Cal borrows 5 from Ann; Cal leaves")
    assert f"{table.url}/more/player?player=Cal" in table.look("/more").links
    assert "Repay Ann (owes 5)" in table.look("/more/player?player=Cal").text
    table.fill("repay", "player", player="Cal", to="Ann", chips=5)
    assert table.log[-1]["do"] == "repay"


@pytest.mark.parametrize("game", ["kids-rummy", "oh-claire"])
def test_whoever_comes_late_hears_why_not(app: Flask, game: str) -> None:
    table = Table(app, record(game, PLAYERS[:3], dealer="Ann"))
    assert "A latecomer" in table.look("/more").text


# who must go in the middle of a hand leaves after it


def goes(table: Table, player: str) -> None:
    """Tap that a player leaves after the hand, or stays after all."""
    assert table.post("/leaving", player=player).status_code == 303


def test_who_must_go_leaves_when_the_hand_is_over(app: Flask) -> None:
    table = Table(app, log=IN_CHIPS)
    sheet = table.look("/more/player?player=Cal")
    assert "Cal leaves after this hand" in [span.text for span in sheet.all("span")]
    goes(table, "Cal")
    assert [badge.text for badge in table.look().all("span", class_="badge")] == ["leaves"]
    table.tap("Bob out Ann 3 Cal 4 Dee 5")
    assert table.log[2:] == entries("Bob out Ann 3 Cal 4 Dee 5; Cal leaves")
    table.tap("deal")
    assert table.log[-1] == {"do": "deal"}


def test_who_goes_may_stay_after_all(app: Flask) -> None:
    table = Table(app, log=IN_CHIPS)
    goes(table, "Cal")
    assert "Cal stays after all" in table.look("/wrong/else").text
    goes(table, "Cal")
    table.tap("Bob out Ann 3 Cal 4 Dee 5")
    assert table.log[2:] == [entry("Bob out Ann 3 Cal 4 Dee 5")]
    goes(table, "Cal")
    table.tap("deal")
    assert table.log[-1] == {"do": "deal"}, "between hands whoever goes leaves at once"


# a hand that cannot be finished


@pytest.mark.parametrize(
    ("do", "button", "told"),
    [
        (
            "break-off",
            "Call off the hand",
            ("The saucers keep 32 chips.", "Ann deals the next hand."),
        ),
        (
            "misdeal",
            "Misdeal",
            ("Back to the purses: Ann 8, Bob 8, Cal 8, Dee 8.", "Dee deals again."),
        ),
    ],
)
def test_what_ends_a_hand_says_first_what_becomes_of_the_chips(
    app: Flask, do: str, button: str, told: tuple[str, ...]
) -> None:
    table = Table(app, log=DEALT)
    assert f"{table.url}/more/{do}" in table.look("/more").links
    sheet = table.look(f"/more/{do}")
    assert [words for words in told if words not in sheet.text] == []
    table.tap(buttons(sheet)[button])
    assert table.log[-1] == {"do": do}


def test_between_hands_nothing_can_be_broken_off(table: Table) -> None:
    assert f"{table.url}/more/break-off" not in table.look("/more").links
    assert "At the table" in table.look("/more/break-off").text


# how many hands, and who deals


def after_a_hand(app: Flask, **options: Any) -> Table:
    setup = record("boodle", PLAYERS[:3], dealer="Ann", options=options)
    return Table(app, setup, f"{IN_CHIPS}; Bob out Ann 3 Cal 2")


def offers(table: Table, sheet: str, do: str) -> list[Any]:
    """Return the entries of a kind that a sheet offers."""
    return [raw for raw in buttons(table.look(f"/more{sheet}")).values() if raw["do"] == do]


@pytest.mark.parametrize(("rounds", "numbers"), [(3, [4, 2]), (1, [2]), (None, [])])
def test_one_more_hand_and_one_less_are_two_taps_away(
    app: Flask, rounds: int | None, numbers: list[int]
) -> None:
    rounds_offered = offers(after_a_hand(app, rounds=rounds), "", "rounds")
    assert [raw["rounds"] for raw in rounds_offered] == numbers


def test_once_all_is_played_one_more_hand_is_one_tap_away(app: Flask) -> None:
    table = after_a_hand(app, rounds=1)
    table.tap(buttons(table.page)["One more hand: 2 in all"])
    assert table.tap("deal").status_code == 200


def test_somebody_else_deals_with_two_taps(app: Flask) -> None:
    table = after_a_hand(app)
    assert offers(table, "/player?player=Bob", "deal") == []
    (deal,) = offers(table, "/player?player=Cal", "deal")
    assert deal == {"do": "deal", "dealer": "Cal"}
    assert table.tap(deal).status_code == 200
    assert table.log[-1] == deal


def test_any_number_of_hands_is_agreed_on_a_sheet_of_its_own(app: Flask) -> None:
    table = after_a_hand(app, rounds=3)
    for typed, rounds in (("-", None), ("7", 7)):
        table.fill("rounds", sheet="rounds", rounds=typed)
        assert table.log[-1] == {"do": "rounds", "rounds": rounds}
        table.page = table.look()


@pytest.mark.parametrize(("rounds", "is_last"), [(1, True), (2, False)])
def test_calling_off_the_last_hand_says_how_one_more_is_played(
    app: Flask, rounds: int, is_last: bool
) -> None:
    table = Table(app, record("boodle", PLAYERS[:3], options={"rounds": rounds}), "deal")
    assert ("This counts as the last hand." in table.look("/more/break-off").text) == is_last


def test_the_last_of_the_hands_agreed_on_is_said_from_its_deal_on(app: Flask) -> None:
    assert "last hand" in Table(app, record(options={"rounds": 2}), f"{WON}; deal").page.text


# the end


def test_the_end_asks_once_whether_that_was_the_last_hand(app: Flask) -> None:
    table = Table(app, log=WON)
    assert f"{table.url}/more/end" in table.page.links
    ways = buttons(table.look("/more/end"))
    assert ways["No: share them"] == {"do": "end"}
    table.tap(ways["Yes: Ann takes 28"])
    assert table.log[-1] == {"do": "end", "to": "winner"}
    assert table.chips["Ann"] == 136


def test_where_the_last_hand_was_announced_the_end_asks_nothing(app: Flask) -> None:
    table = Table(app, log=f"last-hand; {WON}")
    assert {"do": "end"} in buttons(table.page).values()
    assert f"{table.url}/more/end" not in table.page.links


@pytest.mark.parametrize("leftovers", ["divide", "last-winner"])
def test_the_end_asks_whether_those_who_left_share_what_is_left(app: Flask, leftovers: str) -> None:
    table = after_a_hand(app, leftovers=leftovers)
    table.tap("Cal leaves")
    back = buttons(table.look("/more/end"))["Cal shares too"]
    assert table.tap(back).status_code == 200
    assert table.tap("end").status_code == 200
    assert table.log[-3:] == entries("Cal leaves; Cal returns; end")


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
    assert ("shares too" in table.get("/more/end").text) == asked


CLAIRE = "deal; Ann bids 1 tricks; Bob bids 1 tricks; Cal bids 1 tricks; took Ann 1 Bob 4 Cal 5; "
BY_RESULT = "The best result wins: chips and IOUs at the end"


@pytest.mark.parametrize(
    ("game", "log", "best", "why"),
    [
        ("michigan-kitty", "", "0 chips", BY_RESULT),
        ("wanagan", "", "0 chips", BY_RESULT),
        ("oh-claire", CLAIRE, "+6 chips", "Jackpot: Ann, with 1 cup covered and 1 chip in it."),
        ("kids-rummy", "deal; Ann out: Bob 5 Cal 10; ", "0 points", "The fewest points win."),
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


# a wrong count


def test_cards_are_counted_again_after_the_hand_with_one_tap_on_a_number(app: Flask) -> None:
    table = Table(app, log="deal Ann 1 Bob 12 Cal 13 Dee 13 dummy 13; keep; Ann 2C")
    assert table.chips["Bob"] == 80
    again = f"{table.url}/more/recount?player=Bob"
    for sheet in ("player", "show"):
        assert again in table.look(f"/more/{sheet}?player=Bob").links
    table.tap(buttons(table.look(again))["11"])
    assert table.log[-1] == entry("insert 2: Bob holds 11")
    assert table.chips["Bob"] == 81


def test_cards_are_counted_again_in_the_middle_of_a_hand(app: Flask) -> None:
    sheet = Table(app, log=DEALT).look("/more/recount?player=Bob")
    assert buttons(sheet)["9"] == entry("Bob holds 9")


# a bid above the purse


def test_a_bid_above_the_purse_says_what_would_be_owed_and_asks(app: Flask) -> None:
    table, bid = Table(app, log="deal"), entry("Ann bids 500")
    assert table.tap(bid).status_code == 422
    assert (
        "Ann has 92 chips. Paying 500 would leave an IOU for 408. Is that right?" in table.page.text
    )
    (sure,) = table.page.values("sure", "button")
    table.send(sure=sure)
    assert json.loads(sure) == bid == table.log[-1]


# signs


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
