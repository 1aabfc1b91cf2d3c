"""Several processes on one database, and tablets that tap on the same tables through all."""

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests import evenings
from tests.serving import Server, Tablet

TABLE = evenings.record(log=[])


@contextmanager
def house(folder: Path, url: str, processes: int, **environment: str) -> Iterator[list[Server]]:
    """Start processes on a new database, all at once, so that each wants to migrate it."""
    servers: list[Server] = []
    try:
        for _ in range(processes):
            servers.append(Server(folder, database=url, **environment))
        for server in servers:
            server.wait()
        yield servers
    finally:
        for server in servers:
            server.kill()


@dataclass
class Race:
    """What the tablets were answered, and the entries that were answered as stored, by table."""

    statuses: Counter[int] = field(default_factory=Counter)
    stored: dict[str, Counter[int]] = field(default_factory=dict)


def race(servers: Sequence[Server], paths: Sequence[str], taps: int) -> Race:
    """Let a tablet of every process tap so often on every table; every third tap is sent twice."""
    result = Race(stored={path: Counter() for path in paths})
    tablets = [(server, path) for path in paths for server in servers]

    def tapping(place: int) -> None:
        server, path = tablets[place]
        tablet = Tablet(server, path)
        for tap in range(1, taps + 1):
            chips = place * taps + tap
            result.statuses.update(_stubbornly(tablet, chips, twice=tap % 3 == 0))
            result.stored[path][chips] += 1

    with ThreadPoolExecutor(len(tablets)) as room:
        list(room.map(tapping, range(len(tablets))))
    return result


def _stubbornly(tablet: Tablet, chips: int, *, twice: bool) -> list[int]:
    """Tap again on the newer screen for as long as others are quicker; give the answers."""
    entry = {"do": "buy-in", "player": "Ann", "chips": chips}
    answers = []
    while not answers or answers[-1] == 409:
        drawn_for = tablet.version
        answers.append(tablet.tap(entry))
    if twice and answers[-1] == 200:
        tablet.version = drawn_for
        answers.append(tablet.tap(entry))
    return answers


def faults(servers: Sequence[Server], result: Race) -> list[str]:
    """Return the entries lost or doubled, wrong answers, and differences between processes."""
    found = [f"{n} answers {status}" for status, n in result.statuses.items() if status > 409]
    for path, answered in result.stored.items():
        records: list[Any] = [server.export(path) for server in servers]
        entered = Counter(entry["chips"] for entry in records[0]["log"])
        if entered != answered:
            found.append(f"{path}: {entered - answered} doubled, {answered - entered} lost")
        if any(record != records[0] for record in records):
            found.append(f"{path}: the processes do not see the same")
    return found
