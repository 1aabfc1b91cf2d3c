"""The present table, sent to every device that looks at it in the moment in which it changes.

What is drawn alike for many is drawn once, packed once, and sent to all of them. There is no
queue: whoever is slow gets the latest drawing next. A drawing is of a version, so a message that
was lost is made good by the next one, or by the look at all versions every few seconds.
"""

import asyncio
import zlib
from asyncio import AbstractEventLoop, Task
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from companion.server.shares import Holder

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment
    from uvicorn._types import ASGISendCallable

WISHES = "companion.live"
"""Where a request carries the list that the app fills with what is to be watched."""

AT_ONCE = 32
"""So many devices are woken before others get their turn."""

FIRST = 0.01
"""Seconds that the answer to whoever made a change has before boards are drawn for the others."""

BEAT = 15
"""Seconds between two signs of life."""

LOOK = 3
"""Seconds between two looks at the versions of all tables that are watched."""

GZIP = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""The head of a stream in gzip; what follows are blocks that need nothing before them."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A device that looks at a table (None: which it may not) and shows a version of it.

    ``alike`` is the same for all whose boards are drawn alike, at ``path``. ``holder`` is who holds
    the stream.
    """

    address: str
    holder: Holder
    table: str | None = None
    alike: str = ""
    path: str = ""
    shows: int = -1
    version: int = -1


@dataclass(frozen=True, slots=True)
class Drawn:
    """A board as it was drawn, and its version; None: nobody may look at it there any more."""

    version: int
    body: str | None


@dataclass(frozen=True, slots=True)
class Message:
    """An event, plain and packed."""

    plain: bytes
    packed: bytes


class Undrawn(Exception):
    """A board cannot be drawn just now."""


Draw = Callable[["WSGIEnvironment", str], Awaitable[Drawn]]
"""Draws the board at a path, for the request of one of those who see it alike. Raises Undrawn."""

Look = Callable[[list[str]], Awaitable[Mapping[str, int]]]
"""Tells the versions of tables."""


def message(event: str, *lines: str) -> Message:
    """Make an event of a stream."""
    data = "".join(f"data: {line}\n" for line in lines)
    plain = f"event: {event}\n{data}\n".encode()
    packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return Message(plain, packer.compress(plain) + packer.flush(zlib.Z_FULL_FLUSH))


SIGN_OF_LIFE = message("beat", "")


class Viewer:
    """A device's stream: what is to be sent to it next, the latest for each address."""

    def __init__(self, *, packed: bool) -> None:
        self._packed = packed
        self._next: dict[str, Message] = {}
        self._awake = asyncio.Event()
        self.is_open = True

    def give(self, address: str, told: Message) -> None:
        """Let it have a message, in the place of an older one."""
        self._next[address] = told
        self._awake.set()

    def close(self) -> None:
        """Send nothing more."""
        self.is_open = False
        self._awake.set()

    async def run(self, send: "ASGISendCallable") -> None:
        """Send what comes until the device has gone."""
        while self.is_open:
            await self._awake.wait()
            self._awake.clear()
            given, self._next = self._next, {}
            parts = [one.packed if self._packed else one.plain for one in given.values()]
            if parts and self.is_open:
                await _send(send, b"".join(parts))


@dataclass(eq=False, slots=True)
class Drawing:
    """What some devices see alike: the latest drawing, and which version each of them has."""

    wish: Wish
    made: "WSGIEnvironment"
    version: int = -1
    body: str | None = None
    told: Message | None = None
    is_late: bool = False
    viewers: dict[Viewer, int] = field(default_factory=dict)

    @property
    def is_good(self) -> bool:
        """Say whether its devices may look at the table still."""
        return self.told is None or self.body is not None


