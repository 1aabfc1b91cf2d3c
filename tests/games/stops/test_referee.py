"""What the referee finds, with the entry that broke a rule and the one that proves it."""

from typing import Any

import pytest

from tests.core.table import Evening, evening

FEW = "deal Ann 4 Bob 4 Cal 4 Dee 4 dummy 36; keep"


def dealt(game: str = "boodle", **options: Any) -> Evening:
    return evening(game, **options).play("deal; keep")


def few(game: str = "boodle", **options: Any) -> Evening:
    return evening(game, **options).play(FEW)


# a lead that was not the lowest


def test_a_lower_card_played_later_proves_a_lead_not_lowest() -> None:
    table = dealt().play("Ann 5C; stop; Ann 2D; Bob 3D; stop; Bob 3C")
    assert table.findings == []
    assert table.play("Ann 4C").findings == ["Ann led-not-lowest 2-8 open"]


def test_a_lower_card_led_later_proves_it_too() -> None:
    assert dealt().play("Ann 5C; stop; Ann 2D; stop; Ann 3C").findings == [
        "Ann led-not-lowest 2-6 open"
    ]


def test_a_lower_card_shown_after_the_hand_proves_it_too() -> None:
    table = few().play("Ann 5C; stop; Ann 2D; Bob 3D 4D 5D 6D; Ann shows 7S 2C")
    assert table.findings == ["Ann led-not-lowest 2-6 open"]


def test_a_higher_card_or_another_suit_proves_nothing() -> None:
    table = dealt().play("Ann 5C; stop; Ann 7D; stop; Ann 9C; stop; Ann 2H; stop; Ann 3S")
    assert table.findings == []


def test_lower_cards_of_other_players_prove_nothing() -> None:
    assert dealt().play("Ann 5C; Bob 6C; stop; Bob 2D; stop; Bob 2C 3C 4C").findings == []


def test_two_wrong_leads_of_a_suit_are_two_findings() -> None:
    table = dealt().play("Ann 9C; stop; Ann 2D; stop; Ann 5C; stop; Ann 2H; stop; Ann 3C")
    assert table.findings == ["Ann led-not-lowest 2-6 open", "Ann led-not-lowest 6-10 open"]


def test_one_card_may_prove_two_offences_in_the_order_of_the_offences() -> None:
    table = dealt().play("Ann 4C; stop; Ann 2D; stop; Ann 7C 8C; stop; Ann 2H; stop; Ann 3C")
    assert table.findings == ["Ann led-not-lowest 2-10 open", "Ann led-not-lowest 6-10 open"]


def test_the_same_offence_is_found_once() -> None:
    table = dealt().play("Ann 9C; stop; Ann 2D; stop; Ann 3C; stop; Ann 5D; stop; Ann 5C")
    assert table.findings == ["Ann led-not-lowest 2-6 open"]


def test_under_lowest_card_any_lower_rank_proves_the_first_lead_wrong() -> None:
    table = dealt("michigan-kitty").play("Ann 5C; Bob 6C; stop; Bob 3D; Ann 4D")
    assert table.findings == ["Ann first-lead-not-lowest 2-6 open"]


def test_under_lowest_card_an_equal_rank_proves_nothing() -> None:
    assert dealt("michigan-kitty").play("Ann 5C; Bob 6C; stop; Bob 4D; Ann 5D").findings == []


def test_the_first_lead_is_judged_by_one_rule_alone() -> None:
    table = dealt("michigan-kitty").play("Ann 5C; stop; Ann 7D; stop; Ann 3C")
    assert table.findings == ["Ann first-lead-not-lowest 2-6 open"]


def test_later_leads_are_judged_by_suit_even_under_lowest_card() -> None:
    table = dealt("michigan-kitty").play("Ann 2C; stop; Ann 9D; stop; Ann 4S; stop; Ann 3D")
    assert table.findings == ["Ann led-not-lowest 4-8 open"]


# a card withheld


def test_who_plays_the_card_that_nobody_had_withheld_it() -> None:
    table = dealt().play("Ann 5C; stop; Ann 2D; Bob 3D; stop; Bob 6C")
    assert table.findings == ["Bob withheld 3-7 open"]


def test_who_shows_the_card_that_nobody_had_withheld_it() -> None:
    table = few().play("Ann 5C; stop; Ann 2D; Bob 3D 4D 5D 6D; Dee shows 6C 9S 10S QS")
    assert table.findings == ["Dee withheld 3-6 open"]


def test_a_run_that_stopped_by_itself_withholds_nothing() -> None:
    table = dealt().play("Ann 5C; stop; Ann 2D; Bob 3D; stop; Bob 4C; Bob 2H")
    assert table.findings == []


# a false skip


def test_a_card_that_could_have_been_led_proves_a_false_skip() -> None:
    table = few("michigan-rummy-classic").play("Ann 2C; stop; Ann skips; Bob 2D; Ann 3D")
    assert table.findings == ["Ann false-skip 4-6 open"]


def test_a_card_shown_proves_a_false_skip() -> None:
    table = few("great-lakes").play("Ann 2C; stop; Ann skips; Bob 2D; stop; Bob 2S 3S; Cal 4S")
    table.play("Bob 5S; Ann shows 2H 5C 4C")
    assert table.findings == ["Ann false-skip 4-10 open"]


def test_a_card_that_could_not_have_been_led_proves_nothing() -> None:
    table = few("michigan-rummy-classic").play("Ann 2C; stop; Ann skips; Bob 2D; stop; Bob 2S")
    assert table.play("Ann 3S").findings == []


