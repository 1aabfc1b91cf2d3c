"""The odd moments of a table, by a finger: from the table and back in few taps."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import lay, sized
from tests.browser.screen import Screen
from tests.evenings import record
from tests.notation import entries, entry
from tests.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.share(2, of=__name__)]

Find = Callable[[Page], Locator]


def link(address: str) -> Find:
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
AGAIN = plain("Count the cards again")
DOOR = plain("Something else happened")
DEALT = "deal; keep"
OUT = "deal Ann 1 Bob 12 Cal 13 Dee 13 dummy 13; keep; Ann 2C"
IN_CHIPS = "deal; chips-only; Ann out Bob 3 Cal 4 Dee 5"


class Way(NamedTuple):
    """Taps in a row at a table, and the entry that they make."""

    log: str
    taps: tuple[Find, ...]
    made: str
    most: int = 3


WAYS = [
    Way(OUT, (plate("Ann"), choice("key-to", "Bob"), amount(3)), "Ann pays 3 to Bob"),
    Way(
        OUT,
        (link("more/pot?pot=kitty"), choice("key-from", "Ann"), amount(1)),
        "Ann pays 1 to pot:kitty",
    ),
    Way(OUT, (plate("Cal"), words("Sit out or leave")), "Cal leaves", most=2),
    Way(DEALT, (MORE, plain("Call off the hand"), words("Call off the hand")), "break-off"),
    Way(OUT, (plain("End the evening"), words("Yes: Ann takes 28 chips")), "end to winner", most=2),
    # a count: from the plate, and where something is wrong, after the hand, in it, in chips only
    Way(OUT, (plate("Bob"), AGAIN, words("11")), "insert 2: Bob holds 11"),
    Way(OUT, (DOOR, plain("Bob 12"), words("11")), "insert 2: Bob holds 11"),
    Way(DEALT, (DOOR, plain("Bob 10"), words("9")), "Bob holds 9"),
    Way(
        IN_CHIPS,
        (plate("Bob"), AGAIN, words("2")),
        "amend 2: Ann out Bob 2 Cal 4 Dee 5",
    ),
]


@pytest.mark.parametrize("size", ["phone", "tablet"])
@pytest.mark.parametrize("way", WAYS, ids=[way.made for way in WAYS])
def test_it_takes_at_most_three_taps(server: Server, page: Page, way: Way, size: str) -> None:
    page.set_viewport_size(sized(size))
    path = lay(server, page, record(log=entries(way.log)))
    screen = Screen(page)
    for find in way.taps:
        screen.tap(find(page))
    expect(page.locator("#board")).to_be_visible()
    assert server.export(path)["log"][-1] == entry(way.made)
    assert screen.taps <= way.most
