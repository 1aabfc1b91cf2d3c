"""The memory aid shows what stops, leads and skips make certain."""

from typing import Any

from companion.core.log.replay import replay_record
from companion.games import all_games
from companion.games.stops.state import MemoryAid, StopsTable, deduce_memory
from tests.evenings import record

RECORD = record()
SWAPPED: list[dict[str, Any]] = [{"do": "deal"}, {"do": "swap"}]


def after(*entries: dict[str, Any]) -> MemoryAid:
    table = replay_record({**RECORD, "log": [*SWAPPED, *entries]}, all_games()).table
    assert isinstance(table, StopsTable)
    return deduce_memory(table.hand_state)


def play(player: str, card: str) -> dict[str, Any]:
    return {"do": "play", "player": player, "card": card}


def test_nothing_is_known_before_the_first_deal() -> None:
    assert deduce_memory(None) == MemoryAid(frozenset(), frozenset(), {})


def test_cards_that_were_played_are_out() -> None:
    assert after(play("Ann", "4C"), play("Bob", "5C")).seen_cards == {"4C", "5C"}


def test_the_card_that_nobody_had_is_dead() -> None:
    known = after(play("Ann", "4C"), {"do": "stop"})
    assert known.unplayable_cards == {"5C"}
    assert all("5C" not in cards for cards in known.excluded_cards.values())


def test_who_leads_holds_nothing_lower() -> None:
    assert after(play("Ann", "3C")).excluded_cards["Ann"] == ("2C", "2D", "2H", "2S")
    known = after(play("Ann", "2C"), {"do": "stop"}, play("Ann", "4D"))
    assert known.excluded_cards["Ann"] == ("2D", "3D")


def test_who_skips_holds_nothing_of_the_suits_that_may_be_led() -> None:
    known = after(play("Ann", "2C"), {"do": "stop"}, {"do": "skip", "player": "Ann"})
    assert len(known.excluded_cards["Ann"]) == 26
    assert {card[-1] for card in known.excluded_cards["Ann"]} == {"D", "H"}
    assert known.excluded_cards["Bob"] == ()


def test_a_card_that_turns_up_all_the_same_is_out_and_not_dead() -> None:
    stop = {"do": "stop"}
    known = after(play("Ann", "4C"), stop, play("Ann", "4D"), stop, play("Ann", "5C"))
    assert "5C" in known.seen_cards
    assert known.unplayable_cards == {"5D"}


def test_nothing_is_known_of_a_hand_in_chips_only() -> None:
    assert after(play("Ann", "4C"), {"do": "chips-only"}).seen_cards == frozenset()
