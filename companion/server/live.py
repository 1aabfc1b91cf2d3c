"""Live boards: every change of a table is sent to the streams of all devices that show it.

What several devices see alike is rendered and compressed once; the board that answers a tap is used
as it is. There is no queue: a slow device gets the latest board next. Every board has a version, so
a lost message is made good by the next one, or by the check of all versions every second.
"""

import asyncio
import zlib
from asyncio import AbstractEventLoop, Task
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from wsgiref.types import WSGIEnvironment

from companion.server.asgi import Send, send_body

# The path at which devices ask for streams.
STREAMS_PATH = "/live"

# The key in a WSGI environment of the list to which the app adds `Subscription` objects.
SUBSCRIPTIONS_KEY = "companion.live"

# The key in a WSGI environment of the list to which the app adds the `TapAnswer`.
ANSWERS_KEY = "companion.answers"

# The header of a stream in gzip; independent blocks follow.
GZIP_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


@dataclass(frozen=True, slots=True)
class Subscription:
    """A device's request to follow a table, which it shows in the version `shown_version`.

    `table` is None if the device may not see it. `board_key` is equal for all devices whose boards
    look alike, as rendered at `path`. `household` is the network of the device.
    """

    address: str
    household: str
    device: str
    table: str | None = None
    board_key: str = ""
    path: str = ""
    shown_version: int = -1
    version: int = -1


@dataclass(frozen=True, slots=True)
class RenderedBoard:
    """A board as HTML with its version; `body` is None if it may no longer be seen."""

    version: int
    body: str | None


@dataclass(frozen=True, slots=True)
class TapAnswer:
    """The board that answered a tap, for other devices with the same `board_key`."""

    table: str
    board_key: str
    device: str
    board: RenderedBoard


class StreamEvent:
    """A server-sent event, plain and compressed."""

    def __init__(self, event: str, *lines: str) -> None:
        data = "".join(f"data: {line}\n" for line in lines)
        self.plain = f"event: {event}\n{data}\n".encode()
        # A full flush lets the blocks be joined in any order.
        compressor = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
        self.compressed = compressor.compress(self.plain) + compressor.flush(zlib.Z_FULL_FLUSH)


HEARTBEAT = StreamEvent("beat", "")


class Viewer:
    """A device's stream: the latest event of each address that is still to be sent."""

    def __init__(self, *, is_compressed: bool, device: str = "") -> None:
        self.device = device
        self.is_open = True
        self._is_compressed = is_compressed
        self._pending: dict[str, StreamEvent] = {}
        self._wake_up = asyncio.Event()

    def put_event(self, address: str, stream_event: StreamEvent) -> None:
        """Queue an event; it replaces an older one for that address."""
        self._pending[address] = stream_event
        self._wake_up.set()

    def close(self) -> None:
        self.is_open = False
        self._wake_up.set()

    async def run(self, send: Send) -> None:
        """Send events until the device has gone."""
        while self.is_open:
            await self._wake_up.wait()
            self._wake_up.clear()
            events, self._pending = self._pending, {}
            parts = [e.compressed if self._is_compressed else e.plain for e in events.values()]
            if parts and self.is_open:
                await send_body(send, b"".join(parts), more_body=True)


def board_event(address: str, board: RenderedBoard, *, repaint: bool) -> StreamEvent:
    """Return the event that shows `board`, or says that it may no longer be seen.

    With `repaint` devices must paint it even if they show that version already.
    """
    if board.body is None:
        return StreamEvent("gone", address)
    event = "again" if repaint else "board"
    return StreamEvent(event, f"{address} {board.version}", *board.body.splitlines())


# The number of devices that get an event before taps are answered.
BATCH_SIZE = 32

# The longest wait in seconds before boards are rendered: after a change, and after a tap, whose
# answer often is the board that would have to be rendered.
RENDER_DELAY, TAP_RENDER_DELAY = 0.01, 0.1

# In place of a version: the change raised none, or none that is known, so all boards are rendered.
ANY_VERSION = -1

# Seconds between two checks of the versions of all watched tables.
CHECK_INTERVAL = 1

CHECKS_PER_HEARTBEAT = 15


class RenderError(Exception):
    """A board cannot be rendered at the moment."""


# Renders the board at a path, by the request of one of its viewers. Raises `RenderError`.
RenderBoard = Callable[[WSGIEnvironment, str], Awaitable[RenderedBoard]]

