"""Going out, per-card payments, the last hand and what is left over (*A hand*, 8 and 11)."""

from typing import Any

from tests.core.table import Evening, evening

# Ann has two cards, Bob ten, Cal three, Dee four; everybody 92 chips, each pot 4.
FEW = "deal Ann 2 Bob 10 Cal 3 Dee 4 dummy 33; keep"


def dealt(game: str = "michigan-kitty", **options: Any) -> Evening:
    return evening(game, **options).play(FEW)


def test_the_last_card_of_a_player_ends_the_hand() -> None:
    table = dealt().play("Ann 2C; Ann 3C")
    assert (table.phase, table.result["left"], table.result["dead"]) == (
        "between-hands",
        None,
        None,
    )
    table.refuses("Bob 4C", "wrong-phase").refuses("stop", "wrong-phase")


def test_who_goes_out_wins_the_kitty_and_a_chip_for_every_card_left() -> None:
    table = dealt().play("Ann 2C; Ann 3C")
    assert table.purses == {"Ann": 92 + 4 + 17, "Bob": 82, "Cal": 89, "Dee": 88}
    assert (table.pot("kitty"), table.pot("AS")) == (0, 4)


def test_a_money_card_just_played_is_collected_first() -> None:
    table = dealt(per_card=0).play("Ann JC QC")
    assert (table.chips("Ann"), table.pot("QC")) == (100, 0)


def test_cards_left_may_cost_more_or_nothing() -> None:
    assert dealt(per_card=3).play("Ann 2C 3C").chips("Bob") == 62
    assert dealt(per_card=0).play("Ann 2C 3C").chips("Bob") == 92


def test_tournaments_pay_no_cards_left() -> None:
    table = dealt("michigan-rummy-tournament")
    before = table.purses
    table.play("Ann 2C 3C")
    assert table.chips("Bob") == before["Bob"]
    assert table.chips("Ann") == before["Ann"] + 5


def test_what_a_loser_cannot_pay_becomes_a_note() -> None:
    chips = {"Ann": 8, "Bob": 12, "Cal": 11, "Dee": 8}
    table = dealt(chips=chips).play("Ann 2C; Ann 3C")
    assert table.purses == {"Ann": 4 + 7, "Bob": 0, "Cal": 0, "Dee": 0}
    assert table.notes == ["Bob owes Ann 6", "Dee owes Ann 4"]


def test_the_other_pots_stay_and_grow() -> None:
    table = dealt().play("Ann 2C 3C; deal")
    assert (table.pot("AS"), table.pot("kitty")) == (8, 4)


def test_in_boodle_there_is_no_pot_for_going_out() -> None:
    table = dealt("boodle").play("Ann 2C 3C")
    assert (table.chips("Ann"), table.pot("AH")) == (96 + 17, 5)


def test_a_board_may_have_a_kitty_and_a_jackpot() -> None:
    table = dealt(board="kitty jackpot", per_card=0).play("Ann 2C 3C")
    assert table.chips("Ann") == 98 + 8


# the last hand


def test_who_goes_out_in_the_last_hand_takes_every_pot() -> None:
    table = dealt(per_card=0).play("last-hand; Ann 2C 3C")
    assert table.chips("Ann") == 92 + 8 * 4
    assert set(table.result["pots"].values()) == {0}
    table.refuses("deal", "last-hand-played")


def test_the_next_hand_may_be_announced_as_the_last() -> None:
    table = evening(per_card=0).play(f"last-hand; {FEW}; Ann 2C 3C")
    assert table.chips("Ann") == 92 + 8 * 4
    assert table.refuses("deal", "last-hand-played").play("end").phase == "over"


def test_the_last_hand_may_be_announced_during_the_auction() -> None:
    evening().play("deal; last-hand; swap").refuses("last-hand", "wrong-phase")


def test_after_the_first_lead_it_is_too_late_to_announce_the_last_hand() -> None:
    dealt().play("Ann 2C").refuses("last-hand", "wrong-phase")
    evening().play("deal; chips-only").refuses("last-hand", "wrong-phase")


