"""A file of a circle that is accepted breaks no page, whatever stands in it."""

import json
import os
import random
import time
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.circles.spreadsheet import EveningResult
from companion.store.access import resolve_circle_address
from companion.store.circle_export import export_circle
from companion.store.circles import create_circle_from_table, delete_circle
from companion.store.evenings import get_evening, import_results, list_latest_evenings
from companion.store.money import set_chip_value
from companion.store.people import list_people
from companion.store.records import create_from_record
from tests.drawn import SEED
from tests.evenings import in_chips
from tests.web.sending import send

ZONES = ("America/New_York", "UTC", "Pacific/Kiritimati")
ODD: tuple[Any, ...] = (
    None, False, True, 0, 1, -1, 7, 10**12, 2**63, -(10**12), 1.5, "", " ", "x", "Ann", "x" * 41,
    "x" * 61, "\u3164", "<b>", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59-14:00", "2026-02-30",
    "2026-07-04", "JPY", "EUR", "boodle", "wins", [], {}, ["", None, 1, ""], {"Ann": 3},
)  # fmt: skip
PAGES = ("", "?season=all", "/evenings", "/people", "/book", "/season.csv", "/games/boodle")


@pytest.fixture(params=ZONES)
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a JSON value: what holds it, and the key."""
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    for key in list(keys):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from places(value[key])


def mutated(file: Any, chance: random.Random) -> Any:
    """Return the file with one to three values changed."""
    changed = deepcopy(file)
    for _ in range(chance.randint(1, 3)):
        holder, key = chance.choice([*places(changed)])
        if isinstance(holder, list) and chance.random() < 0.3:
            holder.append(deepcopy(holder[key]))
        else:
            holder[key] = chance.choice(ODD)
    return changed


@pytest.fixture
def file(app: Flask) -> Any:
    """A circle with an evening that was tapped, two by their results, and money."""
    with app.app_context():
        circle = create_circle_from_table(create_from_record(in_chips(4, 2)))
        results = [{"Ann": 3, "Bob": -3}, {"Cal": 2, "Ann": -2}]
        import_results(circle.id, [EveningResult("2026-01-02", "boodle", one) for one in results])
        set_chip_value(circle.id, "", 5, "EUR")
        written = export_circle(circle)
        tapped = written["evenings"][0]  # type: ignore[index]
        whole = get_evening(circle.id, list_latest_evenings(circle.id, 9)[0].id)
        assert whole
        facts = {"facts": whole[0].facts, "hands": [{**hand, "seconds": 60} for hand in whole[1]]}
        written["evenings"].append({**tapped, "key": "facts", "record": None, **facts})  # type: ignore[attr-defined]
        delete_circle(circle.id)
    return written


@pytest.mark.share(2)
@pytest.mark.parametrize("part", range(2))
def test_a_circle_by_chance_breaks_no_page(
    app: Flask, client: FlaskClient, file: Any, zone: str, part: int
) -> None:
    chance = random.Random(f"{os.environ.get('COMPANION_SEED', SEED)} {zone} {part}")
    for _ in range(20):
        record = json.dumps(mutated(file, chance))
        answer = send(client, "/import", {"record": record})
        assert answer.status_code in (303, 422), record
        if answer.status_code == 303 and answer.location.startswith("/c/"):
            home = answer.location
            with app.app_context():
                circle = resolve_circle_address(home.removeprefix("/c/")).circle
                evenings = [f"/evenings/{one.id}" for one in list_latest_evenings(circle.id, 9)]
                people = [f"/people/{one.id}" for one in list_people(circle.id)]
            for page in (*PAGES, *evenings, *people):
                assert client.get(home + page).status_code < 500, (page, record)
            with app.app_context():
                delete_circle(circle.id)
