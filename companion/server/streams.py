"""A device's stream of boards, with events that are compressed once for all its receivers."""

import asyncio
import zlib
from dataclasses import dataclass

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
    """A device's request to follow a table, which it shows in the version ``shows``.

    ``table`` is None where the device may not see it. ``alike`` is the same for all devices whose
    boards look alike, as drawn at ``path``.
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
    """A board as HTML with its version; ``body`` is None if it may no longer be seen."""

    version: int
    body: str | None


@dataclass(frozen=True, slots=True)
class TapAnswer:
    """The board that answered a tap, for the others who see it ``alike``."""

    table: str
    alike: str
    device: str
    drawn: RenderedBoard


@dataclass(frozen=True, slots=True)
class StreamEvent:
    """A server-sent event, plain and compressed."""

    plain: bytes
    packed: bytes


def encode_event(event: str, *lines: str) -> StreamEvent:
    data = "".join(f"data: {line}\n" for line in lines)
    plain = f"event: {event}\n{data}\n".encode()
    # A full flush lets the blocks be joined in any order.
    packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return StreamEvent(plain, packer.compress(plain) + packer.flush(zlib.Z_FULL_FLUSH))


SIGN_OF_LIFE = encode_event("beat", "")


class Viewer:
    """A device's stream: the latest event of each address that is still to be sent."""

    def __init__(self, *, is_packed: bool, device: str = "") -> None:
        self.device = device
        self.is_open = True
        self._packed = is_packed
        self._next: dict[str, StreamEvent] = {}
        self._awake = asyncio.Event()

    def put_event(self, address: str, stream_event: StreamEvent) -> None:
        """Queue an event, in the place of an older one of that address."""
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
                await _send(send, b"".join(parts))


def board_event(address: str, board: RenderedBoard, *, again: bool) -> StreamEvent:
    """Return the event that shows `board`, or says that it may no longer be seen.

    `again`: devices must paint it even if they show that version already.
    """
    if board.body is None:
        return encode_event("gone", address)
    event = "again" if again else "board"
    return encode_event(event, f"{address} {board.version}", *board.body.splitlines())


async def _send(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})
