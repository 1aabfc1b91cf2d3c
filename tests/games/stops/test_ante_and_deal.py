"""Antes, piles, and who deals (*A hand*, 1 and 2)."""

import pytest

from tests.core.table import Evening, evening

OVER = "keep; chips-only; Ann out Bob 1 Cal 1 Dee 1"


def piles_as_they_fall(order: list[str]) -> dict[str, int]:
    """Deal 52 cards one at a time."""
    piles = dict.fromkeys(order, 0)
    for card in range(52):
        piles[order[card % len(order)]] += 1
    return piles


def test_everybody_puts_the_ante_into_every_pot() -> None:
    table = evening().play("deal")
    assert table.purses == {"Ann": 92, "Bob": 92, "Cal": 92, "Dee": 92}
    assert set(table.result["pots"].values()) == {4}
    assert len(table.result["pots"]) == 8


def test_the_ante_may_be_higher() -> None:
    table = evening(ante=3).play("deal")
    assert table.chips("Ann") == 76
    assert table.pot("AS") == 12


def test_without_an_ante_the_pots_stay_empty() -> None:
    assert set(evening(ante=0, chips=0).play("deal").result["pots"].values()) == {0}


@pytest.mark.parametrize("game", ["boodle", "michigan-rummy-classic"])
def test_the_dealer_antes_twice_into_all_pots(game: str) -> None:
    table = evening(game).play("deal")
    pots = table.result["pots"]
    assert set(pots.values()) == {5}
    assert table.chips("Dee") == 100 - 2 * len(pots)
    assert table.chips("Ann") == 100 - len(pots)


@pytest.mark.parametrize("game", ["michigan-rummy-tournament", "great-lakes"])
def test_the_dealer_antes_twice_into_the_jackpot(game: str) -> None:
    table = evening(game).play("deal")
    assert table.pot("jackpot") == 5
    assert table.chips("Dee") == table.chips("Ann") - 1
    assert sorted(table.result["pots"].values())[-2] == 4


def test_the_dealers_extra_for_a_jackpot_goes_into_a_kitty() -> None:
    table = evening(dealer_extra="jackpot").play("deal")
    assert (table.pot("kitty"), table.pot("AS"), table.chips("Dee")) == (5, 4, 91)


@pytest.mark.parametrize("seats", range(2, 11))
def test_the_dummy_dealt_first_gets_an_odd_card_first(seats: int) -> None:
    names = [f"P{seat}" for seat in range(seats)]
    table = evening(players=" ".join(names)).play("deal")
    assert {**table.result["left"], "dummy": table.result["dead"]} == piles_as_they_fall(
        ["dummy", *names]
    )


@pytest.mark.parametrize("seats", range(3, 9))
def test_the_dummy_dealt_last_gets_an_odd_card_last(seats: int) -> None:
    names = [f"P{seat}" for seat in range(seats)]
    table = evening("great-lakes", " ".join(names), dealer="P0").play("deal")
    assert {**table.result["left"], "dummy": table.result["dead"]} == piles_as_they_fall(
        [*names[1:], "P0", "dummy"]
    )


def test_a_player_called_dummy_has_cards_of_his_own() -> None:
    table = evening(players="Ann dummy Cal").play("deal; swap; Ann 2C; dummy 3C")
    assert table.result["left"] == {"Ann": 12, "dummy": 12, "Cal": 13}
    assert table.result["dead"] == 13
    assert table.findings == []


def test_a_miscounted_deal_may_be_told() -> None:
    table = evening().play("deal Ann 9 Bob 12 Cal 10 Dee 10 dummy 11")
    assert table.result["left"] == {"Ann": 9, "Bob": 12, "Cal": 10, "Dee": 10}
    assert table.result["dead"] == 11


@pytest.mark.parametrize(
    ("piles", "code"),
    [
        ("Ann 12 Bob 10 Cal 10 Dee 10 dummy 11", "bad-count"),
        ("Ann 0 Bob 21 Cal 10 Dee 10 dummy 11", "bad-count"),
        ("Ann 11 Bob 10 Cal 10 dummy 11", "bad-entry"),
        ("Ann 11 Bob 10 Cal 10 Dee 21", "bad-entry"),
        ("Ann 11 Bob 10 Cal 10 Dee 10 Zed 1 dummy 10", "bad-entry"),
    ],
)
def test_piles_that_cannot_be_are_refused(piles: str, code: str) -> None:
    evening().refuses(f"deal {piles}", code)


def test_an_empty_dummy_may_be_dealt_and_bought() -> None:
    table = evening().play("deal Ann 13 Bob 13 Cal 13 Dee 13 dummy 0; Ann buys for 1")
    assert table.left("Ann") == 0
    assert table.lead == "Bob CDHS"


def test_a_deal_is_refused_until_every_ante_is_covered() -> None:
    table = evening(chips={"Ann": 100, "Bob": 7, "Cal": 100, "Dee": 100})
    table.refuses("deal", "short-of-chips")
    table.play("Bob borrows 1 from Ann; deal")
    assert (table.chips("Bob"), table.chips("Ann")) == (0, 91)


def test_the_dealers_extra_counts_among_his_antes() -> None:
    table = evening("boodle", chips={"Ann": 4, "Bob": 4, "Cal": 4, "Dee": 7})
    table.refuses("deal", "short-of-chips")
    assert table.play("Dee buys in 1; deal").chips("Dee") == 0


def test_the_player_left_of_the_dealer_leads_first() -> None:
    assert evening(dealer="Bob").play("deal; swap").lead == "Cal CDHS"


def test_the_deal_passes_to_the_left() -> None:
    table = evening(dealer="Cal")
    dealers = []
    for _ in range(5):
        table.play(f"deal; {OVER}")
        dealers.append(table.result["dealer"])
    assert dealers == ["Cal", "Dee", "Ann", "Bob", "Cal"]


def test_before_the_first_deal_no_hand_is_counted() -> None:
    table = evening()
    assert (table.result["hand"], table.phase, table.result["left"]) == (0, "between-hands", None)
    assert table.play("deal").result["hand"] == 1


def test_a_deal_in_mid_hand_is_refused() -> None:
    table = evening().play("deal").refuses("deal", "wrong-phase")
    table.play("swap").refuses("deal", "wrong-phase")
    table.play("Ann 2C").refuses("deal", "wrong-phase")


def over_after(rounds: int | None) -> Evening:
    return evening("great-lakes", rounds=rounds, board="KD jackpot", ante=1)


def test_after_the_agreed_rounds_no_more_is_dealt() -> None:
    table = over_after(2).play(f"deal; {OVER}; deal; {OVER}").refuses("deal", "last-hand-played")
    assert table.play("end").phase == "over"


def test_without_agreed_rounds_play_goes_on() -> None:
    table = over_after(None)
    for _ in range(6):
        table.play(f"deal; {OVER}")
    assert table.result["hand"] == 6


def test_tournaments_and_great_lakes_last_five_rounds() -> None:
    for game in ("michigan-rummy-tournament", "great-lakes"):
        table = evening(game, board="jackpot")
        for _ in range(5):
            table.play(f"deal; {OVER}")
        table.refuses("deal", "last-hand-played")


def test_too_few_players_cannot_be_dealt_to() -> None:
    evening("boodle", "Ann Bob Cal").play("Bob leaves").refuses("deal", "wrong-phase")
