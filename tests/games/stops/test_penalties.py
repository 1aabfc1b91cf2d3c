"""Findings enforced or waived where penalties are on (*The referee*)."""

from typing import Any

import pytest

from tests.core.table import Evening, evening

# Ann's lead of the 5 was not her lowest: entry 2, proven by entry 8.
WRONG = "deal; keep; Ann 5C; stop; Ann 2D; Bob 3D; stop; Bob 3C; Ann 4C"

# Ann withholds the 5 of hearts at the stop, entry 3, and goes out with it, entry 6.
WITHHELD = "deal Ann 3 Bob 5 Cal 4 dummy 40; keep; Ann 4H; stop; Ann 2C; stop; Ann 5H"


def boodle(**options: Any) -> Evening:
    """Boodle for three: after the antes Ann and Bob have 96, Cal 92, each of four pots 4."""
    return evening("boodle", "Ann Bob Cal", **options)


def kitty() -> Evening:
    """Michigan Kitty for three with penalties: all have 92 after the antes, each pot 3."""
    return evening("michigan-kitty", "Ann Bob Cal", penalties="on", first_lead="lowest-of-suit")


def test_waived_findings_cost_nothing() -> None:
    table = boodle().play(WRONG)
    before = table.purses
    assert table.play("waive 0").purses == before
    assert table.findings == ["Ann led-not-lowest 2-8 waived"]


def test_a_finding_is_settled_once() -> None:
    for settled in ("waive 0", "enforce 0"):
        table = boodle().play(f"{WRONG}; {settled}").refuses("waive 0", "already-settled")
        table.refuses("enforce 0", "already-settled")


def test_only_findings_there_are_can_be_settled() -> None:
    boodle().refuses("enforce 0", "no-such-finding")
    boodle().play(WRONG).refuses("enforce 1", "no-such-finding")
    boodle().play(f"{WRONG}; misdeal").refuses("waive 0", "no-such-finding")


def test_who_settles_a_finding_may_name_the_entry_that_it_is_about() -> None:
    for settle in ("enforce", "waive"):
        for entry in (1, 8, 99):
            wrong = {"do": settle, "finding": 0, "entry": entry}
            boodle().play(WRONG).refuses(wrong, "no-such-finding")
        table = boodle().play(WRONG).enter({"do": settle, "finding": 0, "entry": 2})
        table.refuses({"do": settle, "finding": 0, "entry": 2}, "already-settled")
        table.refuses({"do": settle, "finding": 0, "entry": 1}, "no-such-finding")


TWO_LEADS = "deal; keep; Ann KS AS 10D; stop; Ann 2C; stop"


def test_two_wrong_leads_in_one_entry_are_two_findings_and_two_fines() -> None:
    table = boodle().play(f"{TWO_LEADS}; Ann 9D 2S")
    assert table.findings == ["Ann led-not-lowest 2-6 open"] * 2
    table.play("enforce 0; enforce 1")
    assert table.findings == ["Ann led-not-lowest 2-6 enforced"] * 2
    assert (table.chips("Ann"), table.chips("Bob")) == (96 - 4, 96 + 2)


def test_of_two_wrong_leads_in_one_entry_each_has_its_own_proof() -> None:
    table = boodle().play(f"{TWO_LEADS}; Ann 9D; Ann 2S")
    assert table.findings == ["Ann led-not-lowest 2-6 open", "Ann led-not-lowest 2-7 open"]


def test_where_penalties_are_off_nothing_is_enforced_or_waived() -> None:
    table = boodle(penalties="off").play(WRONG).refuses("enforce 0", "wrong-phase")
    table.refuses("waive 0", "wrong-phase").refuses("enforce 7", "wrong-phase")
    assert table.findings == ["Ann led-not-lowest 2-8 open"]


def test_a_finding_may_be_settled_until_the_next_deal() -> None:
    table = boodle(per_card=0).play(f"{WRONG}; chips-only; Ann out Bob 1 Cal 1; enforce 0")
    assert table.purses == {"Ann": 94, "Bob": 97, "Cal": 93}
    table.play("undo; deal").refuses("enforce 0", "no-such-finding")


# a lead that was not the lowest


