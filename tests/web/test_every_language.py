"""Every page can be shown in every language that there is a catalogue of."""

import random
from typing import Any

import pytest
from flask import Flask

from companion.games import all_games
from companion.language import available_languages, use_language
from companion.store.circle_import import import_circle
from companion.store.records import create_from_record
from tests.browser.places import circle_places, places
from tests.catalogues import CODES
from tests.web.pages import page_of

PARTS = 4


@pytest.mark.share(1)
@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_can_be_shown_in_every_language(
    app: Flask, chance: random.Random, part: int
) -> None:
    wrong = []
    client = app.test_client()

    def bring(record: dict[str, Any]) -> str:
        with app.app_context():
            if "circle" in record:
                return f"/c/{import_circle(record).token}"
            return f"/t/{create_from_record(record)}"

    for place in [*places(), *circle_places()][part::PARTS]:
        url = place.path(bring, lambda path: client.get(path).text)
        for code in CODES if place.page == "/log" else chance.sample(CODES, 1):
            answer = app.test_client().get(url, headers={"Accept-Language": code})
            if answer.status_code >= 500 or f'lang="{code}"' not in answer.text:
                wrong.append(f"{place.moment}{place.page} in {code}: {answer.status}")
            if " | " in page_of(answer.text).text:
                wrong.append(f"{place.moment}{place.page} in {code}: the forms of a word")
    assert wrong == []


@pytest.mark.parametrize("code", CODES)
def test_no_house_rule_shows_the_forms_of_a_word(code: str) -> None:
    rules = [option for game in all_games().values() for option in game.options]
    with use_language(available_languages()[code]):
        labels = [str(label) for rule in rules for _, label in rule.choices]
    assert [label for label in labels if "|" in label] == []
