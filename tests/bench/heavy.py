"""What one heavy record costs: its own time, memory, and how long others wait meanwhile."""

import json
import tempfile
import time
from pathlib import Path
from threading import Thread
from typing import Any

from tests.evenings import record
from tests.serving import COMPANION, Server, Tablet
from tests.soak.figures import memory, p95

BUY_INS, AMENDS = 9_500, 6_000


def buy_ins() -> dict[str, Any]:
    """An evening of buy-ins, of which the last one is put right again and again."""
    bought = {"do": "buy-in", "player": "Ann", "chips": 1}
    log: list[dict[str, Any]] = [bought] * BUY_INS
    log += [{"do": "amend", "entry": BUY_INS - 1, "with": bought}] * AMENDS
    return record(log=log)


def main() -> dict[str, float]:
    """Print seconds, megabytes, and the taps on another table while the record is judged."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "instance", COMPANION)
        heavy = buy_ins()
        tablet = Tablet(server, server.import_table({**heavy, "log": []}))
        alone = [_tap(tablet) for _ in range(30)]
        before = memory(server.process.pid)
        took: list[float] = []

        def sending() -> None:
            start = time.perf_counter()
            server.import_table(heavy)
            took.append(time.perf_counter() - start)

        sender = Thread(target=sending)
        sender.start()
        waits = []
        while sender.is_alive():
            waits.append(_tap(tablet))
        grown = memory(server.process.pid) - before
        server.stop()
    size = len(json.dumps(heavy, separators=(",", ":")))
    print(f"a record of {size / 1000:.0f} kB, with its first page: {took[0]:.2f} s (at most 2)")
    print(f"memory grows by {grown:.0f} MB (at most 60)")
    print(f"taps elsewhere meanwhile, p95 of {len(waits)}: {p95(waits) * 1e3:.0f} ms (at most 100)")
    print(f"taps before it, p95: {p95(alone) * 1e3:.0f} ms")
    return {"record, s": took[0], "memory, MB": grown, "tap meanwhile, s": p95(waits)}


def _tap(tablet: Tablet) -> float:
    start = time.perf_counter()
    assert tablet.tap({"do": "buy-in", "player": "Ann", "chips": 1}) == 200
    return time.perf_counter() - start
