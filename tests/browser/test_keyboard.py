"""The table by keyboard, and read out: each question once, with its card."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import choose, drawn, lay, shown
from tests.evenings import record
from tests.serving import Server, Tablet

pytestmark = [pytest.mark.browser, pytest.mark.share(3, of=__name__)]

FOUR = record()
KEPT = [{"do": "deal"}, {"do": "keep"}]
PLAYED = {"do": "play", "player": "Ann", "card": "2C"}
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

# Both in one task of the page: the first is on its way, however fast the server is. A key that
# Playwright types while it still holds the same one down is a repetition, and counts for nothing.
TWICE = """key => [1, 2].forEach(() => document.body.dispatchEvent(
    new KeyboardEvent("keydown", {key, bubbles: true})
))"""


def typed(page: Page, keys: str) -> None:
    """Type on the keyboard, and wait until the table is drawn."""
    seen = page.locator("#board").get_attribute("data-version") or ""
    page.keyboard.type(keys)
    expect(page.locator("#board")).not_to_have_attribute("data-version", seen)


def test_a_hand_is_played_by_keyboard(server: Server, page: Page) -> None:
    path = lay(server, page, {**FOUR, "log": KEPT[:1]})
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
    expect(page).to_have_url(f"{server.url}{path}/rules#keys")


def test_each_question_is_read_out_once(server: Server, chromium: Browser) -> None:
    with shown(server, chromium, {**FOUR, "log": KEPT}, has_touch=True) as page:
        page.evaluate(HEAR)
        for keys in ("3d", "2", "1", "n"):
            typed(page, keys)
        heard = page.evaluate("window.heard")
    assert heard == [
        *(f"Who plays {card}♦?" for card in (4, 5, 6)),
        "Ann leads ♣ or ♠: their lowest in that suit",
    ]


def test_a_question_that_is_read_out_is_not_focused_too(server: Server, page: Page) -> None:
    lay(server, page, {**FOUR, "log": []})
    page.evaluate(HEAR)
    page.get_by_role("button", name="Deal hand 1").press("Enter")
    expect(page.locator(":focus")).to_have_accessible_name("The question")
    assert page.evaluate("window.heard") == [
        "Does Dee exchange hands with the dummy, or is it sold?"
    ]


def test_no_key_typed_quickly_is_lost(server: Server, page: Page) -> None:
    path = lay(server, page, {**FOUR, "log": [*KEPT, PLAYED]})
    version = 3
    for keys, entries in (("2n", 2), ("u", 1), ("23", 2), ("4u", 2), ("1x", 1), ("2?", 1)):
        page.keyboard.type(keys)
        version += entries
        if keys != "2?":
            drawn(page, version)
    expect(page).to_have_url(f"{server.url}{path}/rules#keys")
    assert [entry.get("player") or entry["do"] for entry in server.export(path)["log"][3:]] == [
        *("Bob", "stop", "undo", "Bob", "Cal", "Dee", "undo", "Ann", "Bob")
    ]


def test_a_key_that_comes_too_late_is_told(server: Server, page: Page) -> None:
    path = lay(server, page, {**FOUR, "log": [*KEPT, PLAYED]})
    page.evaluate(TWICE, "n")
    expect(page.locator("[data-late-what]")).to_have_text("Nobody has it")
    assert server.export(path)["log"][3:] == [{"do": "stop"}]


@pytest.mark.parametrize("knows", [True, False])
def test_the_deal_is_reached_in_a_few_presses_of_tab(
    server: Server, page: Page, knows: bool
) -> None:
    if knows:
        choose(page, {"hinted": "all"})
    lay(server, page, {**FOUR, "log": []})
    page.keyboard.press("Tab")
    if not knows:  # then the words of its hint come first, and the way is by the link to the table
        page.keyboard.press("Enter")
    deal = page.locator("#ask .ask-actions button").first
    for _ in range(9):
        page.keyboard.press("Tab")
        if deal.evaluate("button => button === document.activeElement"):
            return
    raise AssertionError


def test_enter_sends_the_number_that_was_typed(server: Server, page: Page) -> None:
    path = lay(server, page, {**FOUR, "log": KEPT[:1]})
    for below, chips in (("", 7), ("/more/player?player=Bob", 17)):
        page.goto(f"{server.url}{path}{below}")
        field = page.locator("[name=key-chips-typed]").first
        field.fill(str(chips))
        field.press("Enter")
        expect(page.locator(".button-undo")).to_contain_text(f"{chips}")
        assert server.export(path)["log"][-1]["chips"] == chips


def test_enter_on_a_phone_sends_what_was_typed_and_nothing_else(server: Server, page: Page) -> None:
    rummy = record("kids-rummy", log=[{"do": "deal"}])
    ann = Tablet(server, server.import_table(rummy)).invited()["ann"]
    page.goto(f"{server.url}/t/{ann}")
    page.locator("#my-number").fill("25")
    page.locator("#my-number").press("Enter")
    expect(page.locator(".my-telling")).to_contain_text("You said 25.")
