"""The special cups of Great Lakes: ace-2, 6-lead, and the dumps."""

from collections.abc import Iterable
from typing import Any

import pytest

from companion.core.sentences import say
from companion.games.stops import board
from companion.games.stops.board import NamedPot
from tests.core.table import Evening, evening


def lakes(**options: Any) -> Evening:
    """Everybody has 91 chips after the antes, the dealer Dee 90; every cup 4, the jackpot 5."""
    return evening("great-lakes", **options).play("deal; keep")


def few(**options: Any) -> Evening:
    """Everybody has four cards, so that many may skip."""
    deal = "deal Ann 4 Bob 4 Cal 4 Dee 4 dummy 36; keep"
    return evening("great-lakes", **options).play(deal)


# ace-2


@pytest.mark.parametrize("two", ["2C", "2D", "2H", "2S"])
def test_a_two_of_any_suit_led_after_an_ace_wins_ace_2(two: str) -> None:
    table = lakes().play(f"Ann KC AC; Ann {two}")
    assert (table.chips("Ann"), table.pot("ace-2"), table.next) == (95, 0, f"3{two[-1]}")


def test_the_ace_may_be_a_follow_or_a_lead() -> None:
    assert lakes().play("Ann KC; Bob AC; Bob 2S").chips("Bob") == 95
    assert lakes().play("Ann AC; Ann 2S").chips("Ann") == 95


def test_after_an_ace_other_cards_keep_to_the_other_colour() -> None:
    table = lakes().play("Ann AC")
    assert table.lead == "Ann DH"
    table.refuses("Ann 3C", "wrong-suit").refuses("Ann 3S", "wrong-suit")
    assert table.play("Ann 3D").pot("ace-2") == 4


def test_only_who_played_the_ace_leads_a_two_of_any_suit() -> None:
    table = lakes().play("Ann AC; Ann skips").refuses("Bob 2S", "wrong-suit")
    assert table.play("Bob 2D").pot("ace-2") == 4


def test_who_skips_after_an_ace_and_plays_any_two_later_has_skipped_falsely() -> None:
    table = few().play("Ann AC; Ann skips; Bob 3D; stop; Bob skips; Cal skips; Dee skips; Ann 2S")
    assert table.findings == ["Ann false-skip 3-9 open"]


def test_only_the_player_of_the_ace_denies_black_twos_by_a_skip() -> None:
    table = few().play(
        "Ann AC; Ann skips; Bob skips; Cal 3D; chips-only; Cal out Ann 1 Bob 1 Dee 1"
    )
    assert table.play("Bob shows 2C").findings == []
    assert table.play("Ann shows 2S").findings == ["Ann false-skip 3-9 open"]


def test_the_first_lead_and_a_two_after_another_stop_win_nothing() -> None:
    assert lakes().play("Ann 2C").pot("ace-2") == 4
    assert lakes().play("Ann KC; stop; Ann 2D").pot("ace-2") == 4


def test_without_the_cup_on_the_board_a_two_keeps_to_the_other_colour() -> None:
    table = lakes(board="KD jackpot").play("Ann AC").refuses("Ann 2S", "wrong-suit")
    assert table.play("Ann 2D").next == "3D"


def test_in_the_fallback_the_player_of_the_ace_may_still_lead_a_two() -> None:
    table = few(no_lead="last-player").play("Ann AC; Ann skips; Bob skips; Cal skips; Dee skips")
    assert table.lead == "Ann CS"
    table.play("Ann 2S")
    assert table.pot("ace-2") == 0
    assert table.findings == ["Ann false-skip 3-7 open"]


# 6-lead


def test_a_six_of_the_opposite_colour_led_wins_6_lead() -> None:
    table = lakes().play("Ann 2C; Bob 3C; stop; Bob 6D")
    assert (table.chips("Bob"), table.pot("6-lead")) == (95, 0)


def test_a_lead_that_was_skipped_to_its_player_counts() -> None:
    assert lakes().play("Ann 2C; stop; Ann skips; Bob skips; Cal 6H").chips("Cal") == 95


def test_the_first_lead_of_a_hand_wins_no_6_lead() -> None:
    assert lakes().play("Ann 6D").pot("6-lead") == 4


