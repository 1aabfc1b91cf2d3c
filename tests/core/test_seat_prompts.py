"""What is asked of one player can be answered from that player's seat, and from no other."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion.core.game import Table
from companion.core.offers import SeatPrompt, belongs_to_player, seat_prompt
from companion.core.prompts import EntryTemplate, JointPrompt, Offer
from tests.core.test_prompts import FILES, moments
from tests.evenings import accepted

# What a player's own sheet offers at any time.
ON_A_SHEET = ("borrow", "repay", "pay", "leave", "return")


# So many evenings of each file, drawn by chance, are looked at from every seat.
SHARE = 3


Evenings = list[dict[str, Any]]


def together(found: Evenings) -> Evenings:
    """Those in which an entry is put together from what each player tells."""
    told = {"tricks", "score", "out", "totals"}
    return [evening for evening in found if told & {raw["do"] for raw in evening["log"]}]


def steps(found: Evenings, chance: random.Random) -> Iterator[tuple[Table, dict[str, Any]]]:
    """Every entry of such evenings, with the table before it."""
    for evening in chance.sample(found, min(SHARE, len(found))):
        yield from zip(moments(evening), evening["log"], strict=False)


def is_offered(part: SeatPrompt, raw: dict[str, Any]) -> bool:
    """Whether a part of a question can become this entry."""
    offers = (*part.tiles, *part.buttons)
    return any(_leads_to(offer, raw) for offer in offers) or _filled(part.template, raw)


def _leads_to(offer: Offer, raw: dict[str, Any]) -> bool:
    known = _alike(offer.raw).items() <= _alike(raw).items()
    return known and (offer.needs_form or offer.raw.keys() == raw.keys() or "cards" in raw)


def _alike(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Write an entry as of its first card: the run goes on from there."""
    if raw.get("do") != "play":
        return dict(raw)
    first = raw["card"] if "card" in raw else raw["cards"][0]
    return {"do": "play", "player": raw["player"], "card": first}


def _filled(blank: EntryTemplate | None, raw: dict[str, Any]) -> bool:
    if blank is None or not blank.raw.items() <= raw.items():
        return False
    return blank.raw.keys() | {values.key for values in blank.missing} == raw.keys()


def _is_asked_for(raw: dict[str, Any]) -> bool:
    """Whether the table asks for it; who holds no card need not show that."""
    return raw["do"] not in ON_A_SHEET and raw.get("cards") != []


def parts(asked: JointPrompt, raw: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What each player would have told of an entry of all."""
    told: dict[str, dict[str, Any]] = {}
    for key, value in raw.items():
        if isinstance(value, dict):
            told |= {who: {"do": raw["do"], key: {who: of}} for who, of in value.items()}
        elif key == asked.out_field and value is not None:
            told[value] = {"do": raw["do"], key: value}
    return told


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_a_player_did_is_offered_at_that_seat_and_at_no_other(
    path: Any, chance: random.Random
) -> None:
    looked = 0
    for table, raw in steps(accepted(path), chance):
        owners = [player for player in table.present if belongs_to_player(table, raw, player)]
        assert len(owners) <= 1
        for player in owners if _is_asked_for(raw) else ():
            asked = table.setup.game.current_prompt(table)
            assert is_offered(seat_prompt(table, asked, player), raw), (asked, raw)
            for other in table.others(player):
                assert not is_offered(seat_prompt(table, asked, other), raw), raw
            looked += 1
    assert looked


@pytest.mark.parametrize(
    "path", [it for it in FILES if together(accepted(it))], ids=lambda path: path.stem
)
def test_an_entry_of_all_is_put_together_from_what_each_tells(
    path: Any, chance: random.Random
) -> None:
    checked = 0
    for table, raw in steps(together(accepted(path)), chance):
        asked = table.setup.game.current_prompt(table).joint
        if asked is not None and raw["do"] == asked.do:
            _check_together(table, asked, raw)
            checked += 1
    assert checked


def _check_together(table: Table, asked: JointPrompt, raw: dict[str, Any]) -> None:
    told = parts(asked, raw)
    assert told.keys() == set(asked.players)
    for player, part in told.items():
        assert [p for p in table.present if asked.is_partial_answer(part, p)] == [player]
        asked.check_partial_answer(part, player, table.cards)
        assert asked.combine_answers({p: part for p, part in told.items() if p != player}) is None
    assert asked.combine_answers(told) == raw
