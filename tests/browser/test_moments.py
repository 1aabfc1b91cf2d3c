"""The moments of an evening: chips that fly, a player who is out, a podium, and first hints."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import SIZES, tablet
from tests.browser.screen import Screen
from tests.evenings import record
from tests.serving import Server

pytestmark = pytest.mark.browser

# Milliseconds in which all chips have landed.
LONGEST = 400
RECORD = record(players=["Ann", "Bob", "Cal"], log=[{"do": "deal"}, {"do": "keep"}])
WATCH = """() => {
    window.flown = [];
    window.heard = 0;
    window.AudioContext = class { constructor() { window.heard += 1; } };
    new MutationObserver((changes) => changes.forEach((change) =>
        change.addedNodes.forEach((node) => {
        if (node.className !== 'flying-chip') return;
        const { endTime } = node.getAnimations()[0].effect.getComputedTiming();
        window.flown.push([endTime, getComputedStyle(node).pointerEvents]);
    }))).observe(document.body, { childList: true });
}"""


def test_chips_fly_soon_and_in_nobodys_way(server: Server, chromium: Browser) -> None:
    for motion, some in (("no-preference", True), ("reduce", False)):
        with tablet(chromium, has_touch=True, reduced_motion=motion) as page:
            page.goto(server.url + server.import_table(RECORD))
            page.evaluate(WATCH)
            Screen(page).entry({"do": "play", "player": "Ann", "card": "AS"})
            expect(page.locator("#seat-1 .delta")).to_be_visible()
            if some:
                page.wait_for_function("window.flown.length")
            else:
                page.wait_for_timeout(600)  # none comes
            expect(page.locator(".flying-chip")).to_have_count(0)
            flown = page.evaluate("window.flown")
            assert bool(flown) == some
            assert all(time <= LONGEST and touch == "none" for time, touch in flown), flown
            assert page.evaluate("window.heard") == 0, "sound is off unless a device wants it"


def test_going_out_is_a_headline_with_its_sum_and_why(server: Server, page: Page) -> None:
    out = {"do": "out", "player": "Ann", "left": {"Bob": 3, "Cal": 4}}
    chips = [{"do": "deal"}, {"do": "chips-only"}, out]
    page.goto(server.url + server.import_table({**RECORD, "log": chips}))
    expect(page.locator(".headline")).to_have_text("Ann is out! +10")
    expect(page.locator(".headline + .ask-hint")).to_contain_text("from the kitty")
    expect(page.locator(".headline + .ask-hint")).to_contain_text("7 for the cards of the others")


CLAIRE = [
    {"do": "deal"},
    *({"do": "bid", "player": player, "tricks": 1} for player in ("Ann", "Bob", "Cal")),
    {"do": "tricks", "took": {"Ann": 1, "Bob": 4, "Cal": 5}},
]
RUMMY = [{"do": "deal"}, {"do": "score", "out": "Ann", "points": {"Bob": 5, "Cal": 10}}]


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("screen", "log", "best", "why"),
    [
        ("michigan-kitty", [], "0 chips", "The best result wins: chips and IOUs at the end"),
        ("wanagan", [], "0 chips", "The best result wins: chips and IOUs at the end"),
        ("oh-claire", CLAIRE, "+6 chips", "Jackpot: Ann, with 1 cup covered and 1 chip in it."),
        ("kids-rummy", RUMMY, "0 points", "The fewest points win."),
    ],
)
def test_an_evening_ends_with_a_podium_that_says_why(
    server: Server, page: Page, screen: str, log: list[dict[str, Any]], best: str, why: str
) -> None:
    over = {**RECORD, "game": screen, "log": [*log, {"do": "end"}]}
    page.goto(server.url + server.import_table(over))
    expect(page.locator(".podium-step")).to_have_count(3)
    expect(page.locator(".podium-1 small").first).to_have_text(best)
    expect(page.locator(".podium-why")).to_contain_text(why)


def test_the_podium_falls_from_the_first_place_whatever_the_names(
    server: Server, page: Page
) -> None:
    names = ["Jo", "Александрович", "Al", "Maximiliane-Sophie"]
    counted = zip(names, (120, 110, 50, 110), strict=True)
    log = [{"do": "count", "of": name, "chips": chips} for name, chips in counted]
    width, height = SIZES["phone"]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(reduced_motion="reduce")
    over = {**record(players=names), "log": [*log, {"do": "end"}]}
    page.goto(server.url + server.import_table(over))
    boxes = [step.bounding_box() for step in page.locator(".podium-step").all()]
    tops = [round(box["y"]) for box in boxes if box]
    places = page.locator(".podium-step b").all_inner_texts()
    assert places == ["1", "2", "2"]
    assert tops[0] < tops[1] == tops[2]
    lines = page.locator(".podium-step bdi").evaluate_all("its => its.map(it => it.clientHeight)")
    assert max(lines) < 1.5 * min(lines)


def test_all_hints_are_closed_for_good_in_one_tap(server: Server, page: Page) -> None:
    page.goto(server.url + server.import_table({**RECORD, "log": []}))
    hint = page.locator(".hint")
    expect(hint).to_be_visible()
    hint.get_by_role("button").click()
    expect(hint).to_be_hidden()
    screen = Screen(page)
    for entry in ({"do": "deal"}, {"do": "swap"}, {"do": "play", "player": "Ann", "card": "3C"}):
        screen.entry(entry)
    expect(hint).to_have_count(1)
    expect(hint).to_be_hidden()
