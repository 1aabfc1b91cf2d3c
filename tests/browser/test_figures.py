"""What a person at the table has to do: taps for each entry, by games and kinds of entries."""

import json
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.painting import measured
from tests.browser.screen import Screen
from tests.browser.taps import tap
from tests.serving import Server

pytestmark = pytest.mark.browser

CASES = Path(__file__).parent.parent / "cases"
MOST = {"michigan-kitty": 1.06, "boodle": 1.15, "great-lakes": 1.15}
SHARE = 1
LEAST = 12
"""Entries of an evening that can stand for others."""


def records(game: str, kind: str = "clean") -> list[dict[str, Any]]:
    """Give the evenings of a game that lie beside the tests."""
    lines = (CASES / f"{game}-{kind}.jsonl").read_text().splitlines()
    return [json.loads(line)["record"] for line in lines]


def tapped(server: Server, page: Page, record: dict[str, Any]) -> Iterable[tuple[str, int]]:
    """Tap an evening as a person would; give what each entry took."""
    screen = Screen(page)
    page.goto(server.url + server.import_table({**record, "log": []}))
    for entry in record["log"]:
        if entry["do"] == "show" and not entry["cards"]:
            continue
        before = screen.taps
        tap(screen, entry)
        yield entry["do"], screen.taps - before


def figures(taken: Iterable[tuple[str, int]]) -> tuple[float, str]:
    """Give the taps for each entry but those that show cards, and a line for each kind."""
    entries: Counter[str] = Counter()
    taps: Counter[str] = Counter()
    for kind, needed in taken:
        entries[kind] += 1
        taps[kind] += needed
    lines = [f"{kind:12} {n:4} {taps[kind] / n:6.2f}" for kind, n in sorted(entries.items())]
    plain = entries.total() - entries["show"]
    return (taps.total() - taps["show"]) / plain, "\n".join(lines)


def test_an_entry_is_hardly_more_than_a_tap(
    server: Server, page: Page, chance: random.Random
) -> None:
    game = chance.choice(sorted(MOST))
    whole = (record for record in records(game) if len(record["log"]) >= LEAST)
    shortest = sorted(whole, key=lambda record: len(record["log"]))[:SHARE]
    taken = [pair for record in shortest for pair in tapped(server, page, record)]
    mean, lines = figures(taken)
    print(f"{game}: {mean:.3f} taps an entry without shows\n{lines}")
    assert mean <= MOST[game] + 0.2


SWAPPED = [{"do": "deal"}, {"do": "swap"}]
FIVE = {
    "format": 1,
    "game": "michigan-kitty",
    "players": ["Ann", "Bob", "Cal", "Dee", "Eve"],
    "dealer": "Eve",
    "log": SWAPPED,
}


def test_a_tap_is_painted_soon_and_shifts_nothing(server: Server, page: Page) -> None:
    page.goto(server.url + server.import_table(FIVE))
    found = measured(page, rounds=12)
    ratio = found.tap / found.floor
    print(
        f"tap {found.tap:.0f} ms, floor {found.floor:.0f} ms: {ratio:.1f}; shift {found.shift:.3f}"
    )
    assert found.shift < 0.05
    assert ratio < 6
