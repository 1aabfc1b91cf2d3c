"""Blocked hands, and pots that are judged after a hand (*A hand*, 9 and 10)."""

from typing import Any

import pytest

from tests.core.table import Evening, evening

FEW = "deal Ann 2 Bob 10 Cal 3 Dee 4 dummy 33; keep"
BLOCKED = f"{FEW}; Ann 2C; stop; Ann skips; Bob skips; Cal skips; Dee skips"
FIVE = "deal Ann 5 Bob 5 Cal 5 Dee 5 dummy 32; keep"
OUT = "deal; keep; chips-only; Ann out Bob 2 Cal 1 Dee 5"


def tournament(board: str = "jackpot", **options: Any) -> Evening:
    """A tournament in which every pot holds 4 chips."""
    return evening("michigan-rummy-tournament", board=board, dealer_extra="none", **options)


# blocked


def test_the_lowest_total_takes_the_jackpot_of_a_blocked_hand() -> None:
    table = tournament().play(f"{BLOCKED}; totals Ann 8 Bob 60 Cal 7 Dee 33")
    assert (table.chips("Cal"), table.pot("jackpot")) == (103, 0)
    assert table.phase == "between-hands"


def test_a_tie_splits_the_jackpot_and_the_odd_chips_stay() -> None:
    table = tournament().play(f"count pot:jackpot 1; {BLOCKED}; totals Ann 8 Bob 60 Cal 8 Dee 33")
    assert (table.chips("Ann"), table.chips("Cal"), table.pot("jackpot")) == (101, 101, 1)


def test_a_blocked_hand_pays_no_cards_left() -> None:
    table = tournament(per_card=1).play(f"{BLOCKED}; totals Ann 8 Bob 60 Cal 7 Dee 33")
    assert table.chips("Bob") == 99


def test_cards_are_still_counted_while_totals_are_awaited() -> None:
    table = tournament().play(BLOCKED)
    assert table.result["left"] == {"Ann": 1, "Bob": 10, "Cal": 3, "Dee": 4}
    assert table.result["dead"] == 33
    for what in ("deal", "end", "Ann 3D", "award jackpot Ann"):
        table.refuses(what, "wrong-phase")


@pytest.mark.parametrize(
    ("totals", "code"),
    [
        ("Ann 8 Bob 60 Cal 7", "bad-entry"),
        ("Ann 8 Bob 60 Cal 7 Dee 33 Zed 5", "bad-entry"),
        ("Ann 1 Bob 60 Cal 7 Dee 33", "bad-count"),
        ("Ann 12 Bob 60 Cal 7 Dee 33", "bad-count"),
        ("Ann 8 Bob 19 Cal 7 Dee 33", "bad-count"),
        ("Ann 8 Bob 111 Cal 7 Dee 33", "bad-count"),
    ],
)
def test_totals_that_cannot_be_are_refused(totals: str, code: str) -> None:
    tournament().play(BLOCKED).refuses(f"totals {totals}", code)


@pytest.mark.parametrize(("card", "pips"), [("3S", 3), ("10S", 10), ("JS", 10), ("KC", 10)])
def test_totals_agree_with_what_was_shown(card: str, pips: int) -> None:
    table = tournament().play(f"{BLOCKED}; Ann shows {card}")
    table.refuses(f"totals Ann {pips - 1} Bob 60 Cal 7 Dee 33", "bad-count")
    assert table.play(f"totals Ann {pips} Bob 60 Cal 33 Dee 44").chips("Ann") == 103


def test_an_ace_counts_eleven() -> None:
    table = tournament().play(f"{BLOCKED}; Ann shows AS; totals Ann 11 Bob 60 Cal 33 Dee 44")
    assert table.chips("Ann") == 103


def test_totals_are_asked_only_of_a_blocked_hand() -> None:
    totals = "totals Ann 8 Bob 60 Cal 7 Dee 33"
    table = tournament().refuses(totals, "wrong-phase").play(FEW).refuses(totals, "wrong-phase")
    table.play("Ann 2C 3C").refuses(totals, "wrong-phase")


