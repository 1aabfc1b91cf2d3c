"""A circle on the tablet: who played lately plays again in three taps, from the first page on."""

import time
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import lay, tablet
from tests.browser.places import FOUR, circle_file
from tests.browser.screen import AGAIN, middle
from tests.serving import Server

pytestmark = pytest.mark.browser

# The pixels between the margins of A4.
A4_WIDTH = 680


@pytest.mark.parametrize("size", ["smallest-phone", "tablet"])
def test_a_name_and_its_result_stand_side_by_side_and_say_what_they_are(
    server: Server, chromium: Browser, size: str
) -> None:
    with tablet(chromium, size) as page:
        lay(server, page, own_circle("side by side", []), "/results")
        rows = page.locator("p", has=page.locator("input[name=name]"))
        expect(rows.first).to_be_visible()
        for row in rows.all():
            name, result = row.get_by_placeholder("Name"), row.get_by_placeholder("Result")
            assert middle(name)[1] == middle(result)[1]


# Words of a heading that stand in two lines.
CUT = """() => [...document.querySelectorAll('.tally thead th')].flatMap(heading => {
    const range = document.createRange();
    const text = (heading.querySelector('bdi') ?? heading).firstChild;
    return [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word);
})"""


def test_no_word_over_the_columns_of_a_season_is_cut_in_two_on_a_phone(
    server: Server, chromium: Browser
) -> None:
    names = ("Alexandra", "Christopher", "Maximilian", "Genevieve")
    with tablet(chromium, "phone") as page:
        lay(server, page, circle_file(names), "/games/michigan-kitty")
        assert page.evaluate(CUT) == []


def test_no_column_of_a_season_is_beyond_the_edge_of_a_tablet(server: Server, page: Page) -> None:
    season = circle_file(("Alexandra", "Christopher", "Ann", "Bob"))
    lay(server, page, season, "/games/michigan-kitty")
    rooms = page.locator(".scroll-x").evaluate_all(
        "all => all.map(it => it.scrollWidth - it.clientWidth)"
    )
    assert max(rooms) <= 0


def test_who_adds_a_spreadsheet_sees_the_page_of_the_evenings(server: Server, page: Page) -> None:
    path = lay(server, page, own_circle("spreadsheet", []), "/results")
    table = b"date,game,Ann,Bob\n2024-03-01,Boodle,12,-12\n"
    file: Any = {"name": "old.csv", "mimeType": "text/csv", "buffer": table}
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#preview")).to_contain_text("1 evening can be added.")
    page.get_by_role("button", name="Add these evenings").click()
    expect(page).to_have_url(f"{server.url}{path}/evenings")
    expect(page.locator(".banner-good")).to_contain_text("1 evening was added.")


def test_an_evening_that_is_typed_without_a_connection_stays_until_it_is_added(
    server: Server, page: Page
) -> None:
    path = lay(server, page, own_circle("offline", []), "/results")
    page.get_by_label("Date").fill("2024-03-01")
    results = page.get_by_placeholder("Result")
    for at, chips in enumerate(["12", "-12"]):
        results.nth(at).fill(chips)
    banner, retry = page.locator("#offline"), page.locator("[data-retry]")
    page.context.set_offline(True)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(banner).to_contain_text("No connection. The last tap may not have been entered.")
    page.context.set_offline(False)
    page.route("**/forms.js*", lambda route: route.fulfill(status=502), times=1)
    retry.click()
    expect(banner).to_contain_text("Something went wrong.")
    expect(results.nth(1)).to_have_value("-12")
    retry.click()
    expect(page).to_have_url(f"{server.url}{path}/evenings")
    expect(page.get_by_text("March 1, 2024")).to_be_visible()


@pytest.mark.parametrize("code", ["en", "de"])
def test_a_season_is_no_wider_than_paper_whatever_the_names(
    server: Server, chromium: Browser, code: str
) -> None:
    with tablet(chromium, locale=code) as page:
        path = lay(server, page, circle_file(("W" * 22, "Wolfgang-Amadeus Mozart", "Bob", "Cal")))
        page.set_viewport_size({"width": A4_WIDTH, "height": 900})
        page.emulate_media(media="print")
        for game in ("", "/games/michigan-kitty", "/games/kids-rummy"):
            page.goto(server.url + path + game)
            assert page.evaluate("document.documentElement.scrollWidth") == A4_WIDTH, game


def own_circle(name: str, evenings: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the circle of five with these evenings, apart from those of other tests."""
    own = [{**evening, "key": f"{name} {evening['key']}"} for evening in evenings]
    return {**USUAL, "circle": name, "evenings": own, "book": [], "payments": []}


FIVE = (*FOUR, "Eve")
USUAL = circle_file(FIVE)
BY_RESULTS = USUAL["evenings"][-1:]


# How many touches lead to the first deal where five of a circle play.
@pytest.mark.parametrize(
    ("evenings", "like_last", "most"),
    [(USUAL["evenings"], True, 4), (BY_RESULTS, True, 3), ([], False, 7)],
    ids=["four of them played last", "no table yet", "tiles"],
)
def test_at_most_seven_touches_seat_the_usual_five_and_deal(
    server: Server, chromium: Browser, evenings: list[dict[str, Any]], like_last: bool, most: int
) -> None:
    with tablet(chromium, has_touch=True) as page:
        address = server.import_table(own_circle(f"{most}", evenings))
        page.goto(f"{server.url}{address}{'' if like_last else '/again'}")
        touched = 0

        def touch(target: Locator) -> None:
            nonlocal touched
            time.sleep(AGAIN)
            target.tap()
            touched += 1

        if like_last:
            page.goto(server.url)
            touch(page.locator(f"a[href='{address}/again']"))
        opens = page.get_by_role("button", name="Open the table")
        opens.wait_for()
        absent = page.get_by_role("group", name="Who else plays?").get_by_role("button")
        seated = page.locator("input[name=names]:not([value=''])")
        while (here := seated.count()) < len(FIVE):
            touch(absent.last)
            expect(seated).to_have_count(here + 1)
        touch(opens)
        deal = page.locator("#board button[name=entry][value*=deal]")
        touch(deal.first)
        expect(deal).to_have_count(0)
        expect(page.locator(".seat-name")).to_have_count(len(FIVE))
        assert touched <= most
