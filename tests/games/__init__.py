"""Games that only the tests know, each in one file."""

from pathlib import Path

FOLDER = Path(__file__).parent
