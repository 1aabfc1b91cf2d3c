"""From seeing that something else happens to the true table: at most four taps."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import evenings
from tests.browser.conftest import SIZES, lay, sized
from tests.browser.screen import Screen
from tests.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.share(2, of=__name__)]

MOST = 4
LED = [{"do": "deal"}, {"do": "keep"}, {"do": "play", "player": "Ann", "card": "3C"}]


def opened(server: Server, page: Page, *more: dict[str, Any]) -> tuple[str, Screen]:
    path = lay(server, page, evenings.record(log=[*LED, *more]))
    return path, Screen(page)


@pytest.mark.parametrize("size", SIZES)
def test_another_leads_than_the_screen_asks(server: Server, page: Page, size: str) -> None:
    page.set_viewport_size(sized(size))
    path, screen = opened(server, page, {"do": "play", "player": "Bob", "card": "4C"})
    door = page.get_by_role("link", name="Something else happened")
    expect(door).to_be_in_viewport(ratio=1)
    screen.tap(door)
    screen.tap(page.locator("label:has(input[name=player][value=Bob])"))
    screen.tap(page.locator("[data-card='2D']"))
    page.wait_for_url("**/wrong?*")  # the page before it has a button of the same name
    screen.tap(page.get_by_role("button", name="Nobody has the next card"), rest=200)
    expect(page.locator("#board")).to_be_visible()
    assert screen.taps <= MOST
    assert [entry["do"] for entry in server.export(path)["log"]][-2:] == ["stop", "play"]


def test_what_differs_is_counted_without_a_keyboard(server: Server, page: Page) -> None:
    path, screen = opened(server, page, {"do": "play", "player": "Bob", "card": "4C"})
    page.goto(f"{server.url}{path}/wrong")
    for plate, step, count in (("Bob 9", "+1", "10"), ("Cal 10", "−1", "9")):
        screen.tap(page.get_by_role("link", name=plate, exact=True))
        expect(page.locator(".felt-count [aria-current]")).to_contain_text(plate.split()[0])
        screen.tap(page.get_by_role("link", name=step, exact=True))
        expect(page.locator(".count-bar p > b")).to_have_text(count)
        expect(page.locator(".count-bar .button-primary")).to_be_in_viewport(ratio=1)
    screen.tap(page.locator(".count-bar .button-primary"))
    expect(page.get_by_role("button", name="Cal, not Bob, played 4♣")).to_be_visible()
