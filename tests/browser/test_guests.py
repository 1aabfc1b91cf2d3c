"""Guests at the table: a seat on a phone, the felt on a television, all in the same moment."""

import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import drawn, sized, tablet
from tests.browser.geometry import HIDDEN
from tests.browser.looking import look
from tests.browser.places import FOUR, places
from tests.evenings import NAMES, record
from tests.serving import Server, Tablet

pytestmark = [pytest.mark.browser, pytest.mark.share(5, of=__name__)]

RECORD = record()
LEAD = {"do": "play", "player": "Ann", "card": "2C"}
LED = [{"do": "deal"}, {"do": "keep"}, LEAD]
# So many moments of games, drawn by chance, are looked at by a guest.
SHARE = 1

# Games with pots of every kind, and so many players that some sit beside them.
PLATES_AT_THE_SIDES = {
    "michigan-kitty": 10,
    "boodle": 6,
    "michigan-rummy-classic": 7,
    "wanagan": 4,
    "oh-claire": 5,
}

FILLS = """() => {
    const line = document.querySelector('.watch-line').getBoundingClientRect();
    const tall = Math.min(...[...document.querySelectorAll('.seat-name, .pot-count')]
        .map((words) => parseFloat(getComputedStyle(words).fontSize)));
    return [document.documentElement.scrollHeight, Math.round(line.bottom), tall / innerHeight];
}"""


def laid(server: Server, log: list[Any] = LED) -> tuple[Tablet, dict[str, str]]:
    """Lay a table and invite to it; give its tablet, and the paths of all by role or player."""
    first = Tablet(server, server.import_table({**RECORD, "log": log}))
    return first, {who: f"{server.url}/t/{address}" for who, address in first.invited().items()}


def test_what_guests_see_is_accessible_and_fits(
    server: Server, chromium: Browser, chance: random.Random
) -> None:
    faults: list[str] = []
    boards = [place for place in places() if not place.page]
    with tablet(chromium, bypass_csp=True, reduced_motion="reduce") as reader:
        for place in chance.sample(boards, SHARE):
            first = Tablet(server, server.import_table(place.record))
            invited = first.invited()
            for who in ("onlooker", chance.choice(FOUR).lower()):
                look(reader, f"{server.url}/t/{invited[who]}", faults)
        look(reader, first.address + "/guests", faults)
        rummy = {**RECORD, "game": "kids-rummy", "log": [{"do": "deal"}]}
        seat = Tablet(server, server.import_table(rummy)).invited()["bob"]
        look(reader, f"{server.url}/t/{seat}", faults)
        look(reader, f"{server.url}/t/{seat}/more/mine", faults)
        first.post("/guests/withdraw", {"address": invited["onlooker"]})
        look(reader, f"{server.url}/t/{invited['onlooker']}", faults)
        look(reader, f"{server.url}/away", faults)
    assert not faults, "\n".join(faults)


def test_on_a_screen_that_only_shows_the_table_no_plate_covers_a_pot(
    server: Server, chromium: Browser
) -> None:
    with tablet(chromium) as page:
        for game, many in PLATES_AT_THE_SIDES.items():
            table = server.import_table(record(game, NAMES[:many], log=[]))
            shown = Tablet(server, table).invited()["onlooker"]
            page.goto(f"{server.url}/t/{shown}")
            for size in ("tablet", "desktop"):
                page.set_viewport_size(sized(size))
                assert page.evaluate(HIDDEN) == [], f"{game} on a {size}"


def test_a_player_taps_on_a_phone_and_everybody_sees_it_at_once(
    server: Server, chromium: Browser, page: Page
) -> None:
    first, invited = laid(server)
    page.goto(first.address)
    with tablet(chromium, "phone") as bob, tablet(chromium, "phone") as ann:
        bob.goto(invited["bob"])
        ann.goto(invited["ann"])
        bob.get_by_role("button", name="I play 3♣").click()
        for device in (page, bob, ann):
            drawn(device, 4)
        page.get_by_role("button", name="Nobody has it").click()
        drawn(bob, 5)
        expect(bob.locator("#asked")).to_contain_text("Your turn")
        expect(ann.get_by_role("button", name="I play 4♣")).to_have_count(0)
        assert bob.locator("main [role=status]").count() == 1, "what comes is told once"


