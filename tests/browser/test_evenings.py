"""Short evenings of every game by taps alone: what the screen shows is what the record gives."""

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import takewhile

import pytest
from playwright.sync_api import Browser

from companion.core.log.replay import record_result
from companion.games import all_games
from tests.browser.conftest import lay, tablet
from tests.browser.screen import Screen
from tests.browser.taps import Entry, shown_next, tap
from tests.evenings import CASES, cases
from tests.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.share(3, of="an evening")]

# Records with all kinds of entries among them, by their file and place there, and the screen.
EVENINGS = (
    ("michigan-kitty-moments.jsonl", 0, "tablet"),
    ("boodle-moments.jsonl", 19, "tablet"),
    ("michigan-rummy-classic-moments.jsonl", 16, "tablet"),
    ("michigan-rummy-tournament-chips.jsonl", 3, "tablet"),
    ("tournament-blocked.json", 0, "tablet"),
    ("great-lakes-chips.jsonl", 3, "tablet"),
    ("wanagan-clean.jsonl", 2, "tablet"),
    ("oh-claire-clean.jsonl", 5, "tablet"),
    ("oh-claire-clean.jsonl", 5, "phone"),
    ("kids-rummy-moments.jsonl", 16, "tablet"),
    ("kids-rummy-elimination.json", 0, "tablet"),
)
# The taps that an entry may take, besides one for each card, player or pile that it lists.
MOST = {
    **dict.fromkeys(("sell", "chips-only", "last-hand", "leave", "return", "buy-in", "repay"), 2),
    **dict.fromkeys(("out", "award", "totals", "tricks", "score"), 2),
    **dict.fromkeys(("borrow", "pay", "join", "misdeal", "break-off"), 3),
    **dict.fromkeys(("show", "dump"), 0),
}


def listed(entry: Entry) -> int:
    """Count what an entry lists, that of all players together; a run of cards is one gesture."""
    lists = [entry.get(key, ()) for key in ("cards", "players", "left", "took", "points", "piles")]
    cards = entry.get("cards", ()) if entry["do"] == "score" else ()
    each = sum(map(len, cards.values())) if isinstance(cards, dict) else 0
    return each + (sum(map(len, lists)) if entry["do"] != "play" else 0)


def is_tapped(entry: Entry, game: str) -> bool:
    """Whether anybody has to tap for an entry: some the app makes by itself."""
    if entry["do"] == "award" and game == "wanagan":
        return bool(entry.get("players")) or entry["pot"] == "jackpot"
    return entry["do"] != "show" or bool(entry["cards"])


def next_show(screen: Screen, left: Iterable[Entry]) -> Entry | None:
    """Return the show of the player whom the app offers; people at a table show in turn."""
    sheet = screen.page.locator("[name=key-player][type=hidden]")
    player = sheet.input_value() if sheet.count() else shown_next(screen)
    shows = takewhile(lambda entry: entry["do"] == "show", left)
    return next((entry for entry in shows if entry["player"] == player), None)


def taps_of(screen: Screen, entries: Iterable[Entry]) -> Iterator[tuple[Entry, int]]:
    """Tap an evening as a person would; give how many taps each entry took."""
    left = deque(entries)
    while left:
        entry = next_show(screen, left) or left[0]
        left.remove(entry)
        before = screen.taps
        tap(screen, entry, left[0] if left else None)
        yield entry, screen.taps - before


@pytest.mark.parametrize(("file", "place", "size"), EVENINGS)
def test_an_evening_is_played_and_settled_by_hardly_more_than_a_tap_for_each_entry(
    server: Server, chromium: Browser, file: str, place: int, size: str
) -> None:
    record = cases(CASES / file)[place]["record"]
    with tablet(chromium, size) as page:
        screen = Screen(page)
        path = lay(server, page, {**record, "log": []})
        entries = [entry for entry in record["log"] if is_tapped(entry, record["game"])]
        for entry, taps in taps_of(screen, entries):
            assert taps <= MOST.get(entry["do"], 1) + listed(entry), entry
        screen.to_table()
        result = record_result(record, all_games())
        assert record_result(server.export(path), all_games()) == result
        purses = screen.purses()
        assert len(purses) > 1
        assert purses.items() <= {**result.get("scores", {}), **result.get("chips", {})}.items()
        assert screen.pots() == result.get("pots", {})
        screen.check_tally(server)
