"""Live boards: every change of a table is sent to the streams of all devices that show it.

What several devices see alike is drawn and compressed once; the board that answers a tap is used as
it is. There is no queue: a slow device gets the latest drawing next. Every drawing has a version,
so a lost message is made good by the next one, or by the check of all versions every second.
"""

import asyncio
import zlib
from asyncio import AbstractEventLoop, Task
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from wsgiref.types import WSGIEnvironment

from companion.server.asgi import Send

# The path at which devices ask for streams.
STREAMS = "/live"

# The key in a WSGI environment of the list to which the app adds `Subscription` objects.
SUBSCRIPTIONS = "companion.live"

# The key in a WSGI environment of the list to which the app adds the `TapAnswer`.
ANSWERS = "companion.answers"

# The header of a stream in gzip; independent blocks follow.
GZIP = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


@dataclass(frozen=True, slots=True)
class Subscription:
    """A device's request to follow a table, which it shows in the version `shows`.

    `table` is None if the device may not see it. `alike` is equal for all devices whose boards look
    alike, as drawn at `path`. `household` is the network of the device.
    """

    address: str
    household: str
    device: str
    table: str | None = None
    alike: str = ""
    path: str = ""
    shows: int = -1
    version: int = -1


@dataclass(frozen=True, slots=True)
class RenderedBoard:
    """A board as HTML with its version; `body` is None if it may no longer be seen."""

    version: int
    body: str | None


@dataclass(frozen=True, slots=True)
class TapAnswer:
    """The board that answered a tap, for other devices with the same `alike`."""

    table: str
    alike: str
    device: str
    drawn: RenderedBoard


class StreamEvent:
    """A server-sent event, plain and compressed."""

    def __init__(self, event: str, *lines: str) -> None:
        data = "".join(f"data: {line}\n" for line in lines)
        self.plain = f"event: {event}\n{data}\n".encode()
        # A full flush lets the blocks be joined in any order.
        packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
        self.packed = packer.compress(self.plain) + packer.flush(zlib.Z_FULL_FLUSH)


SIGN_OF_LIFE = StreamEvent("beat", "")


class Viewer:
    """A device's stream: the latest event of each address that is still to be sent."""

    def __init__(self, *, is_packed: bool, device: str = "") -> None:
        self.device = device
        self.is_open = True
        self._packed = is_packed
        self._next: dict[str, StreamEvent] = {}
        self._awake = asyncio.Event()

    def put_event(self, address: str, stream_event: StreamEvent) -> None:
        """Queue an event; it replaces an older one for that address."""
        self._next[address] = stream_event
        self._awake.set()

    def close(self) -> None:
        self.is_open = False
        self._awake.set()

    async def run(self, send: Send) -> None:
        """Send events until the device has gone."""
        while self.is_open:
            await self._awake.wait()
            self._awake.clear()
            events, self._next = self._next, {}
            parts = [e.packed if self._packed else e.plain for e in events.values()]
            if parts and self.is_open:
                body = b"".join(parts)
                await send({"type": "http.response.body", "body": body, "more_body": True})


def board_event(address: str, board: RenderedBoard, *, again: bool) -> StreamEvent:
    """Return the event that shows `board`, or says that it may no longer be seen.

    With `again` devices must paint it even if they show that version already.
    """
    if board.body is None:
        return StreamEvent("gone", address)
    event = "again" if again else "board"
    return StreamEvent(event, f"{address} {board.version}", *board.body.splitlines())


# The number of devices that get an event before others get their turn.
AT_ONCE = 32

# The longest wait in seconds before boards are drawn: after a change, and after a tap, whose answer
# often is the board that would have to be drawn.
FIRST, ANSWERED = 0.01, 0.1

# In place of a version: the change raised none, or none that is known, so all boards are drawn.
ANY = -1

# Seconds between two signs of life.
BEAT = 15

# Seconds between two checks of the versions of all watched tables.
LOOK = 1


class RenderError(Exception):
    """A board cannot be drawn at the moment."""


# Draws the board at a path, by the request of one of its viewers. Raises `RenderError`.
RenderBoard = Callable[[WSGIEnvironment, str], Awaitable[RenderedBoard]]

# Returns the versions of those tables that still exist, None if it cannot.
LookUpVersions = Callable[[list[str]], Awaitable[Mapping[str, int] | None]]


