"""The tablet on the table, used by somebody who taps what it offers and reads what it says."""

import json
import time
from math import dist
from typing import Any

from playwright.sync_api import Locator, Page, expect

from companion.core.log.replay import replay_record
from companion.games import all_games
from companion.tally.summary import build_tally
from tests.serving import Server

OFFERED = """() => [...document.querySelectorAll('#board button[name=entry]')]
    .map(button => button.value)"""
PURSES = """() => [...document.querySelectorAll('.seat')].map(seat =>
    ['.seat-name bdi', '.purse b'].map(part => seat.querySelector(part).textContent))"""
POTS = """() => [...document.querySelectorAll('.pot:has(.pot-count)')].map(pot =>
    [pot.id.slice(4), +pot.querySelector('.pot-count').textContent])"""


AGAIN = 0.4
# Within so many seconds and pixels of the last tap, a tap is taken for the same one.
NEAR = 40


def middle(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box is not None
    return (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


class Screen:
    """A table's page; counts the taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.before: tuple[float, tuple[float, float]] = (0, (0, 0))

    def tap(self, target: Locator | str, rest: int = 0) -> None:
        """Tap something, or the button or link with these words, and see what comes of it.

        The finger rests on it for so many milliseconds.
        """
        if isinstance(target, str):
            target = self.words(target)
        spot = self._lift_the_finger(target)
        target.click(delay=rest)
        self.before = (time.monotonic(), spot)
        self.taps += 1

    def _lift_the_finger(self, target: Locator) -> tuple[float, float]:
        """Wait for the scripts of the page, and like a person who means two taps at one spot."""
        # A plain form is on its way until the next page is there.
        expect(self.page.locator("form[data-sent]")).to_have_count(0)
        target.scroll_into_view_if_needed()
        self.page.wait_for_load_state()
        spot = middle(target)
        passed = time.monotonic() - self.before[0]
        if passed < AGAIN and dist(spot, self.before[1]) < NEAR:
            time.sleep(AGAIN - passed)
        return spot

    def enter(self, target: Locator | str) -> None:
        """Tap something that makes an entry, and wait until the table is drawn."""
        seen = self.seen
        self.tap(target)
        self.drawn_after(seen)

    def to_table(self) -> None:
        """Go back to the table from wherever the last entry has led."""
        if self.page.locator("#board").count() == 0:
            self.tap("Table")
            self.page.wait_for_selector("#board")

    def stroke(self, start: Locator, end: Locator) -> None:
        """Drag a finger from one element to another, and wait until the table is drawn."""
        seen = self.seen
        spot = self._lift_the_finger(start)
        mouse = self.page.mouse
        for step, place in enumerate((start, end)):
            mouse.move(*middle(place), steps=3)
            (mouse.up if step else mouse.down)()
        self.before = (time.monotonic(), spot)
        self.taps += 1
        self.drawn_after(seen)

    def hold(self, start: Locator, ends: list[Any]) -> None:
        """Hold an element, slide over the entries that appear, and wait for the new table."""
        seen = self.seen
        self.slide(start, [self.button_of(end, "#ahead") for end in ends])
        self.drawn_after(seen)

    def slide(self, start: Locator, ends: list[Locator]) -> None:
        """Hold an element, slide over each of the choices that appear, and let go."""
        spot, mouse = self._lift_the_finger(start), self.page.mouse
        mouse.move(*spot)
        mouse.down()
        for end in ends:
            end.wait_for()
            mouse.move(*middle(self.page.locator("#ahead .ask-hint")), steps=3)
            mouse.move(*middle(end), steps=3)
        mouse.up()
        self.before = (time.monotonic(), spot)
        self.taps += 1

    def entry(self, raw: Any) -> None:
        self.enter(self.button_of(raw))

    def button_of(self, raw: Any, within: str = "#board") -> Locator:
        value = json.dumps(raw).replace("\\", "\\\\").replace("'", "\\'")
        button = self.page.locator(f"{within} button[name=entry][value='{value}']")
        hidden = self.page.locator("details:not([open])", has=button)
        if hidden.count():
            self.tap(hidden.locator("summary"))
        return button

    def words(self, words: str) -> Locator:
        offered = self.page.locator("button:not([aria-hidden]), a, label, summary").get_by_text(
            words, exact=True
        )
        return offered.locator("visible=true")

    def drawn_after(self, seen: str) -> None:
        drawn = "seen => document.querySelector('input[name=version]')?.value !== seen"
        self.page.wait_for_function(drawn, arg=seen)
        self.page.wait_for_load_state()

    def asks(self, words: str) -> None:
        expect(self.page.locator(".ask-question")).to_contain_text(words)

    def seat(self, player: str) -> Locator:
        return self.page.locator(".seat", has=self.page.get_by_text(player, exact=True))

    @property
    def seen(self) -> str:
        """The version that the page was drawn for."""
        return self.page.locator("input[name='version']").first.input_value()

    @property
    def kind(self) -> str:
        return self.page.locator("#ask").get_attribute("data-kind") or ""

    @property
    def path(self) -> str:
        """The address of the table on any of its pages: /t/…"""
        return "/t/" + self.page.url.partition("/t/")[2].partition("/")[0].partition("?")[0]

    def offers(self) -> list[Any]:
        return [json.loads(value) for value in self.page.evaluate(OFFERED)]

    def purses(self) -> dict[str, int]:
        return {name: int(chips) for name, chips in self.page.evaluate(PURSES)}

    def pots(self) -> dict[str, int]:
        return dict(self.page.evaluate(POTS))

    def check_tally(self, server: Server) -> None:
        """Compare every number of the tally's page with the record replayed."""
        path = self.path
        tally = build_tally(replay_record(server.export(path), all_games()))
        self.page.goto(f"{server.url}{path}/tally")
        rows = self.page.locator(".tally-places tbody tr").all()
        keys = ("score",) if "score" in tally["lines"][0] else ("chips", "result")
        shown = [
            (row.locator("th").inner_text(), *(_number(row, f".is-{key}") for key in keys))
            for row in rows
        ]
        assert shown == [(line["player"], *(line[key] for key in keys)) for line in tally["lines"]]
        hands = self.page.locator(".tally-hands tbody tr")
        assert hands.count() == len(tally["hands"])
        for row, hand in zip(hands.all(), tally["hands"], strict=True):
            changes = [_signed(cell) for cell in row.locator("td:not(.is-name)").all_inner_texts()]
            players = self.page.locator(".tally-hands thead bdi").all_inner_texts()
            assert changes == [hand["changes"].get(player, 0) for player in players]


def _number(row: Locator, cell: str) -> int:
    return _signed(row.locator(cell).inner_text())


def _signed(text: str) -> int:
    """Read a change of chips; a dash stands where somebody did not play."""
    return int(text.replace("\N{MINUS SIGN}", "-").replace("±", "").replace("–", "0"))
