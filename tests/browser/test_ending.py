"""The evening is ended where nothing else was tapped just before."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests import evenings
from tests.browser.conftest import SIZES
from tests.notation import entries
from tests.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.share(1, of=__name__)]

HAND = "deal; chips-only; Bob out Ann 3 Cal 2 Dee 1"
FINAL = "deal; next; next; next; next"
BIDS = "deal; Ann bids 1 tricks; Bob bids 1 tricks; Cal bids 1 tricks; Dee bids 1 tricks"
WON = f"{FINAL}; award jackpot Ann"
TOOK = f"{BIDS}; took Ann 7 Bob 1 Cal 1 Dee 1"
SHORT = {"Ann": 11, "Bob": 99, "Cal": 99, "Dee": 99}
# What is asked before, and what when the evening may be ended.
MOMENTS: dict[str, tuple[str, str, str, Any]] = {
    "another hand, and a player short of the ante": ("michigan-kitty", HAND, HAND, SHORT),
    "the final, and another round": ("wanagan", FINAL, WON, 100),
    "the final, and nothing more": ("wanagan", FINAL, WON, 100),
    "the tricks, and another hand": ("oh-claire", BIDS, TOOK, 24),
}

TAPPED = "#ask :is(.ask-actions button, .settling button, .to-tricks a, .ask-rest > .button)"
BOXES = """taps => taps.filter(tap => tap.checkVisibility()).map(tap => {
    const box = tap.getBoundingClientRect();
    return [box.left, box.top, box.right, box.bottom];
})"""


def boxes(page: Page, taps: str) -> list[list[float]]:
    found: list[list[float]] = page.locator(taps).evaluate_all(BOXES)
    assert found, taps
    return found


def apart(one: list[float], other: list[float]) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_evening_ends_in_a_place_of_its_own(server: Server, page: Page, moment: str) -> None:
    game, before, after, chips = MOMENTS[moment]
    options = {"rounds": 1} if moment.endswith("nothing more") else {}
    asked = evenings.record(game, options=options, log=entries(before))
    ends = evenings.record(game, options=options, log=entries(after), chips=chips)
    tables = [server.url + server.import_table(record) for record in (asked, ends)]
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        page.goto(tables[0])
        tapped = boxes(page, TAPPED)
        page.goto(tables[1])
        end = boxes(page, ".ask-end .button")[-1]
        assert all(apart(end, tap) for tap in tapped), (width, height, end, tapped)
