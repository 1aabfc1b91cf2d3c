"""What a person at the table has to do: taps for each entry, by games and kinds of entries."""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page

from tests import evenings
from tests.browser.painting import measured
from tests.browser.screen import Screen
from tests.browser.taps import tap
from tests.serving import Server

pytestmark = pytest.mark.browser

MOST = {"michigan-kitty": 1.06, "boodle": 1.15, "great-lakes": 1.15, "oh-claire": 1.5}
NAMES_CARDS = ("show", "dump", "score")
"""Entries that name cards: a tap for each card, whatever else."""
SHARE = 1
LEAST = 12
"""Entries of an evening that can stand for others."""


@dataclass(frozen=True)
class Taken:
    """How many taps an entry of a record took; a gesture is one."""

    do: str
    taps: int


def tapped(server: Server, page: Page, record: dict[str, Any]) -> Iterable[Taken]:
    """Tap an evening as a person would; give what each entry took."""
    screen = Screen(page)
    page.goto(server.url + server.import_table({**record, "log": []}))
    for entry in record["log"]:
        if entry["do"] == "show" and not entry["cards"]:
            continue
        if entry["do"] == "award" and "players" not in entry and record["game"] == "wanagan":
            continue
        taps = screen.taps
        tap(screen, entry)
        yield Taken(entry["do"], screen.taps - taps)


def figures(taken: Iterable[Taken]) -> tuple[float, str]:
    """Give the taps for each entry that names no cards, and a line for each kind."""
    kinds: dict[str, list[Taken]] = {}
    for one in taken:
        kinds.setdefault(one.do, []).append(one)
    lines = [
        f"{do:12} {len(all_):4} {sum(one.taps for one in all_) / len(all_):6.2f}"
        for do, all_ in sorted(kinds.items())
    ]
    plain = [one.taps for do, all_ in kinds.items() if do not in NAMES_CARDS for one in all_]
    return sum(plain) / len(plain), "\n".join(lines)


def test_an_entry_is_hardly_more_than_a_tap(
    server: Server, page: Page, chance: random.Random
) -> None:
    game = chance.choice(sorted(MOST))
    whole = (record for record in evenings.recorded(game) if len(record["log"]) >= LEAST)
    shortest = sorted(whole, key=lambda record: len(record["log"]))[:SHARE]
    taken = [one for record in shortest for one in tapped(server, page, record)]
    mean, lines = figures(taken)
    print(f"{game}: {mean:.3f} taps an entry that names no cards\n{lines}")
    assert mean <= MOST[game] + 0.2


SWAPPED = [{"do": "deal"}, {"do": "swap"}]
FIVE = evenings.record(players=["Ann", "Bob", "Cal", "Dee", "Eve"], log=SWAPPED)


def test_a_tap_is_painted_soon_and_shifts_nothing(server: Server, page: Page) -> None:
    page.goto(server.url + server.import_table(FIVE))
    found = measured(page, rounds=8)
    ratio = found.tap / found.floor
    print(
        f"tap {found.tap:.0f} ms, floor {found.floor:.0f} ms: {ratio:.1f}; shift {found.shift:.3f}"
    )
    assert found.shift < 0.05
    assert ratio < 6
