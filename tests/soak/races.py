"""Tablets race on the same tables through three processes on PostgreSQL, and none loses a tap."""

import tempfile
import time
from pathlib import Path

from tests.databases import database
from tests.racing import TABLE, faults, house, race
from tests.soak.figures import Figures

PROCESSES, TABLES = 3, 20


def run(seed: int, taps: int) -> Figures:
    """Race with so many taps in all, some of them sent twice."""
    figures = Figures(f"{taps} racing taps on {TABLES} tables, {PROCESSES} processes")
    with (
        tempfile.TemporaryDirectory() as folder,
        database("postgresql", Path(folder), f"soak-{seed}") as url,
        house(Path(folder), url, PROCESSES) as servers,
    ):
        paths = [servers[0].import_table(TABLE) for _ in range(TABLES)]
        start = time.monotonic()
        result = race(servers, paths, taps=max(1, taps // (PROCESSES * TABLES)))
        figures.seconds.append(time.monotonic() - start)
        figures.statuses, figures.wrong = result.statuses, faults(servers, result)
    return figures
