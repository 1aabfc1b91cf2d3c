"""How long a tap takes, as a ratio to a bare route, and late in the evening to early."""

import http.client
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
from pathlib import Path
from typing import Any

from companion.core.cards import RANKS
from tests import evenings
from tests.evenings import PLAYERS
from tests.serving import COMPANION, Server, free_port

ROUNDS = 4
LATE = 10_000


def long_log(entries: int) -> list[dict[str, Any]]:
    """At least so many entries of hands kept in chips only, then a deal kept card by card."""
    log: list[dict[str, Any]] = []
    while len(log) < entries - 2:
        left = {"Ann": 2, "Bob": 2, "Cal": 2}
        log += [
            {"do": "deal"},
            {"do": "keep"},
            {"do": "chips-only"},
            {"do": "out", "player": "Dee", "left": left},
            {"do": "buy-in", "player": PLAYERS[len(log) // 5 % 3], "chips": 60},
        ]
    return [*log, {"do": "deal"}, {"do": "keep"}]


def taps(first: int) -> list[dict[str, Any]]:
    """Play clubs and diamonds up to the ace, everybody in turn from the leader."""
    made = []
    for suit in "CD":
        for place, rank in enumerate(RANKS):
            player = PLAYERS[(first + place) % 4]
            made.append({"do": "play", "player": player, "card": rank + suit})
    return made


class Line:
    def __init__(self, port: int, cookie: str = "") -> None:
        self.http = http.client.HTTPConnection("127.0.0.1", port)
        self.headers = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
        self.cookie = cookie

    def get(self, path: str) -> str:
        self.http.request("GET", path)
        answer = self.http.getresponse()
        self.headers["Cookie"] = (answer.getheader("Set-Cookie") or "").split(";")[0]
        return answer.read().decode()

    def post(self, path: str, **fields: Any) -> tuple[float, bytes]:
        body = urllib.parse.urlencode(fields)
        start = time.perf_counter()
        self.http.request("POST", path, body, self.headers)
        answer = self.http.getresponse()
        text = answer.read()
        took = time.perf_counter() - start
        assert answer.status == 200, text[:500]
        return took, text


def tap_times(server: Server, entries: int) -> tuple[list[float], int]:
    """Tap through a hand that begins after so many entries; give seconds, and bytes answered."""
    log = long_log(entries)
    record = evenings.record(chips=10_000, log=log)
    path = server.import_table(record)
    line = Line(server.port)
    page = line.get(path)
    csrf = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page)
    assert csrf
    deals = sum(entry["do"] == "deal" for entry in log)
    times, size = [], 0
    for place, entry in enumerate(taps((3 + deals) % 4)):
        took, text = line.post(
            path + "/entries", csrf_token=csrf[1], version=len(log) + place, entry=json.dumps(entry)
        )
        times.append(took)
        size = len(text)
    return times[3:], size


def bare_times(folder: Path, size: int) -> list[float]:
    port = free_port()
    command = [sys.executable, "-m", "tests.bench.bare", str(folder), str(port), str(size)]
    bare = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        line = _connect(port)
        return [line.post("/tap", n=1)[0] for _ in range(60)][20:]
    finally:
        bare.kill()
        bare.wait()


def _connect(port: int) -> Line:
    for _ in range(200):
        try:
            line = Line(port)
            line.http.connect()
        except ConnectionRefusedError:
            time.sleep(0.05)
        else:
            return line
    raise RuntimeError("the bare server did not start")


def main() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "instance", COMPANION)
        early: list[float] = []
        late: list[float] = []
        bare: list[float] = []
        for _ in range(ROUNDS):
            times, size = tap_times(server, 30)
            early += times
            late += tap_times(server, LATE)[0]
            bare += bare_times(Path(folder), size)
        server.stop()
    tap, last, base = (statistics.median(times) for times in (early, late, bare))
    print(f"tap at entry 30: {tap * 1e3:.2f} ms, at {LATE:,}: {last * 1e3:.2f} ms, {size} bytes")
    print(f"bare route with one commit: {base * 1e3:.2f} ms")
    print(f"tap / bare route: {tap / base:.2f} (at most 1.0)")
    print(f"entry {LATE:,} / entry 30: {last / tap:.2f} (at most 1.1)")
    return {"tap / bare route": tap / base, "late / early": last / tap}
