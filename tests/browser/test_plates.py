"""What is written on the plates can be read across the table, and nothing lies over it."""

from typing import Any

import pytest
from playwright.sync_api import Browser, FloatRect

from tests.browser.conftest import lay, shown, tablet
from tests.browser.screen import Screen
from tests.browser.tour import touring
from tests.catalogues import CODES
from tests.evenings import NAMES as SHORT
from tests.evenings import record
from tests.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.share(5, of=__name__)]

NAMES = (
    "Christopher",
    "Maximiliane",
    "Jean-Baptiste",
    "Uncle Bartholomew",
    "Hans-Joachim",
    "Emmanuelle",
    "Johannes-Christoph",
    "Marie-Therese",
    "Wilhelmina",
    "Ann-Katharina",
)
# In pixels of a tablet of 9.7 inches.
FOUR_MILLIMETRES = 1024 / 197 * 4
# Longer names may be smaller by two fifths.
LONG = 8

# Each name and purse, how high its capitals are in any font, whether it is cut, how squeezed.
WRITTEN = """() => {
    const pen = document.createElement('canvas').getContext('2d');
    return [...document.querySelectorAll('.seat-name, .purse')].map((words) => {
        const style = getComputedStyle(words);
        const { fontWeight, fontSize, fontFamily, fontSizeAdjust } = style;
        pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
        const { actualBoundingBoxAscent } = pen.measureText('H');
        const [, share] = fontSizeAdjust.match(/^cap-height (.*)$/) ?? [];
        const high = share ? parseFloat(fontSize) * share : actualBoundingBoxAscent;
        const inked = new Range();
        inked.selectNodeContents(words.querySelector('bdi, b'));
        const [ink, room] = [inked, words].map((it) => it.getBoundingClientRect());
        const part = words.querySelector('bdi, b');
        const drawn = part.offsetWidth ? part.getBoundingClientRect().width / part.offsetWidth : 1;
        const isCut = ink.left < room.left - 1 || ink.right > room.right + 1;
        return [words.textContent, high, isCut, drawn * parseFloat(style.fontStretch) / 100];
    });
}"""

COVERED = """() => {
    const inked = (words) => {
        const range = new Range();
        range.selectNodeContents(words);
        const { left, right, top, height } = range.getBoundingClientRect();
        const lines = { top: top + height * .2, bottom: top + height * .76 };
        return { left, right, ...lines, of: words.textContent };
    };
    const written = [...document.querySelectorAll('.seat-name bdi, .purse b')].map(inked);
    return [...document.querySelectorAll('.seat-tags > *, .dealer-button')].flatMap((tag) => {
        const box = tag.getBoundingClientRect();
        return written.filter((it) => it.left < box.right && box.left < it.right
            && it.top < box.bottom && box.top < it.bottom)
            .map((it) => `${tag.textContent} lies over ${it.of}`);
    });
}"""

# The plates of others that lie over the button of the dealer, or below it.
BESIDE_BUTTON = """() => {
    const button = document.querySelector('.dealer-button'), box = button.getBoundingClientRect();
    const plates = [...document.querySelectorAll('.seat')].filter((it) => !it.contains(button));
    return plates.filter((plate) => {
        const { left, right, top, bottom } = plate.getBoundingClientRect();
        return left < box.right && box.left < right && top < box.bottom && box.top < bottom;
    }).map((plate) => plate.querySelector('.seat-name').textContent);
}"""

# How far each player's symbol reaches over the name and the figures beside it.
OVER = """() => [...document.querySelectorAll('.seat > .mark')].flatMap((mark) => {
    const { right } = mark.firstElementChild.getBoundingClientRect();
    return [...mark.parentElement.querySelectorAll('.seat-name bdi, .purse b')].map((words) => {
        const inked = new Range();
        inked.selectNodeContents(words);
        return right - inked.getBoundingClientRect().left;
    });
})"""

# A hand of ten tricks in which everybody misses the bid by one.
MISSED = [
    {"do": "deal"},
    *({"do": "bid", "player": name, "tricks": 3} for name in SHORT[:5]),
    {"do": "tricks", "took": dict.fromkeys(SHORT[:5], 2)},
]

# How far the lowest tag reaches over what stands below the plates.
LOWEST = """() => {
    const panel = document.querySelector('.foot').getBoundingClientRect().top;
    const tags = [...document.querySelectorAll('.seat-tags > *')];
    return Math.max(...tags.map((tag) => tag.getBoundingClientRect().bottom)) - panel;
}"""

HEIGHTS = "[...document.querySelectorAll('.seat .delta b')].map((it) => it.offsetHeight)"


