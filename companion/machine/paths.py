"""Where things lie: the files that come along with the code, and what people keep.

In a checkout both lie beside the package. A wheel takes the files along inside the package, and
what people keep goes where the platform puts a user's data.
"""

from pathlib import Path

from platformdirs import user_data_path

_PACKAGE = Path(__file__).resolve().parent.parent
_IS_INSTALLED = (_PACKAGE / "templates").is_dir()

ROOT = _PACKAGE if _IS_INSTALLED else _PACKAGE.parent
"""Holds `templates/`, `static/` and `migrations/`."""

STATIC = ROOT / "static"
MIGRATIONS = ROOT / "migrations"
PAPER = ROOT / "templates" / "tally" / "paper.typ"
PICTURE = ROOT / "templates" / "tally" / "picture.typ"


def data_folder() -> Path:
    """Give the folder for data where none is chosen, such as `~/.local/share/companion`."""
    return user_data_path("companion", appauthor=False) if _IS_INSTALLED else ROOT / "instance"


def pocket_folder(instance: Path) -> Path:
    """Give the folder of the static files that a house offers at ``/pocket/``."""
    return instance / "pocket"
