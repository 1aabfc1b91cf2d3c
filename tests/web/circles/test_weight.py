"""No page of a large circle weighs much on its way: 40 people, 1,000 evenings."""

import gzip

from flask import Flask
from flask.testing import FlaskClient

from companion import store
from tests.bench.circles import filled

HEAVIEST = 80_000
"""Bytes of a page as it is sent, compressed."""

PAGES = (
    *("", "?season=all", "/games/michigan-kitty?season=all", "/people/{person}?season=all"),
    *("/evenings", "/evenings/{evening}", "/book", "/people", "/results", "/span"),
)


def test_no_page_of_a_large_circle_is_heavy(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        home = filled(1_000)
        circle = store.resolve_circle_address(home.removeprefix("/c/")).circle
        store.set_chip_value(circle.id, "", 5, "EUR")
        numbers = {
            "person": store.list_people(circle.id)[0].id,
            "evening": store.list_latest_evenings(circle.id, 1)[0].id,
        }
        payer, payee = (one.id for one in store.list_people(circle.id)[:2])
        evening = numbers["evening"]
        for cents in range(1, 120):
            store.create_payment(circle.id, payer, payee, cents, evening)
    weights = {}
    for page in PAGES:
        answer = client.get(home + page.format(**numbers))
        assert answer.status_code == 200, page
        weights[page] = len(gzip.compress(answer.data, 6))
    assert max(weights.values()) < HEAVIEST, weights
