"""A hand of every game of the stops family by taps; what the screen shows is what was won."""

import pytest
from playwright.sync_api import Page

from tests.browser.friends import Friends, friends
from tests.browser.screen import Screen
from tests.serving import Server

pytestmark = pytest.mark.browser


def play(server: Server, page: Page, found: Friends) -> Screen:
    """Play at a fresh table, and compare every purse and pot with the friends' own count."""
    screen = Screen(page)
    page.goto(server.url + server.import_table(found.setup))
    found.tap_hand(screen, server, few=1)
    assert screen.purses() == found.purses
    assert screen.pots() == found.pots
    return screen


def test_a_hand_of_boodle(server: Server, page: Page) -> None:
    def wanted(found: Friends) -> bool:
        return bool(found.all("sell") and found.all("skip") and found.all("show"))

    screen = play(server, page, friends("boodle", wanted))
    screen.asks("deals hand 2")


def test_a_hand_of_michigan_rummy_classic_with_poker_judged(server: Server, page: Page) -> None:
    def wanted(found: Friends) -> bool:
        return (
            any("players" not in award for award in found.all("award"))
            and len(found.all("show")) > 1
        )

    play(server, page, friends("michigan-rummy-classic", wanted))
    assert "wins poker" in page.locator("#ask").inner_text()


def test_a_hand_of_michigan_rummy_tournament_with_poker_shared(server: Server, page: Page) -> None:
    def wanted(found: Friends) -> bool:
        return any(len(award.get("players", ())) > 1 for award in found.all("award"))

    play(server, page, friends("michigan-rummy-tournament", wanted))


def test_a_blocked_hand_of_michigan_rummy_tournament(server: Server, page: Page) -> None:
    def wanted(found: Friends) -> bool:
        return [entry["do"] for entry in found.log if entry["do"] in ("show", "totals")][:1] == [
            "totals"
        ]

    play(server, page, friends("michigan-rummy-tournament", wanted))


def test_a_hand_of_great_lakes_with_four_cards_down(server: Server, page: Page) -> None:
    play(server, page, friends("great-lakes", lambda found: found.all("dump")))


def test_a_hand_in_chips_only(server: Server, page: Page) -> None:
    found = Friends(1, "michigan-kitty")
    found.play_hand(chips_only=True)
    play(server, page, found)
