"""Leads, follows, stops and skips (*A hand*, 4–6)."""

from typing import Any

import pytest

from tests.core.table import Evening, evening

DEALT = "deal; keep"


def dealt(game: str = "michigan-kitty", **options: Any) -> Evening:
    return evening(game, **options).play(DEALT)


def test_the_first_lead_is_any_suit() -> None:
    assert dealt().lead == "Ann CDHS"
    assert dealt().play("Ann 9S").next == "10S"


def test_only_the_leader_leads() -> None:
    dealt().refuses("Bob 2C", "not-your-turn").refuses("Bob skips", "wrong-phase")


def test_the_next_higher_card_of_the_suit_follows() -> None:
    table = dealt().play("Ann 9S; Cal 10S")
    assert (table.next, table.lead) == ("JS", None)
    for card in ("QS", "JC", "9S", "8S"):
        table.refuses(f"Cal {card}", "not-next-card")


def test_a_player_may_follow_himself() -> None:
    table = dealt().play("Ann 9S; Ann 10S; Ann JS")
    assert (table.left("Ann"), table.next) == (8, "QS")


def test_several_cards_in_a_row_may_be_one_entry() -> None:
    one, many = dealt().play("Ann 9S 10S JS"), dealt().play("Ann 9S; Ann 10S; Ann JS")
    assert one.result == many.result
    assert len(one.log.raw_entries) == 3


def test_cards_in_a_row_may_go_on_over_an_ace_into_the_next_lead() -> None:
    table = dealt().play("Ann KS AS 2D 3D")
    assert (table.next, table.left("Ann")) == ("4D", 7)


def test_cards_in_a_row_do_not_jump_over_a_stop_that_nobody_called() -> None:
    dealt().refuses("Ann 9S 10S 2D", "not-next-card")


def test_of_cards_in_a_row_none_is_played_if_one_cannot_be() -> None:
    table = dealt().refuses("Ann 9S 10S QS", "not-next-card")
    assert table.play("Ann 9S 10S JS").next == "QS"


def test_an_ace_stops_a_run_by_itself() -> None:
    table = dealt().play("Ann KS; Bob AS")
    assert (table.lead, table.next) == ("Bob DH", None)
    table.refuses("stop", "wrong-phase")


def test_a_next_card_already_played_stops_a_run_by_itself() -> None:
    table = dealt().play("Ann 9S; stop; Ann 2D; stop; Ann 7S; Cal 8S")
    assert table.lead == "Cal DH"
    table.refuses("stop", "wrong-phase")


def test_a_stop_before_any_lead_makes_no_sense() -> None:
    evening().refuses("stop", "wrong-phase").play(DEALT).refuses("stop", "wrong-phase")


def test_who_played_the_last_card_leads_the_other_colour() -> None:
    table = dealt().play("Ann 2C; Bob 3C; stop")
    assert table.lead == "Bob DH"
    table.refuses("Bob 5C", "wrong-suit").refuses("Bob 5S", "wrong-suit")
    assert table.play("Bob 5H").next == "6H"


@pytest.mark.parametrize(
    ("card", "suits"), [("2C", "DH"), ("2D", "CS"), ("2H", "CS"), ("2S", "DH")]
)
def test_the_other_colour_is_two_suits(card: str, suits: str) -> None:
    assert dealt().play(f"Ann {card}; stop").lead == f"Ann {suits}"


@pytest.mark.parametrize(
    ("card", "suits"), [("2C", "DHS"), ("2D", "CHS"), ("2H", "CDS"), ("2S", "CDH")]
)
def test_in_boodle_any_other_suit_may_be_led(card: str, suits: str) -> None:
    assert dealt("boodle").play(f"Ann {card}; stop").lead == f"Ann {suits}"


def test_a_card_on_the_table_cannot_be_led_again() -> None:
    dealt().play("Ann 2C; stop; Ann 2D; stop").refuses("Ann 2C", "already-played")


def test_a_skip_passes_the_lead_to_the_left_under_the_same_restriction() -> None:
    table = dealt().play("Ann 2C; Cal 3C; stop; Cal skips")
    assert table.lead == "Dee DH"
    table.refuses("Cal skips", "not-your-turn").refuses("Dee 4S", "wrong-suit")
    assert table.play("Dee skips").lead == "Ann DH"


def test_nobody_skips_while_a_run_goes_on() -> None:
    dealt().play("Ann 2C").refuses("Ann skips", "wrong-phase").refuses("Bob skips", "wrong-phase")


def test_when_all_skip_the_last_player_leads_the_forbidden_colour() -> None:
    table = dealt().play("Ann 2C; Cal 3C; stop; Cal skips; Dee skips; Ann skips; Bob skips")
    assert table.lead == "Cal CS"
    table.refuses("Cal 4D", "wrong-suit").refuses("Cal skips", "wrong-phase")
    assert table.play("Cal 5S").next == "6S"


def test_when_all_skip_in_boodle_the_last_player_leads_the_same_suit() -> None:
    table = dealt("boodle").play("Ann 2C; stop; Ann skips; Bob skips; Cal skips; Dee skips")
    assert table.lead == "Ann C"
    table.refuses("Ann 4S", "wrong-suit")


@pytest.mark.parametrize("game", ["michigan-rummy-tournament", "great-lakes"])
def test_when_all_skip_the_hand_may_be_blocked(game: str) -> None:
    table = dealt(game).play("Ann 2C; stop; Ann skips; Bob skips; Cal skips; Dee skips")
    assert (table.phase, table.lead, table.next) == ("blocked", None, None)
    table.refuses("Ann 3D", "wrong-phase").refuses("Ann skips", "wrong-phase")


def test_after_the_fallback_lead_the_usual_restriction_holds_again() -> None:
    table = dealt().play("Ann 2C; stop; Ann skips; Bob skips; Cal skips; Dee skips; Ann 4S; stop")
    assert table.lead == "Ann DH"
    assert table.play("Ann skips").lead == "Bob DH"


def test_every_card_leaves_a_hand() -> None:
    table = dealt().play("Ann 2C; Bob 3C; Cal 4C; Bob 5C")
    assert table.result["left"] == {"Ann": 10, "Bob": 8, "Cal": 9, "Dee": 10}


# miscounts


def test_a_recount_takes_from_the_dead_pile_or_gives_to_it() -> None:
    table = dealt().play("Ann 2C; Ann holds 12")
    assert (table.left("Ann"), table.result["dead"]) == (12, 9)
    assert table.play("Ann holds 9").result["dead"] == 12


def test_the_dealer_may_be_recounted_before_he_swaps() -> None:
    table = evening().play("deal; Dee holds 12; swap")
    assert (table.left("Dee"), table.result["dead"]) == (9, 12)


@pytest.mark.parametrize("cards", [0, 23, 52, 53])
def test_a_recount_that_cannot_be_is_refused(cards: int) -> None:
    dealt().refuses(f"Ann holds {cards}", "bad-count")


def test_a_player_may_hold_all_that_seemed_dead() -> None:
    assert dealt().play("Ann holds 22").result["dead"] == 0


def test_between_hands_and_in_chips_only_nothing_is_recounted() -> None:
    table = evening().refuses("Ann holds 5", "wrong-phase")
    table.play("deal; chips-only").refuses("Ann holds 5", "wrong-phase")
