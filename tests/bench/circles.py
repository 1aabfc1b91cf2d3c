"""What the pages of a circle cost beside a bare route with one query, and what a rebuild takes."""

import json
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import insert, select

from companion.app import create_app
from companion.circles.facts import facts_from_log
from companion.core.log.replay import replay_record
from companion.games import all_games
from companion.store.circles import add_table_to_circle, create_circle
from companion.store.database import close_connections, read_connection, write_transaction
from companion.store.entries import create_table
from companion.store.maintenance import rebuild_facts
from companion.store.migrations import upgrade_database
from companion.store.models import EveningRow, HandRow, Person, SeatRow, TableRow
from companion.store.records import create_from_record
from tests.bench.replay import EVENINGS, judged
from tests.evenings import in_chips
from tests.simulated.dealer import dealt
from tests.store.test_versions import enter

PEOPLE, HANDS, SEATS = 40, 12, 6
SIZES = 100, 500, 2_000
ROUNDS = 40


def bare(app: Flask) -> None:
    """Add a route with one query to an app, that answers with a page of the same size."""

    @app.get("/bare")
    def answer() -> str:
        with read_connection() as connection:
            connection.execute(select(TableRow.id).limit(1)).first()
        return "<p>x</p>" * 3000


def filled(evenings: int) -> str:
    """Make a circle with so many evenings, one a day back from today; give its address."""
    chance = random.Random(evenings)
    record = in_chips(SEATS, HANDS)
    facts, hands = facts_from_log(replay_record(record, all_games()))
    names = record["players"]
    circle = create_circle(f"{evenings} evenings")
    people = [
        {"id": circle.id * 1000 + at, "circle_id": circle.id, "name": f"P{at}", "hidden": False}
        for at in range(PEOPLE)
    ]
    days = [(date(2026, 6, 1) - timedelta(at)).isoformat() for at in range(evenings)]
    played = {"circle_id": circle.id, "game": "michigan-kitty", "hands": HANDS, "over": True}
    rows = [{**played, "facts": json.dumps(facts), "day": day} for day in days]
    with write_transaction() as connection:
        connection.execute(insert(Person), [p | {"colour": 1, "symbol": 1} for p in people])
        numbers = insert(EveningRow).returning(EveningRow.id, sort_by_parameter_order=True)
        made = [*zip(connection.scalars(numbers, rows), days, strict=True)]
        seats = [
            {"evening_id": which, "player": name, "person_id": who["id"], "day": day}
            for which, day in made
            for name, who in zip(names, chance.sample(people, SEATS), strict=True)
        ]
        connection.execute(insert(SeatRow), seats)
        told = {number: json.dumps(hand) for number, hand in hands.items()}
        of_hands = [
            {"evening_id": which, "number": number, "facts": text}
            for which, _ in made
            for number, text in told.items()
        ]
        connection.execute(insert(HandRow), of_hands)
    return f"/c/{circle.token}"


def least(*works: Callable[[], object]) -> list[float]:
    """The median processor time of each piece of work; they take turns."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for took, work in zip(times, works, strict=True):
            start = time.process_time()
            work()
            took.append(time.process_time() - start)
    return [statistics.median(took) for took in times]


def pages(app: Flask) -> dict[str, float]:
    """Time the pages of circles of all sizes."""
    client = app.test_client()
    with app.app_context():
        homes = [filled(size) for size in SIZES]
    paths = ["/bare"]
    for home in homes:
        page = client.get(home)
        person = page.get_data(as_text=True).split("/people/")[1].split('"')[0]
        paths += [home, f"{home}/people/{person}", f"{home}?season=all"]
        assert client.get(paths[-1]).status_code == 200
    got = least(*[lambda path=path: client.get(path) for path in paths])  # type: ignore[misc]
    base, *others = got
    for at, size in enumerate(SIZES):
        circle, person, whole = (took / base for took in others[3 * at : 3 * at + 3])
        print(
            f"{size:,} evenings: circle {circle:.1f}, person {person:.1f}, all years {whole:.1f} "
            f"times a bare route of {base * 1e3:.2f} ms (at most 5)"
        )
    grown = [last / first for first, last in zip(others[:3], others[-3:], strict=True)]
    print(f"{SIZES[-1]:,} / {SIZES[0]}: {', '.join(f'{one:.2f}' for one in grown)} (at most 1.5)")
    return {"circle page / bare route": others[3] / base, "growth of a page": max(grown)}


def ends(app: Flask) -> dict[str, float]:
    """Time the tap that ends a hand, at a table of a circle and at one without."""
    with app.app_context():
        circle = create_circle("Taps")
        setup = {key: value for key, value in in_chips().items() if key != "log"}
        tokens = [create_table(setup), create_table(setup, circle=circle.id)]
        times: list[list[float]] = [[], []]
        for raw in in_chips(hands=150)["log"]:
            for took, token in zip(times, tokens, strict=True):
                start = time.process_time()
                enter(token, raw)
                if raw["do"] == "out":
                    took.append(time.process_time() - start)
    without, within = map(statistics.median, times)
    print(f"storing the end of a hand: {without * 1e3:.2f} ms, in a circle {within * 1e3:.2f} ms")
    client = app.test_client()
    drawn = least(lambda: client.get(f"/t/{tokens[0]}/board"))[0]
    ratio = (within + drawn) / (without + drawn)
    print(f"with its board, {drawn * 1e3:.2f} ms: {ratio:.2f} (at most 1.2)")
    return {"end of a hand in a circle / without": ratio}


def rebuilds(app: Flask) -> dict[str, float]:
    """Time a rebuild of simulated evenings beside their replay."""
    evenings: list[dict[str, Any]] = [dealt(seed, HANDS, 0).record for seed in range(EVENINGS)]
    entries = sum(len(one["log"]) for one in evenings)
    with app.app_context():
        circle = create_circle("Rebuilt")
        tokens = [create_from_record(one) for one in evenings]
        for token in tokens:
            add_table_to_circle(token, circle.id)
        made, replayed = least(
            lambda: [rebuild_facts(token) for token in tokens],
            lambda: [judged(one) for one in evenings],
        )
    print(f"rebuild: {entries / made:,.0f} entries a second, {replayed / made:.2f} of a replay")
    print("(at least 0.5)")
    return {"rebuild / replay": replayed / made}


def main() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE_PATH": Path(folder), "TESTING": True})
        bare(app)
        upgrade_database(app)
        figures = {**pages(app), **ends(app), **rebuilds(app)}
        close_connections(app)
    return figures