def test_a_wrong_lead_costs_a_chip_to_every_other_player() -> None:
    assert boodle().play(f"{WRONG}; enforce 0").purses == {"Ann": 94, "Bob": 97, "Cal": 93}


def test_a_wrong_first_lead_costs_the_same() -> None:
    table = evening("michigan-kitty", penalties="on").play("deal; keep; Ann 5C; Bob 6C; stop")
    table.play("Bob 3D; Ann 4D; enforce 0")
    assert table.findings == ["Ann first-lead-not-lowest 2-6 enforced"]
    assert table.purses == {"Ann": 89, "Bob": 93, "Cal": 93, "Dee": 93}


def test_what_the_offender_cannot_pay_becomes_notes() -> None:
    table = boodle(board="AH").play(f"count Ann 2; {WRONG}; enforce 0")
    assert (table.chips("Ann"), table.notes) == (0, ["Ann owes Cal 1"])


def test_who_led_wrong_collects_no_money_card_any_more() -> None:
    table = boodle().play(f"{WRONG}; enforce 0; Ann QD")
    assert (table.chips("Ann"), table.pot("QD")) == (94, 4)


def test_a_waived_offender_goes_on_collecting() -> None:
    assert boodle().play(f"{WRONG}; waive 0; Ann QD").pot("QD") == 0


def test_the_bar_ends_with_the_hand() -> None:
    table = boodle(per_card=0).play(f"{WRONG}; enforce 0; chips-only")
    table.refuses("Ann collects AH", "nothing-to-collect")
    table.play("Ann out Bob 1 Cal 1; deal; keep; Bob 2C; stop; Bob 2D; Ann 3D; stop; Ann AH")
    assert table.pot("AH") == 0


def test_what_was_collected_since_goes_back_the_wrong_card_included() -> None:
    table = boodle().play("deal; keep; Ann JS; stop; Ann QD; stop; Ann AH; Ann 2C; stop; Ann 5D")
    assert table.findings == ["Ann led-not-lowest 4-9 open"]
    assert table.chips("Ann") == 96 + 12
    table.play("enforce 0")
    assert table.result["pots"] == {"AH": 4, "KC": 4, "QD": 4, "JS": 0}
    assert table.purses == {"Ann": 96 + 4 - 2, "Bob": 97, "Cal": 93}


def test_what_others_collected_stands() -> None:
    table = boodle().play("deal; keep; Ann 5C; stop; Ann QD; Bob KD AD; Bob JS; stop; Bob 3C")
    table.play("Ann 4C; enforce 0")
    assert (table.pot("JS"), table.pot("QD"), table.chips("Bob")) == (0, 4, 101)


def test_notes_that_were_collected_go_back_as_far_as_they_are_there() -> None:
    table = boodle().play("deal; keep; Cal borrows 3 from pot:QD; Ann 9D; stop; Ann 5C; stop")
    table.play("Ann QD; stop; Ann 2H; Bob 3H; stop; Bob 3D; Ann 4D")
    assert table.notes == ["Cal owes Ann 3"]
    assert table.findings == ["Ann led-not-lowest 3-13 open", "Ann led-not-lowest 7-13 open"]
    table.play("enforce 1")
    assert table.notes == ["Cal owes pot:QD 3"]
    assert (table.pot("QD"), table.chips("Ann")) == (1, 94)


def test_notes_redeemed_meanwhile_go_back_in_chips() -> None:
    table = boodle().play("deal; keep; Cal borrows 3 from pot:QD; Ann 9D; stop; Ann 5C; stop")
    table.play("Ann QD; stop; Cal repays 2 to Ann; Ann 2H; Bob 3H; stop; Bob 3D; Ann 4D; enforce 0")
    assert table.notes == ["Cal owes pot:QD 1"]
    assert table.pot("QD") == 3


def test_what_cannot_go_back_becomes_a_note_to_the_pot() -> None:
    table = boodle().play("deal; keep; Ann 9D; stop; Ann 5C; stop; Ann QD; stop; count Ann 3")
    table.play("Ann 2H; Bob 3H; stop; Bob 3D; Ann 4D; enforce 0")
    assert (table.chips("Ann"), table.pot("QD")) == (0, 1)
    assert table.notes == ["Ann owes pot:QD 3"]


