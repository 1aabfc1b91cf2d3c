"""A finding is read whole, before anything is done about it and in the log."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import shown
from tests.browser.walks import enter
from tests.evenings import record
from tests.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.share(1, of=__name__)]

STOP = {"do": "stop"}


def withheld(game: str, suit: str) -> dict[str, Any]:
    """A table at which Ann led higher than she had to."""
    leads = [{"do": "play", "player": "Ann", "card": card} for card in ("5C", f"9{suit}", "3C")]
    log = [{"do": "deal"}, {"do": "swap"}, leads[0], STOP, leads[1], STOP, leads[2]]
    return record(game, players=["Ann", "Bob", "Cal", "Dee"], log=log)


@pytest.mark.parametrize(
    ("game", "suit", "size", "taps"),
    [
        ("michigan-kitty", "D", "tablet", ["It really happened"]),
        ("michigan-kitty", "D", "phone-in-browser", []),
        ("boodle", "S", "tablet", []),
        ("boodle", "S", "phone-in-browser", []),
    ],
)
def test_a_finding_is_read_whole_where_it_is_enforced(
    server: Server, chromium: Browser, game: str, suit: str, size: str, taps: list[str]
) -> None:
    with shown(server, chromium, withheld(game, suit), size) as page:
        offered = page.locator("#message button:visible")
        assert offered.all_inner_texts() == taps
        page.locator("#findings > summary").click()
        whole = page.locator(".fold-body .banner p")
        expect(whole).to_contain_text("Ann led 5♣")
        assert whole.evaluate("text => text.scrollHeight <= text.clientHeight + 1")
        done = page.get_by_role(
            "button",
            name="It really happened" if suit == "D" else "Apply the penalty",
            exact=True,
        )
        done.click()
        expect(page.locator("#findings")).to_have_count(0)


def test_what_an_entry_led_to_has_whole_lines_in_the_log_of_a_phone(
    server: Server, chromium: Browser
) -> None:
    boodle = withheld("boodle", "S")
    with shown(server, chromium, {**boodle, "log": []}, "phone") as page:
        for entry in boodle["log"]:
            assert enter(page, entry, lambda: None) == 200
        page.goto(f"{page.url}/log")
        for part in (".log-finding", ".log-moved"):
            row = page.locator(".log-entry").filter(has=page.locator(part))
            expect(row.locator(".log-made")).to_be_visible()
            widths = [
                row.locator(it).evaluate("it => it.offsetWidth") for it in (part, ".log-what")
            ]
            assert widths[0] == widths[1], part
