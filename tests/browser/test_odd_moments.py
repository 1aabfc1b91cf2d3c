"""The odd moments of a table, by a finger: from the table and back in few taps."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import sized
from tests.browser.screen import Screen
from tests.evenings import record
from tests.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.share(2, of=__name__)]

Find = Callable[[Page], Locator]


def link(address: str) -> Find:
    """Find the link to a page of the table."""
    return lambda page: page.locator(f"a[href$='{address}']")


def plate(player: str) -> Find:
    return lambda page: page.locator(".seat", has=page.get_by_text(player, exact=True))


def choice(field: str, account: str) -> Find:
    return lambda page: page.locator(f"label:has([name='{field}'][value='{account}'])")


def words(text: str) -> Find:
    return lambda page: page.get_by_role("button", name=text, exact=True)


def amount(chips: int) -> Find:
    paying = "form:has([name=do][value=pay])"
    return lambda page: page.locator(f"{paying} button[name=key-chips][value='{chips}']")


def plain(text: str) -> Find:
    return lambda page: page.get_by_role("link", name=text, exact=True)


MORE = plain("More")
DEALT = [{"do": "deal"}, {"do": "keep"}]
OUT = [
    {"do": "deal", "piles": {"Ann": 1, "Bob": 12, "Cal": 13, "Dee": 13, "dummy": 13}},
    {"do": "keep"},
    {"do": "play", "player": "Ann", "card": "2C"},
]
LEFT = {"Bob": 3, "Cal": 4, "Dee": 5}
IN_CHIPS = [{"do": "deal"}, {"do": "chips-only"}, {"do": "out", "player": "Ann", "left": LEFT}]
AGAIN = plain("Count the cards again")
DOOR = plain("Something else happened")


class Way(NamedTuple):
    """Taps in a row at a table, and the entry that they make."""

    log: list[Any]
    taps: tuple[Find, ...]
    made: dict[str, Any]


def recounted(before: int) -> dict[str, Any]:
    count = {"do": "recount", "player": "Bob", "cards": 11}
    return {"do": "insert", "before": before, "entry": count}


WAYS = {
    "Ann pays Bob 3": Way(
        OUT,
        (plate("Ann"), choice("key-to", "Bob"), amount(3)),
        {"do": "pay", "from": "Ann", "to": "Bob", "chips": 3},
    ),
    "Ann pays into the kitty": Way(
        OUT,
        (link("more/pot?pot=kitty"), choice("key-from", "Ann"), amount(1)),
        {"do": "pay", "from": "Ann", "to": "pot:kitty", "chips": 1},
    ),
    "sits out": Way(
        OUT, (plate("Cal"), words("Sit out, or leave")), {"do": "leave", "player": "Cal"}
    ),
    "broken off": Way(
        DEALT,
        (MORE, plain("Call off the hand"), words("Call off the hand")),
        {"do": "break-off"},
    ),
    "the last hand": Way(
        OUT, (plain("End the evening"), words("Yes: Ann takes 28")), {"do": "end", "to": "winner"}
    ),
    "a count, from the plate": Way(OUT, (plate("Bob"), AGAIN, words("11")), recounted(2)),
    "a count, where something is wrong": Way(
        OUT, (DOOR, plain("Bob 12"), words("11")), recounted(2)
    ),
    "a count in the hand": Way(
        DEALT,
        (DOOR, plain("Bob 10"), words("9")),
        {"do": "recount", "player": "Bob", "cards": 9},
    ),
    "a count in chips only": Way(
        IN_CHIPS,
        (plate("Bob"), AGAIN, words("2")),
        {"do": "amend", "entry": 2, "with": {**IN_CHIPS[2], "left": {**LEFT, "Bob": 2}}},
    ),
}
MOST = {"sits out": 2, "the last hand": 2}


@pytest.mark.parametrize("size", ["phone", "tablet"])
@pytest.mark.parametrize("name", WAYS)
def test_it_takes_at_most_three_taps(server: Server, page: Page, name: str, size: str) -> None:
    way = WAYS[name]
    page.set_viewport_size(sized(size))
    path = server.import_table(record(log=way.log))
    page.goto(server.url + path)
    screen = Screen(page)
    for find in way.taps:
        screen.tap(find(page))
    expect(page.locator("#board")).to_be_visible()
    assert server.export(path)["log"][-1] == way.made
    assert screen.taps <= MOST.get(name, 3)