class Hub:
    """All streams of this process, by table and by what is drawn alike."""

    def __init__(self, draw: Draw, look: Look) -> None:
        self._draw, self._look = draw, look
        self._tables: dict[str, dict[str, Drawing]] = {}
        self._changed: set[str] = set()
        self._drawing: dict[str, Task[None]] = {}
        self._loop: AbstractEventLoop | None = None
        self._tasks: set[Task[None]] = set()

    def changed(self, table: str) -> None:
        """Note that a table has changed; any thread may call this.

        Where nobody looks at it nothing is done: whoever comes gets a new drawing first.
        """
        if self._loop is not None and table in self._tables:
            self._loop.call_soon_threadsafe(self._hear, table)

    async def stream(
        self,
        wishes: list[Wish],
        made: "WSGIEnvironment",
        send: "ASGISendCallable",
        viewer: Viewer,
    ) -> None:
        """Send a device what it wishes to see, until it has gone."""
        self._begin()
        try:
            for wish in wishes:
                self._join(wish, made, viewer)
            await viewer.run(send)
        finally:
            for wish in wishes:
                self._leave(wish, viewer)

    def _begin(self) -> None:
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self._tasks.add(self._loop.create_task(self._keep_watch()))

    def _join(self, wish: Wish, made: "WSGIEnvironment", viewer: Viewer) -> None:
        if wish.table is None:
            viewer.give(wish.address, message("gone", wish.address))
            return
        alike = self._tables.setdefault(wish.table, {})
        drawing = alike.setdefault(wish.alike, Drawing(wish, made))
        drawing.viewers[viewer] = wish.shows
        if drawing.told is None or drawing.version < wish.version:
            self._note(wish.table)
        elif drawing.version > wish.shows:
            drawing.viewers[viewer] = drawing.version
            viewer.give(wish.address, drawing.told)

    def _leave(self, wish: Wish, viewer: Viewer) -> None:
        alike = self._tables.get(wish.table or "", {})
        drawing = alike.get(wish.alike)
        if drawing is not None:
            drawing.viewers.pop(viewer, None)
            if not drawing.viewers:
                del alike[wish.alike]
        if wish.table in self._tables and not alike:
            del self._tables[wish.table]

    def _hear(self, table: str) -> None:
        """Note a change; whoever came before the first drawing may show what was before it."""
        for drawing in self._tables.get(table, {}).values():
            drawing.is_late = drawing.told is None
        self._note(table)

    def _note(self, table: str) -> None:
        if table in self._tables:
            self._changed.add(table)
            if table not in self._drawing:
                self._drawing[table] = asyncio.get_running_loop().create_task(
                    self._draw_anew(table)
                )

    async def _draw_anew(self, table: str) -> None:
        """Draw a table for everybody as often as it has changed meanwhile."""
        try:
            await asyncio.sleep(FIRST)
            while table in self._changed:
                self._changed.discard(table)
                for drawing in [one for one in self._tables.get(table, {}).values() if one.is_good]:
                    await self._renew(drawing, await self._draw(drawing.made, drawing.wish.path))
        except Undrawn:
            self._changed.add(table)
        finally:
            # At once: a change that is noted before a callback of this task would wait for nobody.
            del self._drawing[table]

    async def _renew(self, drawing: Drawing, drawn: Drawn) -> None:
        """Send a drawing to those who have an older one, and to all where it only looks another."""
        differs = drawn.version == drawing.version and drawn.body != drawing.body
        unsure = drawing.is_late and drawn.version in drawing.viewers.values()
        again = differs or (drawing.told is None and unsure)
        drawing.version, drawing.body = drawn.version, drawn.body
        drawing.told = _told(drawing.wish.address, drawn, again=again)
        all_of_them = again or drawn.body is None
        late = [v for v, has in drawing.viewers.items() if all_of_them or has < drawn.version]
        drawing.viewers |= dict.fromkeys(late, drawn.version)
        await _give(late, drawing.wish.address, drawing.told)

    async def _keep_watch(self) -> None:
        """Look at all versions, and give signs of life, for as long as this process serves."""
        beats = 0
        while True:
            await asyncio.sleep(LOOK)
            self._changed &= self._tables.keys()
            versions = await self._look(list(self._tables))
            for table, version in versions.items():
                drawings = self._tables.get(table, {}).values()
                if table in self._changed or any(one.version < version for one in drawings):
                    self._note(table)
            beats += LOOK
            if beats >= BEAT:
                beats = 0
                await _give(dict.fromkeys(self._viewers()), "", SIGN_OF_LIFE)

    def _viewers(self) -> Iterator[Viewer]:
        for alike in self._tables.values():
            for drawing in alike.values():
                yield from drawing.viewers


async def _give(viewers: Collection[Viewer], address: str, told: Message) -> None:
    """Give many the same, and others their turn in between."""
    rest = iter(viewers)
    while some := list(islice(rest, AT_ONCE)):
        for viewer in some:
            viewer.give(address, told)
        await asyncio.sleep(0)


def _told(address: str, drawn: Drawn, *, again: bool) -> Message:
    if drawn.body is None:
        return message("gone", address)
    event = "again" if again else "board"
    return message(event, f"{address} {drawn.version}", *drawn.body.splitlines())


async def _send(send: "ASGISendCallable", body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})
