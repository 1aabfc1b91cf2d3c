"""Four keepers of one circle, who all change it at once through three workers on PostgreSQL."""

import itertools
import random
import tempfile
import time
import urllib.parse
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from flask import Flask

from companion.app import create_app
from companion.circles.spreadsheet import EveningResult
from companion.store.circles import create_circle
from companion.store.database import close_connections
from companion.store.entries import create_table
from companion.store.evenings import import_results, list_latest_evenings
from companion.store.maintenance import check_table, list_misnamed_sentences
from companion.store.models import Circle
from companion.store.money import get_balances, set_chip_value
from companion.store.people import list_people
from companion.store.visits import list_tokens
from tests.databases import database
from tests.evenings import hand, in_chips
from tests.racing import house
from tests.serving import Server, Tablet
from tests.soak.figures import Figures

WORKERS, KEEPERS = 3, 4
PAGES = (
    "", "?season=all", "/evenings", "/book", "/people", "/season.csv", "/evenings.csv", "/results",
    "/people/circle.json",
)  # fmt: skip
# So many evenings are listed, from which one is changed.
LATEST = 20


class Keepers:
    """Devices that rename, merge, erase, put right, amend and tap, and one that looks."""

    def __init__(self, app: Flask, servers: Sequence[Server], chance: random.Random) -> None:
        self.app, self.servers, self.chance = app, servers, chance
        self.names = (f"Guest {number}" for number in itertools.count())
        with app.app_context():
            self.circle = _circle()
            self.tokens = list_tokens(in_circle=True)
        self.devices = [
            Tablet(servers[at % len(servers)], f"/t/{self.tokens[at % len(self.tokens)]}")
            for at in range(KEEPERS)
        ]

    def again(self, room: ThreadPoolExecutor, figures: Figures) -> None:
        """Run an act of every keeper at once while pages are looked at; then check it all."""
        doing = [self._act(device) for device in self.devices]
        running = [room.submit(act) for act in doing]
        self._look(figures)
        for act in running:
            began = time.monotonic()
            status, what = act.result()
            figures.note(status, time.monotonic() - began, what, most=30)
        self._look(figures)
        with self.app.app_context():
            figures.wrong += [str(fault) for fault in list_misnamed_sentences()]
            figures.wrong += [str(fault) for token in self.tokens for fault in check_table(token)]
            money = sum(get_balances(self.circle.id).values())
        figures.wrong += [f"{money} cents belong to nobody"] if money else []

    def _act(self, device: Tablet) -> Callable[[], tuple[int, str]]:
        """Choose what a device does."""
        with self.app.app_context():
            persons = [one.id for one in list_people(self.circle.id) if one.name]
            latest = list_latest_evenings(self.circle.id, LATEST)
        one, other = self.chance.sample(persons, 2)
        kind = self.chance.choice(("rename", "merge", "erase", "results", "right", "amend", "tap"))
        if kind in ("amend", "tap"):
            entries = self._entries(device, kind)
            return lambda: (max(map(device.tap, entries)), f"{kind} {entries}")
        path, fields = f"/people/{one}", {"name": next(self.names), "colour": "1", "symbol": "2"}
        if kind == "merge":
            path, fields = f"{path}/merge", {"into": str(other)}
        elif kind == "erase":
            path, fields = f"{path}/erase", {"sure": "yes"}
        elif kind == "results":
            path, fields = "/results", self._results()
        elif kind == "right":
            past = self.chance.choice(latest)
            numbers = [*past.facts["standing"].values()]
            fields = {"day": "2026-02-03", "sure": "yes", "result": [-n for n in numbers]}
            path = f"/evenings/{past.id}"
        return lambda: (self._post(device, path, fields), f"{kind} {path} {fields}")

    def _results(self) -> Mapping[str, Any]:
        names, chips = [next(self.names) for _ in range(3)], self.chance.randint(1, 50)
        day = f"2026-01-{self.chance.randint(1, 28):02}"
        return {"day": day, "game": "Boodle", "name": names, "result": [chips, -chips, 0]}

    def _entries(self, device: Tablet, kind: str) -> list[dict[str, Any]]:
        """Choose an amend of the first entry, or a whole hand of the table's present names."""
        exported = self.servers[0].export(f"/t/{device.address.rpartition('/')[2]}")
        first = exported["log"][0]
        if kind == "amend":
            entry = {**first, "chips": self.chance.randint(1, 9)}
            return [{"do": "amend", "entry": 0, "with": entry}]
        if self.chance.random() < 0.3:
            return [self.chance.choice(({"do": "undo"}, {"do": "end"}, {"do": "redo"}))]
        return hand(exported["players"], self.chance)

    def _post(self, device: Tablet, path: str, fields: Mapping[str, Any]) -> int:
        data = urllib.parse.urlencode({"csrf_token": device.csrf, **fields}, doseq=True).encode()
        url = f"{device.address.partition('/t/')[0]}/c/{self.circle.token}{path}"
        try:
            with device.opener.open(url, data, timeout=60) as answer:
                return int(answer.status)
        except HTTPError as error:
            error.close()
            return error.code

    def _look(self, figures: Figures) -> None:
        """Look at every page of the circle, each at some worker."""
        with self.app.app_context():
            people = [f"/people/{one.id}" for one in list_people(self.circle.id)]
            evenings = [
                f"/evenings/{one.id}" for one in list_latest_evenings(self.circle.id, LATEST)
            ]
        some = [self.chance.choice(people), self.chance.choice(evenings)]
        for page in (*PAGES, *some):
            began = time.monotonic()
            status = _status(self.chance.choice(self.servers), f"/c/{self.circle.token}{page}")
            figures.note(status, time.monotonic() - began, page, most=30)


def _status(server: Server, path: str) -> int:
    try:
        server.text(path)
    except HTTPError as error:
        error.close()
        return error.code
    return 200


def _circle() -> Circle:
    """Begin a circle with a book, two tables, and evenings by their results."""
    circle = create_circle("Ours")
    set_chip_value(circle.id, "", 5, "EUR")
    bought = [{"do": "buy-in", "player": "Ann", "chips": 5}]
    for names in (("Ann", "Bob", "Cal"), ("Ann", "Dee", "Eve", "Fay")):
        create_table({**in_chips(len(names), 0, names), "log": []}, bought, circle=circle.id)
    days = [f"2026-01-{day:02}" for day in range(1, 25)]
    results = [EveningResult(day, "boodle", {"Ann": 3, "Bob": -3}) for day in days]
    import_results(circle.id, results)
    return circle


def run(seed: int, rounds: int) -> Figures:
    """Run rounds of four keepers who act at once; none of it may break a page."""
    figures = Figures(f"{KEEPERS} keepers of a circle at {WORKERS} workers, {rounds} rounds")
    with (
        tempfile.TemporaryDirectory() as folder,
        database("postgresql", Path(folder), f"keepers-{seed}") as url,
        house(Path(folder, "house"), url, WORKERS) as servers,
        ThreadPoolExecutor(KEEPERS) as room,
    ):
        app = create_app({"INSTANCE_PATH": folder, "SQLALCHEMY_DATABASE_URI": url})
        keepers = Keepers(app, servers, random.Random(seed))
        for _ in range(rounds):
            keepers.again(room, figures)
        close_connections(app)
    return figures
