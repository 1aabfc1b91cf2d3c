"""Every page can be shown in every language that there is a catalogue of."""

import random

from flask import Flask

from companion import store
from tests.browser.places import places
from tests.catalogues import CODES


def test_every_page_can_be_shown_in_every_language(app: Flask, chance: random.Random) -> None:
    wrong = []
    for place in places():
        with app.app_context():
            url = f"/t/{store.create_from(place.record)}{place.page}"
        for code in CODES if place.page == "/log" else chance.sample(CODES, 1):
            answer = app.test_client().get(url, headers={"Accept-Language": code})
            if answer.status_code >= 500 or f'lang="{code}"' not in answer.text:
                wrong.append(f"{place.moment}{place.page} in {code}: {answer.status}")
    assert wrong == []
