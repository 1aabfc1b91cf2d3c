"""The commonest slips are put right in four taps, from the table to the repaired table."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import evenings
from tests.browser.conftest import lay, sized
from tests.browser.glass import tapped
from tests.browser.screen import Screen
from tests.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.share(3, of=__name__)]

MOST = 4
FOUR = ["Ann", "Bob", "Cal", "Dee"]
LED = "deal; keep; Ann 2D"
BIDS = "deal; Ann bids 2 tricks; Bob bids 2 tricks; Cal bids 2 tricks"
# The game and its log, the entry that is wrong, and what of it is right.
SLIPS: dict[str, tuple[str, str, int, str, object]] = {
    "wrong seat": ("michigan-kitty", f"{LED}; Bob 3D; Cal 4D; Dee 5D", 4, "player", "Dee"),
    "wrong seat, which led next": ("boodle", f"{LED}; Bob 3D; stop; Bob 2C", 3, "player", "Cal"),
    "wrong card": ("great-lakes", f"{LED}; stop", 2, "card", "2H"),
    "wrong card, played on": ("michigan-kitty", f"{LED}; Bob 3D; Cal 4D", 2, "card", "2H"),
    "wrong cup": ("wanagan", "deal; award 1-pair Ann; award flush Bob", 1, "pot", "2-pair"),
    "wrong bid": ("oh-claire", BIDS, 2, "tricks", 0),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_put_right_in_four_taps(server: Server, page: Page, slip: str) -> None:
    game, log, number, key, right = SLIPS[slip]
    path, screen = opened(server, page, game, log, number)
    screen.tap(page.locator(f"#change label:has(input[value='{right}'])"))
    assert saved(server, path, screen, number)[key] == right


def test_points_typed_wrong_are_put_right_in_four_taps(server: Server, page: Page) -> None:
    log = "deal; Ann out: Bob 10 Cal 5 Dee 20"
    path, screen = opened(server, page, "kids-rummy", log, 1)
    field = page.get_by_label("Bob", exact=True).and_(page.locator("input[type=number]"))
    screen.tap(field)
    field.fill("15")
    expect(page.locator("#preview")).to_contain_text("+5")
    assert saved(server, path, screen, 1)["points"]["Bob"] == 15


def opened(server: Server, page: Page, game: str, log: str, number: int) -> tuple[str, Screen]:
    path = lay(server, page, evenings.record(game, log=tapped(log)))
    screen = Screen(page)
    screen.tap("Log")
    screen.tap(page.locator(f"#entry-{number} a.icon-button"))
    return path, screen


def saved(server: Server, path: str, screen: Screen, number: int) -> dict[str, Any]:
    """Save the change and be at the table again; give what the entry has become."""
    save = screen.page.locator("#preview button[name=entry]")
    expect(save).to_be_in_viewport(ratio=1)
    screen.tap(save, rest=200)
    expect(screen.page.locator("#board")).to_be_visible()
    assert screen.taps <= MOST
    amended = server.export(path)["log"][-1]
    assert (amended["do"], amended["entry"]) == ("amend", number)
    with_this: dict[str, Any] = amended["with"]
    return with_this


def test_what_changes_hides_no_card_of_the_pack_on_a_phone(server: Server, page: Page) -> None:
    page.set_viewport_size(sized("phone"))
    log = tapped(f"{LED}; Bob 3D; Cal 4D; stop")
    lay(server, page, evenings.record(players=FOUR, log=log), "/log/2")
    Screen(page).tap(page.locator("label.tile:has(input[value='3D'])"))
    told = page.locator("#preview")
    expect(told).to_contain_text("3♦")
    seen, last = told.bounding_box(), page.locator("label.tile").last.bounding_box()
    assert seen
    assert last
    assert last["y"] + last["height"] <= seen["y"]


def test_what_stands_in_the_way_of_a_removal_is_told_whole_on_a_phone(
    server: Server, page: Page
) -> None:
    page.set_viewport_size(sized("phone"))
    lay(server, page, evenings.record(players=FOUR, log=tapped(LED)), "/log/1?remove=1")
    expect(page.get_by_role("link", name="Open entry 3")).to_be_in_viewport(ratio=1)
