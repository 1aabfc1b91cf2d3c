"""Home, set-up, seats and rules in a real browser: typed, tapped, and looked at by axe."""

import random
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import SIZES, tablet
from tests.evenings import in_chips
from tests.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.share(3, of=__name__)]

# So many of the pages are looked at, drawn by chance.
SHARE = 1

OPEN_ALL = "document.querySelectorAll('details').forEach(drawer => { drawer.open = true; })"
TOO_SMALL = """() => [...document.querySelectorAll('main button, main select, main summary')]
    .map(element => [element.textContent.trim(), element.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && (box.width < 47.5 || box.height < 47.5))
    .map(([text]) => text)"""


@pytest.fixture
def reader(chromium: Browser, chance: random.Random) -> Iterator[Page]:
    """A tablet that axe may run its own script on, by day or in the evening."""
    theme = chance.choice(("light", "dark"))
    with tablet(chromium, color_scheme=theme, bypass_csp=True) as page:
        yield page


def test_names_are_typed_one_after_another(server: Server, page: Page) -> None:
    page.goto(server.url)
    page.get_by_text("New table").click()
    expect(page.locator("#name-0")).to_be_focused()
    for number, name in enumerate(["Ann", "נועה", "Bo 🦊", "Dee"]):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator(f"#name-{number + 1}")).to_be_focused()
    page.get_by_text("deals first: Bo 🦊").locator("..").click()
    page.get_by_role("button", name="One seat up: Bo 🦊").click()
    expect(page.locator("#name-1")).to_have_value("Bo 🦊")
    expect(page.locator("input[name=dealer]:checked")).to_have_value("1")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".ask-question")).to_contain_text("Bo 🦊 deals hand 1")


def test_what_is_wrong_is_named_where_it_is(server: Server, page: Page) -> None:
    page.goto(server.url + "/new")
    for number in range(2):
        page.locator(f"#name-{number}").fill("Ann")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#faults")).to_contain_text("Ann is named twice.")
    expect(page.locator("#name-1")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#name-1")).to_have_value("Ann")


def test_a_table_is_set_up_without_javascript(server: Server, chromium: Browser) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server.url + "/new")
    for number, name in enumerate(["Ann", "Bob", "Cal"]):
        page.locator(f"#name-{number}").fill(name)
    page.get_by_text("Another game", exact=True).click()
    page.get_by_role("button", name="Boodle").click()
    page.get_by_text("Change the board").click()
    page.get_by_role("button", name="queen of spades").click()
    expect(page.locator(".board-picture .pot")).to_have_count(5)
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".ask-question")).to_contain_text("Ann deals hand 1")
    context.close()


def test_every_page_is_usable_on_every_tablet(
    server: Server, reader: Page, chance: random.Random
) -> None:
    table = server.import_table(in_chips(players=6, hands=2))
    pages = ["/", "/new", "/new?game=great-lakes", f"{table}/seats", f"{table}/rules", "/nowhere"]
    for path in chance.sample([*pages, "/rules/wanagan", "/rules/kids-rummy"], SHARE):
        reader.goto(server.url + path)
        reader.evaluate(OPEN_ALL)
        found = Axe().run(reader)
        assert found.violations_count == 0, f"{path}: {found.generate_report()}"
        for width, height in SIZES.values():
            reader.set_viewport_size({"width": width, "height": height})
            wide = reader.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{path} scrolls sideways at {width}"
            assert reader.evaluate(TOO_SMALL) == [], f"{path} at {width}"


def test_the_rules_of_michigan_kitty_print_on_one_page(server: Server, page: Page) -> None:
    page.goto(server.url + "/rules/michigan-kitty")
    for paper in ("A4", "Letter"):
        assert page.pdf(format=paper).count(b"/Type /Page\n") == 1
