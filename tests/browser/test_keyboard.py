"""The table by keyboard, and read out: each question once, with its card."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import tablet
from tests.evenings import record
from tests.serving import Server

pytestmark = pytest.mark.browser

FOUR = record()
KEPT = [{"do": "deal"}, {"do": "keep"}]
HEAR = """() => {
    window.heard = [];
    const hear = () => {
        const words = document.getElementById('asked').textContent.replace(/\\s+/g, ' ').trim();
        if (words !== window.heard.at(-1)) window.heard.push(words);
        else window.heard.push(`again: ${words}`);
    };
    new MutationObserver(hear).observe(document.getElementById('board'), {
        subtree: true, childList: true, characterData: true, attributes: false,
    });
}"""


def typed(page: Page, keys: str) -> None:
    """Type on the keyboard, and see the table drawn anew."""
    seen = page.locator("#board").get_attribute("data-version") or ""
    page.keyboard.type(keys)
    expect(page.locator("#board")).not_to_have_attribute("data-version", seen)


def test_a_hand_is_played_by_keyboard(server: Server, page: Page) -> None:
    path = server.import_table({**FOUR, "log": KEPT[:1]})
    page.goto(server.url + path)
    for keys in ("n", "u", *"nnn", "2c", "2", "6c3", "u", "n"):
        typed(page, keys)
    cards = {"do": "play", "player": "Cal", "cards": ["4C", "5C", "6C"]}
    assert server.export(path)["log"][6:] == [
        {"do": "play", "player": "Ann", "card": "2C"},
        {"do": "play", "player": "Bob", "card": "3C"},
        cards,
        {"do": "undo"},
        {"do": "stop"},
    ]
    page.keyboard.press("?")
    expect(page).to_have_url(f"{server.url}{path}/rules")


def test_each_question_is_read_out_once(server: Server, chromium: Browser) -> None:
    with tablet(chromium, has_touch=True) as page:
        page.goto(server.url + server.import_table({**FOUR, "log": KEPT}))
        page.evaluate(HEAR)
        for keys in ("3d", "2", "1", "n"):
            typed(page, keys)
        heard = page.evaluate("window.heard")
    assert heard == [
        *(f"{card}♦: who plays it?" for card in (4, 5, 6)),
        "Ann leads the lowest ♣ or ♠",
    ]
