"""The tally in a real browser: whole on every glass, and printed."""

from itertools import product
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page
from pypdfium2 import PdfDocument

from companion.core.game import Game
from companion.games import all_games
from tests.browser.conftest import SIZES, lay, sized, tablet
from tests.catalogues import CODES
from tests.evenings import in_chips, record
from tests.notation import entries
from tests.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.share(4, of=__name__)]

LONG = ("Bartholomew", "Wolfeschlegelstein", "محمد عبد الرحمن", "李小明", "Ann", "🩷🩷", *"BCDE")[
    :10
]
MILLIONS = entries(f"Ann buys in 900000; count Ann 5; count {LONG[1]} 975022")
CUT = """() => {
    const kinds = ':is(th, td, text, tspan, li, p, h1, h2):not(thead *, .visually-hidden)';
    const beyond = (box, room) => box.left < room.left - .5 || box.right > room.right + 1;
    return [...document.querySelectorAll(`.tally-page ${kinds}`)].filter(part => {
        const box = part.getBoundingClientRect(), room = part.closest('svg, body');
        return box.width && beyond(box, room.getBoundingClientRect());
    }).map(part => part.textContent);
}"""
OVERLAID = """() => {
    const boxes = [...document.querySelectorAll('.tally :is(tbody, tfoot) > * > *')].map(part => {
        const range = document.createRange();
        range.selectNodeContents(part);
        const words = part.querySelector('bdi') ?? range;  // a name is cut by its own box
        return [part.textContent, words.getBoundingClientRect()];
    }).filter(([, box]) => box.width);
    const across = (a, b) => a.left < b.right - 1 && b.left < a.right - 1;
    const down = (a, b) => a.top < b.bottom - 3 && b.top < a.bottom - 3;
    return boxes.flatMap(([words, a], at) => boxes.slice(at + 1)
        .filter(([, b]) => across(a, b) && down(a, b)).map(([other]) => [words, other]));
}"""


# The lines of the chart that are hard to tell from what they are drawn on.
FAINT = """() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const light = (colour, filter) => {
        canvas.filter = filter;
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 9, 9);
        const [r, g, b] = canvas.getImageData(4, 4, 1, 1).data;
        const [red, green, blue] = [r, g, b].map(part => (part / 255) ** 2.2);
        return .2126 * red + .7152 * green + .0722 * blue + .05;
    };
    const ground = light(getComputedStyle(document.querySelector('.chart-sheet')).backgroundColor);
    return [...document.querySelectorAll('.chart-wide .chart-line')].map(line => {
        const style = getComputedStyle(line);
        const own = light(style.getPropertyValue('--c'), style.filter);
        return [line.textContent.trim(), Math.max(own, ground) / Math.min(own, ground)];
    }).filter(([, contrast]) => contrast < 4);
}"""


