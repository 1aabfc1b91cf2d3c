"""Money cards and combinations (*A hand*, 7)."""

from typing import Any

from tests.core.table import Evening, evening


def dealt(game: str = "michigan-kitty", **options: Any) -> Evening:
    """After the antes everybody has 92 chips, and 4 lie in every pot of the kitty's board."""
    return evening(game, **options).play("deal; keep")


def test_playing_a_money_card_wins_its_pot() -> None:
    table = dealt().play("Ann JC; Bob QC")
    assert (table.chips("Bob"), table.pot("QC"), table.chips("Ann")) == (96, 0, 92)


def test_a_lead_counts_as_a_play() -> None:
    assert dealt().play("Ann QC").chips("Ann") == 96


def test_every_other_card_wins_nothing() -> None:
    table = dealt().play("Ann QS; Bob KS").play("stop; Bob 4H; Cal 5H 6H 7H")
    assert set(table.purses.values()) == {92}


def test_a_won_pot_grows_again_with_the_next_ante() -> None:
    table = dealt().play("Ann QC; chips-only; Ann out Bob 1 Cal 1 Dee 1; deal")
    assert (table.pot("QC"), table.pot("AS")) == (4, 8)


def test_one_player_with_the_whole_combination_wins_it() -> None:
    table = dealt().play("Ann QD; Ann KD")
    assert (table.chips("Ann"), table.pot("QKD")) == (96, 0)


def test_a_combination_of_two_players_wins_nothing() -> None:
    table = dealt().play("Ann QD; Bob KD")
    assert (table.chips("Bob"), table.pot("QKD")) == (92, 4)


def test_a_combination_counts_after_other_cards_of_the_run() -> None:
    assert dealt().play("Ann 10D; Bob JD; Cal QD KD").chips("Cal") == 96


def test_a_combination_must_be_played_in_one_run() -> None:
    table = dealt().play("Ann QD; stop; Ann 2C; Bob 3C; stop; Bob 2D; stop; Bob 5S; Ann 6S; stop")
    assert table.play("Ann KD").pot("QKD") == 4


def test_by_the_last_card_a_combination_goes_to_who_plays_it() -> None:
    table = dealt("michigan-rummy-tournament")
    before = table.chips("Cal")
    table.play("Ann QH; Cal KH")
    assert (table.chips("Cal") - before, table.pot("QKH")) == (4, 0)


def test_by_the_last_card_a_combination_still_needs_all_its_cards_in_the_run() -> None:
    table = dealt("michigan-rummy-tournament").play("Ann KH")
    assert table.pot("QKH") == 4


def test_a_run_of_three_in_any_suit_wins_its_pot() -> None:
    for suit in "CDS":
        table = dealt().play(f"Ann 7{suit} 8{suit} 9{suit} 10{suit}")
        assert (table.chips("Ann"), table.pot("8-9-10")) == (96, 0)


def test_a_run_of_three_by_two_players_wins_nothing_in_the_kitty_game() -> None:
    assert dealt().play("Ann 8S; Bob 9S; Ann 10S").pot("8-9-10") == 4


def test_in_a_tournament_the_ten_of_a_run_wins_whoever_played_the_rest() -> None:
    assert dealt("michigan-rummy-tournament").play("Ann 8S; Bob 9S; Dee 10S").pot("8-9-10") == 0


def test_one_card_can_win_two_pots() -> None:
    table = dealt().play("Ann 8H 9H 10H")
    assert (table.chips("Ann"), table.pot("10H"), table.pot("8-9-10")) == (100, 0, 0)


def test_a_pot_won_again_in_the_same_hand_pays_what_is_in_it() -> None:
    table = dealt().play("Ann 8S 9S 10S; stop; Ann 8D 9D 10D")
    assert (table.chips("Ann"), table.pot("8-9-10")) == (96, 0)
    table = dealt().play("Ann 8S 9S 10S; count pot:8-9-10 7; stop; Ann 8D; stop; Ann 2C; stop")
    assert table.play("Ann 3H; stop; Ann 8C 9C 10C").chips("Ann") == 103


def test_a_board_of_the_tables_own_pays_for_what_it_names() -> None:
    table = dealt(board="2C 3-4-5-6 10JS").play("Ann 2C; Bob 3C 4C 5C 6C; stop; Bob 2H; stop")
    assert table.purses == {"Ann": 101, "Bob": 101, "Cal": 97, "Dee": 97}
    assert table.play("Bob 10S; Bob JS").purses["Bob"] == 105


def test_boodle_has_four_money_cards() -> None:
    table = dealt("boodle").play("Ann AH; Ann KC; stop; Ann QD; stop; Ann JS")
    assert table.chips("Ann") == 116
    assert set(table.result["pots"].values()) == {0}
