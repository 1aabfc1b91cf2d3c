"""Something is wrong: what may have been tapped wrong, and the way to the preview of each."""

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask

from companion.core.log.repair.search import repairs
from tests.evenings import record
from tests.simulated.scorer import SLIPS, scored
from tests.soak import slips
from tests.web.log.test_log import DEAL, lead
from tests.web.log.test_log_change import amend, saved
from tests.web.pages import Page
from tests.web.tapping import Table

STOP = {"do": "stop"}
LOWER = [*DEAL, lead("Ann", "3C"), STOP, lead("Ann", "5H"), STOP, lead("Ann", "9S"), STOP]


def ways(page: Page) -> list[tuple[str, str]]:
    """Each repair: what is tapped, and where it leads."""
    links = page.all("a", **{"class": "button "})
    return [(a.text, a.get("href")) for a in links if "/log/" in a.get("href")]


def previews(table: Table, page: Page) -> list[Any]:
    """What each of the previews would save."""
    return [saved(table.look(href.removeprefix(table.url))) for _, href in ways(page)]


def test_a_finding_asks_whether_it_was_tapped_wrong(app: Flask) -> None:
    table = Table(app, record(), [*LOWER, lead("Ann", "4H")])
    board = table.look("")
    (asked,) = {a.get("href") for a in board.all("a") if a.text == "Tapped wrong?"}
    page = table.look((asked or "").removeprefix(table.url))
    assert "Ann led 5♥, but still had 4♥." in page.source
    assert ways(page)
    assert "No, Ann really did it" in page.source


def test_a_refused_tap_asks_what_was_wrong_before(app: Flask) -> None:
    table = Table(app, record(), [*DEAL, lead("Ann", "3C"), STOP, lead("Ann", "7D")])
    assert table.tap(lead("Bob", "9D")).status_code == 422
    (asked,) = [a for a in table.page.all("a") if a.text == "Tapped wrong before?"]
    page = table.look(asked.get("href").removeprefix(table.url))
    assert previews(table, page) == [amend(4, {"do": "play", "player": "Ann", "card": "8D"})]


def test_what_differs_on_the_table_is_typed(app: Flask) -> None:
    table = Table(app, record(), [*DEAL, lead("Ann", "3C"), lead("Bob", "4C"), STOP])
    counted = {"cards:Bob": 10, "cards:Cal": 9}
    page = table.look(f"/wrong?{urlencode(counted)}")
    assert previews(table, page) == [amend(3, {"do": "play", "player": "Cal", "card": "4C"})]
    assert "No single entry explains it" in table.look("/wrong?chips:Ann=3").source


def test_a_contradiction_says_what_cannot_all_be_true(app: Flask) -> None:
    skips = [{"do": "skip", "player": player} for player in ("Ann", "Bob", "Cal")]
    table = Table(app, record(), [*DEAL, lead("Ann", "2C"), STOP, *skips])
    page = table.look("/wrong?finding=0")
    assert "Either " in page.source
    assert "Ann skipped with a card to lead" in page.source


def test_what_cannot_be_read_is_not_found(app: Flask) -> None:
    table = Table(app, record(), DEAL)
    for query in ("finding=0", "finding=-1", "entry={"):
        assert table.client.get(f"{table.url}/wrong?{query}").status_code == 404


@pytest.mark.parametrize("kind", SLIPS)
def test_each_tap_opens_the_preview_of_just_that_repair(app: Flask, kind: str) -> None:
    tried = (scored(seed, kind) for seed in range(60, 99))
    made = next(m for m in tried if (m.found or m.refused) and repairs(m.log, slips.evidence(m)))
    table = Table(app, {**made.record, "log": []}, made.log.raw)
    about = {"entry": json.dumps(made.refused)} if made.refused else {"finding": 0}
    page = table.look(f"/wrong?{urlencode(about)}")
    wanted = [as_cards(repair.raw) for repair in repairs(made.log, slips.evidence(made))]
    assert ways(page)
    assert all(as_cards(raw) in wanted for raw in previews(table, page))


def as_cards(raw: Any) -> Any:
    """An entry in which a card alone is written as cards are."""
    if isinstance(raw, list):
        return [as_cards(item) for item in raw]
    if not isinstance(raw, dict):
        return raw
    return {
        "cards" if key == "card" else key: [item] if key == "card" else as_cards(item)
        for key, item in raw.items()
        if item != []
    }
