"""One event at the table, tapped on two devices; and two that follow one another."""

import json
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import tablet
from tests.browser.finger import Finger
from tests.browser.places import FOUR, Place, places
from tests.browser.screen import middle
from tests.evenings import record
from tests.serving import Server, Tablet

SIZES = "tablet", "tablet-upright", "phone"
# Milliseconds within which somebody hears what was said, and taps it too.
GAPS = 40, 400
# Milliseconds after which the next player has played on another device.
NEXT = 150
# Milliseconds after which a tap that was not entered never will be.
LATEST = 5_000

BUTTONS = """() => [...document.querySelectorAll('#board button[name]:not(:disabled)')]
    .filter(button => button.checkVisibility() && button.name !== 'language')
    .map(button => [button.name, button.value])"""

# Choose a pot before its winner; give the tile that settles the tricks by itself.
CHOICE = """(name) => {
    if (name === 'key-player') document.querySelector('#board label.saucer input:enabled').click();
    const tiles = [...document.querySelectorAll('#took .number-line')]
        .map((line) => [...line.querySelectorAll('input')]);
    if (name !== 'do' || !tiles.length) return null;
    const bids = tiles.map((line) => line.findIndex((tile) => tile.checked));
    const missing = tiles[0].length - 1 - bids.reduce((sum, bid) => sum + bid);
    const line = tiles.findIndex((line, at) => line[bids[at] + missing]);
    return `label:has([name="${tiles[line][0].name}"][value="${bids[line] + missing}"])`;
}"""


@dataclass(frozen=True)
class Device:
    """A device at a table: the page, and the finger on it."""

    page: Page
    finger: Finger

    def button(self, name: str, value: str) -> Locator:
        value = value.replace("\\", "\\\\").replace("'", "\\'")
        return self.page.locator(f"#board button[name='{name}'][value='{value}']").first

    def has(self, name: str, value: str) -> bool:
        return self.button(name, value).is_visible()

    def spot(self, name: str, value: str) -> tuple[float, float]:
        choice = self.page.evaluate(CHOICE, name)
        button = self.page.locator(choice) if choice else self.button(name, value)
        button.scroll_into_view_if_needed()
        return middle(button)


@dataclass
class Echoes:
    """Two devices at fresh tables; ``twice`` and ``starved`` tell what should not have been."""

    server: Server
    chance: random.Random
    devices: Sequence[Device]
    tries: int = 0
    pairs: int = 0

    def again(self, place: Place) -> Iterator[str]:
        """Tap one button of a board on both devices; report it where it is entered twice."""
        path = place.path(self.server.import_table, self.server.text)
        one, other = self._at(path)
        offered = one.page.evaluate(BUTTONS)
        both = [button for button in offered if other.has(*button)]
        if not both:
            return
        name, value = self.chance.choice(both)
        gap = self.chance.randint(*GAPS)
        spots = [device.spot(name, value) for device in (one, other)]
        began = time.time() + 0.05
        for number, (device, spot) in enumerate(zip((one, other), spots, strict=True)):
            device.finger.tap_at(spot, began + number * gap / 1000)
        one.page.wait_for_timeout(500)
        self.tries += 1
        entered = self.server.export(path)["log"][len(place.record["log"]) :]
        if len(entered) > (2 if name == "dealt" else 1):
            yield f"{place.moment}, {gap} ms, {name} {value}: {entered}"

    def _at(self, path: str) -> list[Device]:
        """Open a table on both devices, in any order, on one of them perhaps from a seat."""
        ways = [path, self._seat(path)]
        self.chance.shuffle(ways)
        devices = self.chance.sample([*self.devices], 2)
        for device, way in zip(devices, ways, strict=True):
            device.page.goto(self.server.url + way)
        return devices

    def _seat(self, path: str) -> str:
        if self.chance.random() < 0.5:
            return path
        invited = Tablet(self.server, path).invited()
        seats = [invited[name.lower()] for name in FOUR if name.lower() in invited]
        return "/t/" + self.chance.choice(seats)

    def followed(self) -> Iterator[str]:
        """Play for one player, then for the next on the other device; report who starves."""
        log: list[dict[str, Any]] = [{"do": "deal"}, {"do": "keep"}]
        log.append({"do": "play", "player": "Ann", "card": "2C"})
        path = self.server.import_table(record(log=log))
        one, other = self._at(path)
        first, second = self.chance.sample(["Ann", "Bob", "Cal"], 2)
        before, after = _play(first, "3C"), _play(second, "4C")
        here = one.button("entry", before)
        there = other.button("entry", _play(second, "3C"))
        if not (here.is_visible() and there.is_visible()):
            return
        spots = middle(here), middle(there)
        began = time.time() + 0.05
        one.finger.tap_at(spots[0], began)
        expect(other.button("entry", after)).to_be_visible()
        other.finger.tap_at(spots[1], max(time.time(), began + NEXT / 1000))
        with suppress(AssertionError):  # a busy machine enters it late
            expect(other.page.locator("#board")).to_have_attribute(
                "data-version", str(len(log) + 2), timeout=LATEST
            )
        one.page.wait_for_timeout(400)
        self.pairs += 1
        entered = self.server.export(path)["log"][len(log) :]
        if entered != [json.loads(before), json.loads(after)]:
            yield f"{first}, then {second}: {entered}"


def _play(player: str, card: str) -> str:
    return json.dumps({"do": "play", "player": player, "card": card})


def boards() -> list[Place]:
    """Every board of every game that has something to tap."""
    return [place for place in places() if not place.page and place.moment != "over"]


def echoes(server: Server, browser: Browser, chance: random.Random, held: ExitStack) -> Echoes:
    """Lay a device of each size beside the others."""
    devices = [
        Device(page, Finger(page))
        for size in SIZES
        for page in [held.enter_context(tablet(browser, size, has_touch=True))]
    ]
    return Echoes(server, chance, devices)
