"""What it takes to show an entry to everybody who looks: on 8 devices, and to 1,000 watchers."""

import asyncio
import statistics
import tempfile
import time
from bisect import bisect
from pathlib import Path

from tests.bench.house import fetch, weigh
from tests.evenings import record
from tests.serving import COMPANION, Server, Tablet
from tests.soak.figures import memory, p95

WATCHERS = 1_000
TAPS = 20
# Seconds between two taps: people are slower.
PAUSE = 0.6

# How a board begins in a stream that is not packed.
BOARD = b"event: board\n"

# How many of the boards that are due must come; of two soon after another one may be enough.
LEAST = 0.9

TABLE = record()
BUY = {"do": "buy-in", "player": "Ann", "chips": 1}
Seconds = list[float]


class Watcher(asyncio.Protocol):
    """A device that waits, and notes when a board has come."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.came: list[float] = []
        self.rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        asked = f"GET /live?at={self.address}~0 HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        transport.write(f"{asked}\r\n".encode())

    def data_received(self, data: bytes) -> None:
        *before, self.rest = (self.rest + data).split(BOARD)
        self.came += [time.perf_counter()] * len(before)
        self.rest = self.rest[-len(BOARD) :]


def tapped(server: Server, path: str, addresses: list[str]) -> tuple[Seconds, Seconds, float]:
    """Tap while all look; give seconds of the taps, seconds to each board, and memory in MB."""
    tablet = Tablet(server, path)
    before = memory(server.process.pid)
    watchers = [Watcher(address) for address in addresses]
    taps: list[tuple[float, float]] = []
    used: list[float] = []

    def work() -> None:
        for _ in range(TAPS):
            begun = time.perf_counter()
            assert tablet.tap(BUY) == 200
            taps.append((begun, time.perf_counter()))
            time.sleep(PAUSE)
        used.append(memory(server.process.pid) - before)

    async def run() -> None:
        loop = asyncio.get_running_loop()
        for one in watchers:
            await loop.create_connection(lambda one=one: one, "127.0.0.1", server.port)  # type: ignore[misc]
        await asyncio.sleep(3)
        for one in watchers:
            one.came.clear()
        await loop.run_in_executor(None, work)

    asyncio.run(run())
    starts = [begun for begun, _ in taps]
    waits = [at - starts[bisect(starts, at) - 1] for one in watchers for at in one.came]
    due = TAPS * len(addresses)
    print(f"  ({len(waits)} boards came, {due} were due)")
    assert len(waits) >= LEAST * due, "too few boards came to measure anything"
    return [end - begun for begun, end in taps], waits, used[0]


def main() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "instance", COMPANION)
        path = server.import_table({**TABLE, "log": []})
        invited = Tablet(server, path).invited()
        alone, _, _ = tapped(server, path, [])
        _, few, _ = tapped(server, path, [invited["onlooker"], invited["ann"]] * 4)
        watched, many, grown = tapped(server, path, [invited["onlooker"]] * WATCHERS)
        page, _ = weigh(server, f"/t/{invited['ann']}")
        stream = len(fetch(f"{server.url}/t/{invited['onlooker']}/board"))
        server.stop()
    base, beside = statistics.median(alone), statistics.median(watched)
    print(f"8 devices: a board comes within {p95(few) * 1e3:.0f} ms, p95 (at most 100)")
    print(f"{WATCHERS:,} watchers: within {p95(many) * 1e3:.0f} ms, p95 (at most 250)")
    print(f"a tap: {base * 1e3:.2f} ms, with all of them {beside * 1e3:.2f} ms", end=", ")
    print(f"ratio {beside / base:.2f} (at most 1.3)")
    print(f"memory for {WATCHERS:,} watchers: {grown:.0f} MB (at most 60)")
    print(f"a phone's page with all its files: {page / 1000:.0f} kB (at most 60)")
    print(f"a watcher's board over the air: {stream / 1000:.1f} kB")
    seen = {"8 devices, s": p95(few), "watchers, s": p95(many)}
    return {**seen, "tap, watched / alone": beside / base, "memory, MB": grown}
