"""A circle on the tablet: who played lately plays again in three taps, from the first page on."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.places import FOUR, circle_file
from tests.browser.screen import Screen
from tests.serving import Server

pytestmark = pytest.mark.browser


def test_three_taps_lead_from_the_first_page_to_the_first_deal(server: Server, page: Page) -> None:
    page.goto(server.url + server.import_table(circle_file()))
    page.goto(server.url)
    screen = Screen(page)
    screen.tap(page.get_by_role("link", name=f"Play again: {' & '.join(FOUR)}"))
    screen.tap(page.get_by_role("button", name="Open the table"))
    page.wait_for_selector("#board")
    screen.enter(page.locator("#board button[name=entry]").first)
    assert screen.taps == 3
    expect(page.locator(".seat-name")).to_have_count(len(FOUR))
    expect(page.locator(".seat > .mark")).to_have_count(len(FOUR))
    assert server.export(screen.path)["log"][0]["do"] == "deal"


def test_a_span_of_months_takes_three_taps(server: Server, page: Page) -> None:
    page.goto(server.url + server.import_table(circle_file()))
    screen = Screen(page)
    for words in ("From … to …", "Mar", "Jul"):
        screen.tap(words)
    assert "season=2024-03..2026-07" in page.url
    expect(page.get_by_text("March 2024 – July 2026").first).to_be_visible()
