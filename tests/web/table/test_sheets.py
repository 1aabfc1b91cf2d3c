"""The odd moments of a table: paying, sitting out, breaking off, the last hand, a wrong count."""

import json
from typing import Any

from flask import Flask

from companion.store.tables import load_table
from tests.evenings import record
from tests.web.tapping import SWAPPED, Table, buttons, play

OUT = {"do": "out", "player": "Ann", "left": {"Bob": 3, "Cal": 4, "Dee": 5}}
IN_CHIPS = [{"do": "deal"}, {"do": "chips-only"}]
WON = [*IN_CHIPS, OUT]


def links(page: Any) -> list[str]:
    return [str(link.get("href")) for link in page.all("a")]


def chips(table: Table) -> dict[str, int]:

    with table.app.app_context():
        return dict(load_table(table.token).table.ledger.chips)


# paying


def test_a_player_pays_another_from_the_own_sheet(app: Flask) -> None:
    table = Table(app, record())
    sheet = table.look("/more/player?player=Ann")
    assert "Ann pays: tap who gets it" in sheet.text
    table.fill("pay", "player", **{"from": "Ann", "to": "Bob", "chips": 3})
    assert table.log == [{"do": "pay", "from": "Ann", "to": "Bob", "chips": 3}]


def test_a_player_pays_everybody_in_one_gesture(app: Flask) -> None:
    table = Table(app, record())
    table.fill("pay", "player", **{"from": "Ann", "to": "", "chips": 1})
    paid = [{"do": "pay", "from": "Ann", "to": to, "chips": 1} for to in ("Bob", "Cal", "Dee")]
    assert table.log == paid


def test_nobody_is_paid_where_the_chips_are_not_enough_for_all(app: Flask) -> None:
    table = Table(app, record())
    answer = table.fill("pay", "player", **{"from": "Ann", "to": "", "chips": 40})
    assert answer.status_code == 422
    assert "not 120 for everybody: pay less, or borrow first." in answer.text
    assert table.log == []


def test_a_payment_needs_somebody_to_be_paid(app: Flask) -> None:
    table = Table(app, record())
    answer = table.fill("pay", "player", **{"from": "Ann", "chips": 1})
    assert answer.status_code == 422
    assert "Still to be answered: To whom?" in answer.text


def test_a_pot_is_paid_into_and_shared_by_agreement_on_its_own_sheet(app: Flask) -> None:
    table = Table(app, record(), [{"do": "deal"}])
    sheet = table.look("/more/pot?pot=kitty")
    assert "Somebody pays into it" in sheet.text
    assert "It is shared out by agreement" in sheet.text
    table.fill("pay", "pot", **{"from": "pot:kitty", "to": "Bob", "chips": 2})
    assert chips(table)["pot:kitty"] == 2


def test_there_is_no_sheet_of_a_pot_that_is_not_there(app: Flask) -> None:
    assert "At the table" in Table(app, record()).look("/more/pot?pot=poker").text


def test_every_pot_leads_to_its_sheet_between_hands(app: Flask) -> None:
    table = Table(app, record())
    assert f"{table.url}/more/pot?pot=kitty" in links(table.page)
    table.tap({"do": "deal"})
    assert f"{table.url}/more/pot?pot=kitty" not in links(table.page)


# who is at the table


def test_whoever_sits_out_is_back_with_two_taps(app: Flask) -> None:
    table = Table(app, record())
    leave = buttons(table.look("/more/player?player=Cal"))["Sit out, or leave"]
    table.tap(leave)
    back = buttons(table.look("/more"))["Cal is back"]
    table.tap(back)
    assert table.log == [{"do": "leave", "player": "Cal"}, {"do": "return", "player": "Cal"}]


def test_nobody_comes_back_to_a_full_table_and_it_says_why(app: Flask) -> None:
    names = ["Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal"]
    log = [
        {"do": "leave", "player": "Hal"},
        {"do": "join", "player": "Ida", "left_of": "Gus", "chips": 5},
    ]
    more = Table(app, record("boodle", names, dealer="Ann"), log).look("/more")
    assert "Hal is back" not in buttons(more)
    assert "takes at most 8 players: somebody must sit out first." in more.text


def test_the_iou_of_somebody_who_left_can_be_repaid(app: Flask) -> None:
    log = [
        {"do": "borrow", "player": "Cal", "from": "Ann", "chips": 5},
        {"do": "leave", "player": "Cal"},
    ]
    table = Table(app, record(), log)
    assert f"{table.url}/more/player?player=Cal" in links(table.look("/more"))
    assert "Repay Ann (owes 5)" in table.look("/more/player?player=Cal").text
    table.fill("repay", "player", player="Cal", to="Ann", chips=5)
    assert table.log[-1]["do"] == "repay"