def test_a_six_that_follows_wins_nothing() -> None:
    assert lakes().play("Ann 2C; stop; Ann 5D 6D").pot("6-lead") == 4


def test_a_six_of_the_same_colour_wins_nothing() -> None:
    table = lakes(next_lead="other-suit").play("Ann 2C; stop; Ann 6S")
    assert table.pot("6-lead") == 4
    assert table.play("stop; Ann 6H").pot("6-lead") == 0
    table = lakes(no_lead="last-player").play("Ann 2C; stop; Ann skips; Bob skips; Cal skips")
    assert table.play("Dee skips; Ann 6S").pot("6-lead") == 4


def test_the_cup_pays_what_is_in_it_when_won_again() -> None:
    table = lakes().play("Ann 2C; stop; Ann 6D; stop; Ann 6S")
    assert (table.chips("Ann"), table.pot("6-lead")) == (95, 0)


# dumps

# With the 8 of spades a full house.
FULL = "9S 9D 9H 8D"


def test_a_full_house_with_the_opponents_card_is_dumped() -> None:
    table = lakes().play(f"Ann 8S; Bob dumps {FULL} for full-house")
    assert (table.chips("Bob"), table.pot("full-house")) == (95, 0)
    assert table.left("Bob") == 11 - 4


def test_a_full_house_may_also_have_three_of_the_opponents_rank() -> None:
    assert lakes().play("Ann 8S; Bob dumps 9S 9D 8H 8D for full-house").chips("Bob") == 95


def test_a_straight_with_the_opponents_card_is_dumped() -> None:
    for cards in ("9S 10D JH QC", "9S 10D 7H JH", "9S 7H 6D 5D"):
        table = lakes().play(f"Ann 8S; Bob dumps {cards} for straight")
        assert (table.chips("Bob"), table.pot("straight")) == (95, 0)


def test_who_dumped_leads_any_suit_and_need_not_skip() -> None:
    table = lakes().play(f"Ann 8S; Bob dumps {FULL} for full-house")
    assert table.lead == "Bob CDHS"
    table.refuses("Bob skips", "wrong-phase").refuses("Cal 2C", "not-your-turn")
    assert table.play("Bob 3S").next == "4S"


def test_he_leads_his_lowest_of_the_suit() -> None:
    table = lakes().play(f"Ann 8S; Bob dumps {FULL} for full-house; Bob 5C; stop; Bob 3D; Ann 4D")
    assert table.play("Ann 5D; stop; Ann 3C; Bob 4C").findings == ["Bob led-not-lowest 4-11 open"]


def test_all_dumped_cards_count_as_played() -> None:
    table = lakes().play(f"Ann 8S; Bob dumps {FULL} for full-house; Bob 7D")
    assert table.lead == "Bob CS"
    table.play("Bob 10C; stop").refuses("Bob 9H", "already-played")


def test_a_money_card_in_a_dump_is_collected_only_if_it_is_the_next_card() -> None:
    table = lakes().play("Ann JS; Bob dumps QS QD QC JD for full-house")
    assert (table.chips("Bob"), table.pot("QS"), table.pot("full-house")) == (99, 0, 0)
    table = lakes().play("Ann 10S; Bob dumps JS JH JD 10D for full-house")
    assert (table.chips("Bob"), table.pot("JH")) == (95, 4)


def test_the_next_card_in_a_dump_can_complete_a_combination() -> None:
    table = lakes(board="8-9-10 full-house", combination_by="last-card")
    table.play("Ann 8S; Bob 9S; Cal dumps 10S 10D 9H 9D for full-house")
    assert (table.pot("8-9-10"), table.chips("Cal")) == (0, 98 + 8)


def test_after_a_dump_a_two_wins_no_ace_2() -> None:
    table = lakes().play("Ann KS; Bob dumps AS AD AH KC for full-house; Bob 2D")
    assert table.pot("ace-2") == 4


def test_a_six_after_a_dump_is_compared_with_the_run_that_it_ended() -> None:
    assert lakes().play(f"Ann 8S; Bob dumps {FULL} for full-house; Bob 6D").pot("6-lead") == 0
    assert lakes().play(f"Ann 8S; Bob dumps {FULL} for full-house; Bob 6C").pot("6-lead") == 4


