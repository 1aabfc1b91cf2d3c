"""A hand at a page: it taps, strokes and holds as somebody at the table does."""

import time
from collections.abc import Sequence
from contextlib import suppress
from math import dist
from typing import Any

from tests.browser.screen import AGAIN, NEAR
from tests.engines.wire import Ask, Failed

# Seconds in which a page has answered.
PATIENCE = 15

FIND = """const [how, what] = arguments[0];
if (arguments[1] && document.readyState !== 'complete') return null;
const seen = (thing) => thing.getClientRects().length > 0;
const thing = how === 'entry'
    ? [...document.querySelectorAll(what[0] + ' button[name=entry]')]
        .find((b) => b.value === what[1])
    : how === 'words'
    ? [...document.querySelectorAll('button, a, label, summary')].filter(seen)
        .find((b) => b.textContent.replace(/\\s+/g, ' ').trim().startsWith(what))
    : [...document.querySelectorAll(what)].find(seen);
if (!thing) return null;
if (arguments[1]) thing.scrollIntoView({ block: 'nearest', behavior: 'instant' });
const box = thing.getBoundingClientRect();
return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];"""

ERRORS = """if (!window.errors) {
    window.errors = [];
    addEventListener('error', (event) => window.errors.push(String(event.message)));
    addEventListener('unhandledrejection', (event) => window.errors.push(String(event.reason)));
}
return window.errors.splice(0);"""

STOP_CLOCK = """window.clock = window.Date.now;
const now = Date.now();
window.Date.now = () => now;"""
# A page that came meanwhile has its own.
START_CLOCK = "window.Date.now = window.clock ?? window.Date.now;"

Thing = tuple[str, Any]
Spot = tuple[int, int]


def css(selector: str) -> Thing:
    """Return the first visible element of a selector."""
    return ("css", selector)


def words(text: str) -> Thing:
    """The button, link or choice whose words begin so."""
    return ("words", text)


class Hand:
    """A finger or a mouse at one page, and the script errors that it met."""

    def __init__(self, ask: Ask, kind: str) -> None:
        self.ask, self.kind = ask, kind
        self.spot: Spot = (0, 0)
        self.before = (0.0, self.spot)
        self.errors: list[str] = []

    def go(self, url: str) -> None:
        self.ask("Navigate", {"url": url})
        self.listen()

    def run(self, script: str, *told: Any) -> Any:
        return self.ask("ExecuteScript", {"script": script, "args": list(told)})

    def listen(self) -> None:
        """Note the errors of scripts so far, and go on listening."""
        self.errors += self.run(ERRORS)

    def sees(self, thing: Thing) -> bool:
        return self.run(FIND, list(thing), False) is not None

    def find(self, thing: Thing) -> Spot:
        """Wait for something on a page that is painted; give its middle."""
        spot = self.wait(lambda: self.run(FIND, list(thing), True), f"nothing like {thing}")
        return (spot[0], spot[1])

    def wait(self, ask: Any, why: str, patience: float = PATIENCE) -> Any:
        """Ask until there is an answer; a page that is just left gives none."""
        deadline = time.monotonic() + patience
        while True:
            with suppress(Failed):
                if found := ask():
                    return found
            assert time.monotonic() < deadline, why
            time.sleep(0.03)

    def tap(self, thing: Thing) -> None:
        self._act([_move(self._lift(self.find(thing))), *TAP])

    def tap_quickly(self, thing: Thing, times: int) -> None:
        """Tap so often at one moment: a driver on a busy machine is slower than any finger."""
        spot = self._lift(self.find(thing))
        self.run(STOP_CLOCK)
        self._act([_move(spot), *TAP * times])
        self.run(START_CLOCK)

    def stroke(self, start: Thing, end: Thing) -> None:
        """Drag from one element to another."""
        here, there = self._lift(self.find(start)), self.find(end)
        way = [_between(here, there, part / 4) for part in range(1, 5)]
        self._act([_move(here), DOWN, *(_move(spot, 20) for spot in way), UP])

    def hold(self, start: Thing, ends: Sequence[Thing]) -> None:
        """Hold an element, slide over the choices that appear, one after another, and let go."""
        self._act([_move(self._lift(self.find(start))), DOWN])
        for end in ends:
            there = self.find(end)
            self._act([_move(self.find(css("#ahead .ask-hint")), 20), _move(there, 20)])
        self._act([UP])

    def _lift(self, spot: Spot) -> Spot:
        """Wait like a person who means two taps at one spot."""
        passed = time.monotonic() - self.before[0]
        if passed < AGAIN and dist(spot, self.before[1]) < NEAR:
            time.sleep(AGAIN - passed)
        self.spot = spot
        return spot

    def _act(self, steps: list[dict[str, Any]]) -> None:
        pointer = {"type": "pointer", "id": self.kind, "actions": steps}
        told = {**pointer, "parameters": {"pointerType": self.kind}}
        self.ask("PerformActions", {"actions": [told]})
        self.before = (time.monotonic(), self.spot)


DOWN = {"type": "pointerDown", "button": 0}
UP = {"type": "pointerUp", "button": 0}
TAP = (DOWN, {"type": "pause", "duration": 30}, UP)


def _move(spot: Spot, duration: int = 0) -> dict[str, Any]:
    return {"type": "pointerMove", "x": spot[0], "y": spot[1], "duration": duration}


def _between(one: Spot, other: Spot, part: float) -> Spot:
    x, y = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return (x, y)
