"""Imports run one way: cli → app, serve → web → store → games, system → core → language."""

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import companion

ROOT = Path(companion.__file__).parent
TEMPLATES = ROOT.parent / "templates"
LAYERS = [
    ("language", "translations"),
    ("core",),
    ("games", "system"),
    ("server", "tally", "circles"),
    ("store",),
    ("web",),
    ("app", "pocket", "serve"),
    ("cli",),
]
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}
MODULES = sorted(path for path in ROOT.rglob("*.py") if path.parent != ROOT or path.stem in RANK)


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {module_name(path): path for path in ROOT.rglob("*.py")}


@cache
def imports(path: Path) -> set[str]:
    """All that a module imports, wherever in it, by whole names."""
    package = ("companion", *path.relative_to(ROOT).parent.parts)
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            full = ".".join((*base, *filter(None, [node.module])))
            names |= {f"{full}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return names


def imported(path: Path) -> set[str]:
    """The first names below `companion` that a module imports, its own package included."""
    below = (name.split(".") for name in imports(path) if name.startswith("companion."))
    return {parts[1] for parts in below if parts[1] in RANK}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_imports_only_from_its_own_layer_and_those_below(path: Path) -> None:
    own = RANK[path.relative_to(ROOT).parts[0].removesuffix(".py")]
    above = {name for name in imported(path) if RANK[name] > own}
    assert above == set()


def needed(path: Path) -> set[str]:
    """The modules that a module needs when it is loaded: the imports at its top level."""
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            whole = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= whole & NAMES.keys() or {node.module}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found & NAMES.keys()


def test_no_circle_of_imports_goes_through_the_program() -> None:
    order = TopologicalSorter({name: needed(path) for name, path in NAMES.items()})
    try:
        order.prepare()
    except CycleError as circle:
        pytest.fail(" → ".join(circle.args[1]))


def room_of(name: str, folder: str) -> str | None:
    """The file or folder right below a folder in which a module lies; None: it lies elsewhere."""
    below = name.removeprefix(f"{folder}.")
    return None if below == name else below.partition(".")[0]


def arrows(folder: str) -> dict[str, set[str]]:
    """Which files and folders right below a folder each of them imports."""
    rooms: dict[str, set[str]] = {}
    for name, path in NAMES.items():
        room = room_of(name, folder)
        if room:
            known = {room_of(found, folder) for found in imports(path)}
            rooms.setdefault(room, set()).update({*filter(None, known)} - {room})
    return rooms


# Folders of which each is whole in itself, with other folders or many files in it.
FOLDERS = ("core", "core.log", "games", "store", "web")


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_circle_of_imports_goes_through_the_rooms_of_a_folder(folder: str) -> None:
    rooms = arrows(f"companion.{folder}")
    assert any(rooms.values())
    try:
        TopologicalSorter(rooms).prepare()
    except CycleError as circle:
        pytest.fail(" → ".join(circle.args[1]))


# Where games and screens are listed; no other room knows one by name.
REGISTRIES = ("companion.games", "companion.web.games")
# Games that are one file may be of a family that has a folder.
ONE_FILE = {f"companion.games.{path.stem}" for path in ROOT.glob("games/*.py")}


def game_of(name: str) -> str | None:
    """The game, or family of games, of a module or of something in it; None: it is of no game."""
    for registry in REGISTRIES:
        first = name.removeprefix(f"{registry}.").partition(".")[0]
        if f"{registry}.{first}" in NAMES:
            return first
    return None


def test_no_module_knows_a_game_outside_its_folder() -> None:
    rooms = NAMES.keys() - {*REGISTRIES} - ONE_FILE
    known = {(name, game_of(found)) for name in rooms for found in imports(NAMES[name])}
    assert {pair for pair in known if pair[1] not in (None, game_of(pair[0]))} == set()


def test_no_template_knows_a_game_outside_its_folder() -> None:
    folders = [path.name for path in TEMPLATES.glob("games/*/")]
    named = re.compile(rf"games/({'|'.join(folders)})/")
    rooms = {*TEMPLATES.rglob("*.html")} - {*TEMPLATES.glob("games/**/*.html")}
    assert [path for path in rooms if named.search(path.read_text())] == []


def test_every_part_of_the_program_has_its_layer() -> None:
    parts = {path.stem if path.is_file() else path.name for path in ROOT.iterdir()}
    assert {part for part in parts if not part.startswith("__")} <= set(RANK)


def test_the_rules_load_without_web_and_database() -> None:
    script = (
        "import sys; from companion.games import all_games; from companion.core import log;"
        "all_games();"
        "heavy = {'flask', 'sqlalchemy', 'wtforms', 'uvicorn', 'companion.store'};"
        "raise SystemExit(' '.join(heavy & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_what_serves_a_wire_and_what_serves_a_pocket_know_nothing_of_each_other() -> None:
    wire, pocket = ("companion.server", "companion.serve"), ("companion.pocket",)
    for name, path in NAMES.items():
        for own, other in ((wire, pocket), (pocket, wire)):
            if name.startswith(own):
                assert not [known for known in imports(path) if known.startswith(other)]
