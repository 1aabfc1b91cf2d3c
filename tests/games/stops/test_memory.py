"""The memory aid shows what stops, leads and skips make certain."""

from companion.games.stops.state import MemoryAid, StopsTable, deduce_memory
from tests.core.table import evening


def after(played: str) -> MemoryAid:
    table = evening().play(f"deal; swap; {played}").log.table
    assert isinstance(table, StopsTable)
    return deduce_memory(table.current_hand)


def test_nothing_is_known_before_the_first_deal() -> None:
    table = evening().log.table
    assert isinstance(table, StopsTable)
    assert deduce_memory(table.current_hand) == MemoryAid(frozenset(), frozenset(), {})


def test_cards_that_were_played_are_out() -> None:
    assert after("Ann 4C; Bob 5C").seen_cards == {"4C", "5C"}


def test_the_card_that_nobody_had_is_dead() -> None:
    known = after("Ann 4C; stop")
    assert known.unplayable_cards == {"5C"}
    assert all("5C" not in cards for cards in known.excluded_cards.values())


def test_who_leads_holds_nothing_lower() -> None:
    assert after("Ann 3C").excluded_cards["Ann"] == ("2C", "2D", "2H", "2S")
    known = after("Ann 2C; stop; Ann 4D")
    assert known.excluded_cards["Ann"] == ("2D", "3D")


def test_who_skips_holds_nothing_of_the_suits_that_may_be_led() -> None:
    known = after("Ann 2C; stop; Ann skips")
    assert len(known.excluded_cards["Ann"]) == 26
    assert {card[-1] for card in known.excluded_cards["Ann"]} == {"D", "H"}
    assert known.excluded_cards["Bob"] == ()


def test_a_card_that_turns_up_all_the_same_is_out_and_not_dead() -> None:
    known = after("Ann 4C; stop; Ann 4D; stop; Ann 5C")
    assert "5C" in known.seen_cards
    assert known.unplayable_cards == {"5D"}


def test_nothing_is_known_of_a_hand_in_chips_only() -> None:
    assert after("Ann 4C; chips-only").seen_cards == frozenset()