def test_special_cups_go_back_too() -> None:
    table = evening("great-lakes", penalties="on").play("deal; keep; Ann 3C; stop; Ann 6D; stop")
    assert table.chips("Ann") == 95
    table.play("Ann 2C; enforce 0")
    assert (table.chips("Ann"), table.pot("6-lead")) == (91 - 3, 4)


def test_the_jackpot_is_never_given_back() -> None:
    table = evening("michigan-rummy-classic", board="jackpot", per_card=0)
    table.play("deal Ann 3 Bob 9 Cal 9 Dee 9 dummy 22; keep; Ann 5C; stop; Ann 2D; stop; Ann 4C")
    assert table.chips("Ann") == 99 + 5
    assert table.play("enforce 0").chips("Ann") == 99 + 5 - 3
    assert table.phase == "between-hands"


# a card withheld


def test_who_withheld_a_card_collects_nothing_from_the_stop_on() -> None:
    table = boodle().play("deal; keep; Ann KC; stop; Ann QD; stop; Ann 9H; stop; Ann KD; enforce 0")
    assert table.findings == ["Ann withheld 5-8 enforced"]
    assert (table.pot("KC"), table.pot("QD"), table.chips("Ann")) == (0, 0, 104)
    assert table.play("Ann AD; Ann JS").pot("JS") == 4


def test_what_he_collected_since_the_stop_goes_back() -> None:
    table = boodle().play("deal; keep; Ann 5C; stop; Ann QD; stop; Ann 6C; enforce 0")
    assert (table.pot("QD"), table.purses) == (4, {"Ann": 96, "Bob": 96, "Cal": 92})


def test_an_offender_who_plays_his_last_card_does_not_win() -> None:
    table = boodle().play("deal Ann 4 Bob 5 Cal 4 dummy 39; keep; Ann 4H; stop; Ann 2C; stop")
    table.play("Ann 5H; enforce 0; stop; Ann 3C")
    assert (table.phase, table.left("Ann"), table.next) == ("play", 0, "4C")
    table.refuses("Ann 4C", "no-cards-left")
    assert table.play("stop").lead == "Bob DHS"


def test_play_goes_on_until_another_goes_out_who_wins() -> None:
    table = boodle().play(f"{WITHHELD}; enforce 0; Bob 6H; Bob 7H 8H 9H; Bob 10H")
    assert table.phase == "between-hands"
    assert table.purses == {"Ann": 96, "Bob": 96 + 4, "Cal": 88}


def test_an_end_already_paid_is_reversed() -> None:
    table = boodle().play(WITHHELD)
    assert (table.phase, table.chips("Ann")) == ("between-hands", 96 + 9)
    table.play("enforce 0")
    assert table.purses == {"Ann": 96, "Bob": 96, "Cal": 92}
    assert (table.phase, table.next) == ("play", "6H")
    assert table.result["left"] == {"Ann": 0, "Bob": 5, "Cal": 4}


def test_what_the_winner_cannot_give_back_becomes_a_note() -> None:
    table = boodle().play(f"{WITHHELD}; count Ann 6; enforce 0")
    assert (table.chips("Ann"), table.notes) == (0, ["Ann owes Bob 3"])


def test_notes_for_cards_left_are_reversed_as_notes() -> None:
    table = boodle(chips={"Ann": 100, "Bob": 6, "Cal": 100}).play(WITHHELD)
    assert table.notes == ["Bob owes Ann 3"]
    assert table.play("enforce 0").notes == []
    assert table.chips("Bob") == 2


def test_the_kitty_and_the_pots_of_the_last_hand_are_given_back() -> None:
    table = kitty().play(f"last-hand; {WITHHELD}; enforce 0")
    assert set(table.result["pots"].values()) == {3}
    assert table.purses == {"Ann": 92, "Bob": 92, "Cal": 92}


def test_a_note_won_with_the_kitty_goes_back_into_it() -> None:
    borrowed = WITHHELD.replace("keep; ", "keep; Bob borrows 2 from pot:kitty; ")
    table = kitty().play(borrowed)
    assert table.notes == ["Bob owes Ann 2"]
    assert table.play("enforce 0").notes == ["Bob owes pot:kitty 2"]
    assert table.purses == {"Ann": 92, "Bob": 94, "Cal": 92}


