"""A tap is one tap, and none is lost without a word."""

import random
import time

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.double_taps import GAPS, fingers
from tests.browser.glass import ONCE, Glass
from tests.browser.places import Place, places
from tests.browser.screen import middle
from tests.evenings import record
from tests.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.share(5, of=__name__)]

SHARE = 2
# The first tap, on the page before.
FIRST = """(tap) => sessionStorage.setItem('companion-tap',
    JSON.stringify({ ...tap, at: Date.now() }))"""
# What still counts as long as a run goes on, of each part of the screen.
STAND = "#pot-kitty", "#seat-1", ".button-undo", "#upto-6C"


def _chosen(chance: random.Random) -> list[Place]:
    """Find one board, that has always a button that is tapped, and also any page of a table."""
    boards = [place for place in places() if not place.page]
    return [chance.choice(boards), *chance.sample(places(), SHARE - 1)]


def test_two_taps_at_one_spot_are_one(
    server: Server, chromium: Browser, chance: random.Random
) -> None:
    size = chance.choice(("tablet", "tablet-upright", "phone"))
    for _, finger in fingers(server, chromium, (size,)):
        for place in _chosen(chance):
            finger.twice_on_all(place, chance.choice(GAPS), most=2)
        assert finger.pairs
        assert not finger.faults, f"{size}: {finger.faults}"


def test_what_a_tap_does_not_change_is_not_drawn_anew(glass: Glass) -> None:
    stands = [glass.page.locator(place).element_handle() for place in STAND]
    glass.screen.enter(glass.seat("Bob"))
    assert [stood.evaluate("(stood) => stood.isConnected") for stood in stands] == [True] * 4


def test_a_button_that_goes_while_it_is_pressed_is_told(glass: Glass) -> None:
    seat = glass.page.locator("#board button.seat").first
    name = seat.locator(".seat-name").inner_text()
    glass.page.mouse.move(*middle(seat))
    glass.page.mouse.down()
    glass.page.evaluate("document.querySelector('#board button.seat').outerHTML += ''")
    glass.page.mouse.up()
    glass.told(name)
    glass.has("")


def test_a_second_tap_does_nothing_on_a_page_whose_scripts_are_still_to_come(
    server: Server, page: Page
) -> None:
    path = server.import_table(record(log=[]))
    page.route("**/htmx.min.js*", lambda _: None)
    page.goto(server.url + path, wait_until="commit")
    x, y = middle(page.get_by_role("button", name="Deal hand 1"))
    page.evaluate(FIRST, {"x": x, "y": y})
    page.mouse.click(x, y)
    page.wait_for_timeout(500)
    assert server.export(path)["log"] == []


# Which of five taps on one spot count, by the milliseconds between two.
RHYTHMS = {200: [True, False, True, False, True], 360: [True] * 5}


@pytest.mark.parametrize("gap", RHYTHMS)
def test_of_a_quick_rhythm_every_tap_is_entered_or_told(glass: Glass, gap: int) -> None:
    bob, began = middle(glass.seat("Bob")), time.time()
    entered, told = 0, glass.page.locator(ONCE)
    for number, counts in enumerate(RHYTHMS[gap]):
        glass.page.evaluate("document.querySelector('[data-once]').hidden = true")
        glass.finger.tap_at(bob, began + number * gap / 1000)
        entered += counts
        glass.drawn(entered)
        expect(told).to_be_visible(visible=not counts)
    assert len(glass.entered) == entered
