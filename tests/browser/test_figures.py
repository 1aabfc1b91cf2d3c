"""What a person at the table has to do: taps for each entry, by games and kinds of entries."""

import random

import pytest
from playwright.sync_api import Browser, Page

from tests import evenings
from tests.browser import figures
from tests.browser.conftest import lay, tablet
from tests.browser.painting import measured
from tests.serving import Server

pytestmark = pytest.mark.browser

MOST = {
    "michigan-kitty": 1.06,
    "boodle": 1.15,
    "great-lakes": 1.15,
    "oh-claire": 1.2,
    "wanagan": 1.3,
}


@pytest.mark.share(1, of="the count of taps")
def test_an_entry_is_hardly_more_than_a_tap(
    server: Server, page: Page, chance: random.Random
) -> None:
    game = chance.choice(sorted(MOST))
    taken = figures.measured(server, page, game, many=1)
    print(taken)
    assert taken.a_plain_entry <= MOST[game] + 0.2


@pytest.mark.share(1, of="the count of taps")
def test_a_phone_takes_hardly_more_taps_than_a_tablet(server: Server, chromium: Browser) -> None:
    with tablet(chromium, "phone") as phone:
        taken = figures.measured(server, phone, "oh-claire", many=1)
    print(taken)
    assert taken.a_plain_entry <= MOST["oh-claire"] + 0.2


SWAPPED = [{"do": "deal"}, {"do": "swap"}]
FIVE = evenings.record(players=["Ann", "Bob", "Cal", "Dee", "Eve"], log=SWAPPED)


@pytest.mark.long
def test_a_tap_is_painted_soon_and_shifts_nothing(server: Server, page: Page) -> None:
    lay(server, page, FIVE)
    found = measured(page, rounds=6)
    ratio = found.tap / found.floor
    print(
        f"tap {found.tap:.0f} ms, floor {found.floor:.0f} ms: {ratio:.1f}; shift {found.shift:.3f}"
    )
    assert found.shift < 0.05
    assert ratio < 6
