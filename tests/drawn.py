"""The seed from which tests draw a share of what ``make soak`` does whole.

It comes from the sources: whoever tests the same tree draws the same shares, and the next change
draws others. So what fails is the change's, not the day's.
"""

import os
from pathlib import Path
from zlib import crc32

ROOT = Path(__file__).parent.parent
FOLDERS = ("companion", "migrations", "static", "templates", "tests")
KINDS = {".css", ".html", ".js", ".po", ".py"}


def _of_the_sources() -> int:
    number = 0
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*")):
        if path.suffix in KINDS:
            number = crc32(path.read_bytes(), number)
    return number % 10**6


# What ``make test SEED=7`` names, or what the sources give.
SEED = int(os.environ.get("COMPANION_SEED") or _of_the_sources())
