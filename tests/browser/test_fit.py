"""What the question says fits its panel, however long the names, and is no smaller than it must."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.stops.board import HEARTS_BOARD
from tests.browser.conftest import lay, tablet
from tests.browser.geometry import HIDDEN
from tests.browser.glass import Glass
from tests.browser.walks import LONG, enter
from tests.evenings import CASES, cases, record, recorded, renamed
from tests.serving import Server
from tests.simulated.seats import NAMES as SEATS

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Bob", "Cal")
OUT = {"do": "out", "player": "Ann", "left": {"Bob": 3, "Cal": 4}}
RECORD = record(players=[*NAMES], log=[{"do": "deal"}, {"do": "chips-only"}, OUT])
CUT = """() => [...document.querySelectorAll('.ask, .ask-text, .ask-text > p')]
    .filter((part) => part.scrollHeight > part.clientHeight + 1).map((part) => part.className)"""
LARGE = {"type": "large"}
LOOSE = "document.querySelector('.ask').removeAttribute('data-tight')"


# How many pixels lie between each word on a saucer and its rim.
ROOM = """() => [...document.querySelectorAll('.saucer:has(> .pot-label)')].flatMap(saucer => {
    const box = saucer.getBoundingClientRect(), words = document.createRange();
    words.selectNodeContents(saucer.querySelector('.pot-label'));
    const from = (x, y) => Math.hypot(x - box.left - box.width / 2, y - box.top - box.height / 2);
    return [...words.getClientRects()].flatMap(word =>
        [word.left, word.right].flatMap(x => [word.top, word.bottom].map(y => from(x, y)))
    ).map(far => box.width / 2 - far);
})"""


# How many pixels lie between each 10 on a tile, its sign included, and the tile's edge.
BESIDE_TEN = """() => [
    ...document.querySelectorAll('.tile:is(#board [data-card^="10"], :has([value^="10"]))')
].filter(tile => tile.checkVisibility()).flatMap(tile => {
    const box = tile.getBoundingClientRect(), figures = document.createRange();
    figures.selectNodeContents(tile.querySelector('.card-rank'));
    const seen = [figures, tile.querySelector('.pip')].map(part => part.getBoundingClientRect());
    return seen.flatMap(({ left, right }) => [left - box.left, box.right - right]);
})"""


# How much is hidden of the buttons that answer the question.
HIDDEN_ANSWERS = """() => [...document.querySelectorAll('.ask-actions .button')].map(button => {
    const [box, around] = [button, button.parentElement].map(part => part.getBoundingClientRect());
    return Math.max(0, around.top - box.top, box.bottom - around.bottom);
})"""


@pytest.mark.parametrize(("width", "height"), [(384, 512), (320, 568)])
def test_on_a_screen_that_is_too_low_every_answer_can_be_reached(
    server: Server, chromium: Browser, width: int, height: int
) -> None:
    with tablet(chromium, "phone") as page:
        page.set_viewport_size({"width": width, "height": height})
        led = [{"do": "deal"}, {"do": "swap"}, {"do": "play", "player": "Ann", "card": "3C"}]
        lay(server, page, record(log=led))
        assert max(page.evaluate(HIDDEN_ANSWERS)) < 1


def test_the_saucers_can_be_read_on_a_phone_that_lies_on_its_side(
    server: Server, chromium: Browser
) -> None:
    with tablet(chromium, "phone") as page:
        page.set_viewport_size({"width": 844, "height": 390})
        for game in ("michigan-kitty", "wanagan"):
            lay(server, page, record(game, log=[{"do": "deal"}]))
            for saucer in page.locator(".saucer").all():
                box = saucer.bounding_box()
                assert box is not None
                assert box["width"] > 60


@pytest.mark.parametrize("height", [1024, 954], ids=["whole", "in-browser"])
def test_all_of_oh_claire_is_in_sight_on_an_upright_tablet(
    server: Server, chromium: Browser, height: int
) -> None:
    with tablet(chromium, "tablet-upright") as page:
        page.set_viewport_size({"width": 768, "height": height})
        for log in ([], [{"do": "deal"}]):
            lay(server, page, record("oh-claire", LONG[:5], dealer=LONG[4], log=log))
            assert page.evaluate(HIDDEN) == []


# Moments at which a phone has little room between its browser's bars.
ASKED: dict[str, list[dict[str, Any]]] = {
    "michigan-kitty": [],
    "great-lakes": [],
    "oh-claire": [
        {"do": "bid", "player": name, "tricks": tricks}
        for name, tricks in zip(LONG[:3], (3, 1, 4), strict=True)
    ],
}


def won(page: Page, server: Server, names: tuple[str, ...]) -> None:
    """Show the end of a hand."""
    lay(server, page, renamed(RECORD, dict(zip(NAMES, names, strict=True))))
    expect(page.locator(".headline")).to_be_visible()


def test_a_long_question_is_written_smaller_until_it_fits(
    server: Server, chromium: Browser
) -> None:
    with tablet(chromium, "phone-in-browser", LARGE, reduced_motion="reduce") as page:
        won(page, server, LONG[:3])
        assert page.evaluate(CUT) == []
        page.evaluate(LOOSE)
        assert page.evaluate(CUT), "as large as ever it is cut"


def test_what_is_asked_of_long_names_is_whole_between_the_bars_of_a_phone(
    server: Server, chromium: Browser
) -> None:
    with tablet(chromium, "phone-in-browser", reduced_motion="reduce") as page:
        for game, log in ASKED.items():
            asked = record(game, LONG[:3], dealer=LONG[2], log=[{"do": "deal"}, *log])
            lay(server, page, asked)
            assert page.evaluate(HIDDEN) == [], game


def test_every_way_to_an_ante_is_whole_between_the_bars_of_a_phone(
    server: Server, chromium: Browser
) -> None:
    evening = renamed(recorded("wanagan")[8], dict(zip(SEATS, LONG, strict=True)))
    short = {**evening, "log": evening["log"][:190]}
    with tablet(chromium, "phone-in-browser", LARGE, reduced_motion="reduce") as page:
        lay(server, page, short)
        assert page.locator(".ask-actions .button").count() == 3
        assert page.evaluate(HIDDEN) == []


def test_a_judged_pot_is_in_sight_where_the_evening_may_end(
    server: Server, chromium: Browser
) -> None:
    evening = recorded("michigan-rummy-classic")[2]
    award = {"do": "award", "pot": "poker", "players": evening["players"][:1]}
    last = {**evening, "options": {"rounds": 1}, "log": [*evening["log"][:39], award]}
    with tablet(chromium, "phone-in-browser", LARGE, reduced_motion="reduce") as page:
        lay(server, page, renamed(last, dict(zip(evening["players"], LONG, strict=False))))
        expect(page.locator(".ask .judged")).to_be_visible()
        assert page.evaluate(HIDDEN) == []


EVENING = cases(CASES / "kitty-evening-of-three-hands.json")[0]["record"]
# From the first deal into the second hand, and the end of the last one.
TAPS = [*EVENING["log"][:46], *EVENING["log"][-9:]]


@pytest.mark.share(1)
@pytest.mark.parametrize("language", ["de", "fr", "en"])
def test_nothing_is_covered_or_cut_on_the_smallest_phone(
    server: Server, chromium: Browser, language: str
) -> None:
    whole = {**EVENING, "log": EVENING["log"][:-9]}
    with tablet(chromium, "smallest-phone", locale=language, reduced_motion="reduce") as page:
        lay(server, page, {**EVENING, "log": []})
        for number, entry in enumerate(TAPS):
            if number == 46:
                lay(server, page, whole)
            assert page.evaluate(HIDDEN) == [], number
            assert enter(page, entry, lambda: None) == 200
        assert page.evaluate(HIDDEN) == []


TEN = (
    *("Großmutter Annegret", "Hans-Joachim", "Maximilian", "Tante Elisabeth", "Onkel Friedrich"),
    *("Annemarie", "Karl-Heinz", "Schwiegermutter", "Bärbel", "Christoph"),
)
# What is cut and does not end in dots.
CHOPPED = """() => [...document.querySelectorAll('#board *')].filter((part) => {
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(part);
    const isWide = overflowX !== 'visible' && part.scrollWidth > part.clientWidth + 3;
    const isHigh = overflowY !== 'visible' && part.scrollHeight > part.clientHeight + 3;
    const isText = part.checkVisibility() && !part.closest('.visually-hidden, .hint, .fold-body');
    const hasDots = webkitLineClamp !== 'none';
    return isText && ((isHigh && !hasDots) || (isWide && !hasDots && textOverflow !== 'ellipsis'));
}).map((part) => `${part.className || part.tagName} ${part.textContent.trim()}`)"""
LANDED = "() => Promise.all(document.getAnimations().map((motion) => motion.finished))"
NINE = {"board": [*HEARTS_BOARD]}
# A lead that many may have to skip, and the end, where seven come after the podium.
LED = [{"do": "deal"}, {"do": "keep"}, {"do": "play", "player": TEN[0], "card": "AS"}]
LEFT = {name: 1 if name == TEN[8] else 4 for name in (*TEN[:5], *TEN[6:])}
OVER = [
    *({"do": "deal"}, {"do": "chips-only"}, {"do": "out", "player": TEN[5], "left": LEFT}),
    *({"do": "award", "pot": "poker", "players": [TEN[7]]}, {"do": "end"}),
]


@pytest.mark.parametrize(("game", "players"), [("michigan-kitty", 10), ("kids-rummy", 6)])
def test_every_count_and_answer_of_a_full_table_is_in_sight_on_the_smallest_phone(
    server: Server, chromium: Browser, game: str, players: int
) -> None:
    with tablet(chromium, "smallest-phone", reduced_motion="reduce") as page:
        lay(server, page, record(game, TEN[:players], log=[{"do": "deal"}]))
        assert page.evaluate(HIDDEN) == []
        assert page.evaluate(CHOPPED) == []


@pytest.mark.parametrize("log", [LED[:1], LED, OVER], ids=["auction", "lead", "end"])
def test_ten_long_names_are_whole_or_end_in_dots_on_the_smallest_phone(
    server: Server, chromium: Browser, log: list[dict[str, Any]]
) -> None:
    with tablet(chromium, "smallest-phone", locale="de", reduced_motion="reduce") as page:
        lay(server, page, record(players=TEN, options=NINE, log=log))
        page.evaluate(LANDED)
        assert page.evaluate(CHOPPED) == []
        skip = page.locator("[data-kind=lead] .ask-actions .button > span")
        assert all(words.endswith("aussetzen") for words in skip.all_inner_texts())
        assert page.evaluate(CUT) == []


# What stands small beside the words of a choice, and in how many lines.
BESIDE = """() => [...document.querySelectorAll('.choice small')].map((part) => {
    const words = document.createRange();
    words.selectNodeContents(part);
    return [part.textContent, new Set([...words.getClientRects()].map((line) => line.top)).size];
})"""


@pytest.mark.parametrize("path", ["/new?game=michigan-kitty", "/more/pot?pot=KH"])
def test_what_stands_beside_a_long_choice_is_not_broken_on_the_smallest_phone(
    server: Server, chromium: Browser, path: str
) -> None:
    with tablet(chromium, "smallest-phone", LARGE) as page:
        table = lay(server, page, record(players=LONG, log=[]))
        page.goto(server.url + (path if path.startswith("/new") else table + path))
        page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
        lines = page.evaluate(BESIDE)
        assert len(lines) >= len(LONG)
        assert [words for words, count in lines if count != 1] == []


# How high a line of what is said is drawn.
HIGH = "selector => document.querySelector(selector).getClientRects()[0].height"
SAID = (".ask-question [aria-hidden]", ".ask-actions .button > span", ".undo-word", ".hand-now")


@pytest.mark.parametrize("size", ["tablet", "tablet-upright"])
def test_large_type_is_larger_by_a_quarter(server: Server, chromium: Browser, size: str) -> None:
    heights: list[list[float]] = []
    address = server.url + server.import_table({**EVENING, "log": EVENING["log"][:7]})
    for letters in ("normal", "large"):
        with tablet(chromium, size, {"type": letters}, reduced_motion="reduce") as page:
            page.goto(address)
            heights.append([page.evaluate(HIGH, said) for said in SAID])
            page.goto(f"{address}/tally")
            heights[-1].append(page.evaluate(HIGH, "h1"))
    ratios = [large / normal for normal, large in zip(*heights, strict=True)]
    assert ratios == pytest.approx([1.25] * len(ratios), abs=0.05)


def test_a_question_that_fits_is_as_large_as_ever(server: Server, chromium: Browser) -> None:
    with tablet(chromium, reduced_motion="reduce") as page:
        won(page, server, NAMES)
        expect(page.locator(".ask[data-tight]")).to_have_count(0)


@pytest.mark.parametrize("game", ["great-lakes", "wanagan"])
def test_no_word_of_nine_cups_touches_the_rim(server: Server, page: Page, game: str) -> None:
    lay(server, page, record(game, log=[]))
    room = page.evaluate(ROOM)
    assert len(room) >= 4 * 6
    assert min(room) >= 6


@pytest.mark.parametrize("kind", ["normal", "large"])
@pytest.mark.parametrize("size", ["smallest-phone", "phone"])
def test_the_cards_and_names_that_are_counted_fit_a_phone(
    server: Server, chromium: Browser, size: str, kind: str
) -> None:
    names = (*TEN[:2], "Bo", *TEN[2:5])
    with tablet(chromium, size, {"type": kind}) as page:
        setup = record("kids-rummy", names, log=[{"do": "deal"}])
        lay(server, page, setup, "/more/score?out=Bo")
        room = page.evaluate(BESIDE_TEN)
        assert len(room) == 4 * 4
        assert min(room) >= 1
        heights = page.locator(".count-tab bdi").evaluate_all(
            "names => names.map(name => name.offsetHeight"
            " / parseFloat(getComputedStyle(name).lineHeight))"
        )
        assert max(heights) < 4.5


def test_the_sum_stays_in_sight_while_the_lower_cards_are_tapped(
    server: Server, chromium: Browser
) -> None:
    with tablet(chromium, "smallest-phone") as page:
        dealt = record("kids-rummy", options={"packs": 2}, log=[{"do": "deal"}])
        lay(server, page, dealt, "/more/score?out=Ann")
        page.locator("label.tile:visible").last.click()
        expect(page.locator(".count-points").first).to_have_text("5")
        expect(page.locator("#sums")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("seat", ["", "Cal"], ids=["table", "seat"])
@pytest.mark.parametrize("width", [360, 390])
def test_a_ten_of_a_run_stays_inside_its_tile_on_a_phone(
    glass: Glass, width: int, seat: str
) -> None:
    glass.page.set_viewport_size({"width": width, "height": 664})
    glass.lay("deal; keep; Ann 2D; Bob 3D")
    if seat:
        glass.sit(seat)
    room = glass.page.evaluate(BESIDE_TEN)
    assert len(room) == 4
    assert min(room) >= 1
