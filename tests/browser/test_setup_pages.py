"""Home, set-up and rules in a real browser: typed, tapped and printed."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import tablet
from tests.evenings import record
from tests.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.share(2, of=__name__)]


def test_names_are_typed_one_after_another(server: Server, page: Page) -> None:
    page.goto(server.url)
    page.get_by_text("New table").click()
    expect(page.locator("#name-0")).to_be_focused()
    page.wait_for_load_state()
    for number, name in enumerate(["Ann", "נועה", "Bo 🦊", "Dee"]):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator(f"#name-{number + 1}")).to_be_focused()
    page.get_by_text("deals first: Bo 🦊").locator("..").click()
    page.get_by_role("button", name="Move Bo 🦊 up one seat").click()
    expect(page.locator("#name-1")).to_have_value("Bo 🦊")
    expect(page.locator("input[name=dealer]:checked")).to_have_value("1")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".ask-question")).to_contain_text("Bo 🦊 deals hand 1")


def test_a_name_typed_on_an_added_seat_is_at_once_in_all_labels_of_the_seat(
    server: Server, page: Page
) -> None:
    page.goto(server.url + "/new")
    page.get_by_role("button", name="Add a seat").click()
    page.get_by_text("Chips: 100 for each player").click()
    page.locator("#name-4").fill("Eve")
    expect(page.get_by_label("Eve", exact=True)).to_have_attribute("name", "purses")
    expect(page.get_by_role("button", name="Remove Eve")).to_be_visible()
    page.locator("#name-4").fill(" ")
    expect(page.get_by_label("Seat 5", exact=True)).to_be_visible()
    page.get_by_role("button", name="Remove seat 5").click()
    expect(page.locator("#name-4")).to_have_count(0)


def test_who_must_wait_to_open_a_table_is_told_why_and_keeps_what_was_typed(
    tmp_path: Path, chromium: Browser
) -> None:
    limits = {"COMPANION_HOSTED": "1", "COMPANION_TABLES_PER_HOUR": "1"}
    server = Server(tmp_path / "instance", **limits)
    server.import_table(record(log=[]))
    with tablet(chromium) as page:
        page.goto(server.url + "/new")
        page.locator("#name-0").fill("Zoe")
        page.locator("#name-1").fill("Yan")
        page.get_by_role("button", name="Open the table").click()
        expect(page.get_by_role("alert")).to_contain_text("1 table, evening, or circle per hour")
        expect(page.locator("#name-0")).to_have_value("Zoe")
    server.stop()


def test_a_game_that_is_chosen_closes_the_list_and_is_in_view_on_a_phone(
    server: Server, chromium: Browser
) -> None:
    with tablet(chromium, "phone") as page:
        page.goto(server.url + "/new")
        for game in ("Wanagan", "Kids Rummy"):
            page.get_by_text("Choose another game", exact=True).click()
            page.get_by_role("button", name=game).click()
            expect(page.get_by_role("button", name="Boodle")).to_be_hidden()
            expect(page.locator(".game-now").get_by_text(game, exact=True)).to_be_in_viewport()


def test_who_searches_for_the_same_game_twice_may_search_for_another(
    server: Server, page: Page
) -> None:
    page.goto(server.url)
    search = page.get_by_label("Search games and house rules")
    for words in ("Boodle", "Boodle", "Wanagan"):
        search.fill(words)
        search.press("Enter")
        expect(page).to_have_url(f"{server.url}/?search={words}#games")
        page.wait_for_load_state()


# In how many rows stand the taps of the first seat?
ROWS_OF_TAPS = """() => new Set([...document.querySelector('.seat-taps').children].map(tap => {
    const box = tap.getBoundingClientRect();
    return Math.round((box.top + box.bottom) / 2);
})).size"""


@pytest.mark.parametrize("type_size", ["usual", "large"])
def test_the_taps_of_a_seat_stand_in_one_row_on_any_phone(
    server: Server, chromium: Browser, type_size: str
) -> None:
    with tablet(chromium, chosen={"type": type_size}) as page:
        page.goto(server.url + "/new")
        for width in (320, 360):
            page.set_viewport_size({"width": width, "height": 568})
            assert page.evaluate(ROWS_OF_TAPS) == 1, width


def test_a_table_is_set_up_without_javascript(server: Server, chromium: Browser) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server.url + "/new")
    for number, name in enumerate(["Ann", "Bob", "Cal"]):
        page.locator(f"#name-{number}").fill(name)
    page.get_by_text("Choose another game", exact=True).click()
    page.get_by_role("button", name="Boodle").click()
    page.get_by_text("Change the board").click()
    page.get_by_role("button", name="queen of spades").click()
    expect(page.locator(".board-picture .pot")).to_have_count(5)
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".ask-question")).to_contain_text("Ann deals hand 1")
    context.close()
