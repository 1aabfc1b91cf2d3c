"""A seat that is held shows how its player goes on; the finger slides there and lets go."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.glass import LATE, Glass
from tests.browser.screen import middle
from tests.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.share(4, of=__name__)]

# Milliseconds; a tap is shorter.
HELD = 500
KING = "deal; keep; Ann KC"
ACE = "Bob AC"
ONE_CARD_EACH = "deal Ann 1 Bob 1 Cal 1 dummy 49; keep; Ann 2C"


@pytest.fixture
def king(glass: Glass) -> Glass:
    glass.lay(KING)
    return glass


def go_on(glass: Glass, end: Locator) -> None:
    end.wait_for()
    glass.finger.slide(glass.page.locator("#ahead .ask-hint"))
    glass.finger.slide(end)


def test_no_gesture_begins_with_the_second_of_two_taps(king: Glass) -> None:
    seat = middle(king.button(ACE))
    king.finger.tap(seat)
    king.finger.down(seat)
    king.page.wait_for_timeout(HELD)
    king.finger.up()
    expect(king.page.locator("#ahead")).to_have_count(0)
    king.has(ACE)


def test_a_gesture_is_told_as_late_where_another_device_was_quicker(king: Glass) -> None:
    king.finger.down(middle(king.button(ACE)))
    way = king.button("Bob AC 4D", "#ahead")
    way.wait_for()
    # On a busy machine the finger rests there so long that it would look further ahead.
    king.page.route(re.compile(r"[?]entry="), lambda picture: picture.abort())
    go_on(king, way)
    expect(way).to_have_class(re.compile("is-under"))
    king.meanwhile("stop")
    king.finger.up()
    king.told("4 of diamonds")
    king.has("stop")


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


@pytest.mark.parametrize(
    ("log", "held"),
    [
        (ONE_CARD_EACH, "#ask a:has-text('Cards left (optional)')"),
        ("deal; keep", "#board button.tile[data-card='AC']"),
    ],
    ids=["a link", "a card"],
)
def test_a_mouse_let_go_over_what_it_held_enters_once_and_leads_nowhere(
    server: Server, page: Page, log: str, held: str
) -> None:
    glass = Glass(server, page)
    glass.lay(log)
    start, mouse = page.locator(held), page.mouse
    mouse.move(*middle(start))
    mouse.down()
    page.wait_for_selector("#ahead")
    mouse.move(*middle(page.locator("#ahead .ask-hint")), steps=3)
    spot = start.evaluate(BELOW)
    mouse.move(spot["x"], spot["y"], steps=3)
    mouse.up()
    glass.drawn(1)
    page.wait_for_timeout(HELD)
    assert page.url == server.url + glass.path
    expect(page.locator(LATE)).to_be_hidden()
    assert len(glass.entered) == 1


def test_a_quick_tap_elsewhere_counts_after_a_gesture(server: Server, page: Page) -> None:
    glass = Glass(server, page)
    glass.lay(KING)
    mouse = page.mouse
    mouse.move(*middle(glass.button(ACE)))
    mouse.down()
    page.wait_for_selector("#ahead")
    mouse.move(*middle(page.locator("#ahead .ask-hint")), steps=3)
    mouse.move(*middle(page.locator("#ahead [name=entry]").first), steps=3)
    mouse.up()
    mouse.click(*middle(glass.undo))
    glass.drawn(2)
