"""Fingers that tap twice at one spot, on everything that can be tapped."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from playwright.sync_api import Browser, Page

from tests.browser.conftest import tablet
from tests.browser.places import Place, places
from tests.browser.screen import Screen
from tests.serving import Server

GAPS = (60, 120, 200, 320)
LONGEST = 345
"""Milliseconds between two taps that are surely one: the screen tells them apart at 350."""

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
"""Numbers all kinds of things to tap. What only says how this device speaks enters nothing,
and loads the page anew: Chromium may never answer a tap that falls into that."""

KEEP_TIMES = """addEventListener('pointerdown', (event) => {
    const times = JSON.parse(sessionStorage.getItem('times') || '[]');
    times.push(performance.timeOrigin + event.timeStamp);
    sessionStorage.setItem('times', JSON.stringify(times));
}, true)"""
TIMES = "JSON.parse(sessionStorage.getItem('times') || '[]')"


def every_place() -> list[Place]:
    """All pages on which entries are made, of all games at all moments."""
    return [place for place in places() if not place.page or place.page.startswith("/more")]


@dataclass
class Finger:
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
        self.page.goto(place.laid(self.server))
        self.page.evaluate("sessionStorage.clear()")

    def _twice(self, place: Place, spot: int, gap: int) -> None:
        path = Screen(self.page).path
        target = self.page.locator(f"[data-spot='{spot}']")
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box is not None
        words = " ".join(target.inner_text().split())
        self._tap_twice(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, gap)
        self.page.wait_for_timeout(350)
        times = self.page.wait_for_function(TIMES).json_value()
        if len(times) > 1 and times[1] - times[0] > LONGEST:
            return
        self.pairs += 1
        made = len(self.server.export(path)["log"]) - len(place.record["log"])
        if made > 1:
            self.faults.append(f"{place.moment}{place.page}, {gap} ms: {made} entries by {words!r}")

    def _tap_twice(self, x: float, y: float, gap: int) -> None:
        started = time.monotonic()
        self.page.touchscreen.tap(x, y)
        time.sleep(max(0.0, gap / 1000 - (time.monotonic() - started)))
        self.page.touchscreen.tap(x, y)


def fingers(
    server: Server, browser: Browser, sizes: tuple[str, ...]
) -> Iterator[tuple[str, Finger]]:
    """Give a finger on a screen of each size."""
    for size in sizes:
        with tablet(browser, size, has_touch=True, reduced_motion="reduce") as page:
            page.add_init_script(KEEP_TIMES)
            yield size, Finger(server, page, [])
