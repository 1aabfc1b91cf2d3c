"""Two tablets at one table, and one that loses its connection."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import tablet
from tests.browser.screen import Screen
from tests.commands import companion
from tests.evenings import record
from tests.serving import Server, Tablet

pytestmark = [pytest.mark.browser, pytest.mark.share(5, of=__name__)]

# Milliseconds within which every tablet must show what another one has entered.
POLLED = 5_000

LOG = [{"do": "deal"}, {"do": "keep"}, {"do": "play", "player": "Ann", "card": "2C"}]
RECORD = record(players=["Ann", "Bob", "Cal"])
THREE = {"do": "play", "player": "Bob", "card": "3C"}


@pytest.fixture
def other(chromium: Browser) -> Iterator[Page]:
    """A second tablet."""
    with tablet(chromium, "tablet-upright") as page:
        yield page


NO_STREAM = """window.SharedWorker = undefined;
window.EventSource = class {
    static CLOSED = 2;
    readyState = 2;
    constructor() { setTimeout(() => this.onerror()); }
    addEventListener() {}
    close() {}
}"""


def laid(server: Server, *pages: Page, log: list[Any] = LOG, stream: bool = False) -> str:
    """Open a table on every tablet; without a stream they ask every few seconds."""
    path = server.import_table({**RECORD, "log": log})
    for page in pages:
        page.clock.install()
        if not stream:
            page.add_init_script(NO_STREAM)
        page.goto(server.url + path)
    return path


def test_a_tap_on_one_tablet_shows_on_the_other_at_once(
    server: Server, page: Page, other: Page
) -> None:
    laid(server, page, other, stream=True)
    Screen(page).entry(THREE)
    expect(other.locator("#board")).to_have_attribute("data-version", "4")
    expect(other.locator(".last-move")).to_contain_text("Bob plays 3♣")
    Screen(other).entry({"do": "play", "player": "Ann", "card": "4C"})
    expect(page.locator("#board")).to_have_attribute("data-version", "5")


def test_a_tap_shows_on_another_page_of_the_same_browser(server: Server, page: Page) -> None:
    beside = page.context.new_page()
    path = server.import_table({**RECORD, "log": LOG})
    for one in (page, beside):
        one.goto(server.url + path)
    Screen(page).entry(THREE)
    expect(beside.locator("#board")).to_have_attribute("data-version", "4")


def test_without_a_stream_it_shows_after_seconds(server: Server, page: Page, other: Page) -> None:
    laid(server, page, other)
    Screen(page).entry(THREE)
    other.clock.fast_forward(POLLED)
    expect(other.locator("#board")).to_have_attribute("data-version", "4")
    expect(other.locator(".last-move")).to_contain_text("Bob plays 3♣")


def test_a_stale_tap_changes_nothing_and_says_so(server: Server, page: Page) -> None:
    path = laid(server, page)
    assert Tablet(server, path).tap(THREE) == 200
    screen = Screen(page)
    screen.entry({"do": "play", "player": "Ann", "card": "3C"})
    expect(page.get_by_role("alert")).to_contain_text("Somebody else was quicker")
    expect(page.locator(".ask-card")).to_contain_text("4")
    assert server.export(path)["log"][3:] == [THREE]
    screen.entry({"do": "stop"})
    expect(page.get_by_role("alert").locator("visible=true")).to_have_count(0)


def test_a_double_tap_is_one_entry(server: Server, page: Page) -> None:
    path = laid(server, page)
    Screen(page).button_of(THREE).dblclick()
    expect(page.locator("#board")).to_have_attribute("data-version", "4")
    assert server.export(path)["log"][3:] == [THREE]


def test_a_tap_that_is_lost_stays_on_its_button_and_is_sent_again(
    server: Server, page: Page
) -> None:
    path = laid(server, page)
    screen, lost = Screen(page), page.locator("#offline")
    page.context.set_offline(True)
    screen.tap(screen.button_of(THREE))
    expect(lost).to_contain_text("Your tap is kept")
    expect(screen.button_of(THREE)).to_have_class(re.compile("is-pending"))
    page.get_by_role("button", name="Retry").click()
    expect(lost).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#board")).to_have_attribute("data-version", "4")
    expect(lost).to_be_hidden()
    assert server.export(path)["log"][3:] == [THREE]


def test_a_tap_whose_answer_was_lost_is_entered_once_also_after_a_reload(
    server: Server, page: Page
) -> None:
    page.route("**/entries", lambda route: (route.fetch(), route.abort()))
    path = laid(server, page)
    screen = Screen(page)
    screen.tap(screen.button_of(THREE))
    expect(page.locator("#offline")).to_be_visible()
    page.unroute("**/entries")
    page.reload()
    expect(page.locator("#board")).to_have_attribute("data-version", "4")
    expect(page.locator("#offline")).to_be_hidden()
    assert server.export(path)["log"][3:] == [THREE]


def test_a_kept_tap_is_not_entered_where_the_table_has_gone_on_and_is_named(
    server: Server, page: Page
) -> None:
    path = laid(server, page)
    screen = Screen(page)
    page.context.set_offline(True)
    screen.tap(screen.button_of(THREE))
    expect(page.locator("#offline")).to_be_visible()
    assert Tablet(server, path).tap({"do": "stop"}) == 200
    page.context.set_offline(False)
    expect(page.locator("[data-late]")).to_contain_text("Not entered: Bob")
    expect(page.locator("#board")).to_have_attribute("data-version", "4")
    expect(page.locator("#offline")).to_be_hidden()
    assert server.export(path)["log"][3:] == [{"do": "stop"}]


def test_what_is_half_chosen_is_not_disturbed(server: Server, page: Page) -> None:
    path = laid(server, page, log=LOG[:1])
    screen = Screen(page)
    price = page.locator("#board input[name='key-chips-typed']")
    price.fill("12")
    assert Tablet(server, path).tap({"do": "buy-in", "player": "Ann", "chips": 1}) == 200
    page.clock.fast_forward(POLLED)
    screen.enter("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Somebody else was quicker")
    expect(price).to_have_value("12")
    screen.enter("Enter")
    assert server.export(path)["log"][2:] == [{"do": "bid", "player": "Ann", "chips": 12}]


def test_what_is_open_stays_open_and_keeps_up(server: Server, page: Page) -> None:
    path = laid(server, page)
    page.goto(f"{server.url}{path}/more")
    page.get_by_role("button", name="Switch it on").click()
    page.goto(server.url + path)
    page.locator("#memory-fold summary").click()
    assert Tablet(server, path).tap(THREE) == 200
    page.clock.fast_forward(POLLED)
    expect(page.locator("#board")).to_have_attribute("data-version", "4")
    Screen(page).entry({"do": "play", "player": "Ann", "card": "4C"})
    expect(page.locator("#memory")).to_be_visible()


def test_what_is_typed_on_a_sheet_is_not_lost(server: Server, page: Page) -> None:
    path = laid(server, page)
    screen = Screen(page)
    screen.tap("More")
    screen.tap(page.get_by_role("link", name="Bob", exact=True))
    row = page.locator("form:has(input[value='buy-in'])")
    row.locator("input[name='key-chips-typed']").fill("17")
    assert Tablet(server, path).tap(THREE) == 200
    page.clock.fast_forward(POLLED)
    screen.tap(row.get_by_role("button", name="Enter"))
    expect(page.get_by_role("alert")).to_contain_text("Somebody else was quicker")
    expect(row.locator("input[name='key-chips-typed']")).to_have_value("17")
    screen.tap(row.get_by_role("button", name="Enter"))
    expect(screen.seat("Bob")).to_contain_text("+17")


def test_a_server_that_is_gone_is_noticed_and_found_again(server: Server, page: Page) -> None:
    laid(server, page)
    page.route("**/board?*", lambda route: route.abort())
    page.clock.fast_forward(POLLED)
    expect(page.locator("#offline")).to_be_visible()
    page.unroute("**/board?*")
    page.clock.fast_forward(POLLED)
    expect(page.locator("#offline")).to_be_hidden()


def test_a_tablet_whose_table_was_deleted_says_so(server: Server, page: Page) -> None:
    path = laid(server, page)
    assert companion("delete", "--yes", path, instance=server.instance).returncode == 0
    page.clock.fast_forward(POLLED)
    expect(page.get_by_role("heading", name="No such table")).to_be_visible()