def in_debt(names: tuple[str, ...]) -> list[Any]:
    """An auction in which everybody owes, holds a note, and bids or has passed."""
    lenders = (*names[1:], names[0])
    lent = [
        {"do": "borrow", "player": name, "from": lender, "chips": 5}
        for name, lender in zip(names, lenders, strict=True)
    ]
    bids = [
        {"do": "bid", "player": name, "chips": chips} for chips, name in enumerate(names[:-2], 1)
    ]
    return [{"do": "deal"}, *lent, *bids]


@pytest.mark.parametrize("size", ["tablet", "tablet-upright"])
@pytest.mark.parametrize("game", ["michigan-kitty", "wanagan"])
def test_long_names_and_purses_are_read_across_the_table(
    server: Server, chromium: Browser, game: str, size: str
) -> None:
    with shown(server, chromium, record(game, NAMES, log=[{"do": "deal"}]), size) as page:
        for words, high, cut, wide in page.evaluate(WRITTEN):
            long = len(words) > LONG and not words[0].isdigit()
            assert high >= FOUR_MILLIMETRES * (0.6 if long else 1), words
            assert not cut, words
            assert wide == pytest.approx(1, abs=0.02), f"{words} is squeezed"


@pytest.mark.parametrize("size", ["tablet", "tablet-upright"])
def test_no_tag_lies_over_a_name_or_a_purse(server: Server, chromium: Browser, size: str) -> None:
    with shown(server, chromium, record(players=NAMES, log=in_debt(NAMES)), size) as page:
        assert page.locator(".seat-tags").count() == len(NAMES)
        assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("size", ["tablet", "tablet-upright"])
@pytest.mark.parametrize("game", ["kids-rummy", "oh-claire"])
def test_the_symbol_of_a_player_lies_clear_of_the_name_and_the_figures(
    server: Server, chromium: Browser, game: str, size: str
) -> None:
    with shown(server, chromium, record(game, SHORT[:5], log=[{"do": "deal"}]), size) as page:
        over = page.evaluate(OVER)
        assert len(over) == 2 * 5
        assert max(over) <= 0


@pytest.mark.parametrize("size", ["phone", "phone-in-browser"])
@pytest.mark.parametrize("players", [6, 8, 10])
def test_the_button_of_the_dealer_lies_over_no_name_on_a_phone(
    server: Server, chromium: Browser, players: int, size: str
) -> None:
    laid = record(players=NAMES[:players], dealer="Christopher", log=[{"do": "deal"}])
    with shown(server, chromium, laid, size) as page:
        assert page.locator(".dealer-button").is_visible()
        assert page.evaluate(COVERED) == []


# Tablets, whole and with the bars of their browser, and a phone.
WINDOWS = [(768, 1024), (768, 954), (1024, 768), (1024, 690), (390, 844)]


@pytest.mark.parametrize("letters", ["normal", "large"])
@pytest.mark.parametrize("players", [8, 9, 10])
@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_the_button_of_the_dealer_lies_clear_of_the_plates_beside(
    server: Server, chromium: Browser, width: int, height: int, players: int, letters: str
) -> None:
    with tablet(chromium, "tablet", {"type": letters}) as page:
        page.set_viewport_size({"width": width, "height": height})
        for dealer in NAMES[:players]:
            lay(server, page, record(players=NAMES[:players], dealer=dealer, log=[{"do": "deal"}]))
            assert page.evaluate(BESIDE_BUTTON) == [], dealer
            if letters == "normal":
                assert page.evaluate(COVERED) == [], dealer


@pytest.mark.parametrize("players", [6, 8, 10])
def test_no_tag_lies_over_the_foot_of_a_phone(
    server: Server, chromium: Browser, players: int
) -> None:
    laid = record(players=NAMES[:players], log=in_debt(NAMES[:players]))
    with shown(server, chromium, laid, "phone-in-browser") as page:
        assert page.locator(".seat-tags > :nth-child(3)").count() >= 1
        assert page.evaluate(LOWEST) <= 1


@pytest.mark.parametrize("size", ["phone", "phone-in-browser"])
def test_a_bid_and_its_tricks_stay_on_their_plate_in_every_language(
    server: Server, chromium: Browser, size: str
) -> None:
    path = server.import_table(record("oh-claire", SHORT[:5], log=MISSED))
    for code in CODES:
        with touring(server, chromium, code, size) as tour:
            tour.open(path, set())
            assert not tour.faults, "\n".join(sorted(tour.faults))


