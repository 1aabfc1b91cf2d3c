"""Two tablets at one table, and one that loses its connection."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import drawn, tablet
from tests.browser.glass import OFFLINE, Glass
from tests.commands import companion
from tests.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.share(5, of=__name__)]

# Milliseconds within which every tablet must show what another one has entered.
POLLED = 5_000
QUICKER = "Somebody else tapped first"


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


@pytest.fixture
def polling(server: Server, page: Page) -> Glass:
    """A tablet without a stream, that asks every few seconds."""
    page.clock.install()
    page.add_init_script(NO_STREAM)
    glass = Glass(server, page)
    glass.lay()
    return glass


def test_a_tap_on_one_tablet_shows_on_the_other_at_once(glass: Glass, other: Page) -> None:
    other.goto(glass.page.url)
    glass.button("Bob 3C").tap()
    drawn(other, 4)
    expect(other.locator(".last-move")).to_contain_text("Bob plays 3♣")
    other.locator("#board .seat", has_text="Ann").click()
    glass.drawn(2)


def test_a_tap_shows_on_another_page_of_the_same_browser(glass: Glass) -> None:
    beside = glass.page.context.new_page()
    beside.goto(glass.page.url)
    glass.button("Bob 3C").tap()
    drawn(beside, 4)


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


def test_a_double_click_is_one_entry(polling: Glass) -> None:
    polling.button("Bob 3C").dblclick()
    polling.has("Bob 3C")


def test_a_tap_that_is_lost_stays_on_its_button_and_is_sent_again(polling: Glass) -> None:
    lost, button = polling.page.locator(OFFLINE), polling.button("Bob 3C")
    polling.page.context.set_offline(True)
    button.click()
    expect(lost).to_contain_text("Your tap is saved")
    expect(button).to_have_class(re.compile("is-pending"))
    polling.page.get_by_role("button", name="Retry").click()
    expect(lost).to_be_visible()
    polling.page.context.set_offline(False)
    polling.has("Bob 3C")
    expect(lost).to_be_hidden()


def test_a_tap_whose_answer_was_lost_is_entered_once_also_after_a_reload(polling: Glass) -> None:
    polling.page.route("**/entries", lambda route: (route.fetch(), route.abort()))
    polling.button("Bob 3C").click()
    expect(polling.page.locator(OFFLINE)).to_be_visible()
    polling.page.unroute("**/entries")
    polling.page.reload()
    polling.has("Bob 3C")
    expect(polling.page.locator(OFFLINE)).to_be_hidden()


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
