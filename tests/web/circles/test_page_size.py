"""No page of a large circle weighs much on its way: 40 people, 1,000 evenings."""

import gzip

from flask import Flask
from flask.testing import FlaskClient

from companion.store.access import resolve_circle_address
from companion.store.evenings import list_latest_evenings
from companion.store.money import create_payment, set_chip_value
from companion.store.people import list_people
from tests.bench.circles import filled

# Bytes of a page as it is sent, compressed.
HEAVIEST = 80_000

PAGES = (
    *("", "?season=all", "/games/michigan-kitty?season=all", "/people/{person}?season=all"),
    *("/evenings", "/evenings/{evening}", "/book", "/people", "/results", "/span"),
)


def test_no_page_of_a_large_circle_is_heavy(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        home = filled(1_000)
        circle = resolve_circle_address(home.removeprefix("/c/")).circle
        set_chip_value(circle.id, "", 5, "EUR")
        numbers = {
            "person": list_people(circle.id)[0].id,
            "evening": list_latest_evenings(circle.id, 1)[0].id,
        }
        payer, payee = (one.id for one in list_people(circle.id)[:2])
        evening = numbers["evening"]
        for cents in range(1, 120):
            create_payment(circle.id, payer, payee, cents, evening)
    weights = {}
    for page in PAGES:
        answer = client.get(home + page.format(**numbers))
        assert answer.status_code == 200, page
        weights[page] = len(gzip.compress(answer.data, 6))
    assert max(weights.values()) < HEAVIEST, weights
