"""The moments of an evening: chips that fly, a player who is out, a podium, and first hints."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import SIZES, choose, lay, sized, tablet
from tests.browser.screen import Screen
from tests.evenings import NAMES, record
from tests.serving import Server, Tablet

pytestmark = [pytest.mark.browser, pytest.mark.share(5, of=__name__)]

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


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize("at", ["the table", "a seat"])
def test_chips_fly_soon_and_in_nobodys_way(
    server: Server, chromium: Browser, at: str, motion: str
) -> None:
    path, moves = server.import_table(RECORD), motion == "no-preference"
    laid = Tablet(server, path)
    seat, gain = f"/t/{laid.invited()['ann']}", ".my-facts .delta.is-gain"
    here = {"the table": (path, "tablet", "#seat-1 .delta"), "a seat": (seat, "phone", gain)}
    address, size, delta = here[at]
    with tablet(chromium, size, has_touch=True, reduced_motion=motion) as page:
        page.goto(server.url + address)
        page.evaluate(WATCH)
        assert laid.tap({"do": "play", "player": "Ann", "card": "AS"}) == 200
        expect(page.locator(delta)).to_be_visible()
        if moves:
            page.wait_for_function("window.flown.length")
        else:
            page.wait_for_timeout(600)  # none comes
        expect(page.locator(".flying-chip")).to_have_count(0)
        flown = page.evaluate("window.flown")
        assert bool(flown) == moves
        assert all(time <= LONGEST and touch == "none" for time, touch in flown), flown
        assert page.evaluate("window.heard") == 0, "sound is off unless a device wants it"


OUT = {"do": "out", "player": "Bob", "left": {"Ann": 3, "Cal": 4}}
PLAYED = record(players=["Ann", "Bob", "Cal"], log=[{"do": "deal"}, {"do": "chips-only"}, OUT])
END = {"do": "end"}
TURNS = """() => [...document.querySelectorAll('.podium-step')].map(step =>
    [step.querySelector('b').textContent, step.getAnimations()[0]?.effect.getTiming().delay])"""
CUT = """steps => steps.filter(step => [...step.querySelectorAll('bdi, small')].some(part =>
    part.scrollHeight > part.clientHeight + 1
    || part.getBoundingClientRect().bottom > step.getBoundingClientRect().bottom
)).map(step => step.textContent)"""
# The names that are not seen whole, and the results.
HIDDEN_WORDS = """steps => steps.flatMap(step => {
    const words = document.createRange(), name = step.querySelector('bdi');
    words.selectNodeContents(name);
    words.setStartAfter(name.querySelector('.mark'));
    const around = getComputedStyle(name).display === 'inline' ? step : name;
    const parts = [...words.getClientRects()].map(word => [word, around.getBoundingClientRect()]);
    const result = step.querySelector('small').getBoundingClientRect();
    return [...parts, [result, step.getBoundingClientRect()]].filter(([part, box]) =>
        part.left < box.left - 1 || part.right > box.right + 1
        || part.top < box.top - 1 || part.bottom > box.bottom + 1
    ).map(() => step.textContent);
})"""
# The results that stand beside the place.
EARLY_RESULTS = """steps => steps.filter(step => {
    const [place, result] = ['b', 'small'].map(part => step.querySelector(part));
    return result.getBoundingClientRect().top < place.getBoundingClientRect().bottom;
}).map(step => step.textContent)"""
SMALLEST_LETTERS = """steps => Math.min(...steps.map(
    step => parseFloat(getComputedStyle(step.querySelector('bdi')).fontSize)))"""
RISING = """() => document.querySelector('#board').getAnimations({subtree: true})
    .filter(motion => motion.playState === 'running').length"""
PANEL_RISING = """() => document.querySelector('#ask').getAnimations({subtree: true})
    .map(motion => motion.effect.target.textContent)"""
LASTING = """() => Math.max(0, ...document.querySelector('#board')
    .getAnimations({subtree: true}).map(motion => motion.effect.getComputedTiming().endTime))"""
PAUSE = "document.getAnimations().forEach(motion => motion.pause())"
EAR = """() => {
    const audible = () => new Proxy(() => audible(), {
        get: (_, name) => name === Symbol.toPrimitive ? () => 0 : audible(), set: () => true,
    });
    window.tones = [];
    window.AudioContext = function () {
        const hear = (_, name) => {
            if (name !== 'createOscillator') return name === 'currentTime' ? 0 : audible();
            window.tones.push(1);
            return audible();
        };
        return new Proxy({}, { get: hear });
    };
}"""


UNDER = """ribbon => {
    const mine = ribbon.getBoundingClientRect();
    const isUnder = ({ left, right, top, bottom }) =>
        mine.left < right && left < mine.right && mine.top < bottom && top < mine.bottom;
    const things = [...document.querySelectorAll('.seat, .pot-count, .topbar a')];
    return things.filter(it => isUnder(it.getBoundingClientRect())).map(it => it.textContent);
}"""


def test_a_ribbon_tells_of_the_last_hand_and_covers_nothing(server: Server, page: Page) -> None:
    going: list[dict[str, Any]] = [{"do": "deal"}, {"do": "keep"}]
    lay(server, page, {**RECORD, "log": going})
    expect(page.locator(".ribbon")).to_have_count(0)
    for players in (["Ann", "Bob", "Cal"], [*NAMES[:8]]):
        last = record(players=players, log=[{"do": "last-hand"}, *going])
        lay(server, page, last)
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            ribbon = page.get_by_text("last hand").first
            expect(ribbon).to_be_visible()
            assert page.locator(".ribbon").evaluate(UNDER) == [], (width, height)


def end(page: Page, server: Server) -> None:
    """End an evening, seen from another device."""
    path = lay(server, page, PLAYED)
    assert Tablet(server, path).tap(END) == 200
    page.locator(".podium").wait_for()


def test_the_felt_becomes_the_podium_third_to_first_and_a_tap_lets_it_stand(
    server: Server, page: Page
) -> None:
    end(page, server)
    felt, steps = page.locator(".table-board"), page.locator(".table-board .podium-step")
    expect(steps).to_have_count(3)
    assert page.evaluate(TURNS) == [["1", 2000], ["2", 1000], ["3", 0]]
    expect(felt.locator(".pots")).to_be_hidden()
    assert page.evaluate(PANEL_RISING) == []
    assert page.evaluate(RISING)
    page.get_by_role("heading", name="Bob wins!").click()
    assert page.evaluate(RISING) == 0
    page.reload()
    assert page.evaluate(TURNS) == [["1", None], ["2", None], ["3", None]], "it stands already"


def test_nothing_of_the_ending_moves_where_motion_is_reduced(
    server: Server, chromium: Browser
) -> None:
    with tablet(chromium, has_touch=True, reduced_motion="reduce") as page:
        end(page, server)
        expect(page.locator(".podium-1")).to_be_visible()
        assert page.evaluate(LASTING) <= LONGEST


def test_a_tap_does_not_wait_for_the_podium(server: Server, page: Page) -> None:
    end(page, server)
    page.evaluate(PAUSE)
    page.get_by_role("link", name="Tally").last.click()
    expect(page.get_by_role("button", name="Print")).to_be_visible()


def test_chips_burst_out_of_a_kitty_that_is_won(server: Server, page: Page) -> None:
    before = {**PLAYED, "log": PLAYED["log"][:-1]}
    path = lay(server, page, before)
    page.evaluate(WATCH)
    assert Tablet(server, path).tap(OUT) == 200
    page.wait_for_function("() => window.flown.length > 18")
    flown = page.evaluate("window.flown")
    assert all(time <= 600 and touch == "none" for time, touch in flown), flown


def test_an_entry_ticks_a_pot_rattles_and_who_wins_has_a_chord(server: Server, page: Page) -> None:
    tones = []
    choose(page, {"sound": "on"})
    for entry in (
        {"do": "play", "player": "Ann", "card": "3C"},
        {"do": "play", "player": "Ann", "card": "AS"},
        OUT,
    ):
        out = entry is OUT
        path = lay(server, page, {**PLAYED, "log": PLAYED["log"][:-1]} if out else RECORD)
        page.evaluate(EAR)
        assert Tablet(server, path).tap(entry) == 200
        page.wait_for_function("() => window.tones.length")
        tones.append(page.evaluate("window.tones.length"))
    assert tones == [1, 7, 4]


def test_the_podium_falls_from_the_first_place_whatever_the_names(
    server: Server, page: Page
) -> None:
    names = ["Jo", "Александрович", "Al", "Maximiliane-Sophie"]
    counted = zip(names, (120, 110, 50, 110), strict=True)
    log = [{"do": "count", "of": name, "chips": chips} for name, chips in counted]
    page.set_viewport_size(sized("phone"))
    page.emulate_media(reduced_motion="reduce")
    over = {**record(players=names), "log": [*log, {"do": "end"}]}
    lay(server, page, over)
    boxes = [step.bounding_box() for step in page.locator(".podium-step").all()]
    tops = [round(box["y"]) for box in boxes if box]
    places = page.locator(".podium-step b").all_inner_texts()
    assert places == ["1", "2", "2"]
    assert tops[0] < tops[1] == tops[2]
    assert page.locator(".podium-step").evaluate_all(CUT) == []


LONG = (
    *("Maximiliane-Sophie", "Jo", "Wolfgang Amadeus", "Александрович", "Gwendolyn", "נועה ושרה"),
    *("Donaudampfschiff", "Marie-Antoinette", "Christopher", "Bartholomew Smythe II."),
)


@pytest.mark.parametrize("players", [4, 5, 7, 10])
@pytest.mark.parametrize("place", [1, 3])
@pytest.mark.parametrize("size", ["tablet", "tablet-upright", "phone"])
def test_however_many_share_a_place_each_name_can_be_read(
    server: Server, chromium: Browser, size: str, place: int, players: int
) -> None:
    with tablet(chromium, size, reduced_motion="reduce") as page:
        ahead = [{"do": "count", "of": LONG[at], "chips": 130 - at} for at in range(place - 1)]
        lay(server, page, record(players=[*LONG[:players]], log=[*ahead, END]))
        steps = page.locator(".podium-step")
        assert steps.count() == players
        assert steps.evaluate_all(HIDDEN_WORDS) == []
        assert steps.evaluate_all(EARLY_RESULTS) == []
        assert steps.evaluate_all(SMALLEST_LETTERS) >= 10


def test_all_hints_are_closed_for_good_in_one_tap(server: Server, page: Page) -> None:
    lay(server, page, {**RECORD, "log": []})
    hint = page.locator(".hint")
    expect(hint).to_be_visible()
    hint.get_by_role("button").click()
    expect(hint).to_be_hidden()
    screen = Screen(page)
    for entry in ({"do": "deal"}, {"do": "swap"}, {"do": "play", "player": "Ann", "card": "3C"}):
        screen.entry(entry)
    expect(hint).to_have_count(1)
    expect(hint).to_be_hidden()