def test_after_a_blocked_hand_the_loser_is_judged() -> None:
    table = evening("great-lakes").play(f"{BLOCKED}; totals Ann 8 Bob 60 Cal 7 Dee 33")
    assert table.phase == "poker"
    assert table.play("award loser Bob").phase == "between-hands"


# poker


def test_a_poker_pot_waits_and_holds_up_the_next_deal() -> None:
    table = tournament("poker jackpot").play(OUT)
    assert table.phase == "poker"
    for what in ("deal", "end", "Ann leaves"):
        table.refuses(what, "wrong-phase")


def test_an_empty_pot_does_not_wait() -> None:
    assert tournament("poker jackpot", ante=0).play(OUT).phase == "between-hands"


def test_a_pot_with_nothing_but_a_note_waits() -> None:
    table = tournament("poker").play("deal; Bob borrows 4 from pot:poker; keep; chips-only")
    assert table.play("Ann out Bob 1 Cal 1 Dee 1").phase == "poker"
    assert table.play("award poker Cal").notes == ["Bob owes Cal 4"]


def test_the_table_names_the_winners() -> None:
    table = tournament("poker").play(f"{OUT}; award poker Bob Cal")
    assert (table.chips("Bob"), table.chips("Cal"), table.pot("poker")) == (101, 101, 0)


def test_odd_chips_of_a_shared_pot_stay() -> None:
    table = tournament("poker").play(f"{OUT}; award poker Ann Bob Cal")
    assert (table.chips("Ann"), table.pot("poker")) == (100, 1)


def test_nobody_may_win_and_the_pot_stays() -> None:
    table = tournament("poker").play(f"{OUT}; award poker nobody")
    assert (table.pot("poker"), table.phase) == (4, "between-hands")


def test_in_a_tournament_played_and_held_cards_count_together() -> None:
    table = tournament("poker").play(f"{FIVE}; Ann 2C 3C 4C 5C; Bob 6C; Ann 7C")
    table.play("Bob shows KS KH KD 7S; Cal shows AS AH AD QS QH; Dee shows 2S 3S 4S 5S 9S")
    assert table.play("award poker").chips("Cal") == 103


def test_who_went_out_competes_with_what_he_played_in_a_tournament() -> None:
    table = tournament("poker").play(f"{FIVE}; Ann 2C 3C 4C 5C 6C; award poker")
    assert table.chips("Ann") == 103


def test_who_has_not_shown_does_not_compete() -> None:
    table = tournament("poker").play(f"{FIVE}; Ann 2C 3C 4C 5C; Bob 6C; Cal 7C 8C 9C 10C JC")
    table.play("Dee shows QC KC AC AS AH; award poker")
    assert table.chips("Cal") == 103


def test_equal_hands_share_the_pot() -> None:
    table = tournament("poker").play(f"{FIVE}; Ann 2C 3C; Cal 4C; Ann 5C 6C; stop; Ann 8D")
    table.play("Bob shows AS KS QS JS 9H; Dee shows AH KH QH JH 9S; Cal shows 2H 3H 5H 7S")
    table.play("award poker")
    assert (table.chips("Bob"), table.chips("Dee"), table.pot("poker")) == (101, 101, 0)


def test_in_the_classic_game_only_cards_still_held_compete() -> None:
    board = "poker jackpot"
    table = evening("michigan-rummy-classic", board=board, per_card=0).play(
        "deal Ann 5 Bob 2 Cal 4 Dee 3 dummy 38; keep; Ann 2C 3C 4C 5C 6C"
    )
    table.refuses("award poker", "nothing-to-collect")
    table.play("Bob shows 9S 9H; Cal shows AS KS QS 10H; Dee shows 9C 9D 2H; award poker")
    assert table.chips("Dee") == 100 - 4 + 5


def test_a_missing_kicker_loses_to_any_kicker() -> None:
    table = evening("michigan-rummy-classic", board="poker", per_card=0, dealer_extra="none")
    table.play("deal Ann 1 Bob 1 Cal 2 Dee 1 dummy 47; keep; Ann 2C; Bob shows AS; Dee shows AC")
    assert table.play("Cal shows AH 2D; award poker").chips("Cal") == 103


