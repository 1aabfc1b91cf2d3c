"""A device's stream of boards, and the messages in it, packed once for all who get them."""

import asyncio
import zlib
from dataclasses import dataclass

from companion.server.asgi import Send

# The path at which devices ask for streams.
STREAMS = "/live"

# Where a request carries the list that the app fills with what is to be watched.
SUBSCRIPTIONS = "companion.live"

# Where a request carries the list into which the app puts the board that it answers with.
ANSWERS = "companion.answers"

# The head of a stream in gzip; what follows are blocks that need nothing before them.
GZIP = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


@dataclass(frozen=True, slots=True)
class Subscription:
    """A device that looks at a table (None: which it may not) and shows a version of it.

    ``alike`` is the same for all whose boards are drawn alike, at ``path``. The stream goes to a
    ``device`` of a ``household``.
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
    """A board as it was drawn, and its version; None: nobody may look at it there any more."""

    version: int
    body: str | None


@dataclass(frozen=True, slots=True)
class TapAnswer:
    """The board that answered a tap: of a table, as it is drawn ``alike``, for a device."""

    table: str
    alike: str
    device: str
    drawn: RenderedBoard


@dataclass(frozen=True, slots=True)
class StreamEvent:
    """An event, plain and packed."""

    plain: bytes
    packed: bytes


def encode_event(event: str, *lines: str) -> StreamEvent:
    """Make an event of a stream."""
    data = "".join(f"data: {line}\n" for line in lines)
    plain = f"event: {event}\n{data}\n".encode()
    packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return StreamEvent(plain, packer.compress(plain) + packer.flush(zlib.Z_FULL_FLUSH))


SIGN_OF_LIFE = encode_event("beat", "")


class Viewer:
    """A device's stream: what is to be sent to it next, the latest for each address."""

    def __init__(self, *, packed: bool, device: str = "") -> None:
        self.device = device
        self.is_open = True
        self._packed = packed
        self._next: dict[str, StreamEvent] = {}
        self._awake = asyncio.Event()

    def put_event(self, address: str, stream_event: StreamEvent) -> None:
        """Let it have a message, in the place of an older one."""
        self._next[address] = stream_event
        self._awake.set()

    def close(self) -> None:
        """Send nothing more."""
        self.is_open = False
        self._awake.set()

    async def run(self, send: Send) -> None:
        """Send what comes until the device has gone."""
        while self.is_open:
            await self._awake.wait()
            self._awake.clear()
            stream_events_by_name, self._next = self._next, {}
            parts = [
                one.packed if self._packed else one.plain for one in stream_events_by_name.values()
            ]
            if parts and self.is_open:
                await _send(send, b"".join(parts))


def board_event(address: str, board: RenderedBoard, *, again: bool) -> StreamEvent:
    """Make the message of a board, or that nobody may look at it any more."""
    if board.body is None:
        return encode_event("gone", address)
    event = "again" if again else "board"
    return encode_event(event, f"{address} {board.version}", *board.body.splitlines())


async def _send(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})
