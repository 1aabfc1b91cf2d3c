"""Devices at the pages of a circle, through the test client."""

import io
from collections.abc import Callable
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion.store.access import Invitations
from companion.store.models import Circle
from companion.store.money import get_balances
from companion.store.people import list_people
from tests.web.pages import Page, page_of
from tests.web.sending import send


class CircleDevice:
    """A device that has opened a circle, by its own address or by an invitation."""

    def __init__(self, app: Flask, circle: Circle, address: str = "") -> None:
        self.app, self.circle = app, circle
        self.client = app.test_client()
        self.home = self.url = f"/c/{address or circle.token}"
        assert self.get().status_code == 200

    def get(self, path: str = "") -> TestResponse:
        return self.client.get(self.home + path, follow_redirects=True)

    def look(self, path: str = "") -> Page:
        """Open a page of the circle, by its path or by a link to it."""
        answer = self.get(path.removeprefix(self.home))
        assert answer.status_code == 200, path
        return page_of(answer.text)

    def send(self, path: str, **fields: Any) -> TestResponse:
        return send(self.client, self.home + path, fields)

    post = send

    def refused(self, path: str, **fields: Any) -> str:
        """What is said of a form that is refused."""
        answer = self.send(path, **fields)
        assert answer.status_code == 422, (path, answer.status)
        (banner,) = [e for e in page_of(answer.text).elements if e.get("id") == "refused"]
        return banner.text

    def upload(self, table: str | bytes, do: str) -> TestResponse:
        """Look at a spreadsheet of results, or add it."""
        data = table.encode() if isinstance(table, str) else table
        return self.send("/results/file", file=(io.BytesIO(data), "old.csv"), do=do)

    def stored(self, ask: Callable[..., Any], *values: Any, **more: Any) -> Any:
        """What the store answers about the circle."""
        with self.app.app_context():
            return ask(self.circle.id, *values, **more)

    @property
    def names(self) -> list[str | None]:
        return [one.name for one in self.stored(list_people)]

    @property
    def balances(self) -> list[int]:
        return sorted(self.stored(get_balances).values())

    def invite(self, *roles: str) -> dict[str, str]:
        """Make an invitation for each of some roles; give their addresses."""
        with self.app.app_context():
            invitations = Invitations("circle", self.circle.id)
            invitations.create([(role, None) for role in roles])
            return {one.role: one.address for one in invitations.list()}

    def guest(self, role: str) -> "CircleDevice":
        """Another device, which comes by an invitation."""
        return CircleDevice(self.app, self.circle, self.invite(role)[role])