def test_between_hands_it_is_the_next_hand_that_is_announced() -> None:
    table = dealt(per_card=0).play("Ann 2C 3C; last-hand")
    assert (table.chips("Ann"), table.pot("AS")) == (96, 4)
    table.play(f"{FEW.replace('keep', 'swap')}; Bob 2C").refuses("last-hand", "wrong-phase")


def test_the_winner_of_the_last_hand_leaves_pots_that_poker_decides() -> None:
    table = evening(board="AS kitty poker loser", per_card=0).play(f"last-hand; {FEW}; Ann 2C 3C")
    assert (table.chips("Ann"), table.phase) == (96 + 8, "poker")
    assert (table.pot("poker"), table.pot("loser")) == (4, 4)


def test_where_leftovers_are_divided_the_last_hand_is_like_any_other() -> None:
    table = dealt("boodle", per_card=0).play("last-hand; Ann 2C 3C")
    assert (table.chips("Ann"), table.pot("AH")) == (96, 5)


def test_notes_in_the_pots_go_to_the_winner_of_the_last_hand() -> None:
    table = evening(per_card=0).play(f"last-hand; {FEW}; Bob borrows 3 from pot:AS; Ann 2C 3C")
    assert table.notes == ["Bob owes Ann 3"]
    assert table.chips("Ann") == 92 + 29


# the end of the evening


def test_what_is_left_is_divided_equally_and_odd_chips_go_from_the_dealers_left() -> None:
    table = evening(board="AS kitty", chips=10).play("count pot:AS 4; count pot:kitty 3; end")
    assert table.purses == {"Ann": 12, "Bob": 12, "Cal": 12, "Dee": 11}


def test_odd_chips_go_from_the_last_dealers_left() -> None:
    table = evening(board="AS kitty", chips=10, dealer="Bob")
    assert table.play("count pot:AS 2; end").purses == {"Ann": 10, "Bob": 10, "Cal": 11, "Dee": 11}


def test_leftovers_are_divided_among_those_still_there() -> None:
    table = evening(board="AS kitty", chips=10).play("Bob leaves; count pot:AS 4; end")
    assert table.purses == {"Ann": 12, "Bob": 10, "Cal": 11, "Dee": 11}


def test_if_nobody_is_left_the_pots_keep_what_they_hold() -> None:
    table = evening("michigan-kitty", "Ann Bob", board="AS", chips=10)
    table.play("count pot:AS 4; Ann leaves; Bob leaves; end")
    assert (table.pot("AS"), table.phase) == (4, "over")


def test_the_evening_ends_only_between_hands() -> None:
    evening().play("deal").refuses("end", "wrong-phase").play("swap").refuses("end", "wrong-phase")


def test_after_the_end_nothing_but_undo_is_possible() -> None:
    table = evening().play("end")
    for what in ("deal", "end", "Ann buys in 1", "Ann borrows 1 from Bob", "count Ann 1"):
        table.refuses(what, "wrong-phase")
    for what in ("Ann repays 1 to Bob", "Eve joins left of Ann with 1", "last-hand", "misdeal"):
        table.refuses(what, "wrong-phase")
    for what in ("Ann leaves", "enforce 0", "Ann shows 2C", "award AS Ann"):
        table.refuses(what, "wrong-phase")
    assert table.play("undo; deal").phase == "dummy"


def test_the_tally_ranks_by_result_and_equal_results_share_a_place() -> None:
    table = evening(chips=100).play("count Ann 105; count Cal 103; count Dee 105; end")
    assert table.tally == [
        "1. Ann 105 chips, +5",
        "1. Dee 105 chips, +5",
        "3. Cal 103 chips, +3",
        "4. Bob 100 chips, +0",
    ]


def test_bought_chips_are_no_gain() -> None:
    table = evening().play("Bob buys in 50; end")
    assert table.tally[1] == "1. Bob 150 chips, +0"
    assert [line["bought"] for line in table.result["tally"]] == [100, 150, 100, 100]
