"""A tap counts for what it was made on: no other thing is entered, and none is lost unsaid."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.glass import AGAIN, LATE, OFFLINE, Glass
from tests.browser.screen import middle

pytestmark = [pytest.mark.browser, pytest.mark.share(5, of=__name__)]

# What is pressed, what it is called, and the entry that it makes.
PRESSED = [
    ("nobody", "Nobody has it", "stop"),
    ("undo", "Undo Ann plays 2♣", "undo"),
    ("seat", "Bob", "Bob 3C"),
]


def pressed(glass: Glass, what: str) -> Locator:
    return glass.seat("Bob") if what == "seat" else getattr(glass, what)


def test_what_comes_under_the_finger_meanwhile_is_not_tapped(glass: Glass) -> None:
    glass.finger.down(middle(glass.nobody))
    glass.meanwhile("stop")
    glass.finger.up()
    glass.told("Nobody has it")
    glass.has("stop")


@pytest.mark.parametrize(("what", "words", "_"), PRESSED)
def test_a_press_does_not_count_for_the_next_question(
    glass: Glass, what: str, words: str, _: str
) -> None:
    glass.finger.down(middle(pressed(glass, what)))
    glass.meanwhile("Ann 3C")
    glass.finger.up()
    glass.told(words)
    glass.has("Ann 3C")


def test_a_stroke_does_not_count_for_the_next_question(glass: Glass) -> None:
    glass.finger.down(middle(glass.seat("Bob")))
    glass.finger.slide(glass.page.locator(".run-so-far"))
    glass.meanwhile("Ann 3C")
    glass.finger.slide(glass.page.locator("#upto-6C"))
    glass.finger.up()
    glass.told("Bob")
    glass.has("Ann 3C")


def test_a_seat_that_was_typed_does_not_count_for_the_next_question(glass: Glass) -> None:
    glass.page.keyboard.type("2")
    glass.meanwhile("Ann 3C")
    glass.told("Bob")
    glass.has("Ann 3C")


def test_a_bid_tapped_meanwhile_is_not_the_next_player_s(glass: Glass) -> None:
    glass.lay("deal; Ann bids 1")
    with glass.on_its_way():
        for chips in ("2", "5"):
            glass.page.locator(f"#board button[name='key-chips'][value='{chips}']").tap()
    glass.told("5")
    glass.has("Bob bids 2")


@pytest.mark.parametrize(("what", "_", "entry"), PRESSED)
def test_who_taps_once_more_while_it_is_on_its_way_taps_once(
    glass: Glass, what: str, _: str, entry: str
) -> None:
    spot = middle(pressed(glass, what))
    with glass.on_its_way():
        glass.finger.tap(spot)
        glass.page.wait_for_timeout(AGAIN)
        glass.finger.tap(spot)
    glass.has(entry)


def test_a_finger_that_slips_along_its_button_has_tapped_it(glass: Glass) -> None:
    x, y = middle(glass.nobody)
    glass.finger.down((x, y))
    for far in (8, 16, 24):
        glass.finger.slide((x + far, y))
    glass.finger.up()
    glass.has("stop")


def test_a_tap_counts_beside_a_palm_that_rests_on_the_table(glass: Glass) -> None:
    glass.finger.down((512, 300), finger=1)
    glass.finger.tap(middle(glass.seat("Bob")), finger=2)
    glass.has("Bob 3C")


def test_a_gesture_is_its_own_finger_s(glass: Glass) -> None:
    ann, bob = (middle(glass.seat(player)) for player in ("Ann", "Bob"))
    glass.finger.down(bob, finger=1)
    glass.page.wait_for_selector("#ahead")
    glass.finger.down((512, 300), finger=2)
    glass.finger.up(finger=2)
    expect(glass.page.locator("#ahead")).to_have_count(1)
    glass.finger.down(ann, finger=2)
    glass.finger.up(finger=2)
    glass.has("Ann 3C")


@pytest.mark.parametrize("button", ["right", "middle"])
def test_only_the_left_button_of_a_mouse_draws_a_run(glass: Glass, button: str) -> None:
    glass.lay("deal; keep")
    mouse, tiles = glass.page.mouse, glass.page.locator("#board button.tile")
    mouse.move(*middle(tiles.nth(0)))
    mouse.down(button=button)  # type: ignore[arg-type]
    mouse.move(*middle(tiles.nth(3)), steps=4)
    mouse.up(button=button)  # type: ignore[arg-type]
    glass.has("")


def test_retry_enters_nothing_but_what_was_tapped(glass: Glass) -> None:
    glass.page.route("**/entries", lambda route: route.fulfill(status=500, body=""), times=1)
    glass.seat("Bob").tap()
    expect(glass.page.locator(OFFLINE)).to_be_visible()
    glass.meanwhile("Ann 3C")
    glass.page.locator("[data-retry]").tap()
    glass.told("Bob")
    glass.has("Ann 3C")


@pytest.mark.parametrize("answer", ["<h1>Busy</h1>", ""])
def test_the_page_of_a_proxy_takes_no_board_away(glass: Glass, answer: str) -> None:
    glass.page.route("**/entries", lambda route: route.fulfill(status=503, body=answer), times=1)
    glass.seat("Bob").tap()
    expect(glass.page.locator(OFFLINE)).to_be_visible()
    glass.has("Bob 3C")


@pytest.mark.parametrize("sits", [False, True], ids=["table", "seat"])
def test_a_tap_on_its_way_is_found_again_after_a_reload(glass: Glass, sits: bool) -> None:
    if sits:
        glass.sit("Bob")
    glass.page.route("**/entries", lambda _: None, times=1)
    glass.button("Bob 3C").tap()
    glass.page.reload()
    glass.has("Bob 3C")


def test_a_tap_on_a_slow_line_is_entered_once_though_the_page_is_loaded_again(glass: Glass) -> None:
    glass.sit("Bob")
    glass.slow()
    glass.button("Bob 3C").tap()
    glass.page.reload()
    glass.has("Bob 3C")


@pytest.mark.parametrize(("sits", "words"), [(False, "Bob"), (True, "I play 3♣")])
def test_a_kept_tap_is_not_entered_where_the_table_has_gone_on_and_is_named(
    glass: Glass, sits: bool, words: str
) -> None:
    if sits:
        glass.sit("Bob")
    glass.page.context.set_offline(True)
    glass.button("Bob 3C").tap()
    expect(glass.page.locator(OFFLINE)).to_be_visible()
    glass.elsewhere("Cal 3C")
    glass.page.context.set_offline(False)
    expect(glass.page.locator(LATE)).to_contain_text(f"Not entered: {words}")
    glass.has("Cal 3C")
    expect(glass.page.locator(OFFLINE)).to_be_hidden()


def test_a_tap_behind_a_lost_one_is_told(glass: Glass) -> None:
    glass.page.context.set_offline(True)
    glass.nobody.tap()
    expect(glass.page.locator(OFFLINE)).to_be_visible()
    glass.seat("Bob").tap()
    glass.page.context.set_offline(False)
    glass.told("Bob")
    glass.has("stop")


def test_a_kept_tap_that_is_refused_leaves_the_table_there(glass: Glass) -> None:
    glass.page.context.set_offline(True)
    glass.seat("Bob").tap()
    expect(glass.page.locator(OFFLINE)).to_be_visible()
    glass.page.context.clear_cookies()
    glass.page.context.set_offline(False)
    glass.told("Bob")
    glass.screen.asks("Who plays it?")
    glass.has("")
