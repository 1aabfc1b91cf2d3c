"""Whole games of Wanagan, Oh Claire! and Kids Rummy on a tablet, by taps alone."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import evenings
from tests.browser.conftest import SMALLEST, lay
from tests.browser.screen import Screen
from tests.serving import Server

pytestmark = pytest.mark.browser

SHOWN = {
    "Ann": ["KS", "KD", "2C", "2S", "9S"],
    "Bob": ["4H", "5H", "6H", "7H", "8H"],
    "Cal": ["2D", "4D", "6D", "8D", "10D"],
}


PLAYERS = ["Ann", "Bob", "Cal"]
DEAL = {"do": "deal"}


def start(server: Server, page: Page, **setup: Any) -> Screen:
    """Open a new table of Ann, Bob and Cal."""
    record = {"format": 1, "players": PLAYERS, "dealer": "Cal", "log": [], **setup}
    lay(server, page, record)
    return Screen(page)


def card(screen: Screen, code: str, box: str = "key-cards") -> None:
    """Tap a card on the picture of the pack, one that is not tapped yet."""
    box = f"input[name='{box}'][value='{code}']:not(:checked)"
    screen.tap(screen.page.locator(f"label:has(> {box})").first)


@pytest.mark.share(2, of="an evening")
def test_a_game_of_wanagan(server: Server, page: Page) -> None:
    screen = start(server, page, game="wanagan", options={"rounds": 1}, chips=50)
    screen.enter("Ante 13 chips each")
    award(screen, "Full house", "Ann")
    award(screen, "Flush", "Bob")
    screen.enter("Go to overtime 1")
    expect(page.locator(".passing")).to_contain_text("First pass 3 cards to the left:")
    share(screen)
    screen.enter("Go to overtime 2")
    expect(page.locator(".passing")).to_contain_text("First pass 3 cards to the right:")
    screen.enter("Go to overtime 3")
    for player, cards in SHOWN.items():
        reveal(screen, player, cards)
    expect(page.locator(".ask-hint", has_text="By the cards:")).to_contain_text(
        "Cal +6 from the Wanagan cup"
    )
    screen.enter("Sweep 9 chips into the jackpot")
    screen.asks("Final for the jackpot of 10 chips")
    screen.enter(screen.seat("Bob"))
    screen.asks("The last round has been played.")
    screen.enter("End the evening")
    screen.check_tally(server)


def award(screen: Screen, cup: str, player: str) -> None:
    """Tap a cup, then its winner."""
    screen.tap(screen.page.locator(".pot", has_text=cup).locator("label"))
    screen.enter(screen.seat(player))


def share(screen: Screen) -> None:
    """Share a cup between two, on its sheet."""
    page = screen.page
    screen.tap("Several players tie")
    for chosen in ("1 pair", "Ann", "Bob"):
        screen.tap(page.locator(".choice", has_text=chosen))
    screen.tap(page.get_by_role("button", name="Share the chips"))
    expect(page.locator(".seat", has_text="Bob")).to_contain_text("won: 1 pair")


# The five cards have been entered; the sheet of the next player has none tapped.
SHOWN_ALL = "!document.querySelector('input[name=key-cards]:checked')"


def reveal(screen: Screen, player: str, cards: list[str]) -> None:
    """Tap the five cards of a player; where they could be two things, take the last."""
    page = screen.page
    screen.tap(page.get_by_text(f"{player} shows"))
    for code in cards:
        card(screen, code)
    page.wait_for_function(f"() => {SHOWN_ALL} || document.querySelectorAll('.claim').length > 1")
    if page.locator(".claim").count() > 1:
        screen.tap(page.locator(".claim").last)
        page.wait_for_function(f"() => {SHOWN_ALL}")
    page.goto(page.url.partition("/t/")[0] + screen.path)
    expect(page.locator(".seat", has_text=player).locator(".badge")).to_be_visible()


@pytest.mark.share(2, of="an evening")
def test_the_last_hands_of_a_game_of_oh_claire(server: Server, page: Page) -> None:
    screen = start(server, page, game="oh-claire", log=nine_hands())
    for to, size in enumerate((9, 10)):
        screen.enter(f"Everybody has {size} cards")
        for bid in ("1", "0"):
            bids(screen, bid)
        expect(page.locator(".bid:disabled")).to_have_text(str(size - 1))
        bids(screen, "2")
        settle(screen, size - 3, to)
    screen.asks("All 11 hands have been played.")
    screen.tap(page.locator("#ask").get_by_text("End the game:"))
    screen.asks("wins!")
    tally = screen.check_tally(server)
    assert sum(line["result"] for line in tally["lines"]) == 0


def nine_hands() -> list[Any]:
    """All hands but the last two; in each the three bid 1, 0, 2, and one takes all else."""
    log: list[Any] = []
    for hand, size in enumerate((10, 9, 8, 7, 6, 5, 6, 7, 8)):
        turn = [PLAYERS[(hand + place) % 3] for place in range(3)]
        took = dict(zip(turn, (1, 0, 2), strict=True))
        log += [DEAL, *({"do": "bid", "player": p, "tricks": n} for p, n in took.items())]
        taker = PLAYERS[hand % 3]
        log.append({"do": "tricks", "took": {**took, taker: took[taker] + size - 3}})
    return log


def bids(screen: Screen, tricks: str) -> None:
    """Bid for the player whose turn it is."""
    screen.enter(screen.page.locator(".bid").get_by_text(tricks, exact=True))


def settle(screen: Screen, more: int, to: int) -> None:
    """Add the missing tricks to a player's, and settle the hand."""
    page = screen.page
    missing = page.locator(".settling-wrong")
    expect(missing).to_have_text(f"{more} trick{'s' if more > 1 else ''} still missing.")
    line = page.locator(".number-line").nth(to)
    took = int(line.locator("input:checked").input_value()) + more
    screen.tap(line.locator(f"label:has(input[value='{took}'])"))
    expect(missing).to_have_count(0)
    expect(page.locator(".settling li").first).to_contain_text("pays")
    screen.enter("Settle the hand")


