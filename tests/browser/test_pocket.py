"""Companion in a browser by itself: an evening with a kill, and one without any network."""

from collections.abc import Iterator
from pathlib import Path

import brotli
import pytest
from playwright.sync_api import Playwright, expect

from companion.core.log.replay import record_result
from companion.games import all_games
from tests.browser.conftest import browser_path
from tests.pockets import Tablet, hosted, pages_of, set_up, tap, told, version

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.timeout(900)]


@pytest.fixture
def tablet(playwright: Playwright, tmp_path: Path) -> Iterator[Tablet]:
    made = Tablet(playwright, browser_path() or "", tmp_path)
    yield made
    made.kill()


def test_a_static_host_takes_the_folder_as_it_is(site: Path) -> None:
    assert {"_headers", ".nojekyll"} <= {path.name for path in site.iterdir()}
    # No host serves these, so that no browser may ask for them.
    assert "_headers" not in (site / "sw.js").read_text()


def test_a_device_downloads_no_more_than_the_hosting_guide_says(site: Path) -> None:
    left = ("_headers", ".nojekyll", "*.gz")
    files = [file for file in site.rglob("*") if file.is_file()]
    sent = [file for file in files if not any(map(file.match, left)) or file.name == "python.gz"]
    contents = [file.read_bytes() for file in sent]
    total = sum(min(len(content), len(brotli.compress(content))) for content in contents)
    assert total <= 7_450_000


def test_an_evening_outlives_the_battery_and_the_network(site: Path, tablet: Tablet) -> None:
    with hosted(site) as address:
        pages = tablet.open(address)
        set_up(pages, "Ann", "Bob", "Cem")
        painted = [tap(pages) for _ in range(6)][-1]
        tablet.kill()
        tablet.start()
    pages = tablet.open(address)  # nobody serves it any more
    assert version(pages) == painted, "the table is open again as it was last painted"
    tap(pages)
    pages.get_by_role("link", name="Log").click()
    expect(pages.locator("h1")).to_have_text("Log")
    pages.get_by_role("link", name="Tally").click()
    expect(pages.get_by_role("link", name="CSV")).to_be_visible()
    assert pages.get_by_role("link", name="PDF").count() == 0
    record = told(pages, "record.json")
    assert record["players"] == ["Ann", "Bob", "Cem"]
    assert record_result(record, all_games())["ok"]


def test_a_second_tab_says_where_the_first_is_and_goes_on_after_it(
    site: Path, tablet: Tablet
) -> None:
    with hosted(site) as address:
        first = tablet.page
        tablet.open(address)
        second = first.context.new_page()
        second.goto(address)
        expect(second.locator("#status")).to_contain_text("open in another tab")
        expect(first).to_have_title("● Companion")
        first.close()
        expect(pages_of(second).locator("#lid-title")).to_be_visible()
