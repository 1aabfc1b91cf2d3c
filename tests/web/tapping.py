"""A device that taps on tables through the test client."""

import json
from collections.abc import Sequence
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion.core.entries.schema import check_references, parse_entry
from companion.core.handlers import refusal_sentence
from companion.store.access import table_invitations
from companion.store.entries import create_table
from companion.store.tables import load_table
from tests.evenings import record
from tests.notation import entries
from tests.notation import entry as read
from tests.web.pages import Page, page_of

HX = {"HX-Request": "true"}
EDITS = ("undo", "redo")


def play(player: str, *cards: str) -> dict[str, Any]:
    return {"do": "play", "player": player, "cards": list(cards)}


class Table:
    """A table, and a device that taps on it."""

    def __init__(
        self, app: Flask, setup: dict[str, Any] | None = None, log: str | Sequence[Any] = ()
    ) -> None:
        """Lay a table of Michigan Kitty, or as set up, with a log in words or as it is recorded."""
        self.app = app
        self.client = app.test_client()
        with app.app_context():
            raw = entries(log) if isinstance(log, str) else [*log]
            self.token = create_table(setup or record(), raw)
        self.url = f"/t/{self.token}"
        self.page = page_of(self.client.get(self.url).text)
        self.csrf = self.page.all("meta", name="csrf-token")[0].get("content")

    @property
    def version(self) -> int:
        return int(self.page.value("version"))

    def tap(self, entry: Any, version: int | None = None, htmx: bool = True) -> Any:
        """Tap a button that makes an entry, in words or as it is recorded."""
        raw = read(entry) if isinstance(entry, str) else entry
        return self.send(entry=json.dumps(raw), version=version, htmx=htmx)

    def send(self, version: int | None = None, htmx: bool = True, **fields: Any) -> Any:
        """Send a form of the page as it was drawn."""
        drawn = self.version if version is None else version
        fields = {"csrf_token": self.csrf, "version": drawn, **fields}
        headers = HX if htmx else {}
        answer = self.client.post(f"{self.url}/entries", data=fields, headers=headers)
        if answer.data and answer.status_code in (200, 409, 422):
            self.page = page_of(answer.text)
        return answer

    def fill(self, do: str, sheet: str = "", htmx: bool = True, **keys: Any) -> Any:
        """Send the form of an entry, its keys as the page names them."""
        fields: dict[str, Any] = {"do": do, **({"sheet": sheet} if sheet else {})}
        for key, value in keys.items():
            if isinstance(value, dict):
                fields |= {f"key-{key}:{player}": number for player, number in value.items()}
            else:
                fields[f"key-{key}"] = value
        return self.send(htmx=htmx, **fields)

    def get(self, path: str = "", **query: str) -> TestResponse:
        """Ask for a page below the table, whatever the answer."""
        return self.client.get(self.url + path, query_string=query or None)

    def look(self, path: str = "") -> Page:
        """Open a page of the table, by its path or by a link to it."""
        answer = self.get(path.removeprefix(self.url))
        assert answer.status_code == 200
        return page_of(answer.text)

    def post(self, path: str, htmx: bool = False, **fields: Any) -> TestResponse:
        """Send a form of another page of the table, as the log stands unless a version is told."""
        fields = {"csrf_token": self.csrf, "version": len(self.log), **fields}
        return self.client.post(self.url + path, data=fields, headers=HX if htmx else {})

    def invite(self) -> "Table":
        """Make the invitations for those who look on."""
        assert self.post("/guests").status_code == 303
        return self

    @property
    def invited(self) -> dict[str, str]:
        """The addresses of the invitations by role, and by player for seats."""
        with self.app.app_context():
            invitations = table_invitations(self.token).list()
        return {one.player or one.role: one.address for one in invitations}

    @property
    def log(self) -> list[Any]:
        with self.app.app_context():
            return list(load_table(self.token).log.raw_entries)

    @property
    def state(self) -> Any:
        """The table as the rules see it."""
        with self.app.app_context():
            return load_table(self.token).table

    @property
    def chips(self) -> dict[str, int]:
        return dict(self.state.ledger.chips)


class Guest(Table):
    """A device that comes by an invitation: to watch, to help, or to the seat of a player.

    Another one comes by the address of the table itself.
    """

    def __init__(self, table: Table, who: str) -> None:
        self.app, self.token = table.app, table.token
        self.client = table.app.test_client()
        self.url = f"/t/{table.token if who == 'another' else table.invited[who]}"
        self.page = self.look()
        self.csrf = self.page.all("meta", name="csrf-token")[0].get("content")

    @property
    def version(self) -> int:
        board = next(e for e in self.page.elements if e.get("id") == "board")
        return int(board.get("data-version"))

    def statuses(self, paths: list[str]) -> dict[str, int]:
        return {path: self.get(path).status_code for path in paths}


def buttons(page: Page) -> dict[str, Any]:
    """What can be tapped, by its words."""
    taps = page.all("button", name="entry")
    return {tap.said: json.loads(tap.get("value")) for tap in taps}


def offered(table: Table) -> list[Any]:
    """Every entry that a button of the page makes."""
    return [json.loads(tap.get("value")) for tap in table.page.all("button", name="entry")]


def impossible(table: Table, entries: list[Any]) -> list[Any]:
    """Those that the rules would refuse."""
    with table.app.app_context():
        evening = load_table(table.token)
        now, kinds = evening.table, evening.log.setup.game.kinds
        wrong = [
            entry for entry in entries if entry["do"] not in EDITS and refusal_sentence(now, entry)
        ]
        for entry in entries:
            if entry["do"] not in EDITS:
                check_references(parse_entry(entry, kinds), now)
        return wrong
