"""Fingers on the glass, one or more, coming down, sliding and lifting as they like."""

from playwright.sync_api import CDPSession, Locator, Page

from tests.browser.screen import middle

Spot = tuple[float, float]


class Finger:
    """A finger on the glass; several share it."""

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

    def _touch(self, kind: str, spots: dict[int, Spot]) -> None:
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in spots.items()]
        self.glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
