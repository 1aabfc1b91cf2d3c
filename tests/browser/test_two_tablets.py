"""Two tablets at one table, and one that loses its connection."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.glass import OFFLINE, Glass
from tests.commands import companion
from tests.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.share(5, of=__name__)]

# Milliseconds within which every tablet must show what another one has entered.
POLLED = 5_000
QUICKER = "Somebody else tapped first"


NO_STREAM = """window.SharedWorker = undefined;
window.EventSource = class {
    static CLOSED = 2;
    readyState = 2;
    constructor() { setTimeout(() => this.onerror()); }
    addEventListener() {}
    close() {}
}"""


@pytest.fixture
def polling(server: Server, page: Page) -> Glass:
    """A tablet without a stream, that asks every few seconds."""
    page.clock.install()
    page.add_init_script(NO_STREAM)
    glass = Glass(server, page)
    glass.lay()
    return glass


def test_without_a_stream_it_shows_after_seconds(polling: Glass) -> None:
    polling.elsewhere("Bob 3C")
    polling.page.clock.fast_forward(POLLED)
    polling.drawn(1)
    expect(polling.page.locator(".last-move")).to_contain_text("Bob plays 3♣")


def test_a_stale_tap_changes_nothing_and_says_so(polling: Glass) -> None:
    polling.elsewhere("Bob 3C")
    polling.button("Ann 3C").click()
    alert = polling.page.get_by_role("alert")
    expect(alert).to_contain_text(QUICKER)
    expect(polling.page.locator(".ask-card")).to_contain_text("4")
    polling.has("Bob 3C")
    polling.nobody.click()
    polling.has("Bob 3C; stop")
    expect(alert.locator("visible=true")).to_have_count(0)


def test_what_is_half_chosen_is_not_disturbed(polling: Glass) -> None:
    polling.lay("deal")
    price = polling.page.locator("#board input[name='key-chips-typed']")
    price.fill("12")
    polling.elsewhere("Ann buys in 1")
    polling.page.clock.fast_forward(POLLED)
    polling.screen.enter("Enter")
    expect(polling.page.get_by_role("alert")).to_contain_text(QUICKER)
    expect(price).to_have_value("12")
    polling.screen.enter("Enter")
    polling.has("Ann buys in 1; Ann bids 12")


def test_what_is_open_stays_open_and_keeps_up(polling: Glass) -> None:
    page = polling.page
    page.goto(f"{page.url}/more")
    page.get_by_role("button", name="Turn on the memory aid").click()
    page.locator("#memory-fold summary").click()
    polling.elsewhere("Bob 3C")
    page.clock.fast_forward(POLLED)
    polling.drawn(1)
    polling.button("Ann 4C").click()
    polling.drawn(2)
    expect(page.locator("#memory")).to_be_visible()


def test_what_is_typed_on_a_sheet_is_not_lost(polling: Glass) -> None:
    screen, page = polling.screen, polling.page
    screen.tap("More")
    screen.tap(page.get_by_role("link", name="Bob", exact=True))
    row = page.locator("form:has(input[value='buy-in'])")
    row.locator("input[name='key-chips-typed']").fill("17")
    polling.elsewhere("Bob 3C")
    page.clock.fast_forward(POLLED)
    screen.tap(row.get_by_role("button", name="Enter"))
    expect(page.get_by_role("alert")).to_contain_text(QUICKER)
    expect(row.locator("input[name='key-chips-typed']")).to_have_value("17")
    screen.tap(row.get_by_role("button", name="Enter"))
    expect(screen.seat("Bob")).to_contain_text("+17")


def test_a_server_that_is_gone_is_noticed_and_found_again(polling: Glass) -> None:
    page = polling.page
    page.route("**/board?*", lambda route: route.abort())
    page.clock.fast_forward(POLLED)
    expect(page.locator(OFFLINE)).to_be_visible()
    page.unroute("**/board?*")
    page.clock.fast_forward(POLLED)
    expect(page.locator(OFFLINE)).to_be_hidden()


def test_a_tablet_whose_table_was_deleted_says_so(polling: Glass) -> None:
    done = companion("delete", "--yes", polling.path, instance=polling.server.instance)
    assert done.returncode == 0
    polling.page.clock.fast_forward(POLLED)
    expect(polling.page.get_by_role("heading", name="No such table")).to_be_visible()
