"""A seat that is held shows how its player goes on; the finger slides there and lets go."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import tablet
from tests.browser.finger import Finger
from tests.browser.screen import Screen, middle
from tests.evenings import record
from tests.serving import Server, Tablet

pytestmark = [pytest.mark.browser, pytest.mark.share(4, of=__name__)]

LOG = [{"do": "deal"}, {"do": "keep"}, {"do": "play", "player": "Ann", "card": "KC"}]
RECORD = record(players=["Ann", "Bob", "Cal"], log=LOG)
ACE = {"do": "play", "player": "Bob", "card": "AC"}
# Milliseconds; a tap is shorter.
HELD = 500


@pytest.fixture
def laid(server: Server, chromium: Browser) -> Iterator[tuple[str, Screen, Finger]]:
    with tablet(chromium, has_touch=True) as page:
        path = server.import_table(RECORD)
        page.goto(server.url + path)
        yield path, Screen(page), Finger(page)


def test_a_play_over_a_stop_into_the_next_lead_and_its_run_is_one_gesture(
    server: Server, laid: tuple[str, Screen, Finger]
) -> None:
    path, screen, finger = laid
    finger.down(middle(screen.button_of(ACE)))
    for cards in (["AC", "4D"], ["AC", "4D", "5D", "6D"]):
        way = screen.button_of({"do": "play", "player": "Bob", "cards": cards}, "#ahead")
        way.wait_for()
        finger.slide(screen.page.locator("#ahead .ask-hint"))
        finger.slide(way)
    finger.up()
    screen.drawn_after("3")
    assert server.export(path)["log"][3:] == [{"do": "play", "player": "Bob", "cards": cards}]


def test_a_finger_lifted_where_it_came_down_or_beside_has_not_gone_on(
    server: Server, laid: tuple[str, Screen, Finger]
) -> None:
    path, screen, finger = laid
    finger.down(middle(screen.button_of(ACE)))
    screen.page.wait_for_selector("#ahead")
    finger.slide(screen.page.locator(".where"))
    finger.up()
    expect(screen.page.locator("#ahead")).to_have_count(0)
    assert server.export(path)["log"] == LOG
    screen.page.wait_for_timeout(HELD)
    finger.down(middle(screen.button_of(ACE)))
    screen.page.wait_for_selector("#ahead")
    finger.up()
    screen.drawn_after("3")
    assert server.export(path)["log"][3:] == [ACE]


def test_no_gesture_begins_with_the_second_of_two_taps(
    server: Server, laid: tuple[str, Screen, Finger]
) -> None:
    path, screen, finger = laid
    seat = middle(screen.button_of(ACE))
    finger.down(seat)
    finger.up()
    finger.down(seat)
    screen.page.wait_for_timeout(HELD)
    finger.up()
    expect(screen.page.locator("#ahead")).to_have_count(0)
    assert server.export(path)["log"][3:] == [ACE]


def test_a_gesture_is_told_as_late_where_another_device_was_quicker(
    server: Server, laid: tuple[str, Screen, Finger]
) -> None:
    path, screen, finger = laid
    finger.down(middle(screen.button_of(ACE)))
    way = screen.button_of({"do": "play", "player": "Bob", "cards": ["AC", "4D"]}, "#ahead")
    way.wait_for()
    # On a busy machine the finger rests there so long that it would look further ahead.
    screen.page.route(re.compile(r"[?]entry="), lambda picture: picture.abort())
    finger.slide(screen.page.locator("#ahead .ask-hint"))
    finger.slide(way)
    expect(way).to_have_class(re.compile("is-under"))
    assert Tablet(server, path).tap({"do": "stop"}) == 200
    screen.drawn_after("3")
    finger.up()
    expect(screen.page.locator("[data-late-what]")).to_have_text("4 of diamonds")
    assert server.export(path)["log"][3:] == [{"do": "stop"}]


PILES = {"Ann": 1, "Bob": 2, "Cal": 1, "dummy": 48}
OVER = [
    {"do": "deal", "piles": PILES},
    {"do": "keep"},
    {"do": "play", "player": "Ann", "card": "2C"},
]


def test_from_the_link_that_is_held_a_show_is_a_tap_a_card(
    server: Server, chromium: Browser
) -> None:
    with tablet(chromium, has_touch=True) as page:
        path = server.import_table(record(players=["Ann", "Bob", "Cal"], log=OVER))
        page.goto(server.url + path)
        finger, link = Finger(page), page.locator("#ask a", has_text="What does Bob hold?")
        finger.down(middle(link))
        finger.slide(page.locator("#ahead .tile", has_text="king of hearts"))
        finger.up()
        expect(page.locator("[data-missing]")).to_have_text("1")
        page.locator("label.tile", has_text="king of spades").tap()
        expect(page.locator("h1")).to_have_text("What does Cal hold?")
        assert server.export(path)["log"][3]["cards"] == ["KH", "KS"]
        page.goto(server.url + path)
        finger.down(middle(page.locator("#ask a", has_text="What does Cal hold?")))
        finger.slide(page.locator("#ahead .tile", has_text="9 of clubs"))
        finger.up()
        Screen(page).drawn_after("4")
        assert server.export(path)["log"][4] == {"do": "show", "player": "Cal", "cards": ["9C"]}


def test_a_link_that_is_held_and_let_go_leads_where_a_tap_does(
    server: Server, chromium: Browser
) -> None:
    with tablet(chromium, has_touch=True) as page:
        page.goto(server.url + server.import_table(record(players=["Ann", "Bob", "Cal"], log=OVER)))
        finger = Finger(page)
        finger.down(middle(page.locator("#ask a", has_text="What does Bob hold?")))
        page.wait_for_selector("#ahead")
        finger.up()
        expect(page.locator("[data-missing]")).to_have_text("2")


# A spot in one of the ways shown that lies over what is held.
BELOW = """held => {
    const below = held.getBoundingClientRect();
    for (const way of document.querySelectorAll('#ahead [name=entry]')) {
        const box = way.getBoundingClientRect();
        const [left, right] = [Math.max(below.left, box.left), Math.min(below.right, box.right)];
        const [top, bottom] = [Math.max(below.top, box.top), Math.min(below.bottom, box.bottom)];
        if (right > left && bottom > top) return { x: (left + right) / 2, y: (top + bottom) / 2 };
    }
}"""
ONE_CARD_EACH = [
    {"do": "deal", "piles": {"Ann": 1, "Bob": 1, "Cal": 1, "dummy": 49}},
    {"do": "keep"},
    {"do": "play", "player": "Ann", "card": "2C"},
]


@pytest.mark.parametrize(
    ("log", "held"),
    [
        (ONE_CARD_EACH, "#ask a:has-text('What does Bob hold?')"),
        (LOG[:2], "#board button.tile[data-card='AC']"),
    ],
    ids=["a link", "a card"],
)
def test_a_mouse_let_go_over_what_it_held_enters_once_and_leads_nowhere(
    server: Server, page: Page, log: list[Any], held: str
) -> None:
    path = server.import_table(record(players=["Ann", "Bob", "Cal"], log=log))
    page.goto(server.url + path)
    start, mouse = page.locator(held), page.mouse
    mouse.move(*middle(start))
    mouse.down()
    page.wait_for_selector("#ahead")
    mouse.move(*middle(page.locator("#ahead .ask-hint")), steps=3)
    spot = start.evaluate(BELOW)
    mouse.move(spot["x"], spot["y"], steps=3)
    mouse.up()
    Screen(page).drawn_after(str(len(log)))
    page.wait_for_timeout(HELD)
    assert page.url == server.url + path
    expect(page.locator("[data-late]")).to_be_hidden()
    assert len(server.export(path)["log"]) == len(log) + 1


WANAGAN = record("wanagan", log=[{"do": "deal"}])


def test_a_plate_that_is_held_lends_and_one_that_is_tapped_wins(
    server: Server, chromium: Browser
) -> None:
    with tablet(chromium, has_touch=True) as page:
        path = server.import_table(WANAGAN)
        page.goto(server.url + path)
        screen, finger = Screen(page), Finger(page)
        finger.down(middle(screen.seat("Ann")))
        five = page.locator("#ahead .amount", has_text="5")
        five.wait_for()
        finger.slide(page.locator("#ahead .ask-hint"))
        finger.slide(five)
        finger.up()
        screen.drawn_after("1")
        page.locator("#seat-1").tap()
        screen.drawn_after("2")
    lent = {"do": "borrow", "player": "Ann", "from": "Bob", "chips": 5}
    won = {"do": "award", "pot": "1-pair", "players": ["Ann"]}
    assert server.export(path)["log"][1:] == [lent, won]


@pytest.mark.parametrize("to_the_seat", [True, False])
def test_a_cup_that_is_slid_to_its_winner_is_won(
    server: Server, chromium: Browser, to_the_seat: bool
) -> None:
    with tablet(chromium, has_touch=True) as page:
        path = server.import_table(WANAGAN)
        page.goto(server.url + path)
        screen, finger = Screen(page), Finger(page)
        ends = [page.locator("#pot-flush .saucer"), screen.seat("Bob")]
        start, end = ends if to_the_seat else reversed(ends)
        finger.down(middle(start))
        finger.slide(end)
        finger.up()
        screen.drawn_after("1")
    assert server.export(path)["log"][1:] == [{"do": "award", "pot": "flush", "players": ["Bob"]}]


def test_a_quick_tap_elsewhere_counts_after_a_gesture(server: Server, page: Page) -> None:
    path = server.import_table(RECORD)
    page.goto(server.url + path)
    screen, mouse = Screen(page), page.mouse
    mouse.move(*middle(screen.button_of(ACE)))
    mouse.down()
    page.wait_for_selector("#ahead")
    mouse.move(*middle(page.locator("#ahead .ask-hint")), steps=3)
    mouse.move(*middle(page.locator("#ahead [name=entry]").first), steps=3)
    mouse.up()
    mouse.click(*middle(page.locator(".button-undo").first))
    screen.drawn_after("4")
    expect(page.locator("#board")).to_have_attribute("data-version", "5")