def test_every_false_skip_is_found() -> None:
    table = few("michigan-rummy-classic").play(
        "Ann 2C; stop; Ann skips; Bob 2D; stop; Bob 2S; stop; Bob skips; Cal skips; Dee skips"
    )
    table.play("Ann skips; Bob 5S; stop; Bob skips; Cal skips; Dee skips; Ann 7H")
    assert table.findings == ["Ann false-skip 4-18 open", "Ann false-skip 12-18 open"]


# what cannot be at all


# Nothing is dead: somebody always has the next card.
KNOWN = "deal Ann 2 Bob 2 Cal 24 Dee 24 dummy 0; keep"


def test_a_stop_where_somebody_must_have_the_card_is_a_contradiction() -> None:
    table = evening("boodle").play(f"{KNOWN}; Ann 2C; stop")
    assert table.findings == ["somebody contradiction 3-3 open"]


def test_there_is_one_contradiction_a_hand_at_most() -> None:
    table = evening("boodle").play("deal Ann 4 Bob 4 Cal 22 Dee 22 dummy 0; keep; Ann 2C; stop")
    table.play("Ann 2D; Bob 3D; stop; Bob 2H; stop")
    assert table.findings == ["somebody contradiction 3-3 open"]


def test_too_many_stops_for_the_dead_pile_are_a_contradiction() -> None:
    table = evening("boodle").play("deal Ann 10 Bob 10 Cal 15 Dee 15 dummy 2; keep")
    table.play("Ann 2C; stop; Ann 2D; stop; Ann 2H; stop")
    assert table.findings == ["somebody contradiction 7-7 open"]


def test_a_stop_at_a_money_card_contradicts_a_lawful_swap() -> None:
    table = evening("michigan-kitty").play("deal; swap; Ann JC; stop")
    assert table.findings == ["somebody contradiction 3-3 open"]
    assert evening("michigan-kitty").play("deal; keep; Ann 10C JC; stop").findings == []
    table = evening("michigan-kitty", money_card_bars=False).play("deal; swap; Ann 10C JC; stop")
    assert table.findings == []


def test_a_stop_at_a_money_card_contradicts_a_lawful_sale() -> None:
    table = evening("great-lakes").play("deal; Bob buys for 1; Ann QD; stop")
    assert table.findings == ["somebody contradiction 3-3 open"]


def test_what_is_proven_is_set_aside_before_contradictions_are_sought() -> None:
    table = evening("boodle").play("deal Ann 10 Bob 10 Cal 15 Dee 15 dummy 2; keep")
    table.play("Ann 2C; stop; Ann 2D; stop; Ann 2S; Bob 3S; stop; Bob 3C")
    assert table.findings[0] == "somebody contradiction 8-8 open"
    table = evening("boodle").play("deal Ann 10 Bob 10 Cal 15 Dee 15 dummy 2; keep")
    table.play("Ann 2C; stop; Ann 2D; stop; Ann 3C; stop; Ann 2H; stop")
    assert table.findings == ["Ann withheld 3-6 open", "somebody contradiction 9-9 open"]


def test_a_recount_can_make_a_contradiction() -> None:
    table = evening("boodle").play("deal Ann 10 Bob 10 Cal 15 Dee 15 dummy 2; keep")
    table.play("Ann 2C; stop; Ann 2D; stop")
    assert table.findings == []
    assert table.play("Bob holds 11").findings == ["somebody contradiction 6-6 open"]


def test_a_recount_can_avoid_one() -> None:
    table = evening("boodle").play("deal Ann 10 Bob 10 Cal 15 Dee 15 dummy 2; keep; Bob holds 9")
    assert table.play("Ann 2C; stop; Ann 2D; stop; Ann 2H; stop").findings == []


def test_cards_shown_can_make_a_contradiction() -> None:
    table = evening("boodle").play("deal Ann 3 Bob 4 Cal 22 Dee 22 dummy 1; keep; Ann JH; stop")
    table.play("Ann KS; Dee AS; Dee 5C; Ann 6C; Bob shows 2D 3D 4D 5D")
    assert table.findings == []
    hearts = " ".join(f"{rank}H" for rank in range(2, 11))
    table.play(f"Cal shows {hearts} 6D 7D 8D 9D 10D JD QD KD AD 2S 3S 4S 5S")
    assert table.findings == ["somebody contradiction 9-9 open"]


def test_in_chips_only_nothing_is_inferred_any_more() -> None:
    table = evening("boodle").play(f"{KNOWN}; Ann 2C; chips-only; Ann out Bob 1 Cal 1 Dee 1")
    assert table.findings == []


# findings come and go with the log


@pytest.mark.parametrize(
    "hand",
    [
        "Ann 5C; stop; Ann 2D; Bob 3D; stop; Bob 3C; Ann 4C",
        "Ann 5C; stop; Ann 2D; Bob 3D; stop; Bob 6C",
        "Ann 5C; stop; Ann 2D; stop; Ann 2H; stop; Ann 2S; stop; Ann 6C",
    ],
)
def test_a_finding_is_taken_back_with_its_proof(hand: str) -> None:
    table = dealt().play(hand)
    found = table.findings
    assert len(found) == 1
    assert table.play("undo").findings == []
    assert table.play("redo").findings == found


def test_a_finding_is_taken_back_with_the_offence() -> None:
    table = dealt().play("Ann 5C; stop; Ann 2D; Bob 3D; stop; Bob 6C")
    assert table.findings == ["Bob withheld 3-7 open"]
    assert table.play("amend 7: Bob 7C").findings == []


def test_findings_of_the_last_hand_are_told_until_the_next_deal() -> None:
    table = few().play("Ann 5C; stop; Ann 2D; Bob 3D 4D 5D 6D; Dee shows 6C 9S 10S QS")
    assert len(table.findings) == 1
    assert table.play("deal").findings == []
