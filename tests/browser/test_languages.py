"""Every screen in every language: no text is untranslated, cut off or covered."""

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import lay, tablet
from tests.browser.tour import SCREENS, TYPES, share, touring
from tests.catalogues import CODES
from tests.evenings import record
from tests.pseudo import PROGRAM
from tests.serving import Server

pytestmark = pytest.mark.browser

# So many pages of each kind, drawn by chance.
MANY = 1


@pytest.fixture(scope="module")
def longer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that speaks a language that is longer than any other."""
    running = Server(tmp_path_factory.mktemp("longer") / "instance", PROGRAM)
    yield running
    running.stop()


def test_everything_is_said_in_a_language_that_is_longer(
    longer: Server, chromium: Browser, chance: random.Random
) -> None:
    with touring(longer, chromium, "el", "phone") as tour:
        share(tour, chance, MANY)
    assert not tour.faults, "\n".join(sorted(tour.faults))


@pytest.mark.share(1)
@pytest.mark.parametrize("size", SCREENS)
def test_nothing_is_cut_or_covered_in_any_language(
    server: Server, chromium: Browser, chance: random.Random, size: str
) -> None:
    with touring(server, chromium, chance.choice(CODES), size, chance.choice(TYPES)) as tour:
        share(tour, chance, MANY)
    assert not tour.faults, "\n".join(sorted(tour.faults))


LINES = """() => [...document.querySelectorAll('.hand-mark > *')].map((part) => {
    const range = document.createRange();
    range.selectNodeContents(part.matches('.door') ? part.querySelector('span') : part);
    const words = range.getBoundingClientRect(), clip = part.getBoundingClientRect();
    return [words.top, Math.min(words.bottom, clip.bottom)];
})"""


@pytest.mark.share(1)
@pytest.mark.parametrize("last", [[], [{"do": "last-hand"}]])
def test_the_words_of_the_corner_have_lines_of_their_own(
    longer: Server, chromium: Browser, last: list[dict[str, str]]
) -> None:
    path = longer.import_table(record(log=[*last, {"do": "deal"}]))
    for code, size in ((c, s) for c in ("el", "de") for s in ("phone", "phone-in-browser")):
        with tablet(chromium, size, locale=code) as page:
            page.goto(longer.url + path)
            (_, hand), (door, _) = page.evaluate(LINES)
            assert hand <= door + 1, (code, size)


@pytest.mark.share(1)
@pytest.mark.parametrize("code", CODES)
def test_the_name_of_a_game_is_whole_on_a_tablet(
    server: Server, chromium: Browser, code: str
) -> None:
    with tablet(chromium, locale=code) as page:
        for game in ("kids-rummy", "michigan-rummy-tournament"):
            log = [{"do": "deal"}]
            lay(server, page, {**record(game), "log": log})
            assert page.locator(".where").evaluate("it => it.scrollWidth <= it.clientWidth"), game


# Where words begin on the screen: the line, and the place in it.
WHERE = """(box, words) => {
    const nodes = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (nodes.nextNode()) {
        const at = nodes.currentNode.data.indexOf(words);
        if (at < 0) continue;
        range.setStart(nodes.currentNode, at);
        range.setEnd(nodes.currentNode, at + words.length);
        const { top, left } = range.getBoundingClientRect();
        return [top, left];
    }
}"""


@pytest.mark.share(1)
@pytest.mark.parametrize(
    ("where", "box", "words"),
    [
        ("", ".last-move", ("+3", "from")),
        ("", ".undo-what", ("wins", "♠")),
        ("/log", ".log-what", ("wins", "♠")),
        ("/log", ".log-moved", ("+3", "from", "♠")),
    ],
)
def test_names_from_the_right_leave_a_sentence_as_it_is(
    server: Server, chromium: Browser, where: str, box: str, words: tuple[str, ...]
) -> None:
    name = "אברהם"
    log = [{"do": "deal"}, {"do": "chips-only"}, {"do": "collect", "player": name, "pot": "AS"}]
    with tablet(chromium, "desktop") as page:
        lay(server, page, record(players=[name, "محمد", "Cal"], log=log), where)
        said = page.locator(box).filter(has_text=name).last
        places = [said.evaluate(WHERE, part) for part in (name, *words)]
    assert places == sorted(places)
