"""The core offers for every game: at any moment of an evening, only what can be."""

from itertools import chain
from typing import Any

import pytest

from companion.core.game import Table
from companion.core.handlers import refusal_sentence
from companion.core.log.log import Log
from companion.core.log.record import parse_setup
from companion.core.prompts import Offer, Prompt
from companion.games import all_games
from tests.core.table import Evening, evening
from tests.evenings import CASES, cases

KINDS = ("clean", "chips", "lakes", "dirty")
FILES = sorted(path for path in CASES.glob("*.jsonl") if path.stem.endswith(KINDS))


def moments(record: dict[str, Any]) -> Any:
    """The table after every entry of an evening."""
    log = Log(parse_setup(record, all_games()))
    yield log.table
    for raw in record["log"]:
        log.enter(raw)
        yield log.table


def offers_of(table: Table, asked: Prompt) -> list[Offer]:
    """All that is offered to be entered at once, with the question or apart from it."""
    rare = table.setup.game.rare_offers(table)
    at_seats = chain.from_iterable(asked.seats.values())
    ends = (asked.end_offer,) if asked.end_offer else ()
    offered = chain(asked.tiles, asked.buttons, rare, asked.pots.values(), at_seats, ends)
    return [offer for offer in offered if not offer.needs_form]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_offered_can_be_and_what_is_barred_cannot(path: Any) -> None:
    for table in moments(cases(path)[0]["record"]):
        asked = table.setup.game.current_prompt(table)
        assert asked.question
        for offer in offers_of(table, asked):
            assert bool(refusal_sentence(table, offer.raw)) == bool(offer.refusal), offer


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_happens_next_is_asked_for(path: Any) -> None:
    record = cases(path)[0]["record"]
    rest = ("borrow", "repay", "buy-in", "join", "leave", "misdeal", "recount", "count", "dump",
            "show", "enforce", "waive", "sell", "undo", "end")  # fmt: skip
    for table, raw in zip(moments(record), record["log"], strict=False):
        asked = table.setup.game.current_prompt(table)
        named = {offer.raw["do"] for offer in chain(offers_of(table, asked), asked.buttons)}
        named |= {offer.raw["do"] for offer in chain(*asked.seats.values())}
        named |= {asked.template.raw["do"]} if asked.template else set()
        assert raw["do"] in named | set(rest), (asked, raw)


def test_what_is_missing_of_an_ante_is_lent_with_one_tap() -> None:
    table = evening(players="Ann Bob Cal", chips={"Ann": 21, "Bob": 23, "Cal": 16})
    table.play("deal; swap; chips-only; Bob collects AS; Bob out Ann 7 Cal 7")
    asked = prompt(table)
    missing = {"do": "borrow", "player": "Ann", "chips": 2}
    assert str(asked.question) == "Who lends Ann 2 chips for the ante?"
    assert asked.seats["Bob"][0].raw == {**missing, "from": "Bob"}
    assert asked.pots["QC"].raw == {**missing, "from": "pot:QC"}
    assert "AS" not in asked.pots
    bought = [offer.raw for offer in asked.buttons if offer.raw["do"] == "buy-in"]
    assert [entry["chips"] for entry in bought] == [2, 21]


def prompt(table: Evening) -> Prompt:
    return table.log.setup.game.current_prompt(table.log.table)


HAND = "deal; chips-only; Bob out Ann 3 Cal 2"
# What was played with how many chips each, and what is said then.
ALL_PLAYED: dict[str, tuple[str, int | dict[str, int], str]] = {
    "michigan-kitty": (
        f"last-hand; {HAND}",
        {"Ann": 11, "Bob": 99, "Cal": 99},
        "The last hand has been played.",
    ),
    "michigan-rummy-tournament": (
        f"{HAND}; award poker Bob; " * 5,
        100,
        "All 5 rounds have been played.",
    ),
    "wanagan": (
        "deal; next; next; next; next; award jackpot Ann; " * 5,
        65,
        "All 5 rounds have been played.",
    ),
}


@pytest.mark.parametrize("game", ALL_PLAYED)
def test_once_all_is_played_nothing_but_the_end_is_offered(game: str) -> None:
    played, chips, says = ALL_PLAYED[game]
    table = evening(game, "Ann Bob Cal", chips=chips).play(played)
    asked = prompt(table)
    assert str(asked.question) == says
    assert [offer.raw for offer in offers_of(table.log.table, asked)] == [{"do": "end"}]
    assert asked.only_ends
    assert asked.short_player is None
