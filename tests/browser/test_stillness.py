"""Nothing on the table moves, is covered, cut or out of sight, whatever is asked."""

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import SIZES, tablet
from tests.browser.geometry import Stillness
from tests.browser.places import tables
from tests.evenings import NAMES
from tests.serving import Server

pytestmark = pytest.mark.browser

SEATS = {"oh-claire": (3, 5), "kids-rummy": (2, 6), "michigan-kitty": (2, 10), "wanagan": (3, 10)}


def faults_with(server: Server, browser: Browser, size: str, players: int) -> list[str]:
    """Look at every moment of every game that so many can play."""
    names = NAMES[:players]
    looks: dict[str, Stillness] = {}
    with tablet(browser, size, has_touch=True, reduced_motion="reduce") as page:
        for moment, (game, log) in tables(NAMES[: max(players, 3)]).items():
            fewest, most = SEATS.get(game, (3, 8))
            if not fewest <= players <= most or players < 3:
                continue
            record = {"format": 1, "game": game, "players": list(names), "dealer": names[-1]}
            page.goto(server.url + server.import_table({**record, "log": log}))
            look = looks.setdefault(game, Stillness(page, f"{size}, {players}, {game}"))
            look.look(moment)
    return [fault for look in looks.values() for fault in look.faults]


@pytest.mark.parametrize(("size", "players"), list(zip(SIZES, (10, 5, 10, 7), strict=True)))
def test_nothing_moves_and_nothing_is_covered(
    server: Server, chromium: Browser, size: str, players: int
) -> None:
    faults = faults_with(server, chromium, size, players)
    assert not faults, "\n".join(faults)
