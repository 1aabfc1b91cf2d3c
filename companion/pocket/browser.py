"""What the worker of a browser calls: texts and buffers of JavaScript in, those of Python out."""

import json
from typing import Protocol

from companion.pocket.answering import Pocket


class Buffer(Protocol):
    """Bytes that lie in JavaScript."""

    def to_bytes(self) -> bytes:
        """Copy them."""


class Opened:
    """A pocket that is open."""

    def __init__(self, pocket: Pocket) -> None:
        self._pocket = pocket

    @property
    def page(self) -> str:
        """Give the page that was shown last."""
        return self._pocket.page

    def turn_to(self, page: str) -> None:
        """Remember the page that is shown."""
        self._pocket.turn_to(page)

    def answer(
        self, method: str, url: str, headers: str, body: Buffer | None
    ) -> tuple[int, str, bytes]:
        """Answer a request; headers are JSON."""
        sent = body.to_bytes() if body else b""
        status, told, page = self._pocket.answer(method, url, json.loads(headers), sent)
        return status, json.dumps(told), page


def open_folder(folder: str, version: str) -> Opened:
    """Open what a browser keeps in a folder, with this version of the program."""
    pocket = Pocket(folder)
    pocket.open(version)
    return Opened(pocket)
