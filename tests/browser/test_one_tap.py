"""A tap is one tap, and none is lost without a word."""

import random
import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import tablet
from tests.browser.double_taps import GAPS, fingers
from tests.browser.finger import Finger
from tests.browser.places import Place, places
from tests.browser.screen import Screen, middle
from tests.evenings import record
from tests.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.share(5, of=__name__)]

SHARE = 2
DEAL = {"do": "deal"}
LOG = [DEAL, {"do": "keep"}, {"do": "play", "player": "Ann", "card": "2C"}]
RECORD = record(players=["Ann", "Bob", "Cal"])
THREE = {"do": "play", "player": "Bob", "card": "3C"}
# The first tap, on the page before.
FIRST = """(tap) => sessionStorage.setItem('companion-tap',
    JSON.stringify({ ...tap, at: Date.now() }))"""
# What still counts as long as a run goes on, of each part of the screen.
STAND = "#pot-kitty", "#seat-1", ".button-undo", "#upto-6C"


@pytest.fixture
def finger(chromium: Browser) -> Iterator[Page]:
    with tablet(chromium, has_touch=True) as page:
        yield page


def laid(server: Server, page: Page, log: list[dict[str, str]] = LOG) -> str:
    path = server.import_table({**RECORD, "log": log})
    page.goto(server.url + path)
    return path


def _chosen(chance: random.Random) -> list[Place]:
    """Find one board, that has always a button that is tapped, and also any page of a table."""
    boards = [place for place in places() if not place.page]
    return [chance.choice(boards), *chance.sample(places(), SHARE - 1)]


def test_two_taps_at_one_spot_are_one(
    server: Server, chromium: Browser, chance: random.Random
) -> None:
    size = chance.choice(("tablet", "tablet-upright", "phone"))
    for _, finger in fingers(server, chromium, (size,)):
        for place in _chosen(chance):
            finger.twice_on_all(place, chance.choice(GAPS), most=2)
        assert finger.pairs
        assert not finger.faults, f"{size}: {finger.faults}"


def test_a_quick_tap_elsewhere_counts_at_once(server: Server, finger: Page) -> None:
    path = laid(server, finger)
    for number, player in enumerate(("Bob", "Ann", "Bob", "Ann"), start=3):
        expect(finger.locator("#board")).to_have_attribute("data-version", str(number))
        Screen(finger).seat(player).tap()
    expect(finger.locator("#board")).to_have_attribute("data-version", "7")
    assert len(server.export(path)["log"]) == 7


def test_undo_tapped_twice_takes_back_one(server: Server, finger: Page) -> None:
    path = laid(server, finger)
    box = finger.locator(".button-undo").first.bounding_box()
    assert box
    for _ in range(2):
        finger.touchscreen.tap(box["x"] + 30, box["y"] + 20)
    expect(finger.locator("#board")).to_have_attribute("data-version", "4")
    finger.wait_for_timeout(500)  # nothing more comes
    assert [entry["do"] for entry in server.export(path)["log"][3:]] == ["undo"]


def slow(page: Page) -> None:
    """Put the tablet on a bad network: an answer is there after 0.8 s."""
    network = page.context.new_cdp_session(page)
    limits = {"latency": 800, "downloadThroughput": -1, "uploadThroughput": -1, "offline": False}
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", limits)


def test_a_tap_made_meanwhile_is_entered_after_it(server: Server, finger: Page) -> None:
    path = laid(server, finger)
    slow(finger)
    screen = Screen(finger)
    screen.seat("Bob").tap()
    screen.seat("Ann").tap()
    expect(finger.locator("#board")).to_have_attribute("data-version", "5")
    assert server.export(path)["log"][3:] == [THREE, {"do": "play", "player": "Ann", "card": "4C"}]


def test_what_was_tapped_looks_so_until_the_answer_is_there(server: Server, finger: Page) -> None:
    laid(server, finger)
    slow(finger)
    seat = Screen(finger).seat("Bob")
    seat.tap()
    expect(seat).to_have_class(re.compile("is-sent"))
    expect(finger.locator("#board")).to_have_attribute("data-version", "4")
    expect(finger.locator(".is-sent")).to_have_count(0)