HEARD = """() => {
    window.heard = [];
    const told = () => [...document.querySelectorAll('[role=status], [role=alert], [aria-live]')]
        .filter((region) => region.checkVisibility()).map((region) => region.textContent.trim());
    let before = told();
    new MutationObserver(() => {
        const now = told();
        window.heard.push(...now.filter((words) => words && !before.includes(words)));
        before = now;
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def test_what_comes_is_told_once_and_politely(server: Server, chromium: Browser) -> None:
    first, invited = laid(server)
    for who in ("bob", "onlooker"):
        with tablet(chromium, "phone") as guest:
            guest.goto(invited[who])
            expect(guest.locator("#board")).to_be_visible()
            guest.evaluate(HEARD)
            number = first.version + 1
            assert first.tap({"do": "play", "player": "Ann", "card": f"{number - 1}C"}) == 200
            drawn(guest, number)
            guest.wait_for_function("window.heard.length")
            guest.wait_for_timeout(300)  # nothing more comes
            heard = guest.evaluate("window.heard")
            assert len(heard) == 1, heard
            assert "Who plays " in heard[0]
            assert guest.locator("[aria-live=assertive]").count() == 0


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (3840, 2160)])
def test_the_board_fills_a_television_and_has_nothing_to_tap(
    server: Server, page: Page, width: int, height: int
) -> None:
    _, invited = laid(server)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(invited["onlooker"])
    tall, line, letters = page.evaluate(FILLS)
    assert (tall, line) == (height, height)
    assert letters > 0.03, "a letter is less than a thirtieth of the screen"
    assert page.locator("main :is(a, button, input, summary)").count() == 0


def test_eight_tabs_of_one_browser_all_keep_up(server: Server, chromium: Browser) -> None:
    first, invited = laid(server)
    context = chromium.new_context()
    addresses = [first.address, *invited.values(), invited["onlooker"]]
    tabs = [context.new_page() for _ in addresses]
    for tab, address in zip(tabs, addresses, strict=True):
        tab.goto(address)
    assert len(tabs) == 8
    first.tap({"do": "play", "player": "Bob", "card": "3C"})
    for tab in tabs:
        drawn(tab, 4)
    context.close()


def test_a_phone_on_which_the_invitation_is_withdrawn_says_so(server: Server, page: Page) -> None:
    first, invited = laid(server)
    page.goto(invited["bob"])
    drawn(page, 3)
    first.post("/guests/withdraw", {"address": invited["bob"].rpartition("/")[2]})
    expect(page.get_by_role("heading", name="This invitation was withdrawn")).to_be_visible()


def test_a_renewed_address_leads_its_keeper_on_and_takes_the_table_from_others(
    server: Server, page: Page, chromium: Browser
) -> None:
    first, paths = laid(server)
    page.goto(first.address)
    bookmark = page.context.new_page()
    bookmark.goto(first.address)
    with tablet(chromium, "tablet-upright") as other, tablet(chromium, "phone") as phone:
        other.goto(first.address)
        phone.goto(paths["ann"])
        page.goto(f"{first.address}/guests")
        page.get_by_text("Replace the table’s own address").click()
        page.get_by_text("Yes, replace the address").click()
        expect(page.locator("#board")).to_be_visible()
        assert page.url != first.address
        expect(bookmark).to_have_url(page.url)
        expect(other.locator("h1")).to_have_text("No such table")
        expect(other.locator("#board")).to_have_count(0)
        page.locator(".seats button[name=entry]").first.click()
        for device in (page, bookmark, phone):
            expect(device.locator(".ask-question")).to_contain_text("Who plays 4♣?")
