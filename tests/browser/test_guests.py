"""Guests at the table: a seat on a phone, the felt on a television, all in the same moment."""

import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import tablet
from tests.browser.looking import look
from tests.browser.places import FOUR, places
from tests.serving import Server, Tablet

pytestmark = pytest.mark.browser

RECORD = {"format": 1, "game": "michigan-kitty", "players": list(FOUR), "dealer": "Dee"}
LEAD = {"do": "play", "player": "Ann", "card": "2C"}
LED = [{"do": "deal"}, {"do": "keep"}, LEAD]
SHARE = 4
"""So many moments of games, drawn by chance, are looked at by a guest."""

FILLS = """() => {
    const line = document.querySelector('.watch-line').getBoundingClientRect();
    const tall = Math.min(...[...document.querySelectorAll('.seat-name, .pot-count')]
        .map((words) => parseFloat(getComputedStyle(words).fontSize)));
    return [document.documentElement.scrollHeight, Math.round(line.bottom), tall / innerHeight];
}"""


def laid(server: Server, log: list[Any] = LED) -> tuple[Tablet, dict[str, str]]:
    """Lay a table and invite to it; give its tablet, and the paths of all by role or player."""
    first = Tablet(server, server.import_table({**RECORD, "log": log}))
    return first, {who: f"{server.url}/t/{address}" for who, address in first.invited().items()}


def version(page: Page, number: int) -> None:
    expect(page.locator("#board")).to_have_attribute("data-version", str(number))


def test_what_guests_see_is_accessible_and_fits(
    server: Server, chromium: Browser, chance: random.Random
) -> None:
    faults: list[str] = []
    boards = [place for place in places() if not place.page]
    with tablet(chromium, bypass_csp=True, reduced_motion="reduce") as reader:
        for place in chance.sample(boards, SHARE):
            first = Tablet(server, server.import_table(place.record))
            invited = first.invited()
            for who in ("watch", chance.choice(FOUR).lower()):
                look(reader, f"{server.url}/t/{invited[who]}", faults)
        look(reader, first.address + "/guests", faults)
    assert not faults, "\n".join(faults)


def test_a_player_taps_on_a_phone_and_everybody_sees_it_at_once(
    server: Server, chromium: Browser, page: Page
) -> None:
    first, invited = laid(server)
    page.goto(first.address)
    with tablet(chromium, "phone") as bob, tablet(chromium, "phone") as ann:
        bob.goto(invited["bob"])
        ann.goto(invited["ann"])
        bob.get_by_role("button", name="I play 3♣").click()
        for device in (page, bob, ann):
            version(device, 4)
        page.get_by_role("button", name="Nobody has it").click()
        version(bob, 5)
        expect(bob.locator("#asked")).to_contain_text("Your turn")
        expect(ann.get_by_role("button", name="I play 4♣")).to_have_count(0)
        assert bob.locator("[role=status]").count() == 1, "what comes is told once"


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (3840, 2160)])
def test_the_board_fills_a_television_and_has_nothing_to_tap(
    server: Server, page: Page, width: int, height: int
) -> None:
    _, invited = laid(server)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(invited["watch"])
    tall, line, letters = page.evaluate(FILLS)
    assert (tall, line) == (height, height)
    assert letters > 0.03, "a letter is less than a thirtieth of the screen"
    assert page.locator("main :is(a, button, input, summary)").count() == 0


def test_eight_tabs_of_one_browser_all_keep_up(server: Server, chromium: Browser) -> None:
    first, invited = laid(server)
    context = chromium.new_context()
    addresses = [first.address, *invited.values(), invited["watch"]]
    tabs = [context.new_page() for _ in addresses]
    for tab, address in zip(tabs, addresses, strict=True):
        tab.goto(address)
    assert len(tabs) == 8
    first.tap({"do": "play", "player": "Bob", "card": "3C"})
    for tab in tabs:
        version(tab, 4)
    context.close()


def test_a_phone_on_which_the_invitation_is_withdrawn_says_so(server: Server, page: Page) -> None:
    first, invited = laid(server)
    page.goto(invited["bob"])
    version(page, 3)
    first.post("/guests/withdraw", {"address": invited["bob"].rpartition("/")[2]})
    expect(page.get_by_role("heading", name="This invitation was withdrawn")).to_be_visible()