def test_what_a_tap_does_not_change_is_not_drawn_anew(server: Server, finger: Page) -> None:
    laid(server, finger)
    stands = [finger.locator(place).element_handle() for place in STAND]
    Screen(finger).enter(Screen(finger).seat("Bob"))
    assert [stood.evaluate("(stood) => stood.isConnected") for stood in stands] == [True] * 4


def test_a_tap_made_meanwhile_that_no_longer_fits_is_told(server: Server, finger: Page) -> None:
    path = laid(server, finger)
    slow(finger)
    screen = Screen(finger)
    screen.words("Nobody has it").tap()
    screen.seat("Bob").tap()
    late = finger.locator("[data-late]")
    expect(late).to_contain_text("Not entered: Bob")
    assert server.export(path)["log"][3:] == [{"do": "stop"}]
    finger.locator(".button-undo").first.tap()
    expect(late).to_be_hidden()


def test_a_button_that_goes_while_it_is_pressed_is_told(server: Server, finger: Page) -> None:
    path = laid(server, finger)
    seat = finger.locator("#board button.seat").first
    name, box = seat.locator(".seat-name").inner_text(), seat.bounding_box()
    assert box
    finger.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    finger.mouse.down()
    finger.evaluate("document.querySelector('#board button.seat').outerHTML += ''")
    finger.mouse.up()
    expect(finger.locator("[data-late]")).to_contain_text(f"Not entered: {name}")
    assert len(server.export(path)["log"]) == 3


def test_a_tap_made_while_a_sheet_is_sent_is_told_at_the_table(
    server: Server, finger: Page
) -> None:
    path = laid(server, finger)
    finger.goto(f"{server.url}{path}/more/player?player=Ann")
    slow(finger)
    finger.locator("form:has(input[value='buy-in']) button[value='5']").tap()
    finger.locator("form:has(input[value='buy-in']) button[value='20']").tap()
    expect(finger.locator("[data-late]")).to_contain_text("Not entered: 20")
    assert len(server.export(path)["log"]) == 4


def test_a_second_tap_does_nothing_on_a_page_whose_scripts_are_still_to_come(
    server: Server, page: Page
) -> None:
    path = server.import_table({**RECORD, "log": []})
    page.route("**/htmx.min.js*", lambda _: None)
    page.goto(server.url + path, wait_until="commit")
    box = page.get_by_role("button", name="Deal hand 1").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.evaluate(FIRST, {"x": x, "y": y})
    page.mouse.click(x, y)
    page.wait_for_timeout(500)
    assert server.export(path)["log"] == []


# Which of five taps on one spot count, by the milliseconds between two.
RHYTHMS = {200: [True, False, True, False, True], 360: [True] * 5}


@pytest.mark.parametrize("gap", RHYTHMS)
def test_of_a_quick_rhythm_every_tap_is_entered_or_told(
    server: Server, finger: Page, gap: int
) -> None:
    path = laid(server, finger)
    bob, began = middle(Screen(finger).seat("Bob")), time.time()
    version, told = 3, finger.locator("[data-once]")
    for number, counts in enumerate(RHYTHMS[gap]):
        finger.evaluate("document.querySelector('[data-once]').hidden = true")
        Finger(finger).tap_at(bob, began + number * gap / 1000)
        version += counts
        expect(finger.locator("#board")).to_have_attribute("data-version", str(version))
        expect(told).to_be_visible(visible=not counts)
    assert len(server.export(path)["log"]) == version


def test_players_who_pass_one_after_another_tap_each_at_another_place(
    server: Server, finger: Page
) -> None:
    path = laid(server, finger, [DEAL, {"do": "bid", "player": "Ann", "chips": 2}])
    Screen(finger).seat("Bob").tap()
    expect(finger.locator("#board")).to_have_attribute("data-version", "3")
    assert server.export(path)["log"][2:] == [{"do": "pass", "player": "Bob"}]
