"""Hands of the stops family by taps; what the screen shows is what was won."""

from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import lay
from tests.browser.friends import Friends, friends
from tests.browser.screen import Screen
from tests.serving import Server

pytestmark = pytest.mark.browser


def sold_and_skipped() -> Friends:
    return friends("boodle", lambda it: all(map(it.all, ("sell", "skip", "show"))))


def judged() -> Friends:
    def wanted(found: Friends) -> bool:
        awards = found.all("award")
        return any("players" not in award for award in awards) and len(found.all("show")) > 1

    return friends("michigan-rummy-classic", wanted)


def shared() -> Friends:
    def wanted(found: Friends) -> bool:
        return any(len(award.get("players", ())) > 1 for award in found.all("award"))

    return friends("michigan-rummy-tournament", wanted)


def blocked() -> Friends:
    def wanted(found: Friends) -> bool:
        ends = [entry["do"] for entry in found.log if entry["do"] in ("show", "totals")]
        return ends[:1] == ["totals"]

    return friends("michigan-rummy-tournament", wanted)


def dumped() -> Friends:
    return friends("great-lakes", lambda it: it.all("dump"))


def in_chips_only() -> Friends:
    found = Friends(1, "michigan-kitty")
    found.play_hand(chips_only=True)
    return found


# Each hand, and what the screen says after it.
HANDS: Mapping[str, tuple[Callable[[], Friends], str]] = {
    "boodle, the dummy sold": (sold_and_skipped, "deals hand 2"),
    "michigan rummy classic, poker judged": (judged, "wins the poker compartment"),
    "michigan rummy tournament, poker shared": (shared, ""),
    "michigan rummy tournament, blocked": (blocked, ""),
    "great lakes, four cards down": (dumped, ""),
    "michigan kitty, in chips only": (in_chips_only, ""),
}


@pytest.mark.share(2, of="an evening")
@pytest.mark.parametrize("hand", sorted(HANDS))
def test_after_a_hand_purses_and_pots_are_as_the_friends_count_them(
    server: Server, page: Page, hand: str
) -> None:
    dealt, said = HANDS[hand]
    found, screen = dealt(), Screen(page)
    lay(server, page, found.setup)
    found.tap_hand(screen, server, few=1)
    assert screen.purses() == found.purses
    assert screen.pots() == found.pots
    expect(page.locator("#ask")).to_contain_text(said)