# Returns the versions of those tables that still exist, None if it cannot.
GetVersions = Callable[[list[str]], Awaitable[Mapping[str, int] | None]]


@dataclass(eq=False, slots=True)
class SharedBoard:
    """A board that several devices see alike, as last rendered, and the version that each shows.

    `missed_change` is set if the table changed before anything was rendered.
    """

    subscription: Subscription
    environ: WSGIEnvironment
    latest: RenderedBoard | None = None
    missed_change: bool = False
    viewers: dict[Viewer, int] = field(default_factory=dict)
    _event: StreamEvent | None = None

    @property
    def version(self) -> int:
        """The version of the latest board; -1 if there is none."""
        return self.latest.version if self.latest else -1

    def needs(self, version: int) -> bool:
        """Return whether `version` must be rendered. It need not if the devices lost access."""
        has_access = self.latest is None or self.latest.body is not None
        return has_access and (version == ANY_VERSION or self.version < version)

    def store(self, board: RenderedBoard) -> tuple[list[Viewer], StreamEvent | None]:
        """Store a rendered board. Return the devices that lack it, and the event for them."""
        # Not every change raises the version: see ANY_VERSION.
        differs = board.version == self.version and board != self.latest
        may_differ = self.latest is None and self.missed_change
        repaint = differs or (may_differ and board.version in self.viewers.values())
        self.latest, self._event = board, None
        is_for_all = repaint or board.body is None
        late = [v for v, shown in self.viewers.items() if is_for_all or shown < board.version]
        self.viewers |= dict.fromkeys(late, board.version)
        return late, self.event_for(repaint=repaint) if late else None

    def event_for(self, *, repaint: bool = False) -> StreamEvent:
        """Return the event of the latest board; with `repaint` it is painted in any case."""
        assert self.latest is not None
        if self._event is None or repaint:
            self._event = board_event(self.subscription.address, self.latest, repaint=repaint)
        return self._event


@dataclass(eq=False, slots=True)
class WatchedTable:
    """A table with its boards, by what their devices have in common.

    `wanted_version` is the version that the boards must reach, None if they have. `render_now` ends
    the wait for the board that answers a tap.
    """

    boards: dict[str, SharedBoard] = field(default_factory=dict)
    wanted_version: int | None = None
    render_now: asyncio.Event = field(default_factory=asyncio.Event)
    task: "Task[None] | None" = None

    def needs(self, version: int) -> bool:
        """Return whether a board is older than `version`, or could not be rendered before."""
        is_older = any(board.version < version for board in self.boards.values())
        return is_older or self.wanted_version is not None


