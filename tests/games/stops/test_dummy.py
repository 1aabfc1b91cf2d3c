"""Swap, sale and keep (*A hand*, 3)."""

from tests.core.table import evening


def test_the_dealer_who_swaps_takes_the_dummy_and_his_pile_is_dead() -> None:
    table = evening().play("deal")
    assert (table.left("Dee"), table.result["dead"]) == (10, 11)
    table.play("swap")
    assert (table.left("Dee"), table.result["dead"]) == (11, 10)
    assert table.phase == "play"


def test_keep_leaves_the_dummy_dead() -> None:
    table = evening("great-lakes").play("deal; keep")
    assert (table.left("Dee"), table.result["dead"], table.lead) == (10, 10, "Ann CDHS")


def test_keep_says_that_nobody_bid_where_the_dealer_may_not_keep() -> None:
    assert evening("michigan-kitty").play("deal; keep").result["dead"] == 11


def test_the_highest_bidder_pays_the_dealer_and_takes_the_dummy() -> None:
    table = evening().play("deal; Ann bids 1; Bob bids 3; Cal passes; Ann passes")
    assert (table.chips("Bob"), table.chips("Dee"), table.chips("Ann")) == (89, 95, 92)
    assert (table.left("Bob"), table.result["dead"], table.phase) == (11, 10, "play")


def test_bids_go_round_from_the_dealers_left() -> None:
    table = evening().play("deal").refuses("Bob bids 1", "not-your-turn")
    table.play("Ann bids 1").refuses("Cal passes", "not-your-turn")
    table.play("Bob bids 2; Cal bids 3").refuses("Bob bids 9", "not-your-turn")
    table.play("Ann bids 4; Bob passes; Cal bids 5; Ann passes")
    assert (table.chips("Cal"), table.phase) == (87, "play")


def test_each_bid_is_higher_than_the_last() -> None:
    table = evening().play("deal").refuses("Ann bids 0", "bid-too-low")
    table.play("Ann bids 2").refuses("Bob bids 2", "bid-too-low")
    assert table.play("Bob bids 3").phase == "dummy"


def test_a_pass_is_final() -> None:
    table = evening().play("deal; Ann passes; Bob bids 1").refuses("Ann bids 2", "may-not-bid")
    table.refuses("Ann passes", "may-not-bid")
    assert table.play("Cal passes").chips("Bob") == 91


def test_the_dealer_never_bids() -> None:
    table = evening().play("deal").refuses("Dee bids 1", "may-not-bid")
    table.refuses("Dee passes", "may-not-bid").refuses("Dee buys for 1", "may-not-bid")


def test_the_highest_bidder_is_not_asked_against_himself() -> None:
    assert evening().play("deal; Ann bids 1; Bob passes; Cal passes").left("Ann") == 11


def test_the_last_one_asked_may_still_bid_when_all_others_passed() -> None:
    table = evening().play("deal; Ann passes; Bob passes")
    assert table.phase == "dummy"
    assert table.play("Cal bids 1").left("Cal") == 11


def test_nobody_bids_and_the_dummy_is_dead() -> None:
    table = evening().play("deal; Ann passes; Bob passes; Cal passes")
    assert (table.phase, table.result["dead"], table.chips("Dee")) == ("play", 11, 92)


def test_of_two_players_the_one_who_does_not_deal_buys_at_once() -> None:
    table = evening(players="Ann Bob").play("deal; Ann bids 4")
    assert (table.phase, table.chips("Ann"), table.chips("Bob")) == ("play", 88, 96)


def test_the_auctions_result_alone_may_be_recorded() -> None:
    table = evening().play("deal; Cal buys for 7")
    assert (table.chips("Cal"), table.chips("Dee"), table.left("Cal")) == (85, 99, 11)


def test_a_price_beyond_the_purse_becomes_a_note() -> None:
    chips = {"Ann": 10, "Bob": 8, "Cal": 8, "Dee": 8}
    table = evening(chips=chips).play("deal; Ann buys for 5")
    assert (table.chips("Ann"), table.chips("Dee")) == (0, 2)
    assert table.notes == ["Ann owes Dee 3"]


def test_once_somebody_bid_or_passed_the_auction_goes_on() -> None:
    for begun in ("deal; Ann bids 1", "deal; Ann passes"):
        table = evening().play(begun)
        for what in ("swap", "keep", "Bob buys for 3", "chips-only"):
            table.refuses(what, "wrong-phase")


def test_the_dummy_is_settled_only_once_and_before_play() -> None:
    table = evening().refuses("swap", "wrong-phase").play("deal; swap")
    for what in ("swap", "keep", "Ann bids 1", "Ann passes", "Ann buys for 1"):
        table.refuses(what, "wrong-phase")


def test_nobody_plays_before_the_dummy_is_settled() -> None:
    table = evening().play("deal")
    for what in ("Ann 2C", "stop", "Ann skips", "Ann collects AS", "Ann out Bob 1 Cal 1 Dee 1"):
        table.refuses(what, "wrong-phase")


def test_special_cups_are_won_by_a_bidder_too() -> None:
    table = evening("great-lakes").play("deal; Ann bids 1; Bob bids 2; Cal passes; Ann passes")
    assert table.play("Ann AC; Ann 2H").pot("ace-2") == 0
