"""Fingers on the glass, one or more, coming down, sliding and lifting as they like."""

import time

from playwright.sync_api import CDPSession, Locator, Page

from tests.browser.screen import middle

Spot = tuple[float, float]


class Finger:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.glass: CDPSession = page.context.new_cdp_session(page)
        self.spots: dict[int, Spot] = {}

    def down(self, on: Spot, finger: int = 0) -> None:
        self.spots[finger] = on
        self._touch("touchStart", self.spots)

    def slide(self, to: Locator | Spot, finger: int = 0) -> None:
        self.spots[finger] = middle(to) if isinstance(to, Locator) else to
        self._touch("touchMove", self.spots)

    def up(self, finger: int = 0) -> None:
        spot = self.spots.pop(finger)
        self._touch("touchEnd", {finger: spot} if self.spots else {})

    def tap(self, on: Spot, finger: int = 0) -> None:
        self.down(on, finger)
        self.up(finger)

    def tap_at(self, on: Spot, when: float) -> None:
        """Tap at a moment, in seconds since 1970, by the clock that the page goes by.

        A busy machine is late to do it, and the tap is as early all the same.
        """
        time.sleep(max(0.0, when - time.time()))
        point = {"x": on[0], "y": on[1], "id": 0}
        for kind, points in (("touchStart", [point]), ("touchEnd", [])):
            touch = {"type": kind, "touchPoints": points, "timestamp": when}
            self.glass.send("Input.dispatchTouchEvent", touch)

    def _touch(self, kind: str, spots: dict[int, Spot]) -> None:
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in spots.items()]
        self.glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
