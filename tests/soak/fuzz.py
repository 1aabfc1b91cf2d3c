"""Requests of every kind to every route, through the app itself, made up by chance."""

import gc
import json
import tempfile
import time
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.routing import Rule

from companion.core.errors import Refused
from companion.store import database
from companion.store.access import Invitations, create_table_invitations, table_invitations
from companion.store.circles import create_circle_from_table
from companion.store.money import set_chip_value
from companion.store.records import create_from_record
from companion.store.table_cache import init_app
from tests.databases import database as stored
from tests.quick import migrated_app
from tests.soak.figures import Figures, memory
from tests.soak.making import Maker
from tests.web.pages import Page

METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "XX")
# After so many requests there are new tables, so that none grows without end.
AGAIN = 1000

# How many there are, and of how many the pages are read for their fields.
TABLES, READ = 24, 6

# How often pages are asked for that take a hundred times as long as others.
PRESSED = dict.fromkeys(("tally.pdf", "tally.picture", "season.pdf", "season.picture"), 0.1)

# So many times on its way the memory is measured.
LEVELS = 20

SHEETS = ("more", "player", "join", "borrow", "dump", "show", "totals", "out", "award", "recount")


class Fuzz:
    """An app with a table of each game in some state, and requests to it made up by chance."""

    def __init__(self, seed: int, folder: Path, url: str) -> None:
        self.maker = Maker(seed)
        self.chance = self.maker.chance
        self.app = migrated_app(folder, SQLALCHEMY_DATABASE_URI=url, WTF_CSRF_ENABLED=False)
        self.rules = [*self.app.url_map.iter_rules()]
        self.weights = [PRESSED.get(rule.endpoint, 1.0) for rule in self.rules]
        self.tokens: list[str] = []
        self.circles: list[str] = []
        self.fields: list[tuple[str, str]] = [("number", "0"), ("entry", "{}"), ("record", "{}")]

    def refresh(self) -> None:
        """Open new tables, and learn the fields of their pages."""
        with self.app.app_context():
            self.tokens = [*filter(None, (self._table() for _ in range(TABLES)))]
            invited = _invited(self.tokens[-1])
            self.circles = [*filter(None, map(_circle, self.tokens, ROLES))]
        client = self.app.test_client()
        for token in self.tokens[:READ]:
            for page in ("", "/log", "/setup", "/seats", "/wrong", "/more"):
                answer = client.get(f"/t/{token}{page}", follow_redirects=True)
                if answer.mimetype == "text/html":
                    self.fields += _fields(answer.text)
        for circle in self.circles:
            for page in ("", "/book", "/people", "/evenings", "/results", "/evenings/waiting"):
                self.fields += _fields(client.get(f"/c/{circle}{page}").text)
        self.fields = self.fields[-3000:]
        self.tokens += invited

    def _table(self) -> str | None:
        record = self.chance.choice(self.maker.records)
        log = record["log"]
        part = {**record, "log": log[: self.chance.randint(0, len(log))]}
        try:
            return create_from_record(part)
        except Refused:
            return None

    def request(self) -> dict[str, Any]:
        rule: Rule = self.chance.choices(self.rules, self.weights)[0]
        known = [*(rule.methods or ())] if self.chance.random() < 0.8 else METHODS
        method = self.chance.choice(known)
        made: dict[str, Any] = {"path": self._path(rule), "method": method}
        made["headers"] = self._headers()
        if self.chance.random() < 0.5:
            made["query_string"] = dict(self._some_fields())
        if method == "POST":
            made |= self._body()
        return made

    def _path(self, rule: Rule) -> str:
        path = str(rule)
        for argument in rule.arguments - (rule.defaults or {}).keys():
            kind = path[path.index("<") + 1 : path.index(">")].partition(":")[0]
            path = path.replace(f"<{kind}:{argument}>", self._argument(argument), 1)
            path = path.replace(f"<{argument}>", self._argument(argument), 1)
        return path

    def _argument(self, name: str) -> str:
        known = {
            "token": self.tokens,
            "circle": self.circles,
            "address": self.circles + self.tokens,
            "sheet": SHEETS,
            "slug": ["michigan-kitty", "wanagan", "kids-rummy", "oh-claire"],
            "filename": ["css/table.css", "js/table.js"],
        }
        if self.chance.random() < 0.15:
            text = self.maker.text().replace("?", "").replace("#", "")[:300]
            return self.chance.choice(("", "watch.")) + text
        return str(self.chance.choice(known.get(name) or range(60)))

    def _headers(self) -> dict[str, str]:
        odd = ("Host", "Cookie", "Referer", "Range", "If-None-Match", "Accept-Language", "Accept")
        headers = {"HX-Request": "true"} if self.chance.random() < 0.5 else {}
        if self.chance.random() < 0.2:
            text = self.maker.text().encode("utf-8").decode("latin-1")
            headers[self.chance.choice(odd)] = "".join(x for x in text if x >= " ")[:2000]
        return headers

    def _some_fields(self) -> list[tuple[str, str]]:
        return [self._field() for _ in range(self.chance.randint(0, 8))]

    def _field(self) -> tuple[str, str]:
        name, value = self.chance.choice(self.fields)
        which = self.chance.random()
        if which < 0.1:
            return self.maker.text(), value
        return name, (self.maker.text() if which < 0.3 else value)

    def _body(self) -> dict[str, Any]:
        which = self.chance.random()
        if which < 0.1:
            kind = self.chance.choice(
                ["multipart/form-data; boundary=x", "text/plain", "a;b=c", ""]
            )
            return {"data": self.maker.text().encode(), "content_type": kind}
        fields: dict[str, Any] = dict(self._some_fields())
        if which < 0.6:
            fields["entry"] = json.dumps(self.maker.entry())
            fields["number"] = str(self.chance.randint(0, 40))
        elif which < 0.8:
            fields["record"] = json.dumps(self.maker.record())
        elif which < 0.85:
            text = json.dumps(self.maker.record()) if which < 0.83 else self.maker.text()
            fields["file"] = (BytesIO(text.encode("utf-8", "replace")), "a.json")
        return {"data": fields}


