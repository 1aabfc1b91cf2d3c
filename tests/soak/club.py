"""A club's evening: hundreds of tables tapped once a second through three workers on PostgreSQL.

Each table's tablet asks the same worker each time, as the proxy would have it. The tablets are
coroutines of this process, and read no more of an answer than its status and its length.
"""

import asyncio
import json
import os
import random
import re
import tempfile
import time
import urllib.parse
from collections.abc import Sequence
from pathlib import Path

from tests.commands import companion
from tests.databases import database
from tests.racing import TABLE, house
from tests.serving import Server
from tests.soak.figures import Figures

WORKERS, TABLES = 3, 300
# Seconds within which 95 % of the taps must be answered.
MOST = 0.1

BUY = json.dumps({"do": "buy-in", "player": "Ann", "chips": 1})


HTMX = "HX-Request: true\r\nContent-Type: application/x-www-form-urlencoded\r\n"


class Tablet:
    """A tablet on a connection of its own that taps once a second."""

    def __init__(self, server: Server, path: str, number: int) -> None:
        self.port, self.path, self.version = server.port, path, 0
        self.heads = f"Host: localhost\r\nX-Forwarded-For: 203.0.{number // 250}.{number % 250}\r\n"

    async def tap(self, seconds: int, wait: float, figures: Figures) -> None:
        self.read, self.write = await asyncio.open_connection("127.0.0.1", self.port)
        await self._open()
        began = time.monotonic() + wait
        for second in range(seconds):
            await asyncio.sleep(max(0, began + second - time.monotonic()))
            asked = time.monotonic()
            status = await self._tap()
            figures.note(status, time.monotonic() - asked, "tap")
            self.version += status == 200
        self.write.close()

    async def _open(self) -> None:
        _, heads, page = await self._ask(f"GET {self.path}")
        token = re.search(rb'name="csrf_token"[^>]*value="([^"]+)"', page)
        cookie = re.search(r"set-cookie: ([^;]+)", heads, re.IGNORECASE)
        assert token
        assert cookie
        self.csrf, self.heads = token[1].decode(), f"{self.heads}Cookie: {cookie[1]}\r\n"

    async def _tap(self) -> int:
        fields = {"csrf_token": self.csrf, "version": self.version, "entry": BUY}
        status, _, _ = await self._ask(f"POST {self.path}/entries", urllib.parse.urlencode(fields))
        return status

    async def _ask(self, what: str, form: str = "") -> tuple[int, str, bytes]:
        kind = HTMX if form else ""
        heads = f"{what} HTTP/1.1\r\n{self.heads}{kind}Content-Length: {len(form)}\r\n\r\n{form}"
        self.write.write(heads.encode())
        head = (await self.read.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
        assert length
        body = await self.read.readexactly(int(length[1]))
        return int(head.split(" ", 2)[1]), head, body


def run(seed: int, seconds: int) -> Figures:
    """Tap for so many seconds; tell what share of a core the workers took, and the tablets."""
    figures = Figures("")
    with (
        tempfile.TemporaryDirectory() as folder,
        database("postgresql", Path(folder), f"club-{seed}") as url,
        house(Path(folder), url, WORKERS, COMPANION_HOSTED="1", COMPANION_PROXIES="1") as servers,
    ):
        paths = _tables(servers[0])
        began, used = time.monotonic(), _seconds_of(servers)
        asyncio.run(_play(servers, paths, seconds, random.Random(seed), figures))
        lasted = time.monotonic() - began
        workers = (_seconds_of(servers) - used) / lasted
        tablets = time.process_time() / lasted
    figures.name = (
        f"{TABLES} tables tapped once a second for {seconds} s by {WORKERS} workers; "
        f"workers {workers:.2f} of a core, tablets {tablets:.2f}"
    )
    slow = figures.p95() > MOST
    figures.slow += ["p95 is above 100 ms"] if slow else []
    figures.wrong += [] if set(figures.statuses) == {200} else ["not every tap was stored"]
    return figures


async def _play(
    servers: Sequence[Server],
    paths: Sequence[str],
    seconds: int,
    chance: random.Random,
    figures: Figures,
) -> None:
    tablets = [
        Tablet(servers[at % len(servers)], path, at).tap(seconds, 2 + chance.random(), figures)
        for at, path in enumerate(paths)
    ]
    await asyncio.gather(*tablets)


def _tables(server: Server) -> list[str]:
    records = "\n".join([json.dumps(TABLE)] * TABLES)
    done = companion("import", "-", stdin=records, **server.environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def _seconds_of(servers: Sequence[Server]) -> float:
    """Return how long the workers have computed in all."""
    ticks = 0
    for server in servers:
        fields = (
            Path(f"/proc/{server.process.pid}/stat")
            .read_text(encoding="utf-8")
            .rpartition(")")[2]
            .split()
        )
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")
