"""A whole evening of Michigan Kitty at the tablet: set up, played and settled by taps alone."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.core.log.replay import record_result
from companion.games import all_games
from tests.browser.friends import Friends, friends
from tests.browser.screen import Screen
from tests.browser.taps import borrow
from tests.serving import Server

pytestmark = pytest.mark.browser

# Few evenings have everything: from this seed on the search is short.
SOON = 1200


def wanted(found: Friends) -> bool:
    """A hand with each fate of the dummy, and every kind of play."""
    runs = [play for play in found.all("play") if len(play.get("cards", ())) > 2]
    return bool(runs) and all(map(found.all, ("swap", "sell", "bid", "stop", "skip")))


@pytest.mark.share(2, of="an evening")
def test_an_evening_of_three_hands(server: Server, page: Page) -> None:
    played = friends("michigan-kitty", wanted, hands=3, since=SOON)
    screen = Screen(page)
    set_up(server, screen, played)
    taps = played.tap_hand(screen, server)
    loan = lend(screen)
    undo_and_redo(screen)
    put_right(screen, loan)
    taps += played.tap_hand(screen, server, 2, few=1)
    taps += played.tap_hand(screen, server, 3, few=1)
    check_taps(taps)
    played.end()
    screen.enter("End the evening")
    screen.asks("wins!")
    check_record(server.export(screen.path))
    tally = screen.check_tally(server)
    assert {line["player"]: line["chips"] for line in tally["lines"]} == played.purses


def set_up(server: Server, screen: Screen, played: Friends) -> None:
    """Seat the players and open the table, from the home page on."""
    screen.page.goto(server.url)
    screen.tap("New table")
    for seat, player in enumerate(played.players):
        screen.page.locator(f"#name-{seat}").fill(player)
    screen.tap(screen.page.locator("label.deals").nth(played.players.index(played.first_dealer)))
    screen.tap("Open the table")
    screen.asks(f"{played.first_dealer} deals hand 1")


def lend(screen: Screen) -> int:
    """Borrow five chips from Bob for Ann: whose chips, how many. Return the entry's number."""
    before, number = screen.purses(), int(screen.seen)
    taps = screen.taps
    borrow(screen, {"do": "borrow", "player": "Ann", "from": "Bob", "chips": 5})
    assert screen.taps - taps <= 4
    assert screen.purses() == {**before, "Ann": before["Ann"] + 5, "Bob": before["Bob"] - 5}
    expect(screen.seat("Bob")).to_contain_text("IOU 5")
    expect(screen.seat("Ann")).to_contain_text("owes 5")
    return number


def undo_and_redo(screen: Screen) -> None:
    lent = screen.purses()
    screen.enter(screen.page.get_by_role("button", name="Undo Ann borrows 5"))
    assert screen.purses()["Ann"] == lent["Ann"] - 5
    screen.enter(screen.page.get_by_role("button", name="Redo Ann borrows 5"))
    assert screen.purses() == lent


def put_right(screen: Screen, number: int) -> None:
    """It was ten chips: look at what that changes, and save it."""
    page, before = screen.page, screen.purses()
    screen.tap("Log")
    screen.tap(page.locator(f"#entry-{number}").get_by_role("link"))
    screen.tap(page.locator("label.amount", has_text="10"))
    preview = page.locator("#preview")
    for player, then in (("Ann", before["Ann"] + 5), ("Bob", before["Bob"] - 5)):
        row = preview.get_by_role("row", name=player)
        expect(row).to_contain_text(f"{before[player]}")
        expect(row).to_contain_text(f"{then}")
    screen.enter("Save the change")
    expect(screen.seat("Ann")).to_contain_text("owes 10")
    screen.tap("Log")
    expect(page.locator(f"#entry-{number}")).to_contain_text("became Ann borrows 10")
    screen.tap("Table")


def check_taps(taps: list[tuple[str, int]]) -> None:
    """One event is one tap; a sale, its price included, is two."""
    for kind, needed in taps:
        if kind not in ("run", "show"):
            assert needed == {"sell": 2, "last-hand": 2}.get(kind, 1), kind


def check_record(record: dict[str, Any]) -> None:
    """Everything was recorded, a run of one player as one entry; nobody is accused of anything."""
    made = {entry["do"] for entry in record["log"]}
    assert {"swap", "sell", "bid", "stop", "skip", "undo", "redo", "amend", "last-hand"} <= made
    assert any(len(entry.get("cards", ())) > 1 for entry in record["log"])
    for length, entry in enumerate(record["log"]):
        if entry["do"] in ("deal", "end"):
            begun = {"log": record["log"][:length], "made": record["made"][:length]}
            so_far = record_result({**record, **begun}, all_games())
            assert so_far["findings"] == []
