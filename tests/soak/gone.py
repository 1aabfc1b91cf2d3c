"""Tablets that tap on pages of tables and circles that are no more: nothing is stored elsewhere."""

import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from flask import Flask

from companion.app import create_app
from companion.store.circles import create_circle, delete_circle
from companion.store.database import close_connections
from companion.store.entries import create_table
from companion.store.evenings import list_latest_evenings
from companion.store.maintenance import check_table, delete_table
from companion.store.models import Circle
from companion.store.records import export_table
from companion.store.tables import load_table
from tests.databases import KINDS, database
from tests.evenings import in_chips
from tests.racing import house
from tests.serving import Server, Tablet
from tests.soak.figures import Figures

WORKERS = 1, 3
TAPS = (
    {"do": "buy-in", "player": "Ann", "chips": 777},
    {"do": "deal"},
    {"do": "end"},
    {"do": "undo"},
)
OURS, THEIRS = ("Ann", "Bob", "Cal"), ("Ann", "Yan", "Zoe")
# What the page of a deleted table is answered.
GONE = {404, 410}


class Places:
    """Tables that vanish behind their tablets, and others that come after them."""

    def __init__(self, app: Flask, servers: Sequence[Server], chance: random.Random) -> None:
        self.app, self.servers, self.chance = app, servers, chance

    def again(self, figures: Figures) -> None:
        """Delete a table or erase its circle, let others come, and tap on its page."""
        erases = self.chance.random() < 0.5
        with self.app.app_context():
            circle = create_circle("Ours")
            token = create_table(_setup(OURS), circle=circle.id)
        tablet = Tablet(self.chance.choice(self.servers), f"/t/{token}")
        for _ in range(self.chance.randrange(3)):
            tablet.tap(TAPS[0])
        with self.app.app_context():
            delete_circle(circle.id) if erases else delete_table(token)
            others = [self._stranger() for _ in range(2)]
            before = [_state(*other) for other in others]
        for _ in range(3):
            began, entry = time.monotonic(), self.chance.choice(TAPS)
            status = tablet.tap(entry)
            figures.note(status, time.monotonic() - began, f"{entry}, erases: {erases}", most=10)
            figures.wrong += [] if erases or status in GONE else [f"{status} of a deleted table"]
        with self.app.app_context():
            after = [_state(*other) for other in others]
            figures.wrong += [] if before == after else [f"stored elsewhere, erases: {erases}"]
            figures.wrong += [*map(str, check_table(token))] if erases else []
        figures.wrong += self._failing([other for other, _ in others])

    def _stranger(self) -> tuple[Circle, str]:
        """Begin a circle with a table, at the same version perhaps."""
        circle = create_circle("Theirs")
        token = create_table(_setup(THEIRS), circle=circle.id)
        load_table(token)
        return circle, token

    def _failing(self, circles: Sequence[Circle]) -> Iterator[str]:
        """Yield the pages of circles that do not open."""
        server = self.chance.choice(self.servers)
        for circle in circles:
            for page in ("", "/evenings", "/season.csv", "/evenings.csv"):
                try:
                    server.text(f"/c/{circle.token}{page}")
                except OSError as error:
                    yield f"{page}: {error}"


def _setup(players: Sequence[str]) -> dict[str, Any]:
    return {**in_chips(len(players), 0, tuple(players)), "log": []}


def _state(circle: Circle, token: str) -> object:
    """Return all that is stored of a stranger's table and circle."""
    evenings = [(one.day, one.facts) for one in list_latest_evenings(circle.id, 9)]
    return export_table(token), evenings, [*map(str, check_table(token))]


def run(seed: int, tries: int, kind: str, workers: int) -> Figures:
    """Try so often with one database and so many workers."""
    figures = Figures(f"taps on pages that are gone, {kind}, {workers} workers")
    with (
        tempfile.TemporaryDirectory() as folder,
        database(kind, Path(folder), f"gone-{seed}") as url,
        house(Path(folder, "house"), url, workers) as servers,
    ):
        app = create_app({"INSTANCE_PATH": folder, "SQLALCHEMY_DATABASE_URI": url})
        places = Places(app, servers, random.Random(f"{seed} {kind} {workers}"))
        for _ in range(tries):
            places.again(figures)
        close_connections(app)
    return figures


def every(seed: int, tries: int) -> Iterator[Figures]:
    """Try so often on each database, with one worker and with several."""
    for kind, workers in product(KINDS, WORKERS):
        yield run(seed, tries, kind, workers)