def test_whoever_comes_late_hears_why_not(app: Flask) -> None:
    for game in ("kids-rummy", "oh-claire"):
        more = Table(app, record(game, ["Ann", "Bob", "Cal"], dealer="Ann")).look("/more").text
        assert "Whoever comes late" in more


# a hand that cannot be finished


def test_a_hand_is_called_off_after_it_was_said_what_becomes_of_the_chips(app: Flask) -> None:
    table = Table(app, record(), SWAPPED)
    assert f"{table.url}/more/break-off" in links(table.look("/more"))
    sheet = table.look("/more/break-off")
    assert "The saucers keep 32 chips." in sheet.text
    assert "Ann deals the next hand." in sheet.text
    table.tap(buttons(sheet)["Call off the hand"])
    assert table.log[-1] == {"do": "break-off"}


def test_a_misdeal_says_first_what_goes_back(app: Flask) -> None:
    table = Table(app, record(), SWAPPED)
    sheet = table.look("/more/misdeal")
    assert "Back to the purses: Ann 8, Bob 8, Cal 8, Dee 8." in sheet.text
    assert "Dee deals again." in sheet.text
    table.tap(buttons(sheet)["Misdeal"])
    assert table.log[-1] == {"do": "misdeal"}


def test_between_hands_nothing_can_be_broken_off(app: Flask) -> None:
    table = Table(app, record())
    assert f"{table.url}/more/break-off" not in links(table.look("/more"))
    assert "At the table" in table.look("/more/break-off").text


# the last hand


def test_the_end_asks_once_whether_that_was_the_last_hand(app: Flask) -> None:
    table = Table(app, record(), WON)
    assert f"{table.url}/more/end" in links(table.page)
    ways = buttons(table.look("/more/end"))
    assert ways["No: share them"] == {"do": "end"}
    table.tap(ways["Yes: Ann takes 28"])
    assert table.log[-1] == {"do": "end", "to": "winner"}
    assert chips(table)["Ann"] == 136


def test_where_the_last_hand_was_announced_the_end_asks_nothing(app: Flask) -> None:
    table = Table(app, record(), [{"do": "last-hand"}, *WON])
    assert {"do": "end"} in buttons(table.page).values()
    assert f"{table.url}/more/end" not in links(table.page)


def test_the_last_of_the_hands_agreed_on_is_said_from_its_deal_on(app: Flask) -> None:
    table = Table(app, record(options={"rounds": 2}), [*WON, {"do": "deal"}])
    assert "last hand" in table.page.text


# a wrong count


def test_cards_are_counted_again_after_the_hand_with_one_tap_on_a_number(app: Flask) -> None:
    log = [
        {"do": "deal", "piles": {"Ann": 1, "Bob": 12, "Cal": 13, "Dee": 13, "dummy": 13}},
        {"do": "keep"},
        play("Ann", "2C"),
    ]
    table = Table(app, record(), log)
    assert chips(table)["Bob"] == 80
    again = f"{table.url}/more/recount?player=Bob"
    assert again in links(table.look("/more/player?player=Bob"))
    assert again in links(table.look("/more/show?player=Bob"))
    table.tap(buttons(table.look("/more/recount?player=Bob"))["11"])
    recount = {"do": "recount", "player": "Bob", "cards": 11}
    assert table.log[-1] == {"do": "insert", "before": 2, "entry": recount}
    assert chips(table)["Bob"] == 81


def test_cards_are_counted_again_in_the_middle_of_a_hand(app: Flask) -> None:
    table = Table(app, record(), SWAPPED)
    entry = buttons(table.look("/more/recount?player=Bob"))["9"]
    assert entry == {"do": "recount", "player": "Bob", "cards": 9}


# a bid above the purse


def test_a_bid_above_the_purse_says_what_would_be_owed_and_asks(app: Flask) -> None:
    table = Table(app, record(), [{"do": "deal"}])
    bid = {"do": "bid", "player": "Ann", "chips": 500}
    assert table.tap(bid).status_code == 422
    assert "Ann has 92 chips: 500 would leave an IOU of 408. Is that right?" in table.page.text
    (sure,) = table.page.all("button", name="sure")
    table.send(sure=sure.get("value"))
    assert json.loads(str(sure.get("value"))) == bid == table.log[-1]