@dataclass(eq=False, slots=True)
class SharedBoard:
    """A board that several devices see alike: the latest drawing, and the version that each shows.

    `is_late` is set if the table changed before anything was drawn.
    """

    subscription: Subscription
    environ: WSGIEnvironment
    latest: RenderedBoard | None = None
    is_late: bool = False
    viewers: dict[Viewer, int] = field(default_factory=dict)
    _event: StreamEvent | None = None

    @property
    def version(self) -> int:
        """The version of the latest drawing; -1 if there is none."""
        return self.latest.version if self.latest else -1

    def lacks(self, version: int) -> bool:
        """Return whether the board must be drawn for `version`; not if its devices lost access."""
        is_good = self.latest is None or self.latest.body is not None
        return is_good and (version == ANY or self.version < version)

    def renew(self, board: RenderedBoard) -> tuple[list[Viewer], StreamEvent | None]:
        """Store a drawing. Return the devices that lack it, and the event to send to them."""
        # Not every change raises the version: see ANY.
        differs = board.version == self.version and board != self.latest
        unsure = self.latest is None and self.is_late and board.version in self.viewers.values()
        again = differs or unsure
        self.latest, self._event = board, None
        all_of_them = again or board.body is None
        late = [v for v, has in self.viewers.items() if all_of_them or has < board.version]
        self.viewers |= dict.fromkeys(late, board.version)
        return late, self.event_for(again=again) if late else None

    def event_for(self, *, again: bool = False) -> StreamEvent:
        """Return the event of the latest drawing; with `again` it is painted in any case."""
        assert self.latest is not None
        if self._event is None or again:
            self._event = board_event(self.subscription.address, self.latest, again=again)
        return self._event


@dataclass(eq=False, slots=True)
class WatchedTable:
    """A table with its boards, by what their devices have in common.

    `wanted_version` is the version that the boards must reach, None if they have. `soon` ends the
    wait for the board that answers a tap.
    """

    boards: dict[str, SharedBoard] = field(default_factory=dict)
    wanted_version: int | None = None
    soon: asyncio.Event = field(default_factory=asyncio.Event)
    task: "Task[None] | None" = None

    def lacks(self, version: int) -> bool:
        """Return whether a board is older than `version`, or could not be drawn before."""
        is_old = any(board.version < version for board in self.boards.values())
        return is_old or self.wanted_version is not None


