"""The tally printed from a real browser."""

import re

import pytest
from playwright.sync_api import Page

from tests.evenings import evening
from tests.serving import Server

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_six_players_and_twelve_hands_print_as_one_page(
    server: Server, page: Page, paper: str
) -> None:
    setup = evening(players=6, hands=12)
    setup["log"] += [
        {"do": "borrow", "player": "Ann", "from": "Bob", "chips": 4},
        {"do": "count", "of": "Cal", "chips": 900},
        {"do": "end"},
    ]
    page.goto(f"{server.url}{server.import_table(setup)}/tally")
    printed = page.pdf(format=paper)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1


def test_a_long_evening_prints_on_more_pages(server: Server, page: Page) -> None:
    page.goto(f"{server.url}{server.import_table(evening(players=10, hands=60))}/tally")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) in (2, 3)
