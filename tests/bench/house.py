"""What the table page weighs over the air, and what a house full of tables weighs in memory."""

import gzip
import re
import tempfile
import time
import urllib.request
from pathlib import Path

from tests.bench.tap import long_log
from tests.evenings import record
from tests.serving import COMPANION, Server, Tablet
from tests.soak.figures import memory

TABLES = 200


def fetch(url: str) -> bytes:
    """The body as it comes over the air, compressed where the server compresses."""
    request = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:
        body: bytes = answer.read()
    return body


def weigh(server: Server, path: str) -> tuple[int, int]:
    """Bytes of the page with all its files, and of its scripts, compressed."""
    page = fetch(server.url + path)
    text = gzip.decompress(page) if page[:2] == b"\x1f\x8b" else page
    # The icon of the home screen is fetched by whoever puts the page there, not with the page.
    named = re.sub(r'<link rel="apple-touch-icon"[^>]*>', "", text.decode())
    files = set(re.findall(r'(?:src|href)="(/static/[^"#]+)', named))
    sizes = {name: len(fetch(server.url + name.replace("&amp;", "&"))) for name in files}
    scripts = sum(size for name, size in sizes.items() if ".js" in name)
    return len(page) + sum(sizes.values()), scripts


def computed(server: Server) -> float:
    """Seconds that all threads of the server have computed."""
    tasks = Path(f"/proc/{server.process.pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def main() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "instance", COMPANION)
        evening = record(chips=10_000, log=long_log(300))
        paths = [server.import_table(evening) for _ in range(TABLES)]
        page, scripts = weigh(server, paths[0])
        empty = memory(server.process.pid)
        for path in paths:
            assert Tablet(server, path).tap({"do": "buy-in", "player": "Ann", "chips": 1}) == 200
        full = memory(server.process.pid)
        start = time.perf_counter()
        server.stop()
        stopping = time.perf_counter() - start
    print(f"table page with all its files: {page / 1000:.0f} kB (at most 150)")
    print(f"scripts of it: {scripts / 1000:.0f} kB (at most 40)")
    print(f"memory: {empty:.0f} MB, with {TABLES} tables in use {full:.0f} MB (200)")
    print(f"stopping: {stopping:.2f} s (at most 2)")
    return {"page, kB": page / 1000, "scripts, kB": scripts / 1000, "memory, MB": full}
