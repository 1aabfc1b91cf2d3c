"""A game in one file, on the plain screen of a browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests import evenings
from tests.browser.conftest import SIZES
from tests.games import FOLDER
from tests.serving import Server, with_games

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("club") / "instance", with_games(FOLDER))
    yield running
    running.stop()


def test_it_fits_every_size(club: Server, page: Page) -> None:
    log = [{"do": "deal"}, {"do": "trump", "suit": "H"}]
    setup = evenings.record("whist")
    taken = {"do": "tricks", "took": {"Ann": 7, "Bob": 2, "Cal": 2, "Dee": 2}}
    for entries in ([], log, [*log, taken]):
        page.goto(club.url + club.import_table({**setup, "log": entries}))
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