class Hub:
    """All streams of this process."""

    def __init__(self, draw: RenderBoard, look: LookUpVersions) -> None:
        self._draw, self._look = draw, look
        self._tables: dict[str, WatchedTable] = {}
        self._loop: AbstractEventLoop | None = None
        self._tasks: set[Task[None]] = set()

    def publish_change(self, table: str, version: int = ANY) -> None:
        """Draw a changed table again; `version` is its new one, if known. Any thread may call this.

        A table that no device shows is ignored: the first one to come gets a new board.
        """
        if self._loop is not None and table in self._tables:
            self._loop.call_soon_threadsafe(self._hear, table, version)

    async def publish_answer(self, answer: TapAnswer) -> None:
        """Send the board that answered one device to the others that see it alike."""
        watched_table = self._tables.get(answer.table)
        if watched_table is None:
            return
        board = watched_table.boards.get(answer.alike)
        if board is not None and board.lacks(answer.drawn.version):
            own = [viewer for viewer in board.viewers if viewer.device == answer.device]
            board.viewers |= dict.fromkeys(own, answer.drawn.version)
            await _renew(board, answer.drawn)
        watched_table.soon.set()

    async def stream(
        self, wishes: list[Subscription], environ: WSGIEnvironment, send: Send, viewer: Viewer
    ) -> None:
        """Send the boards of `wishes`, drawn for `environ`, to `viewer` until it has gone."""
        self._begin()
        try:
            for wish in wishes:
                self._join(wish, environ, viewer)
            await viewer.run(send)
        finally:
            for wish in wishes:
                self._leave(wish, viewer)

    def _begin(self) -> None:
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self._tasks.add(self._loop.create_task(self._keep_watch()))

    def _join(self, wish: Subscription, environ: WSGIEnvironment, viewer: Viewer) -> None:
        if wish.table is None:
            viewer.put_event(wish.address, StreamEvent("gone", wish.address))
            return
        watched_table = self._tables.setdefault(wish.table, WatchedTable())
        board = watched_table.boards.setdefault(wish.alike, SharedBoard(wish, environ))
        board.viewers[viewer] = wish.shows
        if board.latest is None or board.version < wish.version:
            self._note(watched_table, ANY if board.latest is None else wish.version)
        elif board.version > wish.shows:
            board.viewers[viewer] = board.version
            viewer.put_event(wish.address, board.event_for())

    def _leave(self, wish: Subscription, viewer: Viewer) -> None:
        watched_table = self._tables.get(wish.table or "", WatchedTable())
        board = watched_table.boards.get(wish.alike)
        if board is not None:
            board.viewers.pop(viewer, None)
            if not board.viewers:
                del watched_table.boards[wish.alike]
        if wish.table in self._tables and not watched_table.boards:
            del self._tables[wish.table]

    def _hear(self, table: str, version: int) -> None:
        watched_table = self._tables.get(table)
        if watched_table is not None:
            for board in watched_table.boards.values():
                # Its devices may still show the board from before the change.
                board.is_late = board.latest is None
            self._note(watched_table, version, FIRST if version == ANY else ANSWERED)

    def _note(self, table: WatchedTable, version: int, wait: float = FIRST) -> None:
        before = version if table.wanted_version is None else table.wanted_version
        table.wanted_version = ANY if ANY in (before, version) else max(before, version)
        if table.task is None:
            table.soon.clear()
            table.task = asyncio.get_running_loop().create_task(self._draw_anew(table))
        asyncio.get_running_loop().call_later(wait, table.soon.set)

    async def _draw_anew(self, watched_table: WatchedTable) -> None:
        """Draw a table for all its devices, until it has stopped changing."""
        try:
            await watched_table.soon.wait()
            while watched_table.wanted_version is not None:
                version, watched_table.wanted_version = watched_table.wanted_version, None
                for board in [
                    board for board in watched_table.boards.values() if board.lacks(version)
                ]:
                    await _renew(board, await self._draw(board.environ, board.subscription.path))
        except RenderError:
            watched_table.wanted_version = ANY
        finally:
            # Here rather than in a callback of the task: a change noted before that would never be
            # drawn.
            watched_table.task = None

    async def _keep_watch(self) -> None:
        """Check all versions and send signs of life, as long as the process serves."""
        beats = 0
        while True:
            await asyncio.sleep(LOOK)
            await self._look_at_all()
            beats += LOOK
            if beats >= BEAT:
                beats = 0
                await _give(dict.fromkeys(self._viewers()), "", SIGN_OF_LIFE)

    async def _look_at_all(self) -> None:
        """Draw the tables that another process changed, and end the streams of deleted ones."""
        tokens = list(self._tables)
        versions = await self._look(tokens)
        if versions is None:
            return
        for table in tokens:
            watched_table = self._tables.get(table)
            if watched_table is None:
                continue
            if table not in versions:
                await _end(watched_table, table)
            elif watched_table.lacks(versions[table]):
                self._note(watched_table, versions[table])

    def _viewers(self) -> Iterator[Viewer]:
        for watched_table in self._tables.values():
            for board in watched_table.boards.values():
                yield from board.viewers


async def _end(watched_table: WatchedTable, table: str) -> None:
    """Show a deleted table as gone to the devices at its own address; close the other streams."""
    for board in list(watched_table.boards.values()):
        if board.subscription.address == table:
            if board.latest is None or board.latest.body is not None:
                await _renew(board, RenderedBoard(-1, None))
        else:
            # They connect again: an invitation may lead to the table by another address.
            for viewer in board.viewers:
                viewer.close()


async def _renew(target: SharedBoard, board: RenderedBoard) -> None:
    """Send a board to the devices that lack it, unless a newer one has been drawn meanwhile."""
    if board.body is None or board.version >= target.version:
        late, stream_event = target.renew(board)
        if stream_event is not None:
            await _give(late, target.subscription.address, stream_event)


async def _give(viewers: Collection[Viewer], address: str, stream_event: StreamEvent) -> None:
    rest = iter(viewers)
    while some := list(islice(rest, AT_ONCE)):
        for viewer in some:
            viewer.put_event(address, stream_event)
        # Taps are answered between two groups.
        await asyncio.sleep(0)