def _invited(token: str) -> list[str]:
    create_table_invitations(token)
    return [one.address for one in table_invitations(token).list()]


ROLES = ("own", "member", "look", "keeper", "withdrawn")


def _circle(token: str, role: str) -> str | None:
    """Return the address by which a role comes to a circle of a table."""
    try:
        circle = create_circle_from_table(token)
    except Refused:
        return None
    set_chip_value(circle.id, "", 5, "EUR")
    host = Invitations("circle", circle.id)
    host.create([("member" if role in ("own", "withdrawn") else role, None)])
    (invitation,) = host.list()
    if role == "withdrawn":
        host.withdraw(invitation.address, replace=False)
    return circle.token if role == "own" else invitation.address


def _fields(text: str) -> list[tuple[str, str]]:
    page = Page(text)
    found = [e for tag in ("input", "button", "option", "select") for e in page.all(tag)]
    return [(e.get("name") or "do", e.get("value")) for e in found]


def run(seed: int, requests: int, kind: str = "sqlite") -> Figures:
    """Send so many requests; none may be a 5xx (but for 503) or compute for a second."""
    figures = Figures(f"fuzzed requests ({kind})")
    with (
        tempfile.TemporaryDirectory() as folder,
        stored(kind, Path(folder), f"fuzz-{seed}") as url,
    ):
        fuzz = Fuzz(seed, Path(folder), url)
        for at in range(requests):
            if at % AGAIN == 0:
                fuzz.refresh()
            if at % max(1, requests // LEVELS) == 0:
                figures.levels.append(memory())
            _send(fuzz.app, fuzz.request(), figures)
        figures.grown = memory() - figures.levels[LEVELS // 5]
        database.close_connections(fuzz.app)
    return figures


def left_behind(seed: int, requests: int) -> int:
    """Send so many requests four times; tell how many objects are left behind each time.

    The first times fill what may be kept. The evenings in use are not counted.
    """
    with tempfile.TemporaryDirectory() as folder:
        fuzz = Fuzz(seed, Path(folder), f"sqlite:///{folder}/companion.sqlite")
        fuzz.refresh()
        state, objects = fuzz.chance.getstate(), [0]
        for _ in range(4):
            fuzz.chance.setstate(state)
            for _ in range(requests):
                _send(fuzz.app, fuzz.request(), Figures(""))
            objects.append(_objects(fuzz.app))
        database.close_connections(fuzz.app)
    return min(after - before for before, after in pairwise(objects[2:]))


def _objects(app: Flask) -> int:
    init_app(app)
    gc.collect()
    return len(gc.get_objects())


def _send(app: Flask, made: dict[str, Any], figures: Figures) -> None:
    client = app.test_client()
    before = time.thread_time()
    answer = client.open(**made)
    figures.note(answer.status_code, time.thread_time() - before, str(made)[:600])
