"""A tap counts for what it was made on: no other thing is entered, and none is lost unsaid."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import tablet
from tests.browser.finger import Finger
from tests.browser.screen import Screen, middle
from tests.browser.test_one_tap import slow
from tests.evenings import record
from tests.serving import Server, Tablet

pytestmark = [pytest.mark.browser, pytest.mark.share(5, of=__name__)]

LOG = [{"do": "deal"}, {"do": "keep"}, {"do": "play", "player": "Ann", "card": "2C"}]
STOP = {"do": "stop"}
# Milliseconds after which a tap at one spot is another one.
AGAIN = 400


class Glass:
    """A tablet at a table, with what the table holds besides its beginning."""

    def __init__(self, server: Server, page: Page) -> None:
        self.server, self.page = server, page
        self.screen, self.finger = Screen(page), Finger(page)
        # Chromium may send a request past the first route of a page that is there already.
        page.route("**/entries", lambda route: route.fallback())

    def lay(self, log: list[dict[str, object]]) -> None:
        """Lay a table of three at a moment."""
        self.begun = len(log)
        self.path = self.server.import_table(record(players=["Ann", "Bob", "Cal"], log=log))
        self.page.goto(self.server.url + self.path)

    def meanwhile(self, entry: object) -> None:
        """Enter something on another device, and see it here."""
        assert Tablet(self.server, self.path).tap(entry) == 200
        expect(self.page.locator("#board")).to_have_attribute("data-version", str(self.begun + 1))

    def told(self, words: str) -> None:
        expect(self.page.locator("[data-late-what]")).to_have_text(words)

    def has(self, *entries: object) -> None:
        """See just these entries since the table was laid, now and a moment later."""
        wanted = str(self.begun + len(entries))
        expect(self.page.locator("#board")).to_have_attribute("data-version", wanted)
        self.page.wait_for_timeout(AGAIN)
        assert self.server.export(self.path)["log"][self.begun :] == list(entries)

    @property
    def nobody(self) -> Locator:
        return self.screen.words("Nobody has it")

    @property
    def undo(self) -> Locator:
        return self.page.locator(".button-undo").first


@pytest.fixture
def glass(server: Server, chromium: Browser) -> Iterator[Glass]:
    with tablet(chromium, has_touch=True) as page:
        laid = Glass(server, page)
        laid.lay([*LOG])
        yield laid


def plays(player: str, card: str) -> dict[str, object]:
    return {"do": "play", "player": player, "card": card}


def test_what_comes_under_the_finger_meanwhile_is_not_tapped(glass: Glass) -> None:
    glass.finger.down(middle(glass.nobody))
    glass.meanwhile(STOP)
    glass.finger.up()
    glass.told("Nobody has it")
    glass.has(STOP)


@pytest.mark.parametrize("pressed", ["nobody", "undo", "seat"])
def test_a_press_does_not_count_for_the_next_question(glass: Glass, pressed: str) -> None:
    button = glass.screen.seat("Bob") if pressed == "seat" else getattr(glass, pressed)
    words = {"nobody": "Nobody has it", "undo": "Undo Ann plays 2♣", "seat": "Bob"}[pressed]
    glass.finger.down(middle(button))
    glass.meanwhile(plays("Ann", "3C"))
    glass.finger.up()
    glass.told(words)
    glass.has(plays("Ann", "3C"))


def test_a_stroke_does_not_count_for_the_next_question(glass: Glass) -> None:
    glass.finger.down(middle(glass.screen.seat("Bob")))
    glass.finger.slide(glass.page.locator(".run-so-far"))
    glass.meanwhile(plays("Ann", "3C"))
    glass.finger.slide(glass.page.locator("#upto-6C"))
    glass.finger.up()
    glass.told("Bob")
    glass.has(plays("Ann", "3C"))


def test_a_seat_that_was_typed_does_not_count_for_the_next_question(glass: Glass) -> None:
    glass.page.keyboard.type("2")
    glass.meanwhile(plays("Ann", "3C"))
    glass.told("Bob")
    glass.has(plays("Ann", "3C"))


def test_a_bid_tapped_meanwhile_is_not_the_next_player_s(glass: Glass) -> None:
    glass.lay([{"do": "deal"}, {"do": "bid", "player": "Ann", "chips": 1}])
    slow(glass.page)
    for chips in ("2", "5"):
        glass.page.locator(f"#board button[name='key-chips'][value='{chips}']").tap()
    glass.told("5")
    glass.has({"do": "bid", "player": "Bob", "chips": 2})


@pytest.mark.parametrize("pressed", ["nobody", "undo", "seat"])
def test_who_taps_once_more_while_it_is_on_its_way_taps_once(glass: Glass, pressed: str) -> None:
    button = glass.screen.seat("Bob") if pressed == "seat" else getattr(glass, pressed)
    entry = {"nobody": STOP, "undo": {"do": "undo"}, "seat": plays("Bob", "3C")}[pressed]
    spot = middle(button)
    slow(glass.page)
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
    glass.has(STOP)


def test_a_tap_counts_beside_a_palm_that_rests_on_the_table(glass: Glass) -> None:
    glass.finger.down((512, 300), finger=1)
    glass.finger.tap(middle(glass.screen.seat("Bob")), finger=2)
    glass.has(plays("Bob", "3C"))


def test_a_gesture_is_its_own_finger_s(glass: Glass) -> None:
    ann, bob = (middle(glass.screen.seat(player)) for player in ("Ann", "Bob"))
    glass.finger.down(bob, finger=1)
    glass.page.wait_for_selector("#ahead")
    glass.finger.down((512, 300), finger=2)
    glass.finger.up(finger=2)
    expect(glass.page.locator("#ahead")).to_have_count(1)
    glass.finger.down(ann, finger=2)
    glass.finger.up(finger=2)
    glass.has(plays("Ann", "3C"))


@pytest.mark.parametrize("button", ["right", "middle"])
def test_only_the_left_button_of_a_mouse_draws_a_run(glass: Glass, button: str) -> None:
    glass.lay(LOG[:2])
    mouse, tiles = glass.page.mouse, glass.page.locator("#board button.tile")
    mouse.move(*middle(tiles.nth(0)))
    mouse.down(button=button)  # type: ignore[arg-type]
    mouse.move(*middle(tiles.nth(3)), steps=4)
    mouse.up(button=button)  # type: ignore[arg-type]
    glass.has()


def test_retry_enters_nothing_but_what_was_tapped(glass: Glass) -> None:
    glass.page.route("**/entries", lambda route: route.fulfill(status=500, body=""), times=1)
    glass.screen.seat("Bob").tap()
    expect(glass.page.locator("#offline")).to_be_visible()
    glass.meanwhile(plays("Ann", "3C"))
    glass.page.locator("[data-retry]").tap()
    glass.told("Bob")
    glass.has(plays("Ann", "3C"))


@pytest.mark.parametrize("answer", ["<h1>Busy</h1>", ""])
def test_the_page_of_a_proxy_takes_no_board_away(glass: Glass, answer: str) -> None:
    glass.page.route("**/entries", lambda route: route.fulfill(status=503, body=answer), times=1)
    glass.screen.seat("Bob").tap()
    expect(glass.page.locator("#offline")).to_be_visible()
    glass.has(plays("Bob", "3C"))


def test_a_tap_on_its_way_is_found_again_after_a_reload(glass: Glass) -> None:
    glass.page.route("**/entries", lambda _: None, times=1)
    glass.screen.seat("Bob").tap()
    glass.page.reload()
    glass.has(plays("Bob", "3C"))


def test_a_tap_behind_a_lost_one_is_told(glass: Glass) -> None:
    glass.page.context.set_offline(True)
    glass.nobody.tap()
    expect(glass.page.locator("#offline")).to_be_visible()
    glass.screen.seat("Bob").tap()
    glass.page.context.set_offline(False)
    glass.told("Bob")
    glass.has(STOP)


def test_a_kept_tap_that_is_refused_leaves_the_table_there(glass: Glass) -> None:
    glass.page.context.set_offline(True)
    glass.screen.seat("Bob").tap()
    expect(glass.page.locator("#offline")).to_be_visible()
    glass.page.context.clear_cookies()
    glass.page.context.set_offline(False)
    glass.told("Bob")
    glass.screen.asks("Who plays it?")
    glass.has()