def test_what_moved_takes_a_line_of_a_plate_on_a_phone(server: Server, chromium: Browser) -> None:
    with shown(server, chromium, record(players=NAMES, log=[{"do": "deal"}]), "phone") as page:
        heights = page.evaluate(HEIGHTS)
        assert len(heights) == len(NAMES)
        assert max(heights) < 24


@pytest.mark.parametrize("size", ["tablet", "tablet-upright"])
@pytest.mark.parametrize("players", [2, 5, 10])
def test_plates_face_their_players_where_the_table_likes_it(
    server: Server, chromium: Browser, size: str, players: int
) -> None:
    path = server.import_table(record(players=NAMES[:players], log=[{"do": "deal"}]))
    with tablet(chromium, size) as page:
        page.goto(f"{server.url}{path}/more")
        page.get_by_role("radio", name="Face their players").check()
        page.goto(server.url + path)
        across = page.locator(f"#seat-{players // 2 + 1}")
        turned = across.evaluate("plate => getComputedStyle(plate).transform")
        assert turned.startswith("matrix(0, -1" if players == 2 else "matrix(-1, 0")


WHOLE = """button => {
    const words = button.querySelector('span');
    return words.scrollHeight <= words.clientHeight + 2;
}"""


@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_what_somebody_with_a_double_name_does_is_read(
    server: Server, chromium: Browser, size: str
) -> None:
    seats = [*NAMES[3:], *NAMES[:3]]
    with shown(server, chromium, record(players=seats, log=[{"do": "deal"}]), size) as page:
        assert page.locator("button", has_text="takes it").evaluate(WHOLE)


TOPS = """() => ['.pots', '#ask', '.seats', '.undo-bar']
    .map(part => document.querySelector(part).getBoundingClientRect().top / innerHeight)"""


@pytest.mark.parametrize("size", ["phone", "phone-in-browser"])
def test_the_plates_of_a_phone_lie_where_a_thumb_is(
    server: Server, chromium: Browser, size: str
) -> None:
    log = [{"do": "deal"}, {"do": "keep"}, {"do": "play", "player": "Ann", "card": "3C"}]
    with shown(server, chromium, record(players=SHORT[:8], log=log), size) as page:
        pots, question, plates, undo = page.evaluate(TOPS)
        assert pots < question < plates < undo
        assert plates > 2 / 3


# The names that are too small to be read on a phone, or cut.
SMALL = """() => [...document.querySelectorAll('.seat-name')].filter(name =>
    parseFloat(getComputedStyle(name).fontSize) < 12
    || name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1
).map(name => name.textContent)"""


@pytest.mark.parametrize("log", [[], [{"do": "deal"}]], ids=["paid", "dealt"])
@pytest.mark.parametrize("players", [6, 8, 10])
def test_names_on_a_phone_are_legible_and_whole(
    server: Server, chromium: Browser, players: int, log: list[dict[str, Any]]
) -> None:
    seats = ("Bartholomew", "Maximilian", *SHORT)[:players]
    with shown(server, chromium, record(players=[*seats], log=log), "phone") as page:
        assert page.evaluate(SMALL) == []


CUT = """() => [...document.querySelectorAll('.seat-name, .seat-name bdi')]
    .filter(name => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight)
    .map(name => name.textContent)"""


WHOLE_NAMES = [
    *((("Bartholomew-Maximilian", *NAMES), players, "normal") for players in (2, 3)),
    *((("Wolfgang", "Dorothea", *SHORT), *seats) for seats in ((3, "normal"), (6, "large"))),
]


@pytest.mark.parametrize(("names", "players", "letters"), WHOLE_NAMES)
def test_no_name_is_cut_on_the_wide_plates_of_a_phone(
    server: Server, chromium: Browser, names: tuple[str, ...], players: int, letters: str
) -> None:
    laid = record(players=names[:players], dealer=names[0], log=[])
    with shown(server, chromium, laid, "phone", chosen={"type": letters}) as page:
        assert page.evaluate(CUT) == []


def test_the_marked_cup_of_wanagan_has_another_edge_on_a_phone(
    server: Server, chromium: Browser
) -> None:
    with tablet(chromium, "phone") as page:
        lay(server, page, record("wanagan", log=[{"do": "deal"}]))
        screen, cup = Screen(page), page.locator("#pot-flush")
        box = cup.bounding_box()
        assert box
        edge = FloatRect(x=box["x"] + 1, y=box["y"] + box["height"] / 2, width=2, height=2)
        screen.tap(cup.locator("input"))
        marked = page.screenshot(clip=edge)
        screen.tap(page.locator("#pot-straight input"))
        assert page.screenshot(clip=edge) != marked
