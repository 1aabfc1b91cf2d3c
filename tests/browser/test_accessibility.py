"""Every page for everybody: read out, by keyboard, without scripts, on every size of screen."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Request, expect

from tests.browser.conftest import SIZES, tablet
from tests.browser.places import EVIL, crowds, places
from tests.browser.screen import Screen
from tests.browser.taps import borrow
from tests.serving import Server, Tablet

pytestmark = pytest.mark.browser

RECORD = {
    "format": 1,
    "game": "michigan-kitty",
    "players": ["Ann", "Bob", "Cal"],
    "dealer": "Cal",
    "log": [],
}
AXE = Axe()
CONTRAST = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}
OPEN_ALL = "document.querySelectorAll('details').forEach(drawer => { drawer.open = true; })"

TARGETS = """[...document.querySelectorAll('a, button, summary, select, label:has(input), input')]
    .filter(target => target.checkVisibility() && !target.disabled)
    .filter(target => !target.matches('.visually-hidden, .skip-link, label input'))
    .filter(target => !target.matches('p a:not(.button)'))"""
"""What can be tapped; links in the midst of a sentence are excused."""

TOO_SMALL = f"""() => {TARGETS}
    .map(target => [target.getBoundingClientRect(), target.outerHTML.slice(0, 150)])
    .filter(([box]) => box.width < 47.5 || box.height < 47.5)
    .map(([box, target]) => `${{box.width}} x ${{box.height}} px: ${{target}}`)"""

COVERED = f"""() => {TARGETS}.filter(target => {{
        target.scrollIntoView({{block: 'center', inline: 'center', behavior: 'instant'}});
        const box = target.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return !target.contains(top) && !top?.contains(target);
    }}).map(target => target.outerHTML.slice(0, 150))"""
"""What lies under something else and cannot be tapped in its middle."""


@pytest.fixture
def reader(chromium: Browser, server: Server) -> Iterator[Page]:
    """A page that axe may run its script on, and that asks nobody but our server."""
    with tablet(chromium, bypass_csp=True, reduced_motion="reduce") as page:
        strangers: list[str] = []

        def note(request: Request) -> None:
            if not request.url.startswith((server.url, "data:")):
                strangers.append(request.url)

        page.on("request", note)
        yield page
        assert strangers == []


def look(page: Page, address: str, faults: list[str]) -> None:
    """Judge a page by axe in light and dark, and by its layout on every screen."""
    page.set_viewport_size(_size("tablet"))
    page.emulate_media(color_scheme="light")
    page.goto(address)
    _judge(page, AXE.run(page), faults)
    page.emulate_media(color_scheme="dark")
    _judge(page, AXE.run(page, options=CONTRAST), faults)
    for size in SIZES:
        page.set_viewport_size(_size(size))
        fit(page, size, faults)


def fit(page: Page, size: str, faults: list[str]) -> None:
    """Judge whether a page fits on the screen, and can be tapped there."""
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > SIZES[size][0]:
        faults.append(f"{page.url} scrolls sideways on a {size}: {wide}")
    for name, script in (("small", TOO_SMALL), ("covered", COVERED)):
        faults += [f"{page.url} on a {size}, {name}: {found}" for found in page.evaluate(script)]


def _size(size: str) -> Any:
    return dict(zip(("width", "height"), SIZES[size], strict=True))


def _judge(page: Page, found: Any, faults: list[str]) -> None:
    if found.violations_count:
        faults.append(f"{page.url}: {found.generate_report()}")


@pytest.mark.parametrize("half", [0, 1])
def test_every_page_is_accessible_and_fits(server: Server, reader: Page, half: int) -> None:
    faults: list[str] = []
    for path in ["/", "/nowhere", *places(server), *crowds(server)][half::2]:
        look(reader, server.url + path, faults)
    assert not faults, "\n".join(faults)


def test_a_refused_tap_is_told_accessibly(server: Server, reader: Page) -> None:
    faults: list[str] = []
    path = server.import_table(RECORD)
    reader.goto(server.url + path)
    assert Tablet(server, path).tap({"do": "buy-in", "player": "Ann", "chips": 1}) == 200
    Screen(reader).enter("Deal hand 1")
    expect(reader.get_by_role("alert")).to_be_visible()
    _judge(reader, AXE.run(reader), faults)
    reader.goto(f"{server.url}{path}/more/player?player=Ann")
    reader.locator("input[name='key-chips-typed']").first.fill("9999999")
    reader.get_by_role("button", name="Enter").first.click()
    expect(reader.get_by_role("alert")).to_be_visible()
    _judge(reader, AXE.run(reader), faults)
    assert not faults, "\n".join(faults)


def test_no_name_runs_or_breaks_anything(server: Server, reader: Page) -> None:
    faults: list[str] = []
    for path in places(server, EVIL):
        reader.goto(server.url + path)
        for size in ("phone", "tablet"):
            reader.set_viewport_size(_size(size))
            fit(reader, size, faults)
        assert reader.evaluate("window.evil") is None
    assert not faults, "\n".join(faults)


def test_evil_names_are_written_as_they_are(server: Server, page: Page) -> None:
    page.goto(server.url + server.import_table({**RECORD, "players": EVIL, "dealer": EVIL[0]}))
    names = page.locator(".seat-name bdi").all_text_contents()
    assert tuple(names) == EVIL


def press(page: Page, words: str) -> None:
    """Go to something by the Tab key alone, and press Enter."""
    for _ in range(60):
        page.keyboard.press("Tab")
        focused = page.evaluate("document.activeElement.innerText.trim()")
        if focused == words:
            page.keyboard.press("Enter")
            return
    pytest.fail(f"{words} is not reached by the Tab key")


def test_a_hand_is_started_by_keyboard(server: Server, page: Page) -> None:
    page.goto(server.url + server.import_table(RECORD))
    screen = Screen(page)
    for words, asked in (
        ("Deal hand 1", "does Cal swap"),
        ("Cal swaps", "Ann leads"),
        ("3 of clubs\n3", "Who plays it?"),
        ("Nobody has it", "Ann leads the lowest"),
    ):
        press(page, words)
        screen.asks(asked)


def test_everything_works_without_scripts(server: Server, chromium: Browser) -> None:
    with tablet(chromium, java_script_enabled=False) as page:
        page.goto(server.url + server.import_table(RECORD))
        screen = Screen(page)
        screen.enter("Deal hand 1")
        screen.tap(screen.seat("Bob"))
        screen.enter(page.get_by_role("button", name="5", exact=True))
        assert screen.purses() == {"Ann": 92, "Bob": 87, "Cal": 97}
        screen.entry({"do": "play", "player": "Ann", "card": "3C"})
        screen.tap(page.locator(".onward [data-card='5C']"))
        screen.entry({"do": "play", "player": "Bob", "card": "4C"})
        screen.enter("Nobody has it")
        borrow(screen, {"do": "borrow", "player": "Ann", "from": "Bob", "chips": 3})
        screen.enter(page.get_by_role("button", name="Undo"))
        screen.tap("Log")
        screen.tap(page.locator("#entry-1").get_by_role("link"))
        screen.tap(page.locator("label.amount", has_text="10"))
        screen.tap("See what changes")
        screen.tap("Save the change")
        screen.tap("Table")
        assert screen.purses() == {"Ann": 92, "Bob": 82, "Cal": 102}
