"""Games that only the tests know, each in one file."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import companion.games

FOLDER = Path(__file__).parent


@contextmanager
def games_of(folder: Path) -> Iterator[None]:
    """Let the games in a folder be some of the program's."""
    companion.games.__path__.append(str(folder))
    companion.games.all_games.cache_clear()
    try:
        yield
    finally:
        companion.games.__path__.remove(str(folder))
        companion.games.all_games.cache_clear()
        for path in folder.glob("*.py"):
            sys.modules.pop(f"companion.games.{path.stem}", None)