class Hub:
    """All streams of this process."""

    def __init__(self, render: RenderBoard, get_versions: GetVersions) -> None:
        self._render, self._get_versions = render, get_versions
        self._tables: dict[str, WatchedTable] = {}
        self._loop: AbstractEventLoop | None = None
        self._tasks: set[Task[None]] = set()

    def publish_change(self, table: str, version: int = ANY_VERSION) -> None:
        """Render a changed table; `version` is its new one, if known. Any thread may call this.

        A table that no device shows is ignored: the first one to come gets a new board.
        """
        if self._loop is not None and table in self._tables:
            self._loop.call_soon_threadsafe(self._on_change, table, version)

    async def publish_answer(self, answer: TapAnswer) -> None:
        """Send the board that answered one device to the others that see it alike."""
        watched_table = self._tables.get(answer.table)
        if watched_table is None:
            return
        board = watched_table.boards.get(answer.board_key)
        if board is not None and board.needs(answer.board.version):
            own = [viewer for viewer in board.viewers if viewer.device == answer.device]
            board.viewers |= dict.fromkeys(own, answer.board.version)
            await _send_board(board, answer.board)
        watched_table.render_now.set()

    async def stream(
        self,
        subscriptions: list[Subscription],
        environ: WSGIEnvironment,
        send: Send,
        viewer: Viewer,
    ) -> None:
        """Send boards, rendered for `environ`, to `viewer` until it has gone."""
        self._start()
        try:
            for subscription in subscriptions:
                self._subscribe(viewer, subscription, environ)
            await viewer.run(send)
        finally:
            for subscription in subscriptions:
                self._unsubscribe(viewer, subscription)

    def _start(self) -> None:
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self._tasks.add(self._loop.create_task(self._run_periodically()))

    def _subscribe(self, viewer: Viewer, to: Subscription, environ: WSGIEnvironment) -> None:
        if to.table is None:
            viewer.put_event(to.address, StreamEvent("gone", to.address))
            return
        watched_table = self._tables.setdefault(to.table, WatchedTable())
        board = watched_table.boards.setdefault(to.board_key, SharedBoard(to, environ))
        board.viewers[viewer] = to.shown_version
        if board.latest is None:
            self._request_render(watched_table)
        elif board.version < to.version:
            self._request_render(watched_table, to.version)
        elif board.version > to.shown_version:
            board.viewers[viewer] = board.version
            viewer.put_event(to.address, board.event_for())

    def _unsubscribe(self, viewer: Viewer, subscription: Subscription) -> None:
        table, key = subscription.table or "", subscription.board_key
        boards = self._tables[table].boards if table in self._tables else {}
        if key in boards:
            boards[key].viewers.pop(viewer, None)
            if not boards[key].viewers:
                del boards[key]
            if not boards:
                del self._tables[table]

    def _on_change(self, table: str, version: int) -> None:
        watched_table = self._tables.get(table)
        if watched_table is not None:
            for board in watched_table.boards.values():
                # Its devices may still show the board from before the change.
                board.missed_change = board.latest is None
            delay = RENDER_DELAY if version == ANY_VERSION else TAP_RENDER_DELAY
            self._request_render(watched_table, version, delay)

    def _request_render(
        self, table: WatchedTable, version: int = ANY_VERSION, delay: float = RENDER_DELAY
    ) -> None:
        before = version if table.wanted_version is None else table.wanted_version
        is_any = ANY_VERSION in (before, version)
        table.wanted_version = ANY_VERSION if is_any else max(before, version)
        if table.task is None:
            table.render_now.clear()
            table.task = asyncio.get_running_loop().create_task(self._render_boards(table))
        asyncio.get_running_loop().call_later(delay, table.render_now.set)

    async def _render_boards(self, watched_table: WatchedTable) -> None:
        """Render a table for all its devices, until it has stopped changing."""
        try:
            await watched_table.render_now.wait()
            while watched_table.wanted_version is not None:
                version, watched_table.wanted_version = watched_table.wanted_version, None
                for board in [*watched_table.boards.values()]:
                    if board.needs(version):
                        path = board.subscription.path
                        await _send_board(board, await self._render(board.environ, path))
        except RenderError:
            watched_table.wanted_version = ANY_VERSION
        finally:
            # Here rather than in a callback of the task: a change before that would never be
            # rendered.
            watched_table.task = None

    async def _run_periodically(self) -> None:
        """Check all versions and send heartbeats, as long as the process serves."""
        for number in count(1):
            await asyncio.sleep(CHECK_INTERVAL)
            await self._check_versions()
            if number % CHECKS_PER_HEARTBEAT == 0:
                await _send_event(set(self._viewers()), "", HEARTBEAT)

    async def _check_versions(self) -> None:
        """Render the tables that another process changed, and end the streams of deleted ones."""
        tables = list(self._tables)
        versions = await self._get_versions(tables)
        if versions is None:
            return
        for table in tables:
            watched_table = self._tables.get(table)
            if watched_table is None:
                continue
            if table not in versions:
                await _close_streams(watched_table, table)
            elif watched_table.needs(versions[table]):
                self._request_render(watched_table, versions[table])

    def _viewers(self) -> Iterator[Viewer]:
        for watched_table in self._tables.values():
            for board in watched_table.boards.values():
                yield from board.viewers


async def _close_streams(watched_table: WatchedTable, table: str) -> None:
    """Show a deleted table as gone to the devices at its own address; close the other streams."""
    for board in list(watched_table.boards.values()):
        if board.subscription.address == table:
            if board.latest is None or board.latest.body is not None:
                await _send_board(board, RenderedBoard(-1, None))
        else:
            # They connect again: an invitation may lead to the table by another address.
            for viewer in board.viewers:
                viewer.close()


async def _send_board(shared_board: SharedBoard, board: RenderedBoard) -> None:
    """Send a board to the devices that lack it, unless a newer one has been rendered meanwhile."""
    if board.body is None or board.version >= shared_board.version:
        late, stream_event = shared_board.store(board)
        if stream_event is not None:
            await _send_event(late, shared_board.subscription.address, stream_event)


async def _send_event(viewers: Collection[Viewer], address: str, stream_event: StreamEvent) -> None:
    for number, viewer in enumerate(viewers, 1):
        viewer.put_event(address, stream_event)
        if number % BATCH_SIZE == 0:
            await asyncio.sleep(0)  # taps are answered between two batches
