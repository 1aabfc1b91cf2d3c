"""Every page for everybody: read out, by keyboard, without scripts, on every size of screen."""

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.browser.conftest import shown, sized, tablet
from tests.browser.looking import fit, judge, look
from tests.browser.places import EVIL, circle_places, crowds, places
from tests.browser.screen import Screen
from tests.browser.taps import borrow
from tests.browser.tour import pages
from tests.evenings import record
from tests.serving import Server, Tablet

pytestmark = [pytest.mark.browser, pytest.mark.share(3, of=__name__)]

RECORD = record(players=["Ann", "Bob", "Cal"], log=[])
# So many pages, drawn by chance, are looked at; the soak looks at all.
SHARE = 1
OPEN_ALL = """addEventListener('DOMContentLoaded', () => document.querySelectorAll('.drawer')
    .forEach((drawer) => { drawer.open = true; }))"""


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


def test_every_page_is_accessible_and_fits(
    server: Server, reader: Page, chance: random.Random
) -> None:
    faults: list[str] = []
    for place in chance.sample([*places(), *circle_places(), *crowds()], SHARE):
        look(reader, place.laid(server), faults)
    reader.add_init_script(OPEN_ALL)
    look(reader, server.url + chance.choice(pages()), faults)
    assert not faults, "\n".join(faults)


def test_a_refused_tap_is_told_accessibly(server: Server, reader: Page) -> None:
    faults: list[str] = []
    path = server.import_table(RECORD)

    def be_quicker(route: Route) -> None:
        """Somebody else enters something while a tap is on its way."""
        assert Tablet(server, path).tap({"do": "buy-in", "player": "Ann", "chips": 1}) == 200
        route.continue_()

    reader.route("**/entries", be_quicker, times=1)
    reader.goto(server.url + path)
    Screen(reader).enter("Deal hand 1")
    expect(reader.get_by_role("alert")).to_be_visible()
    judge(reader, faults)
    reader.goto(f"{server.url}{path}/more/player?player=Ann")
    reader.locator("input[name='key-chips-typed']").first.fill("9999999")
    reader.get_by_role("button", name="Enter").first.click()
    expect(reader.get_by_role("alert")).to_be_visible()
    judge(reader, faults)
    assert not faults, "\n".join(faults)


def test_no_name_runs_or_breaks_anything(
    server: Server, reader: Page, chance: random.Random
) -> None:
    faults: list[str] = []
    for place in chance.sample([*places(EVIL), *circle_places(EVIL)], SHARE):
        reader.goto(place.laid(server))
        for size in ("phone", "tablet"):
            reader.set_viewport_size(sized(size))
            fit(reader, size, faults)
        assert reader.evaluate("window.evil") is None
    assert not faults, "\n".join(faults)


def test_everything_works_without_scripts(server: Server, chromium: Browser) -> None:
    with shown(server, chromium, RECORD, java_script_enabled=False) as page:
        screen = Screen(page)
        assert page.locator("noscript p").bounding_box(), "it says what works"
        screen.enter("Deal hand 1")
        screen.tap("Sold to …")
        price = page.locator("form:has(input[value='Bob'])").get_by_role("button", name="5")
        screen.enter(price.first)
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
        screen.enter("Save the change")
        assert screen.purses() == {"Ann": 92, "Bob": 82, "Cal": 102}