def test_the_referee_sees_every_card_of_a_dump() -> None:
    table = lakes().play("Ann 8D; stop; Ann 8S; Bob dumps 9S 9D 9H 8H for full-house")
    assert table.findings == ["Bob withheld 3-5 open"]


def test_going_out_by_a_dump_wins_the_cup_and_the_jackpot() -> None:
    table = evening("great-lakes").play("deal Ann 20 Bob 4 Cal 9 Dee 9 dummy 10; keep; Ann 8S")
    table.play(f"Bob dumps {FULL} for full-house")
    assert (table.chips("Bob"), table.pot("jackpot"), table.phase) == (100, 0, "poker")


@pytest.mark.parametrize(
    ("dump", "code"),
    [
        ("Bob dumps 9S 9D 9H for full-house", "bad-entry"),
        ("Bob dumps 9S 9D 9H 8D 8C for full-house", "bad-entry"),
        ("Bob dumps 9S 9D 9H 8D for jackpot", "bad-entry"),
        ("Bob dumps 9S 9D 9H 8D for whatever", "bad-entry"),
        ("Bob dumps 9S 9D 9H 8X for full-house", "unknown-card"),
        ("Zed dumps 9S 9D 9H 8D for full-house", "unknown-player"),
        ("Bob dumps 9S 9D 9H 8S for full-house", "already-played"),
        ("Ann dumps 9S 9D 9H 8D for full-house", "bad-dump"),
        ("Bob dumps 9C 9D 9H 8D for full-house", "bad-dump"),
        ("Bob dumps 9S 9D 9H 7D for full-house", "bad-dump"),
        ("Bob dumps 9S 9D 9H 9C for full-house", "bad-dump"),
        ("Bob dumps 9S 9D 9H 8D for straight", "bad-dump"),
        ("Bob dumps 9S 10D JH KC for straight", "bad-dump"),
        ("Bob dumps 9S 10D JH 9D for straight", "bad-dump"),
        ("Bob dumps 9S 9S 9H 8D for full-house", "bad-dump"),
    ],
)
def test_four_cards_that_are_no_dump_are_refused(dump: str, code: str) -> None:
    lakes().play("Ann 8S").refuses(dump, code)


def test_the_ace_is_high_only_in_a_straight() -> None:
    lakes().play("Ann 2S").refuses("Bob dumps 3S 4D 5H AC for straight", "bad-dump")
    assert lakes().play("Ann 10S; Bob dumps JS QD KH AC for straight").pot("straight") == 0


def test_cards_are_dumped_only_on_a_live_run() -> None:
    dump = f"Bob dumps {FULL} for full-house"
    lakes().refuses(dump, "wrong-phase").play("Ann 8S; stop").refuses(dump, "wrong-phase")
    evening("great-lakes").refuses(dump, "wrong-phase")


def test_who_holds_fewer_than_four_cards_cannot_dump() -> None:
    table = evening("great-lakes").play("deal Ann 20 Bob 3 Cal 9 Dee 9 dummy 11; keep; Ann 8S")
    table.refuses(f"Bob dumps {FULL} for full-house", "no-cards-left")


def test_a_board_without_the_cup_knows_no_dump() -> None:
    lakes(board="straight").play("Ann 8S").refuses(
        f"Bob dumps {FULL} for full-house", "unknown-pot"
    )


# pots that a game registers


def test_a_game_registers_a_pot_with_what_awards_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "_NAMED_POTS", {})
    clubs, tens = say("most clubs"), say("a 10 led")
    board.register_pots(
        NamedPot("clubs", clubs, clubs, question=say("Who?"), strength=count_clubs),
        NamedPot("tens", tens, tens, wins_by_lead=lambda card, *_: card[:-1] == "10"),
    )
    table = evening("great-lakes", board="clubs tens", dealer_extra="none", next_lead="any")
    table.play("deal Ann 3 Bob 3 Cal 3 Dee 3 dummy 40; keep; Ann 2C; stop; Ann 10S; stop; Ann QC")
    assert (table.chips("Ann"), table.pot("tens")) == (102, 0)
    table.play("Bob shows 2H 3H 4C; Cal shows 5C 6C 7C; Dee shows AC KC KD; award clubs")
    assert table.chips("Cal") == 102


def count_clubs(cards: Iterable[str]) -> tuple[int, ...]:
    return (sum(card.endswith("C") for card in cards),)
