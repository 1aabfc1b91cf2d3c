"""A game in one file, played in the browser to its tally by what the plain screen offers."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from companion.core.log.replay import record_result
from tests import evenings
from tests.browser.conftest import SIZES
from tests.browser.screen import Screen
from tests.games import FOLDER
from tests.games.whist import GAME
from tests.serving import Server, with_games

pytestmark = pytest.mark.browser

NAMES = ["Ann", "Bob", "Cal", "Dee"]
# Who takes the tricks of the first hand: Ann and Cal have eight.
TAKES = "Ann Bob Ann Cal Dee Ann Cal Ann Dee Cal Ann Bob Dee"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A house that knows one more game."""
    running = Server(tmp_path_factory.mktemp("club") / "instance", with_games(FOLDER))
    yield running
    running.stop()


@pytest.mark.share(2, of="an evening")
def test_an_evening_of_it_from_the_box_to_the_printed_tally(club: Server, page: Page) -> None:
    screen = opened(club, page)
    first_hand(screen)
    second_hand(screen)
    screen.enter("End the evening")
    screen.asks("wins!")
    record = club.export(screen.path)
    assert record_result(record, {GAME.slug: GAME})["ok"]
    assert {"do": "amend", "entry": 1, "with": {"do": "trump", "suit": "C"}} in record["log"]
    page.goto(club.url + screen.path + "/tally")
    expect(page.locator(".tally-places")).to_contain_text("Ann")
    for kind in ("pdf", "csv"):
        answer = page.request.get(f"{club.url}{screen.path}/tally.{kind}")
        assert answer.ok, kind
        assert len(answer.body()) > 100


def opened(club: Server, page: Page) -> Screen:
    """Choose the game, read its rules, seat the players, and open the table."""
    page.goto(club.url)
    expect(page.get_by_text("Little Whist").first).to_be_visible()
    page.goto(f"{club.url}/rules/whist")
    expect(page.locator(".prose")).to_contain_text("More than 6 tricks take the pool")
    page.goto(f"{club.url}/new?game=whist")
    for seat, name in enumerate(NAMES):
        page.locator("input[name=names]").nth(seat).fill(name)
    screen = Screen(page)
    screen.tap("Open the table")
    return screen


def first_hand(screen: Screen) -> None:
    """Tap trick by trick, then a pot, a seat and an amount."""
    screen.enter("Dealt")
    screen.enter("hearts")
    for player in TAKES.split():
        screen.enter(screen.seat(player))
    screen.asks("Ann and Cal win.")
    page = screen.page
    screen.tap(page.locator("#pot-honours label"))
    screen.tap(page.locator(".seat-choice", has=screen.seat("Bob")))
    screen.enter(page.get_by_role("button", name="4", exact=True))
    expect(screen.seat("Bob")).to_contain_text("2 tricks")
    screen.enter("Nobody, go on")


def second_hand(screen: Screen) -> None:
    """Count all tricks at once, undo it, and put an old entry right."""
    screen.enter("Dealt")
    screen.enter("spades")
    page = screen.page
    screen.tap("Count them all")
    for name, number in zip(NAMES, ("1", "4", "2", "6"), strict=True):
        page.get_by_label(name).fill(number)
    screen.tap("Enter it")
    screen.asks("Bob and Dee win.")
    amend_trumps(screen)
    screen.enter("Nobody, go on")


def amend_trumps(screen: Screen) -> None:
    """Trumps of the first hand were clubs."""
    page, path = screen.page, screen.path
    page.goto(page.url.partition("/t/")[0] + path + "/log/1")
    screen.tap(page.locator("label.choice", has_text="clubs"))
    screen.tap(page.get_by_role("button", name="Save"))
    expect(page.locator("#board")).to_be_visible()


def test_it_fits_every_size(club: Server, page: Page) -> None:
    log = [{"do": "deal"}, {"do": "trump", "suit": "H"}]
    setup = evenings.record("whist")
    taken = {"do": "tricks", "took": {"Ann": 7, "Bob": 2, "Cal": 2, "Dee": 2}}
    for entries in ([], log, [*log, taken]):
        page.goto(club.url + club.import_table({**setup, "log": entries}))
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