def test_a_note_that_came_home_with_the_kitty_is_written_again() -> None:
    table = kitty().play(WITHHELD.replace("keep; ", "keep; Ann borrows 2 from pot:kitty; "))
    assert table.notes == []
    assert table.play("enforce 0").notes == ["Ann owes pot:kitty 2"]
    assert (table.chips("Ann"), table.pot("kitty")) == (94, 1)


def test_a_note_won_with_the_kitty_and_redeemed_goes_back_in_chips() -> None:
    table = kitty().play(WITHHELD.replace("keep; ", "keep; Bob borrows 2 from pot:kitty; "))
    table.play("Bob repays 2 to Ann; enforce 0")
    assert (table.notes, table.pot("kitty")) == ([], 3)


def test_the_lead_of_an_offender_without_cards_passes_left() -> None:
    table = boodle().play(
        "deal Ann 3 Bob 5 Cal 4 dummy 40; keep; Ann KH; stop; Ann 2C; stop; Ann AH"
    )
    assert table.phase == "between-hands"
    assert table.play("enforce 0").lead == "Bob CDS"


def test_awards_are_reversed_and_shown_cards_forgotten() -> None:
    table = evening("michigan-rummy-classic", "Ann Bob Cal", board="poker jackpot")
    table.play(f"{WITHHELD}; Bob shows 6H 7H 8H 9H JS; Cal shows 2S 3S 4S AS; award poker")
    assert table.pot("poker") == 0
    table.play("enforce 0")
    assert (table.phase, table.pot("poker"), table.pot("jackpot")) == ("play", 4, 4)
    table.play("Bob 6H 7H 8H 9H; stop; Bob JS")
    table.refuses("award poker", "nothing-to-collect")
    assert table.play("Cal shows 2S 3S 4S AS; award poker").chips("Cal") == 96 - 4 + 4


def test_nobody_left_who_may_win_ends_the_hand_and_the_kitty_stays() -> None:
    table = kitty().play(f"{WITHHELD}; enforce 0; Bob 6H; stop; Bob 3C; enforce 1; stop")
    table.play("Bob 8D; Cal 9D; stop; Cal 4C")
    assert table.findings == [
        "Ann withheld 3-6 enforced",
        "Bob withheld 5-10 enforced",
        "Cal withheld 12-16 open",
    ]
    assert table.phase == "play"
    table.play("enforce 2")
    assert (table.phase, table.pot("kitty")) == ("between-hands", 3)
    assert table.purses == {"Ann": 92, "Bob": 92, "Cal": 92}


def test_of_two_offenders_and_one_who_is_none_he_wins() -> None:
    table = kitty().play(f"{WITHHELD}; enforce 0; Bob 6H; stop; Bob 3C; enforce 1; stop")
    table.play("Bob 8D; Cal 9D 10D JD QD")
    assert (table.phase, table.chips("Cal")) == ("between-hands", 92 + 3 + 3 + 2)


def test_barred_players_cannot_go_out_in_chips_only() -> None:
    table = boodle().play("deal; keep; Ann 4H; stop; Ann 2C; stop; Ann 5H; enforce 0; chips-only")
    table.refuses("Ann out Bob 1 Cal 1", "wrong-phase").refuses(
        "Ann collects AH", "nothing-to-collect"
    )
    assert table.play("Bob out Ann 1 Cal 1").phase == "between-hands"


def test_an_offender_without_cards_has_none_left_in_chips_only() -> None:
    table = boodle().play(f"{WITHHELD}; enforce 0; chips-only; Bob out Ann 0 Cal 2")
    assert table.purses == {"Ann": 96, "Bob": 98, "Cal": 90}


# compensation


def compensated(finish: str) -> Evening:
    """Bob wins after Ann withheld the 5 of hearts; Cal still holds the ace of hearts."""
    return boodle(per_card=0).play(f"{WITHHELD}; {finish}")


BOB_OUT = "Bob 6H 7H 8H 9H 10H"


def test_who_was_kept_from_a_money_card_gets_what_lies_in_the_pot() -> None:
    table = compensated(f"enforce 0; {BOB_OUT}; Cal shows AH 2S 3S 4S")
    assert (table.chips("Ann"), table.chips("Cal"), table.pot("AH")) == (92, 96, 4)


