"""Finds what nobody uses and no linter sees: `python -m tests.unused`. Exits with 1 for any."""

import sys
from pathlib import Path

from tests.unused.code import unused_code
from tests.unused.files import unused_files
from tests.unused.sources import Sources
from tests.unused.styles import unused_classes
from tests.unused.templates import unused_names

ROOT = Path(__file__).parent.parent.parent


def unused(root: Path) -> list[str]:
    """Yield a line for each thing that is unused in a project."""
    sources = Sources(root)
    checks = (unused_names, unused_files, unused_classes, unused_code)
    return [line for check in checks for line in check(sources)]


def main() -> int:
    found = unused(ROOT)
    print(*found or ["Nothing is unused."], sep="\n")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
