"""On a phone, in every language: all is said in it, and nothing is cut."""

import random
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.tour import share, touring
from tests.catalogues import CODES
from tests.pseudo import PROGRAM
from tests.serving import Server

pytestmark = pytest.mark.browser

MANY = 2
"""So many pages of each kind, drawn by chance."""


def test_everything_is_said_in_a_language_that_is_longer(
    chromium: Browser, chance: random.Random, tmp_path: Path
) -> None:
    server = Server(tmp_path / "instance", PROGRAM)
    with touring(server, chromium, "el") as tour:
        share(tour, chance, MANY)
    assert server.stop() == 0
    assert not tour.faults, "\n".join(sorted(tour.faults))


def test_nothing_is_cut_in_the_longest_languages(
    server: Server, chromium: Browser, chance: random.Random
) -> None:
    with touring(server, chromium, chance.choice(CODES)) as tour:
        share(tour, chance, MANY)
    assert not tour.faults, "\n".join(sorted(tour.faults))