# House rules, of all games, that make the rules longest.
LONGEST = {
    "ante": 4,
    "combination_bars": "part",
    "combination_by": "last-card",
    "dealer_extra": "none",
    "dealer_may_keep": False,
    "dummy_dealt": "first",
    "dummy_price": "kitty",
    "first_lead": "lowest-card",
    "first_leader": "dealer",
    "leftovers": "last-winner",
    "money_card_bars": False,
    "next_lead": "other-suit",
    "no_lead": "blocked",
    "penalties": True,
    "per_card": 4,
    "poker_cards": "held",
    "ranked_by": "chips",
    "rounds": 3,
    "sizes": [3, 1, 10],
    "ace": 11,
    "jokers": 8,
    "mode": "elimination",
    "packs": 2,
    "target_at": "exceeded",
}
LARGE_BOARD = [
    *("AS", "KH", "QKD", "7-8-9", "8-9-10", "poker", "loser", "ace-2", "6-lead", "straight"),
    *("full-house", "jackpot", "kitty", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C"),
]
# The words that cards within a sentence lie upon.
CROSSED = """() => [...document.querySelectorAll('.prose :is(p, li) .fan')].flatMap(fan => {
    const card = fan.getBoundingClientRect();
    return [...fan.parentElement.childNodes].filter(node => node !== fan).filter(node => {
        const range = document.createRange();
        range.selectNode(node);
        return [...range.getClientRects()].some(line =>
            line.left < card.right - 1 && card.left < line.right - 1 &&
            line.top < card.bottom - 2 && card.top < line.bottom - 2);
    }).map(node => node.textContent);
})"""


@pytest.fixture(scope="module")
def tallies(server: Server) -> list[str]:
    """The pages of a common evening and of one with ten players, long names and millions."""
    large = in_chips(players=10, hands=4, names=LONG)
    large["log"] += MILLIONS
    made = [server.import_table(setup) for setup in (in_chips(players=6, hands=12), large)]
    return [f"{server.url}{table}/tally" for table in made]


def test_nothing_of_the_tally_is_cut_or_overlaid(tallies: list[str], page: Page) -> None:
    for url in tallies:
        page.goto(url)
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, size
            assert page.evaluate(CUT) == [], size
            assert page.evaluate(OVERLAID) == [], size


def test_print_is_the_button_that_stands_out_from_the_felt(tallies: list[str], page: Page) -> None:
    page.goto(tallies[0])
    gold = page.locator(".page-head .button").evaluate_all(
        "them => them.filter(it => getComputedStyle(it).backgroundColor === 'rgb(255, 214, 94)')"
        ".map(it => it.textContent)"
    )
    assert gold == ["Print"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_line_of_the_chart_stands_out(
    tallies: list[str], page: Page, scheme: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(tallies[1])
    assert page.locator(".chart-wide .chart-line").count() == 10
    assert page.evaluate(FAINT) == []


def test_the_hands_of_ten_players_fit_on_a_desktop(tallies: list[str], page: Page) -> None:
    page.set_viewport_size(sized("desktop"))
    for url in tallies:
        page.goto(url)
        room = page.locator(".hands-sheet .scroll-x")
        assert room.evaluate("it => it.scrollWidth - it.clientWidth") <= 0
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES["desktop"][0]


@pytest.mark.parametrize(
    ("players", "size"), [(6, "tablet"), (10, "tablet"), (8, "tablet-upright")]
)
def test_long_names_over_the_hands_are_whole(
    server: Server, page: Page, players: int, size: str
) -> None:
    names = ("Margaret", "Christopher", "Alexandra", "Bartholomew", "Elisabeth-Marie")
    names += ("Maximilian", "Friederike", "Konstantin", "Wilhelmina", "Theodore")
    page.set_viewport_size(sized(size))
    lay(server, page, in_chips(players, hands=2, names=names), "/tally")
    room = page.locator(".hands-sheet .scroll-x")
    assert room.evaluate("it => it.scrollWidth - it.clientWidth") <= 0
    heads = page.locator(".tally-hands thead bdi")
    assert heads.count() == players
    cut = "it => it.scrollHeight > it.clientHeight || it.scrollWidth > it.clientWidth"
    assert heads.evaluate_all(f"all => all.filter({cut}).map(it => it.textContent)") == []


def test_each_player_has_one_row_of_a_phones_places(server: Server, page: Page) -> None:
    setup = in_chips(players=6, hands=2)
    setup["log"] += entries("Ann borrows 4 from Bob")
    page.set_viewport_size(sized("phone"))
    lay(server, page, setup, "/tally")
    rows = page.locator(".tally-places tbody tr")
    boxes = [row.bounding_box() for row in rows.all()]
    assert [box["height"] < 50 for box in boxes if box] == [True] * 6
    assert page.locator(".note-list").first.is_visible()


def test_the_names_of_those_who_won_a_hand_are_whole_on_a_small_phone(
    server: Server, chromium: Browser
) -> None:
    names = ann, bob, cal = ("Wilhelmina-Alexandra", "Schwiegermutter-Anna", "Bartholomea-Marie")
    bids = f"deal; {ann} bids 3 tricks; {bob} bids 3 tricks; {cal} bids 3 tricks"
    setup = record("oh-claire", names, log=entries(f"{bids}; took {ann} 3 {bob} 3 {cal} 4"))
    with tablet(chromium, "smallest-phone") as page:
        lay(server, page, setup, "/tally")
        winners = page.locator(".tally-hands tbody .is-name").nth(1).locator("bdi")
        assert winners.all_inner_texts() == [ann, bob]
        cut = winners.evaluate_all("all => all.map(one => one.scrollWidth > one.clientWidth)")
        assert cut == [False, False]


NAME_LINES = """() => [...document.querySelectorAll('.tally-places .is-name bdi')]
    .map((name) => name.getClientRects().length)"""


def test_names_are_whole_beside_chips_in_cups_on_a_small_phone(
    server: Server, chromium: Browser
) -> None:
    setup = record("oh-claire", ("Annalena", "Jürgen", "Łukasz"), log=[{"do": "deal"}])
    with tablet(chromium, "smallest-phone", locale="de") as page:
        lay(server, page, setup, "/tally")
        assert page.evaluate(NAME_LINES) == [1, 1, 1]


def pages_of(page: Page, paper: str) -> int:
    return len(PdfDocument(page.pdf(format=paper)))


def test_six_players_and_twelve_hands_print_as_one_page(server: Server, page: Page) -> None:
    setup = in_chips(players=6, hands=12)
    setup["log"] += entries("Ann borrows 4 from Bob; count Cal 900; end")
    lay(server, page, setup, "/tally")
    for paper in ("A4", "Letter"):
        assert pages_of(page, paper) == 1, paper


def test_a_long_evening_prints_on_more_pages(server: Server, page: Page) -> None:
    lay(server, page, in_chips(players=10, hands=60), "/tally")
    assert pages_of(page, "A4") in (2, 3)


def test_rules_with_one_house_rule_print_as_one_page(server: Server, page: Page) -> None:
    for game in all_games().values():
        lay(server, page, with_one_house_rule(game), "/rules")
        for paper in ("A4", "Letter"):
            assert pages_of(page, paper) == 1, f"{game.name} on {paper}"


@pytest.mark.share(2)
@pytest.mark.parametrize("code", ["en", *CODES])
def test_rules_in_any_language_print_as_one_page(
    server: Server, chromium: Browser, code: str
) -> None:
    with tablet(chromium, locale=code) as page:
        for slug, game in all_games().items():
            changed = server.import_table(with_every_house_rule(game)) + "/rules"
            for path, paper in product((f"/rules/{slug}", changed), ("A4", "Letter")):
                page.goto(server.url + path)
                assert pages_of(page, paper) == 1, f"{path} of {slug} on {paper}"


def test_rules_with_a_board_of_many_pots_print_as_two_pages(server: Server, page: Page) -> None:
    table = with_every_house_rule(all_games()["michigan-kitty"])
    table["options"]["board"] = LARGE_BOARD
    lay(server, page, table, "/rules")
    assert pages_of(page, "Letter") == 2


@pytest.mark.parametrize("game", ["kids-rummy", "wanagan"])
def test_cards_within_a_sentence_cross_no_line_in_print(
    server: Server, page: Page, game: str
) -> None:
    page.goto(f"{server.url}/rules/{game}")
    page.emulate_media(media="print")
    assert page.locator(".prose li .fan").count() == 1
    assert page.evaluate(CROSSED) == []


def with_every_house_rule(game: Game) -> dict[str, Any]:
    """A table of a game with as many words of rules as there can be on a board that it offers."""
    names = {option.name for option in game.options}
    options: dict[str, Any] = {name: LONGEST[name] for name in names & {*LONGEST}}
    if game.boards.named_boards:
        options["board"] = max(game.boards.named_boards.values(), key=len)
    table = record(game.slug, ["Ann", "Bob", "Cal"], dealer="Ann")
    return {**table, "options": options, "log": []}


def with_one_house_rule(game: Game) -> dict[str, Any]:
    """A table of a game, the last of its numbers another than usual."""
    numbers = [
        option.name
        for option in game.options
        if not (option.choices or option.is_board or option.in_turn)
    ]
    options = {numbers[-1]: 3} if numbers else {}
    table = record(game.slug, ["Ann", "Bob", "Cal"], dealer="Ann")
    return {**table, "options": options, "log": []}
