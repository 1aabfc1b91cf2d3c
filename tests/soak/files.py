"""Random files of circles and tables: each is refused, or all its pages open in any time zone."""

import json
import os
import random
import re
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import quote

from flask import Flask
from werkzeug.routing import Rule

from companion.circles.spreadsheet import EveningResult
from companion.games import all_games
from companion.store.access import resolve_circle_address
from companion.store.circle_export import export_circle
from companion.store.circles import create_circle, delete_circle
from companion.store.database import close_connections
from companion.store.entries import create_table
from companion.store.evenings import get_evening_and_hands, import_results, list_latest_evenings
from companion.store.maintenance import delete_table
from companion.store.money import create_payment, list_payments, set_chip_value
from companion.store.people import list_people
from companion.store.tables import load_table
from tests.databases import KINDS, database
from tests.quick import migrated_app
from tests.simulated.evenings import evening
from tests.soak.figures import Figures
from tests.soak.making import Maker

Raw = dict[str, Any]

ZONES = "America/New_York", "UTC", "Pacific/Kiritimati"
# How many files there are of circles, the others are of tables.
CIRCLES = 0.75
SHEETS = "player", "join", "borrow", "dump", "show", "out", "award", "recount"
# So many of them are opened of a table.
OPENED = 2
# Whose addresses are made by the page before.
BY_ADDRESS = "people.code", "invitations.code"
# The pages of one season, by default the latest year.
SEASONAL = (
    "circle.show",
    "circle.game",
    "circle.person",
    "season.csv",
    "season.pdf",
    "season.picture",
)
SEASONS = "", "?season=all"
# How often a printed page is asked for, which takes a hundred times as long as others.
PRESSED = 0.05
# So many files are of one circle, each with something else in it otherwise.
OF_ONE = 40
NUMBERS = 0, 1, 2, -1, 10**6, 2**31 - 1, 10**12, -(10**12), 2**63
DAYS = "", "0001-01-01", "2026-07-04", "2026-02-30", "9999-12-31"
TIMES = "0001-01-01T00:00:00Z", "9999-12-31T23:59:59-14:00", "2026-07-04T23:30:00-14:00"
NAMES = "Ann", "Bob", " ", "x" * 40, "x" * 41, "\u3164", "<b>", "=1+1"
TEXTS = *DAYS, *TIMES, *NAMES, "boodle", "oh-claire", "wins", "JPY"