@pytest.mark.share(2, of="an evening")
def test_a_game_of_kids_rummy(server: Server, page: Page) -> None:
    options = {"target": 60, "jokers": 2, "packs": 2}
    screen = start(server, page, game="kids-rummy", options=options)
    screen.enter("Everybody has 7 cards")
    screen.tap(page.locator("a.seat", has_text="Ann"))
    for code in ("7H", "KD", "KD", "JK"):
        card(screen, code, "key-cards:Bob")
    expect(page.locator(".count-points").first).to_have_text("45")
    screen.tap(page.get_by_text("Next: Cal"))
    card(screen, "AS", "key-cards:Cal")
    expect(page.locator(".count-points").last).to_have_text("5")
    screen.tap(page.get_by_role("button", name="Enter the points"))
    expect(page.locator(".seat", has_text="Bob")).to_contain_text("45 points")
    screen.enter("Everybody has 7 cards")
    screen.tap("Nobody (the round is blocked)")
    type_points(screen, ["10", "20", "5"])
    screen.asks("Ann and Cal win!")
    screen.tap(page.locator("#ask").get_by_text("End the game:"))
    expect(page.get_by_role("list", name="Standings")).to_be_visible()
    tally = screen.check_tally(server)
    assert [line["score"] for line in tally["lines"]] == [10, 10, 65]


def test_the_sum_stays_in_sight_while_the_lower_cards_are_tapped(
    server: Server, page: Page
) -> None:
    lay(server, page, evenings.record("kids-rummy", options={"packs": 2}, log=[DEAL]))
    width, height = SMALLEST["smallest-phone"]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{page.url}/more/score?out=Ann")
    page.locator("label.tile:visible").last.click()
    expect(page.locator(".count-points").first).to_have_text("5")
    expect(page.locator("#sums")).to_be_in_viewport(ratio=1)


def type_points(screen: Screen, points: list[str]) -> None:
    """Type what everybody counts, and write it down at once, with a slow finger."""
    page = screen.page
    for place, number in enumerate(points):
        screen.tap(page.locator(".count-tab").nth(place))
        page.locator(".count-typed input").nth(place).fill(number)
    screen.tap(page.get_by_role("button", name="Enter the points"), rest=300)
    expect(page.locator("#board")).to_be_visible()


def test_the_first_open_cup_of_wanagan_is_marked_so_that_its_winner_is_one_tap(
    server: Server, page: Page
) -> None:
    path = lay(server, page, evenings.record("wanagan", log=[{"do": "deal"}]))
    screen = Screen(page)
    screen.enter(screen.seat("Bob"))
    screen.enter(screen.seat("Cal"))
    won = [(entry["pot"], entry["players"]) for entry in server.export(path)["log"][1:]]
    assert won == [("1-pair", ["Bob"]), ("2-pair", ["Cal"])]
