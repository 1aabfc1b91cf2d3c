"""Tablets race on the same tables through three processes on PostgreSQL: none is lost or doubled.

``python -m tests.soak.races [TAPS]``
"""

import secrets
import sys
import tempfile
import time
from pathlib import Path

from tests.databases import database
from tests.racing import TABLE, faults, house, race

PROCESSES, TABLES, TAPS = 3, 20, 10_000


def main() -> int:
    """Race, and print what was answered; give 1 if anything was lost, doubled or failed."""
    taps = int(sys.argv[1]) if len(sys.argv) > 1 else TAPS
    with (
        tempfile.TemporaryDirectory() as folder,
        database("postgresql", Path(folder), secrets.token_hex(8)) as url,
        house(Path(folder), url, PROCESSES) as servers,
    ):
        paths = [servers[0].import_table(TABLE) for _ in range(TABLES)]
        start = time.monotonic()
        result = race(servers, paths, taps=max(1, taps // (PROCESSES * TABLES)))
        seconds = time.monotonic() - start
        found = faults(servers, result)
    stored = sum(sum(answered.values()) for answered in result.stored.values())
    answers = ", ".join(f"{n} x {status}" for status, n in sorted(result.statuses.items()))
    print(f"{stored} taps on {TABLES} tables in {seconds:.0f} s: {answers}")
    print("\n".join(found) or "none lost, none doubled, none failed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
