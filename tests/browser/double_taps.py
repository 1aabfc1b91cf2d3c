"""Fingers that tap twice at one spot, on everything that can be tapped."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from playwright.sync_api import Browser, Error, Page

from tests.browser.conftest import tablet
from tests.browser.finger import Finger, Spot
from tests.browser.places import Place
from tests.browser.screen import Screen, middle
from tests.serving import Server

# Milliseconds between two taps that are one: the screen tells them apart at 350.
GAPS = (40, 100, 160, 220, 280, 340)

# Numbers all kinds of things to tap. What only says how this device speaks enters nothing, and
# loads the page anew: Chromium may never answer a tap that falls into that.
TARGETS = """() => {
    const seen = new Set(), spots = [], loads = ['language', 'court'];
    const buttons = '#main button[type=submit], #main button[name]';
    const all = `${buttons}, #main label:has(input), #main .seat`;
    for (const target of document.querySelectorAll(all)) {
        const box = target.getBoundingClientRect();
        if (target.disabled || !target.checkVisibility() || !box.width) continue;
        if (loads.includes(target.name)) continue;
        const kind = [target.tagName, target.className, target.name].join(' ');
        const many = /tile|amount|choice|bid/.test(kind) ? kind : kind + target.textContent;
        if (seen.has(many)) continue;
        seen.add(many);
        spots.push(spots.length);
        target.dataset.spot = spots.length - 1;
    }
    return spots.length;
}"""


@dataclass
class Tapper:
    """Taps twice, and reports what was entered more than once."""

    server: Server
    page: Page
    faults: list[str]
    pairs: int = 0

    def twice_on_all(self, place: Place, gap: int, most: int | None = None) -> None:
        """Tap twice on each kind of thing on a page, at a fresh table each."""
        self._laid(place)
        for spot in range(self.page.evaluate(TARGETS))[:most]:
            if spot:
                self._laid(place)
                self.page.evaluate(TARGETS)
            self._twice(place, spot, gap)

    def _laid(self, place: Place) -> None:
        address = place.laid(self.server)
        try:
            self.page.goto(address)
        except Error:  # the last tap was just about to lead to another page
            self.page.goto(address)
        self.page.evaluate("sessionStorage.clear()")

    def _twice(self, place: Place, spot: int, gap: int) -> None:
        path = Screen(self.page).path
        target = self.page.locator(f"[data-spot='{spot}']")
        target.scroll_into_view_if_needed()
        words = " ".join(target.inner_text().split())
        self._tap_twice(middle(target), gap)
        self.page.wait_for_timeout(350)
        self.pairs += 1
        made = len(self.server.export(path)["log"]) - len(place.record["log"])
        if made > 1:
            self.faults.append(f"{place.moment}{place.page}, {gap} ms: {made} entries by {words!r}")

    def _tap_twice(self, spot: Spot, gap: int) -> None:
        finger, began = Finger(self.page), time.time()
        for number in range(2):
            finger.tap_at(spot, began + number * gap / 1000)


def fingers(
    server: Server, browser: Browser, sizes: tuple[str, ...]
) -> Iterator[tuple[str, Tapper]]:
    """Yield a finger on a screen of each size."""
    for size in sizes:
        with tablet(browser, size, has_touch=True, reduced_motion="reduce") as page:
            yield size, Tapper(server, page, [])
