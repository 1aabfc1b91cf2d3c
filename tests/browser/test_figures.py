"""What a person at the table has to do: taps for each entry, by games and kinds of entries."""

import random
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import pytest
from playwright.sync_api import Page

from tests import evenings
from tests.browser.painting import measured
from tests.browser.screen import Screen
from tests.browser.taps import Entry, tap
from tests.serving import Server

pytestmark = pytest.mark.browser

MOST = {"michigan-kitty": 1.06, "boodle": 1.15, "great-lakes": 1.15, "oh-claire": 1.2}
NAMES_CARDS = ("show", "dump", "score")
"""Entries that name cards: a tap for each card, whatever else."""
SHARE = 1
LEAST = 12
"""Entries of an evening that can stand for others."""


@dataclass(frozen=True)
class Taken:
    """How many taps an entry of a record took, and cards that it names; a gesture is one tap."""

    do: str
    taps: int
    cards: int


def tapped(server: Server, page: Page, record: dict[str, Any]) -> Iterable[Taken]:
    """Tap an evening as a person would; give what each entry took."""
    screen = Screen(page)
    page.goto(server.url + server.import_table({**record, "log": []}))
    left = deque(entry for entry in record["log"] if not _is_left_out(entry, record["game"]))
    while left:
        entry = _next_show(screen, left) or left[0]
        left.remove(entry)
        taps = screen.taps
        tap(screen, entry, left[0] if left else None)
        yield Taken(entry["do"], screen.taps - taps, _named(entry))


def _is_left_out(entry: Entry, game: str) -> bool:
    """Say whether the app sees to it by itself, or nobody has to tap anything for it."""
    if entry["do"] == "award" and game == "wanagan":
        return not entry.get("players") and entry["pot"] != "jackpot"
    return entry["do"] == "show" and not entry["cards"]


def _named(entry: Entry) -> int:
    """Count the cards that an entry names, those of all players if it is for all."""
    cards = entry.get("cards", ()) if entry["do"] in NAMES_CARDS else ()
    return sum(map(len, cards.values())) if isinstance(cards, dict) else len(cards)


def _next_show(screen: Screen, left: Iterable[Entry]) -> Entry | None:
    """Give the show of the player whom the app offers; people at a table show in turn."""
    sheet = screen.page.locator("[name=key-player][type=hidden]")
    link = screen.page.locator("#ask a", has_text="shows")
    player = sheet.input_value() if sheet.count() else link.inner_text() if link.count() else ""
    shows = takewhile(lambda entry: entry["do"] == "show", left)
    return next((entry for entry in shows if player.startswith(entry["player"])), None)


def figures(taken: Iterable[Taken]) -> tuple[float, str]:
    """Give the taps for each entry that names no cards, and a line for each kind."""
    kinds: dict[str, list[Taken]] = {}
    for one in taken:
        kinds.setdefault(one.do, []).append(one)
    lines = [_line(do, all_) for do, all_ in sorted(kinds.items())]
    plain = [one.taps for do, all_ in kinds.items() if do not in NAMES_CARDS for one in all_]
    return sum(plain) / len(plain), "\n".join(lines)


def _line(do: str, all_: list[Taken]) -> str:
    many = len(all_)
    taps, cards = (sum(row) / many for row in zip(*((t.taps, t.cards) for t in all_), strict=True))
    return f"{do:12} {many:4} {taps:6.2f}" + (f" for {cards:.2f} cards" if cards else "")


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
    found = measured(page, rounds=6)
    ratio = found.tap / found.floor
    print(
        f"tap {found.tap:.0f} ms, floor {found.floor:.0f} ms: {ratio:.1f}; shift {found.shift:.3f}"
    )
    assert found.shift < 0.05
    assert ratio < 6
