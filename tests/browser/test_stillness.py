"""Nothing on the table moves, is covered, cut or out of sight, whatever is asked."""

import random

import pytest
from playwright.sync_api import Browser, Page

from tests import evenings
from tests.browser.conftest import lay
from tests.browser.painting import measured
from tests.browser.walks import Walk, walk, walks
from tests.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.share(2, of=__name__)]

SHARE = 1
STEPS = 12


def test_nothing_moves_and_nothing_is_covered(server: Server, chromium: Browser, seed: int) -> None:
    chosen = random.Random(seed).sample(list(walks(seed, 48)), SHARE)
    faults = [fault for way in chosen for fault in walk(server, chromium, way, STEPS)]
    assert not faults, "\n".join(faults)


def test_ten_players_fit_round_a_table_that_is_turned(server: Server, chromium: Browser) -> None:
    deal = {"do": "deal"}
    record = evenings.record(players=evenings.NAMES, dealer=evenings.NAMES[0])
    assert walk(server, chromium, Walk("tablet", {**record, "log": [deal]}, {}, True)) == []


@pytest.mark.parametrize("size", ["phone-in-browser", "tablet-in-browser"])
def test_ten_players_and_undo_are_in_sight_where_a_browser_has_bars(
    server: Server, chromium: Browser, size: str
) -> None:
    log = [{"do": "deal"}, {"do": "keep"}, {"do": "play", "player": "Ann", "card": "2C"}]
    record = evenings.record(players=evenings.NAMES, dealer=evenings.NAMES[-1])
    assert walk(server, chromium, Walk(size, {**record, "log": log}, {})) == []


@pytest.mark.long
def test_a_tap_is_painted_soon_and_shifts_nothing(server: Server, page: Page) -> None:
    swapped = [{"do": "deal"}, {"do": "swap"}]
    lay(server, page, evenings.record(players=evenings.NAMES[:5], log=swapped))
    found = measured(page, rounds=6)
    assert found.shift < 0.05
    assert found.tap / found.floor < 6
