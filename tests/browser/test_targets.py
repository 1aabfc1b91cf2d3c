"""Everything that is tapped is large enough for a finger."""

import random

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import tablet
from tests.browser.places import circle_places, places
from tests.serving import Server

pytestmark = pytest.mark.browser

# Pixels of height.
LEAST = 44
SHARE = 6
# What is lower than that; a link may take the room round it.
SMALL = """(least) => {
    const round = (thing) => {
        const { position, top } = getComputedStyle(thing, '::after');
        return position === 'absolute' ? Math.max(0, -parseFloat(top)) : 0;
    };
    const high = (thing) => Math.round(thing.getBoundingClientRect().height + 2 * round(thing));
    return [...document.querySelectorAll('a, button, summary, label:has(input)')]
        .filter((thing) => thing.checkVisibility())
        .filter((thing) => !thing.closest('.skip-link, .visually-hidden'))
        .map((thing) => [thing.textContent.trim(), high(thing)])
        .filter(([, height]) => height && height < least);
}"""


@pytest.mark.share(1)
@pytest.mark.parametrize("size", ["tablet", "phone"])
def test_no_target_is_smaller_than_a_finger(
    server: Server, chromium: Browser, chance: random.Random, size: str
) -> None:
    with tablet(chromium, size) as page:
        for place in chance.sample([*places(), *circle_places()], SHARE):
            page.goto(place.laid(server))
            assert page.evaluate(SMALL, LEAST) == [], f"{place.moment}{place.page}"
        place = chance.choice(places())
        page.goto(page.url.partition("/t/")[0] + server.import_table(place.record) + "/guests")
        assert page.evaluate(SMALL, LEAST) == []
