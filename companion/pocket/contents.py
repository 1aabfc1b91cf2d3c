"""What of Python, of the libraries and of the program goes into a pocket, and under which path."""

import pickle
import shutil
import tomllib
import zipfile
from collections.abc import Iterable
from fnmatch import fnmatchcase
from importlib.metadata import distribution
from pathlib import Path

from flask import Flask

import companion
from companion.language import available_languages
from companion.machine.paths import MIGRATIONS, STATIC

LIBRARY, SITE_PACKAGES, APP = "lib/python3.14", "lib/python3.14/site-packages", "app"
"""Where the engine looks for its own modules, for libraries and for the program."""

_LISTS = tomllib.loads(Path(__file__).with_name("contents.toml").read_text("utf-8"))
LIBRARIES: list[str] = _LISTS["libraries"].split()
LEFT_OUT: dict[str, list[str]] = {part: kept.split() for part, kept in _LISTS["left_out"].items()}
"""By part, names of files as the shell matches them; of `locales` what Babel calls its data."""


def copy_python_library(engine: Path, made: Path) -> None:
    """Place the engine's own library."""
    with zipfile.ZipFile(engine / "python_stdlib.zip") as library:
        wanted = [name for name in library.namelist() if _is_wanted(name, LEFT_OUT["python"])]
        library.extractall(made / LIBRARY, wanted)


def copy_libraries(made: Path) -> None:
    """Place what the app needs of this environment's packages; all of it is plain Python."""
    for name in LIBRARIES:
        for file in distribution(name).files or ():
            path = file.as_posix()
            if _is_wanted(path, LEFT_OUT["libraries"]) and _is_read(path):
                _copy(Path(str(file.locate())), made / SITE_PACKAGES / path)
    for known in (made / SITE_PACKAGES / "babel").rglob("*.dat"):
        _shorten(known)


def _is_read(path: str) -> bool:
    """Say whether a file is code, or what Babel knows of a language that is spoken here."""
    if path.endswith(".dat"):
        return "locale-data" not in path or Path(path).stem in _locales()
    return path.endswith((".py", "/METADATA", "/entry_points.txt"))


def _locales() -> set[str]:
    known = {str(language.locale) for language in available_languages().values()}
    return {"root", "en_001", *known, *(name.partition("_")[0] for name in known)}


def _shorten(locale: Path) -> None:
    """Leave out what Babel knows of units, places and zones: no page says any."""
    known = pickle.loads(locale.read_bytes())  # noqa: S301 - Babel's own file
    kept = {key: {} if key in LEFT_OUT["locales"] else value for key, value in known.items()}
    locale.write_bytes(pickle.dumps(kept, 4))


def copy_program(made: Path) -> None:
    """Place the program, without what only a server or a build needs."""
    package = Path(companion.__file__).parent
    for root, under, left_out in (
        (package, "companion", LEFT_OUT["program"]),
        (STATIC, "static", ()),
        (MIGRATIONS, "migrations", ()),
    ):
        for file in root.rglob("*"):
            path = file.relative_to(root).as_posix()
            if file.is_file() and "__pycache__" not in path and _is_wanted(path, left_out):
                _copy(file, made / APP / under / path)


def compile_templates(app: Flask, made: Path) -> None:
    """Place the pages as the Python that Jinja makes of them."""
    target = made / APP / "compiled"
    pages = app.jinja_env.list_templates(extensions=("html", "webmanifest", "js"))
    app.jinja_env.compile_templates(
        str(target), zip=None, filter_func=lambda name: name in pages, ignore_errors=False
    )


def _is_wanted(path: str, left_out: Iterable[str]) -> bool:
    return not path.startswith("..") and not any(fnmatchcase(path, name) for name in left_out)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