def test_in_great_lakes_the_worst_five_cards_take_the_losers_pot() -> None:
    table = evening("great-lakes", board="loser", dealer_extra="none").play(
        f"{FIVE}; Ann 2C 3C 4C 5C 6C; Bob shows 2S 3S 4S 5H 7S; Cal shows 2H 3H 4H 5S 7H"
    )
    table.play("Dee shows 2D 3D 4D 5D 8D; award loser")
    assert (table.chips("Bob"), table.chips("Cal"), table.chips("Dee")) == (101, 101, 99)


def test_the_five_best_or_worst_of_all_known_cards_count() -> None:
    table = evening("great-lakes", board="poker loser", dealer_extra="none")
    table.play("deal Ann 5 Bob 7 Cal 7 Dee 9 dummy 24; keep; Ann JC QC KC AC 3D")
    table.play("Bob shows AS AH AD KS KH 2S 3S; Cal shows 9S 9H 8S 8H 7S 6C 4C; award poker")
    assert (table.chips("Bob"), table.chips("Cal")) == (98 + 4, 98)
    assert table.play("award loser Cal; undo; award loser").chips("Cal") == 98 + 4


def test_for_the_losers_pot_the_ace_is_high() -> None:
    table = evening("great-lakes", board="loser", dealer_extra="none").play(
        f"{FIVE}; Ann 9C 10C JC QC KC; Bob shows AS 2S 3S 4S 5H; Cal shows KS QS JS 9S 7H"
    )
    assert table.play("award loser").chips("Cal") == 103


def test_both_pots_that_are_judged_are_judged() -> None:
    table = tournament("poker loser").play(f"{OUT}; award loser Bob")
    assert table.phase == "poker"
    table.refuses("award loser Bob", "nothing-to-collect")
    assert table.play("award poker Cal").phase == "between-hands"


def test_only_pots_that_wait_are_awarded() -> None:
    table = tournament("AH poker").refuses("award poker Ann", "wrong-phase")
    table.play("deal; keep; chips-only").refuses("award poker Ann", "wrong-phase")
    table.play("Ann out Bob 1 Cal 1 Dee 1").refuses("award AH Ann", "nothing-to-collect")
    table.refuses("award ZZ Ann", "unknown-pot").refuses("award poker Zed", "unknown-player")
    table.refuses("award poker Ann Ann", "bad-entry")
    table.play("award poker Ann").refuses("award poker Ann", "wrong-phase")


# shown cards


def test_cards_are_shown_only_after_the_hand() -> None:
    table = tournament().refuses("Ann shows 2C", "wrong-phase").play(FEW)
    table.refuses("Ann shows 2C 3C", "wrong-phase")


def test_all_cards_still_held_are_shown_once() -> None:
    table = tournament().play(f"{FEW}; Ann 2C 3C").refuses("Cal shows 2D 3D", "bad-count")
    table.refuses("Cal shows 2D 3D 4D 5D", "bad-count")
    table.play("Cal shows 2D 3D 4D").refuses("Cal shows 2D 3D 4D", "wrong-phase")


def test_who_went_out_has_no_cards_to_show() -> None:
    table = tournament().play(f"{FEW}; Ann 2C 3C").refuses("Ann shows 4C", "bad-count")
    assert table.enter({"do": "show", "player": "Ann", "cards": []}).findings == []


def test_a_card_seen_before_cannot_be_shown() -> None:
    table = tournament().play(f"{FEW}; Ann 2C 3C").refuses("Cal shows 2C 3D 4D", "already-played")
    table.play("Cal shows 2D 3D 4D").refuses("Dee shows 4D 5D 6D 7D", "already-played")
    table.refuses("Dee shows 5D 5D 6D 7D", "already-played")
    table.refuses("Dee shows 4D", "already-played")


def test_who_was_not_dealt_to_shows_nothing() -> None:
    table = tournament().play(f"{FEW}; Ann 2C 3C; Eve joins left of Ann with 5")
    table.refuses("Eve shows 4D", "wrong-phase")


def test_cards_may_be_shown_until_the_next_deal() -> None:
    table = tournament("poker").play(f"{FEW}; Ann 2C 3C; award poker Ann; Cal shows 2D 3D 4D")
    table.play("deal").refuses("Dee shows 5D 6D 7D 8D", "wrong-phase")