def test_it_is_paid_when_the_cards_are_shown_not_before() -> None:
    table = compensated(f"enforce 0; {BOB_OUT}")
    assert table.chips("Ann") == 96


def test_it_is_paid_when_the_finding_is_enforced_if_that_comes_last() -> None:
    table = boodle(per_card=0).play("deal Ann 4 Bob 5 Cal 4 dummy 39; keep; Ann 4H; stop; Ann 2C")
    table.play("stop; Ann 5H; Bob 6H 7H 8H 9H 10H; Cal shows AH 2S 3S 4S")
    assert table.chips("Cal") == 92
    table.play("enforce 0")
    assert (table.chips("Ann"), table.chips("Cal"), table.pot("AH")) == (92, 96, 4)


def test_only_money_cards_of_the_withheld_suit_count() -> None:
    table = compensated(f"enforce 0; {BOB_OUT}; Cal shows KC QD JS 4S")
    assert (table.chips("Ann"), table.chips("Cal")) == (96, 92)


def test_an_empty_pot_is_not_compensated() -> None:
    table = compensated(f"count pot:AH 0; enforce 0; {BOB_OUT}; Cal shows AH 2S 3S 4S")
    assert table.chips("Ann") == 96


def test_a_waived_finding_is_not_compensated() -> None:
    table = compensated("waive 0; Cal shows AH 2S 3S 4S")
    assert (table.phase, table.chips("Cal")) == ("between-hands", 92)


def test_a_money_card_that_is_all_he_still_holds_is_compensated() -> None:
    table = boodle(per_card=0).play(WITHHELD.replace("Cal 4 dummy 40", "Cal 1 dummy 43"))
    assert table.play(f"enforce 0; {BOB_OUT}; Cal shows AH").chips("Cal") == 96


def test_the_offenders_own_money_card_is_not_compensated() -> None:
    table = boodle(per_card=0).play("deal Ann 4 Bob 5 Cal 4 dummy 39; keep; Ann 4H; stop; Ann 2C")
    table.play(f"stop; Ann 5H; enforce 0; {BOB_OUT}; Ann shows AH")
    assert table.chips("Ann") == 96


def test_compensation_is_paid_once_per_offender_and_pot() -> None:
    table = compensated(f"enforce 0; {BOB_OUT}; Cal shows AH 2S 3S 4S; count pot:AH 9")
    assert table.enter({"do": "show", "player": "Ann", "cards": []}).chips("Cal") == 96


def test_a_compensation_beyond_the_purse_becomes_a_note() -> None:
    table = compensated(f"enforce 0; {BOB_OUT}; count Ann 1; Cal shows AH 2S 3S 4S")
    assert (table.chips("Ann"), table.notes) == (0, ["Ann owes Cal 3"])


def test_a_combination_is_compensated_if_one_player_holds_all_of_it() -> None:
    for shown, chips in (("QH KH 2S 3S", 96), ("QH 9S 2S 3S", 92)):
        table = boodle(per_card=0, board="QKH AH KC QD").play(
            f"{WITHHELD}; enforce 0; {BOB_OUT}; Cal shows {shown}"
        )
        assert table.chips("Cal") == chips


# findings without a penalty


def test_other_findings_carry_no_penalty() -> None:
    table = evening("michigan-rummy-classic", "Ann Bob Cal").play("deal; keep; Ann 2C; stop")
    before = table.play("Ann skips; Bob 2D; Ann 3D").purses
    table.play("enforce 0")
    assert table.findings == ["Ann false-skip 4-6 enforced"]
    assert table.purses == before
    assert table.play("stop; Ann JS").pot("JS") == 0


def test_a_contradiction_may_be_enforced_and_nothing_happens() -> None:
    table = boodle().play("deal Ann 2 Bob 2 Cal 48 dummy 0; keep; Ann 2C; stop; enforce 0")
    assert table.findings == ["somebody contradiction 3-3 enforced"]


@pytest.mark.parametrize("settled", ["enforce 0", "waive 0"])
def test_a_settlement_may_be_undone(settled: str) -> None:
    table = boodle().play(f"{WITHHELD}")
    before = table.result
    assert table.play(f"{settled}; undo").result == before
