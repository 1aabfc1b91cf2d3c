"""Thousands of connections from one address: the others tap and see what is tapped as before.

The crowd comes from an address of its own. One tablet taps, and one watches, from another; a third
one comes to watch from a third address when the crowd is there.
"""

import asyncio
import multiprocessing
import resource
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

from tests.evenings import record
from tests.serving import Server, Tablet
from tests.soak.figures import Figures, memory

# The address from which the crowd comes; all of 127.0.0.0/8 is this machine, on Linux.
CROWD = "127.0.0.2"

# The address from which somebody comes to watch after the crowd.
LATE = "127.0.0.3"

# IP_BIND_ADDRESS_NO_PORT of Linux, which Python does not name.
NO_PORT_YET = 24

TAPS = 12
# How often somebody taps while the crowd is there, and the seconds between two taps.
PAUSE = 0.15

# Seconds after which a tap would be called lost by whoever made it.
LONGEST = 5.0

BUY = {"do": "buy-in", "player": "Ann", "chips": 1}
TABLE = record(players=["Ann", "Bob"])
IDLE, STREAM = "", "GET /live?at={at}~new HTTP/1.1\r\nHost: 127.0.0.1\r\n{more}\r\n"


class Visitor(asyncio.Protocol):
    """One of the crowd: says something, and notes how it is answered."""

    def __init__(self, sent: bytes, answers: Counter[str]) -> None:
        self.sent, self.answers, self.begun = sent, answers, False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(self.sent)

    def data_received(self, data: bytes) -> None:
        if not self.begun:
            refused = b" 429 " in data[:20]
            words = refused and b"Wait a moment" in data
            self.answers["words" if words else "429" if refused else "stream"] += 1
        self.begun = True

    def connection_lost(self, _: Exception | None) -> None:
        self.answers["ended"] += 1


def _crowd(port: int, many: int, sent: bytes, there: Event, over: Event, told: Any) -> None:
    """Open so many connections in a process of its own, and stay until it is over."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(many + 100, hard), hard))
    told.put(asyncio.run(_come(port, many, sent, there, over)))


async def _come(port: int, many: int, sent: bytes, there: Event, over: Event) -> dict[str, int]:
    loop, answers = asyncio.get_running_loop(), Counter[str]()
    for _ in range(many):
        visitor = Visitor(sent, answers)
        try:
            await loop.create_connection(lambda one=visitor: one, sock=await _line(port))  # type: ignore[misc]
            answers["came"] += 1
        except OSError:
            answers["not let in"] += 1
    there.set()
    await loop.run_in_executor(None, over.wait)
    return dict(answers)


async def _line(port: int) -> socket.socket:
    """Connect from the address of the crowd; the port there is only chosen with the connection."""
    line = socket.socket()
    line.setblocking(False)
    line.setsockopt(socket.IPPROTO_IP, NO_PORT_YET, 1)
    line.bind((CROWD, 0))
    await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", port))
    return line


@contextmanager
def crowd(port: int, many: int, sent: bytes) -> Iterator[Any]:
    """Open a crowd's connections and close them; yield the event of their coming."""
    context = multiprocessing.get_context("spawn")
    there, over, told = context.Event(), context.Event(), context.Queue()
    process = context.Process(target=_crowd, args=(port, many, sent, there, over, told))
    process.start()
    try:
        yield there
    finally:
        over.set()
        fared = told.get(timeout=60)
        process.join(timeout=20)
        print(f"  the crowd: {fared}")


class Watcher:
    """A device that looks at a table from an address, and notes when a board comes."""

    def __init__(self, server: Server, address: str, path: str, held: ExitStack) -> None:
        cookies = Tablet(server, path).cookies()
        here = ("127.0.0.1", server.port)
        self.line = held.enter_context(socket.create_connection(here, 20, (address, 0)))
        at = path.rpartition("/")[2]
        self.line.sendall(STREAM.format(at=at, more=f"Cookie: {cookies}\r\n").encode())
        self.seen = b""
        while b"event: board" not in self.seen:
            self._read()

    def until(self, version: int) -> float:
        """Wait for the board of a version, and give the time at which it was there."""
        while b" %d\n" % version not in self.seen:
            self._read()
        self.seen = self.seen[-200:]
        return time.monotonic()

    def _read(self) -> None:
        part = self.line.recv(1 << 16)
        assert part, f"the stream has ended: {self.seen[:300]!r}"
        self.seen += part


def tapping(tablet: Tablet, watchers: list[Watcher], figures: Figures) -> None:
    """Tap for a while; note the seconds of each tap, and until it was seen everywhere."""
    for _ in range(TAPS):
        begun = time.monotonic()
        status = tablet.tap(BUY)
        figures.note(status, time.monotonic() - begun, "a tap beside the crowd", LONGEST)
        figures.shown += [watcher.until(tablet.version) - begun for watcher in watchers]
        time.sleep(PAUSE)


def run(many: int, sent: str, name: str) -> tuple[Figures, Figures]:
    """Tap alone, then while so many come and say the same, and after them."""
    alone, figures = Figures("nobody else"), Figures(f"{many:,} {name}")
    with tempfile.TemporaryDirectory() as folder, ExitStack() as held:
        server = Server(Path(folder) / "instance")
        held.callback(server.stop)
        path = server.import_table({**TABLE, "log": []})
        tablet, said = Tablet(server, path), sent.format(at=path.rpartition("/")[2], more="")
        before = memory(server.process.pid)
        elsewhere = Watcher(server, "127.0.0.1", path, held)
        tapping(tablet, [elsewhere], alone)
        with crowd(server.port, many, said.encode()) as there:
            while not there.is_set():
                tapping(tablet, [elsewhere], figures)
            beside = Watcher(server, LATE, path, held)
            tapping(tablet, [elsewhere, beside], figures)
            figures.grown = memory(server.process.pid) - before
        tapping(tablet, [elsewhere, beside], figures)
        lost = len(alone.seconds) + len(figures.seconds) - len(server.export(path)["log"])
        if lost:
            figures.wrong.append(f"{lost} taps were lost")
    return alone, figures


def everybody(_: int, many: int) -> Iterator[Figures]:
    """Run a crowd that says nothing, and one that wants all streams."""
    yield from run(many, IDLE, "connections from one address that say nothing")
    yield from run(many, STREAM, "from one address that all want to watch")
