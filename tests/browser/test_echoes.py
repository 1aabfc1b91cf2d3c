"""What one device has just entered is not entered on another one too, and nobody starves."""

import random
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import tablet
from tests.browser.echoes import boards, echoes
from tests.browser.finger import Finger
from tests.browser.screen import Screen, middle
from tests.evenings import record
from tests.serving import Server, Tablet

pytestmark = [pytest.mark.browser, pytest.mark.share(2, of=__name__)]

SHARE = 4
SOON = 420
LOG = [{"do": "deal"}, {"do": "keep"}, {"do": "play", "player": "Ann", "card": "2C"}]
THREE = {"do": "play", "player": "Bob", "card": "3C"}
# When the board first changes, in milliseconds since 1970.
CHANGED = """() => new MutationObserver(() => { window.changed ??= Date.now(); })
    .observe(document.body, { subtree: true, childList: true, attributes: true })"""
# Type the seat of Bob as soon as the board has changed.
TYPED = """() => new MutationObserver((_, watch) => {
    if (document.getElementById('board').dataset.version !== '4') return;
    watch.disconnect();
    const key = new KeyboardEvent('keydown', { key: '2', bubbles: true });
    setTimeout(() => document.body.dispatchEvent(key), 50);
}).observe(document.body, { subtree: true, childList: true, attributes: true })"""
FOUR = {"do": "play", "player": "Bob", "card": "4C"}


def test_one_event_on_two_devices_is_entered_once(
    server: Server, chromium: Browser, chance: random.Random
) -> None:
    with ExitStack() as held:
        ring = echoes(server, chromium, chance, held)
        faults = [
            fault
            for place in chance.sample(boards(), SHARE)
            for fault in (*ring.again(place), *ring.followed())
        ]
    assert not faults, "\n".join(faults)
    assert ring.tries


def test_a_plate_says_what_another_device_entered_and_takes_the_next_tap(
    server: Server, chromium: Browser
) -> None:
    path = server.import_table(record(log=LOG))
    with tablet(chromium, has_touch=True) as page:
        page.goto(server.url + path)
        page.evaluate(CHANGED)
        finger, bob = Finger(page), middle(Screen(page).seat("Bob"))
        assert Tablet(server, path).tap(THREE) == 200
        expect(page.locator("#board")).to_have_attribute("data-version", "4")
        finger.tap_at(bob, page.evaluate("window.changed") / 1000 + 0.1)
        expect(page.locator("[data-once]")).to_have_text(
            "Just entered on another device: Bob plays 3♣"
        )
        page.wait_for_timeout(SOON)
        finger.tap(bob)
        expect(page.locator("#board")).to_have_attribute("data-version", "5")
    assert server.export(path)["log"][3:] == [THREE, FOUR]


def test_a_key_does_not_enter_again_what_another_device_entered(server: Server, page: Page) -> None:
    path = server.import_table(record(log=LOG))
    page.goto(server.url + path)
    page.evaluate(TYPED)
    assert Tablet(server, path).tap(THREE) == 200
    expect(page.locator("[data-once]")).to_be_visible()
    page.wait_for_timeout(2 * SOON)
    page.keyboard.type("n")
    expect(page.locator("#board")).to_have_attribute("data-version", "5")
    assert server.export(path)["log"][3:] == [THREE, {"do": "stop"}]
