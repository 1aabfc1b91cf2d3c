"""What one device has just entered is not entered on another one too, and nobody starves."""

import random
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.echoes import boards, echoes
from tests.browser.glass import ONCE, Glass
from tests.browser.screen import middle
from tests.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.share(2, of=__name__)]

SHARE = 2
SOON = 420
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


def test_one_event_on_two_devices_is_entered_once(
    server: Server, chromium: Browser, chance: random.Random
) -> None:
    with ExitStack() as held:
        ring = echoes(server, chromium, chance, held)
        faults: list[str] = []
        # A board that one of them sees from a seat may have nothing that both can tap, or in turn.
        for place in chance.sample(boards(), len(boards())):
            faults += ring.again(place) if ring.tries < SHARE else ()
            faults += ring.followed() if ring.pairs < SHARE else ()
    assert not faults, "\n".join(faults)
    assert (ring.tries, ring.pairs) == (SHARE, SHARE)


def test_a_plate_says_what_another_device_entered_and_takes_the_next_tap(glass: Glass) -> None:
    glass.page.evaluate(CHANGED)
    bob = middle(glass.seat("Bob"))
    glass.meanwhile("Bob 3C")
    glass.finger.tap_at(bob, glass.page.evaluate("window.changed") / 1000 + 0.1)
    expect(glass.page.locator(ONCE)).to_have_text("Just entered on another device: Bob plays 3♣")
    glass.page.wait_for_timeout(SOON)
    glass.finger.tap(bob)
    glass.has("Bob 3C; Bob 4C")


def test_a_key_does_not_enter_again_what_another_device_entered(glass: Glass) -> None:
    glass.page.evaluate(TYPED)
    glass.elsewhere("Bob 3C")
    expect(glass.page.locator(ONCE)).to_be_visible()
    glass.page.wait_for_timeout(2 * SOON)
    glass.page.keyboard.type("n")
    glass.has("Bob 3C; stop")