class Files:
    """A server that imports files, and a browser that opens every page of the imported tables."""

    def __init__(self, app: Flask, maker: Maker) -> None:
        self.app, self.maker, self.chance = app, maker, maker.chance
        self.client = app.test_client()
        self.good: list[Raw] = []
        self.rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]

    def again(self, figures: Figures) -> bool:
        """Take in a file, and open every page of it; return whether it was accepted."""
        is_circle = self.chance.random() < CIRCLES
        record = self._circle() if is_circle else self.maker.record()
        text = json.dumps(record)
        began = time.monotonic()
        answer = self.client.post("/import", data={"record": text})
        figures.note(answer.status_code, time.monotonic() - began, text[:3000], most=30)
        if answer.status_code not in (303, 422):
            figures.wrong.append(f"{answer.status_code}: {text[:3000]}")
        if answer.status_code != 303 or answer.location == "/":
            return False
        for page in ["/", "/evenings.jsonl", *self._pages(answer.location)]:
            began = time.monotonic()
            status = self.client.get(page, follow_redirects=True).status_code
            if status >= 500:
                figures.note(status, time.monotonic() - began, f"{page} of {text[:3000]}")
            figures.statuses[status] += status < 500
        self._forget(answer.location)
        return True

    def _circle(self) -> Raw:
        """Return a circle's file with one to four values changed."""
        if not self.good:
            with self.app.app_context():
                self.good = [self._good()] * OF_ONE
        record: Any = self.good.pop()
        for _ in range(self.chance.randint(1, 4)):
            record = self._changed(record)
        return record  # type: ignore[no-any-return]

    def _changed(self, value: Any) -> Any:
        """Return a copy with one value changed, mostly to another of the same type."""
        if self.chance.random() < 0.02:
            return self.maker.value()
        if isinstance(value, dict) and value:
            sizes = [
                len(item) + 1 if isinstance(item, dict | list) else 1 for item in value.values()
            ]
            (key,) = self.chance.choices([*value], sizes)
            return {**value, key: self._changed(value[key])}
        if isinstance(value, list) and value:
            at = self.chance.randrange(len(value))
            other = self.chance.choice(([], [value[at]] * 2, [self._changed(value[at])]))
            return [*value[:at], *other, *value[at + 1 :]]
        if isinstance(value, bool) or value is None:
            return self.chance.choice((True, False, None))
        if isinstance(value, int):
            return self.chance.choice((*NUMBERS, value + 1, -value))
        return self.chance.choice(TEXTS)

    def _good(self) -> Raw:
        """Return a file with an evening of a table, one of facts alone, two results, and money."""
        circle = create_circle("Ours")
        set_chip_value(circle.id, "", 5, "EUR")
        for slug in self.chance.sample([*all_games()], 2):
            whole = evening(slug, self.chance)
            create_table({**whole, "log": []}, [*whole["log"], {"do": "end"}], circle=circle.id)
        results = [{"Ann": 3, "Bob": -3}, {"Cal": 2, "Ann": -2}]
        import_results(circle.id, [EveningResult("2026-01-02", "boodle", one) for one in results])
        one, other, *_ = list_people(circle.id)
        latest = list_latest_evenings(circle.id, 9)
        create_payment(circle.id, one.id, other.id, 7, latest[0].id)
        written: Any = export_circle(circle)
        past, hands = get_evening_and_hands(circle.id, latest[0].id) or (latest[0], [])
        facts = {"facts": past.facts, "hands": [{**hand, "seconds": 60} for hand in hands]}
        tapped = next(one for one in written["evenings"] if one["game"] == past.game)
        tapped |= facts
        del tapped["record"]
        tokens = [past.token for past in latest if past.token]
        delete_circle(circle.id)
        for token in tokens:
            delete_table(token)
        return written  # type: ignore[no-any-return]

    def _pages(self, location: str) -> Iterator[str]:
        """Yield every page of a circle and of its table, or of a table."""
        if location.startswith("/t/"):
            yield from self._pages_of_table(location.removeprefix("/t/"))
            return
        address = location.removeprefix("/c/")
        with self.app.app_context():
            circle = resolve_circle_address(address).circle.id
            latest = list_latest_evenings(circle, 99)
            values: dict[str, Sequence[object]] = {
                "circle.person": [one.id for one in list_people(circle)],
                "circle.game": sorted(
                    {past.game for past in latest} | {self.chance.choice([*all_games()])}
                ),
                "circle_evenings.evening": [past.id for past in latest],
                "money.payment": [one.id for one in list_payments(circle)],
            }
        yield from self._of("circle", address, values)
        for past in latest:
            if past.token:
                yield from self._pages_of_table(past.token)

    def _pages_of_table(self, token: str) -> Iterator[str]:
        with self.app.app_context():
            entries = len(load_table(token).log.raw_entries)
        places = sorted({0, entries // 2, max(0, entries - 1)})
        sheets = self.chance.sample(SHEETS, OPENED)
        values = {"log.change": places, "log.insert": places, "table.more": sheets}
        yield from self._of("token", token, values)

    def _of(self, name: str, address: str, values: Mapping[str, Sequence[object]]) -> Iterator[str]:
        """Yield the pages below an address, with each of the other arguments of their rules."""
        for rule in self.rules:
            is_printed = rule.rule.endswith((".pdf", ".png"))
            if name not in rule.arguments or rule.endpoint in BY_ADDRESS:
                continue
            if is_printed and self.chance.random() > PRESSED:
                continue
            others = rule.arguments - {name} - (rule.defaults or {}).keys()
            for value in _values(rule, values) if others else ("",):
                page = _filled(rule, {name: address, **dict.fromkeys(others, value)})
                yield page + (self.chance.choice(SEASONS) if rule.endpoint in SEASONAL else "")

    def _forget(self, location: str) -> None:
        with self.app.app_context():
            tokens = [location.removeprefix("/t/")]
            if location.startswith("/c/"):
                circle = resolve_circle_address(location.removeprefix("/c/")).circle.id
                tokens = [past.token for past in list_latest_evenings(circle, 99) if past.token]
                delete_circle(circle)
            for token in tokens:
                delete_table(token)


def _values(rule: Rule, values: Mapping[str, Sequence[object]]) -> Sequence[object]:
    """Return what stands for the last argument of a rule."""
    name = next(iter(rule.arguments - {"token", "circle"}))
    known = {"sheet": SHEETS, "player": ("Ann",), "do": ("buy-in",)}
    return values.get(rule.endpoint) or known.get(name, (0,))


def _filled(rule: Rule, values: dict[str, object]) -> str:
    path = str(rule)
    for name, value in values.items():
        path = re.sub(rf"<(\w+(\(.*?\))?:)?{name}>", quote(str(value)), path)
    return path


@contextmanager
def zone(name: str) -> Iterator[None]:
    before = os.environ.get("TZ")
    os.environ["TZ"] = name
    time.tzset()
    try:
        yield
    finally:
        os.environ.pop("TZ") if before is None else os.environ.update(TZ=before)
        time.tzset()


def run(seed: int, files: int, kind: str, where: str) -> Figures:
    figures = Figures(f"{files} files by chance, {kind}, {where}")
    with (
        tempfile.TemporaryDirectory() as folder,
        database(kind, Path(folder), f"files-{seed}") as url,
        zone(where),
    ):
        app = migrated_app(Path(folder), SQLALCHEMY_DATABASE_URI=url, WTF_CSRF_ENABLED=False)
        house = Files(app, Maker(random.Random(f"{seed} {kind} {where}").randrange(10**9)))
        accepted = 0
        while accepted < files:
            accepted += house.again(figures)
        close_connections(app)
    return figures


def every(seed: int, files: int) -> Iterator[Figures]:
    for kind, where in product(KINDS, ZONES):
        yield run(seed, max(1, files // (len(KINDS) * len(ZONES))), kind, where)
