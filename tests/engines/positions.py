"""Where everything lies on a page, and how far that is from where Chromium lays it."""

from collections.abc import Iterator
from itertools import zip_longest

from playwright.sync_api import Browser

from tests.engines.hand import Hand, css
from tests.serving import Server

# Pixels that engines may differ by.
MOST = 12

LOG = [{"do": "deal"}, {"do": "keep"}, {"do": "play", "player": "Ann", "card": "2C"}]
TABLE = ("", "/more", "/log", "/log/2", "/tally", "/guests", "/rules")
HOUSE = ("/", "/new/michigan-kitty", "/new/wanagan", "/nothing-here")
# The last one is spoken afterwards.
LANGUAGES = ("he", "en")

# Where all begins that is tapped or is an own thing: text flows as each engine sets it.
LIES = """const found = [], rtl = document.documentElement.dir === 'rtl';
const kinds = 'button, a.button, .seat, .saucer, .tile, legend, h1, input, .card:not(.prose *)';
for (const thing of document.querySelectorAll(`#main :is(${kinds})`)) {
    const box = thing.getBoundingClientRect();
    if (thing.matches('p > a.button-quiet')) continue; // a line of links flows as text
    if (!box.width || thing.closest('[hidden], details:not([open]) > :not(summary)')) continue;
    found.push([thing.tagName + '.' + thing.className, rtl ? box.right : box.left, box.top]);
}
return found;"""

Place = tuple[str, float, float]


def differences(
    server: Server, path: str, size: tuple[int, int], hand: Hand, chromium: Browser
) -> Iterator[str]:
    """Lay every page in both; tell what lies elsewhere, by how much."""
    context = chromium.new_context(viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    for language in LANGUAGES:
        page.goto(server.url)
        page.locator(SPEAK.format(language)).first.click()
        page.wait_for_function(SPOKEN, arg=language)
        hand.go(server.url)
        hand.tap(css(SPEAK.format(language)))
        hand.find(css(f"html[lang={language}]"))
        for address in (*HOUSE, *(path + page for page in TABLE)):
            page.goto(server.url + address)
            hand.go(server.url + address)
            theirs = page.evaluate(f"() => {{ {LIES} }}")
            for far in _apart(theirs, hand.run(LIES)):
                yield f"{language} {address.replace(path, '/t')}: {far}"
    context.close()


SPEAK = "button[name=language][value={}]"
SPOKEN = "(language) => document.documentElement?.lang === language"


def _apart(theirs: list[Place], ours: list[Place]) -> Iterator[str]:
    for one, other in zip_longest(theirs, ours):
        if one is None or other is None or one[0] != other[0]:
            yield f"{one} is {other}"
            return
        x, y = (round(other[way] - one[way]) for way in (1, 2))
        if max(abs(x), abs(y)) > MOST:
            yield f"{one[0]} lies {x}, {y} px away"
