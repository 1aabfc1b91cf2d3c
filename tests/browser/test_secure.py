"""On HTTPS of the house: installed, and a page of its own where there is no connection."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import browser_path
from tests.evenings import record
from tests.test_https import SecureServer

pytestmark = [pytest.mark.browser, pytest.mark.share(1, of=__name__)]

READY = """async () => {
    const ready = await navigator.serviceWorker.ready;
    return ready.active !== null;
}"""
KEPT = """async () => {
    const names = await caches.keys();
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map((request) => new URL(request.url).pathname);
}"""
TABLE = record(players=["Ann", "Bob"])


@pytest.fixture
def house(tmp_path: Path) -> Iterator[SecureServer]:
    running = SecureServer(tmp_path / "instance")
    yield running
    running.stop()


@pytest.fixture
def trusting(chromium: Browser) -> Iterator[Page]:
    args = ["--no-sandbox", "--disable-gpu", "--ignore-certificate-errors"]
    browser = chromium.browser_type.launch(executable_path=browser_path(), args=args)
    yield browser.new_context(ignore_https_errors=True).new_page()
    browser.close()


def test_without_a_connection_an_installed_table_says_so_and_comes_back(
    house: SecureServer, trusting: Page
) -> None:
    page = trusting
    page.goto(f"{house.url}/")
    assert page.evaluate("[isSecureContext, 'wakeLock' in navigator]") == [True, True]
    assert page.evaluate(READY)
    page.wait_for_function(f"async () => (await ({KEPT})()).length > 3")
    assert "/away" in page.evaluate(KEPT)
    house.kill()
    page.goto(f"{house.url}/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).margin") == "0px", "it has its styles"
    expect(page.locator("main")).to_contain_text("Nothing that was entered is lost")
    house.start()
    page.goto(f"{house.url}/")
    expect(page.get_by_role("heading", name="You play the cards.")).to_be_visible()


def test_what_is_on_a_table_is_never_kept_on_the_device(
    house: SecureServer, trusting: Page
) -> None:
    trusting.goto(f"{house.url}/")
    assert trusting.evaluate(READY)
    trusting.goto(f"{house.url}/rules/boodle")
    assert not [path for path in trusting.evaluate(KEPT) if path.startswith(("/t/", "/rules"))]


def test_the_steps_by_which_a_device_trusts_the_house_are_numbered(
    house: SecureServer, trusting: Page
) -> None:
    trusting.goto(f"{house.url}/trust")
    step = trusting.locator("ol > li").first
    assert step.evaluate("step => getComputedStyle(step).listStyleType") == "decimal"
