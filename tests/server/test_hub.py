"""The hub of all streams: what could not be drawn, or was not heard of, comes a little later."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from companion.server import hub as live
from companion.server.hub import Drawn, Hub, Undrawn, Viewer, Wish
from companion.server.shares import Holder


class House:
    """A table at which one device looks, and what it is sent; its version stays."""

    def __init__(self) -> None:
        self.board = "open"
        self.troubles = 0
        self.sent = b""
        self.heard = asyncio.Event()

    async def draw(self, _made: Any, _path: str) -> Drawn:
        if self.troubles:
            self.troubles -= 1
            raise Undrawn
        return Drawn(1, self.board)

    async def look(self, tables: list[str]) -> Mapping[str, int]:
        return dict.fromkeys(tables, 1)

    async def send(self, told: Any) -> None:
        self.sent += told["body"]
        if b"closed" in self.sent:
            self.heard.set()


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "LOOK", 0.01)


def test_a_board_that_cannot_be_drawn_just_now_is_drawn_at_a_later_look() -> None:
    async def evening() -> bytes:
        house = House()
        hub, viewer = Hub(house.draw, house.look), Viewer(packed=False)
        wish = Wish("watch", Holder("tablet", ""), "table", "alike", "/t/watch", 1, 1)
        stream = asyncio.create_task(hub.stream([wish], None, house.send, viewer))
        await asyncio.sleep(0.1)
        house.board, house.troubles = "closed", 2
        hub.changed("table")
        await asyncio.wait_for(house.heard.wait(), 10)
        viewer.close()
        await stream
        return house.sent

    sent = asyncio.run(evening())
    assert b"event: again" in sent
    assert b"gone" not in sent
