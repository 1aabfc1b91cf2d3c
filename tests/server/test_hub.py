"""The hub of all streams: what could not be drawn, or was not heard of, comes a little later."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.server import live as hubs
from companion.server.live import Hub, RenderedBoard, RenderError, Subscription, TapAnswer, Viewer


class House:
    """A table at which one device looks, and what it is sent; its version stays."""

    def __init__(self) -> None:
        self.board = "open"
        self.troubles = 0
        self.drawn = 0
        self.version = 1
        self.sent = b""
        self.heard = asyncio.Event()

    async def draw(self, _made: Any, _path: str) -> RenderedBoard:
        if self.troubles:
            self.troubles -= 1
            raise RenderError
        self.drawn += 1
        return RenderedBoard(self.version, self.board)

    async def look(self, tables: list[str]) -> Mapping[str, int]:
        return dict.fromkeys(tables, 1)

    async def send(self, told: Any) -> None:
        self.sent += told["body"]
        if b"closed" in self.sent:
            self.heard.set()


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not is_so():
            await asyncio.sleep(0.005)


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "CHECK_INTERVAL", 0.01)


def test_a_board_that_cannot_be_drawn_just_now_is_drawn_at_a_later_look() -> None:
    async def evening() -> bytes:
        house = House()
        hub, viewer = Hub(house.draw, house.look), Viewer(is_compressed=False)
        wish = Subscription("watch", "home", "", "table", "alike", "/t/watch", 1, 1)
        stream = asyncio.create_task(hub.stream([wish], None, house.send, viewer))
        await until(lambda: house.drawn == 1)
        house.board, house.troubles = "closed", 2
        hub.publish_change("table")
        await asyncio.wait_for(house.heard.wait(), 10)
        viewer.close()
        await stream
        return house.sent

    sent = asyncio.run(evening())
    assert b"event: again" in sent
    assert b"gone" not in sent


def wish(address: str, device: str) -> Subscription:
    return Subscription(address, "home", device, "table", f"{address} en", f"/t/{address}", 1, 1)


async def tapped(house: House, *wishes: Subscription, meanwhile: bool = False) -> list[bytes]:
    """Let devices look, and one of them tap on the table's own address; give what each is sent."""
    hub, sent = Hub(house.draw, house.look), [b""] * len(wishes)

    async def look(place: int, viewer: Viewer) -> None:
        async def send(told: Any) -> None:
            sent[place] += told["body"]

        await hub.stream([wishes[place]], None, send, viewer)  # type: ignore[arg-type]

    viewers = [Viewer(is_compressed=False, device=one.device) for one in wishes]
    streams = [asyncio.create_task(look(place, one)) for place, one in enumerate(viewers)]
    await until(lambda: house.drawn == len({one.board_key for one in wishes}))
    house.drawn, house.version = 0, 2
    hub.publish_change("table", 2)
    if meanwhile:
        hub.publish_change("table")
        await until(lambda: house.drawn == 1)
    await hub.publish_answer(TapAnswer("table", "own en", "tablet", RenderedBoard(2, "closed")))
    await until(lambda: all(b" 2\n" in body for body in sent[1:]))
    await asyncio.sleep(0.05)
    for viewer in viewers:
        viewer.close()
    await asyncio.gather(*streams)
    return sent


def test_the_board_that_answers_a_tap_is_drawn_for_those_alone_who_see_another() -> None:
    house = House()
    devices = wish("own", "tablet"), wish("own", "phone"), wish("watch", "")
    tablet, phone, watcher = asyncio.run(tapped(house, *devices))
    assert house.drawn == 1
    assert b"closed" not in tablet
    assert b"own 2\ndata: closed" in phone
    assert b"watch 2\ndata: open" in watcher


def test_an_answer_that_comes_late_takes_the_place_of_nothing_newer() -> None:
    house = House()
    _, phone = asyncio.run(tapped(house, wish("own", "tablet"), wish("own", ""), meanwhile=True))
    assert b"own 2\ndata: open" in phone
    assert b"closed" not in phone
