"""Whether all words stand out from felt, wood and paper, measured on the pixels behind them."""

import random
from base64 import b64encode
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import lay, tablet
from tests.browser.places import Place, circle_places, places
from tests.evenings import record
from tests.serving import Server, Tablet

pytestmark = [pytest.mark.browser, pytest.mark.share(2, of=__name__)]

HERE = Path(__file__).parent
WRITTEN, CONTRAST = ((HERE / name).read_text() for name in ("written.js", "contrast.js"))
BLANK = """
    * { color: transparent !important; text-decoration: none !important; }
    svg text, svg tspan { fill: transparent !important; }
"""
LANDED = "Promise.all(document.getAnimations().map((moving) => moving.finished))"
LEAST = 4.5
# So many pages, drawn by chance, are measured in light and dark.
SHARE = 2


def pale(page: Page, desk: Page) -> list[str]:
    """List the words of a page that stand out too little; another page computes it."""
    written = page.evaluate(WRITTEN)
    assert written, page.url
    page.evaluate(
        "style => { const sheet = new CSSStyleSheet(); sheet.replaceSync(style);"
        " document.adoptedStyleSheets = [sheet]; }",
        BLANK,
    )
    behind = b64encode(page.screenshot()).decode()
    page.evaluate("document.adoptedStyleSheets = []")
    faults: list[str] = desk.evaluate(CONTRAST, [behind, written, LEAST])
    return [f"{page.url}: {fault}" for fault in faults]


def measured(chromium: Browser, addresses: list[str], size: str = "tablet") -> list[str]:
    faults: list[str] = []
    for scheme in ("light", "dark"):
        with (
            tablet(chromium, size, reduced_motion="reduce", color_scheme=scheme) as page,
            tablet(chromium) as desk,
        ):
            for address in addresses:
                page.goto(address)
                page.evaluate(LANDED)
                faults += [f"{scheme}, {fault}" for fault in pale(page, desk)]
    return faults


def test_all_words_stand_out(server: Server, chromium: Browser, chance: random.Random) -> None:
    drawn: list[Place] = chance.sample([*places(), *circle_places()], SHARE)
    faults = measured(chromium, [place.laid(server) for place in drawn])
    assert not faults, "\n".join(faults)


def test_words_on_felt_and_wood_stand_out(server: Server, chromium: Browser) -> None:
    by_moment = {place.moment: place.record for place in places() if not place.page}
    follow = Tablet(server, server.import_table(by_moment["follow"]))
    addresses = [f"{follow.address}{page}" for page in ("", "/rules", "/log", "/more")]
    addresses.append(f"{server.url}/t/{follow.invited()['onlooker']}")
    addresses.append(server.url + server.import_table(by_moment["over"]))
    faults = measured(chromium, addresses)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("size", ["tablet", "tablet-upright", "phone"])
def test_the_felt_is_lighter_under_the_lamp(server: Server, chromium: Browser, size: str) -> None:
    with tablet(chromium, size) as page:
        lay(server, page, record(log=[]))
        light = page.locator(".table-board").evaluate("felt => getComputedStyle(felt).background")
        assert "radial-gradient" in light
