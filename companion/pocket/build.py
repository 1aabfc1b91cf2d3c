"""`companion pocket FOLDER`: static files with which a browser runs the program alone."""

import gzip
import json
import pickle
import shutil
import subprocess
import tarfile
import tempfile
import tomllib
import zipfile
from base64 import b64encode
from collections.abc import Iterable
from fnmatch import fnmatchcase
from hashlib import sha256
from importlib.metadata import distribution
from pathlib import Path

from flask import Flask, render_template

import companion
from companion.app import create_app
from companion.language import available_languages, use_language
from companion.store.database import close_connections
from companion.store.migrations import upgrade_database
from companion.system.errors import CannotStart
from companion.system.settings import MIGRATIONS, STATIC

# The folders in which Pyodide looks for its own modules, for libraries and for the program.
LIBRARY, SITE_PACKAGES, APP_FOLDER = "lib/python3.14", "lib/python3.14/site-packages", "app"

_CONTENTS = tomllib.loads(Path(__file__).with_name("contents.toml").read_text("utf-8"))
LIBRARIES: list[str] = _CONTENTS["libraries"].split()
# File name patterns by part of the site; those of `locales` are keys of Babel's data.
LEFT_OUT: dict[str, list[str]] = {
    part: patterns.split() for part, patterns in _CONTENTS["left_out"].items()
}


def copy_python_library(engine: Path, path: Path) -> None:
    with zipfile.ZipFile(engine / "python_stdlib.zip") as library:
        names = [name for name in library.namelist() if _is_wanted(name, LEFT_OUT["python"])]
        library.extractall(path / LIBRARY, names)  # noqa: S202  Pyodide's own file


def copy_libraries(target: Path) -> None:
    """Copy the packages that the app needs from this environment, as far as they are Python."""
    for name in LIBRARIES:
        for file in distribution(name).files or ():
            path = file.as_posix()
            if _is_wanted(path, LEFT_OUT["libraries"]) and _is_needed(path):
                _copy(Path(str(file.locate())), target / SITE_PACKAGES / path)
    for locale in (target / SITE_PACKAGES / "babel").rglob("*.dat"):
        _strip_locale(locale)


def _is_needed(path: str) -> bool:
    """Return whether a file is code, or Babel's data of an available language."""
    if path.endswith(".dat"):
        return "locale-data" not in path or Path(path).stem in _locales()
    return path.endswith((".py", "/METADATA", "/entry_points.txt"))


def _locales() -> set[str]:
    names = {str(language.locale) for language in available_languages().values()}
    return {"root", *names, *(name.partition("_")[0] for name in names)}


def _strip_locale(locale: Path) -> None:
    """Remove Babel's data of units, places and zones, which no page uses."""
    data = pickle.loads(locale.read_bytes())  # noqa: S301 - Babel's own file
    state = {key: {} if key in LEFT_OUT["locales"] else value for key, value in data.items()}
    locale.write_bytes(pickle.dumps(state, 4))


def copy_program(target: Path) -> None:
    """Copy the program, without the parts for servers and builds."""
    package = Path(companion.__file__).parent
    for root, under, left_out in (
        (package, "companion", LEFT_OUT["program"]),
        (STATIC, "static", LEFT_OUT["static"]),
        (MIGRATIONS, "migrations", ()),
    ):
        for file in root.rglob("*"):
            path = file.relative_to(root).as_posix()
            if file.is_file() and "__pycache__" not in path and _is_wanted(path, left_out):
                _copy(file, target / APP_FOLDER / under / path)


def compile_templates(app: Flask, path: Path) -> None:
    target = path / APP_FOLDER / "compiled"
    pages = app.jinja_env.list_templates(extensions=("html", "webmanifest", "js"))
    app.jinja_env.compile_templates(
        str(target), zip=None, filter_func=lambda name: name in pages, ignore_errors=False
    )


def _is_wanted(path: str, left_out: Iterable[str]) -> bool:
    return not path.startswith("..") and not any(fnmatchcase(path, name) for name in left_out)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


PYODIDE_VERSION = "314.0.7"
PYODIDE_SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
# The files of Pyodide that a browser loads, beside the library.
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")

COMPILE_SCRIPT = """
import compileall
from py_compile import PycInvalidationMode

assert compileall.compile_dir(
    "/made", maxlevels=40, quiet=1, force=True, legacy=True, optimize=2, stripdir="/made",
    invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
)
"""
COMPRESS_SCRIPT = """
import pathlib
from compression import zstd

parameter = zstd.CompressionParameter
options = {parameter.compression_level: 22, parameter.window_log: 25}
for file in pathlib.Path("/made").glob("*.zst"):
    file.write_bytes(zstd.compress(file.read_bytes(), options=options))
"""

RUN_SCRIPT = Path(__file__).with_name("run.mjs")


def download_pyodide(folder: Path) -> Path:
    """Download Pyodide from npm, check it, and unpack it in `folder`. Raises CannotStart."""
    _run("npm", "pack", f"pyodide@{PYODIDE_VERSION}", "--silent", "--pack-destination", str(folder))
    path = folder / f"pyodide-{PYODIDE_VERSION}.tgz"
    if sha256(path.read_bytes()).hexdigest() != PYODIDE_SHA256:
        raise CannotStart(
            "The npm package {name} is not the one that Companion expects.", name=path.name
        )
    with tarfile.open(path) as files:
        files.extractall(folder, filter="data")
    return folder / "package"


def compile_modules(engine: Path, folder: Path) -> None:
    """Replace every module below `folder` by bytecode for Pyodide, in `engine`."""
    _run("node", str(RUN_SCRIPT), str(engine), str(folder), stdin=COMPILE_SCRIPT)
    for source in folder.rglob("*.py"):
        source.unlink()


def recompress(engine: Path, folder: Path) -> None:
    """Compress every .zst in `folder` as tightly as Pyodide, in `engine`, can decompress it."""
    _run("node", str(RUN_SCRIPT), str(engine), str(folder), stdin=COMPRESS_SCRIPT)


def _run(program: str, *arguments: str, stdin: str = "") -> None:
    path = shutil.which(program)
    if path is None:
        raise CannotStart(
            "This command needs {program}, which comes with Node.js 20 or newer.", program=program
        )
    command = [path, *arguments]
    process = subprocess.run(command, input=stdin, capture_output=True, text=True)  # noqa: S603
    if process.returncode:
        raise CannotStart(
            "{program} failed: {why}",
            program=program,
            why=(process.stderr or process.stdout).strip()[-400:],
        )


FOLDER = Path(__file__).parent
# The files that are published as they are: scripts, styles and the manifest.
SITE_FILES = FOLDER / "site"
# What static hosts read beside them: headers for Netlify and Cloudflare, a mark for GitHub.
HOST_FILES = FOLDER / "host"

# An empty archive, in the place of Pyodide's library, which is part of a pack.
EMPTY_ZIP = b"PK\5\6" + bytes(18)

# A file gets a compressed copy if that is smaller than this part of it.
MAX_COMPRESSED_SHARE = 0.9

ICONS = ("icon.svg", "icon-180.png", "icon-192.png", "icon-512.png")


def build_site(folder: Path) -> int:
    """Write the site into `folder`, or update it. Return its size in bytes. Raises CannotStart."""
    with tempfile.TemporaryDirectory() as work_folder:
        path, site = Path(work_folder, "made"), Path(work_folder, "site")
        shutil.copytree(SITE_FILES, site)
        engine = download_pyodide(Path(work_folder))
        app = _build_program(engine, path)
        _write_packs(engine, path, site)
        _write_page(app, site)
        close_connections(app)
        (site / "LICENCES.txt").write_text(_licences(), "utf-8")
        pack_files(site)
        shutil.copytree(HOST_FILES, site, dirs_exist_ok=True)
        copy_published(site, folder)
        return sum(file.stat().st_size for file in site.rglob("*") if file.is_file())


def pack_files(site: Path) -> None:
    """Write a compressed copy of each file that becomes smaller by it, beside the file."""
    for file in [file for file in site.rglob("*") if file.is_file()]:
        data = gzip.compress(file.read_bytes(), 9, mtime=0)
        if len(data) < MAX_COMPRESSED_SHARE * file.stat().st_size:
            file.with_name(f"{file.name}.gz").write_bytes(data)


def copy_published(site: Path, folder: Path) -> None:
    """Copy files to `folder` so that a web server, which is another user, may read them."""
    for file in (site, *site.rglob("*")):
        file.chmod(0o755 if file.is_dir() else 0o644)
    shutil.copytree(site, folder, dirs_exist_ok=True)


def _build_program(engine: Path, path: Path) -> Flask:
    """Write and compile all that Python reads, with an empty database. Return the app."""
    program = path / "program"
    copy_python_library(engine, path / "python")
    copy_libraries(path / "libraries")
    copy_program(program)
    app = create_app({"INSTANCE_PATH": path / "house", "PRAGMAS": ("foreign_keys=ON",)})
    upgrade_database(app)
    close_connections(app)
    (path / "house" / "companion.sqlite").rename(program / APP_FOLDER / "empty.sqlite")
    shutil.rmtree(path / "house")
    compile_templates(app, program)
    migrations = program / APP_FOLDER / "migrations"
    sources = migrations.rename(path.with_name("migrations"))
    compile_modules(engine, path)
    sources.rename(migrations)  # Alembic reads them
    return app


def _write_packs(engine: Path, path: Path, site: Path) -> None:
    """Write the icons and Pyodide; its files are in packs of those that change together."""
    for name in ICONS:
        shutil.copyfile(STATIC / "img" / name, site / name)
    (site / "engine").mkdir()
    (site / "engine" / "none.zip").write_bytes(EMPTY_ZIP)
    for name in PYODIDE_FILES:
        shutil.copyfile(engine / name, site / "engine" / name)
    (site / "python.gz").write_bytes(gzip.compress(_pack(path / "python"), 9, mtime=0))
    for name in ("libraries", "program"):
        (site / f"{name}.zst").write_bytes(_pack(path / name))
    recompress(engine, site)


def _pack(folder: Path) -> bytes:
    """Return files as the worker unpacks them: a list of paths and lengths, then the contents."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    paths = [(f"/{file.relative_to(folder).as_posix()}", file.stat().st_size) for file in files]
    head = json.dumps(paths, separators=(",", ":")).encode()
    return b"".join((len(head).to_bytes(4, "little"), head, *(f.read_bytes() for f in files)))


def _licences() -> str:
    texts = [(FOLDER / "engine.LICENSE").read_text("utf-8")]
    for name in LIBRARIES:
        package = distribution(name)
        paths = [file for file in package.files or () if "licen" in file.name.lower()]
        text = "\n".join(Path(str(file.locate())).read_text("utf-8") for file in paths)
        texts.append(f"{name} {package.version}\n\n{text}")
    return f"\n\n{'=' * 72}\n\n".join(texts)


def _write_page(app: Flask, site: Path) -> None:
    """Write the page, and the list of files with sizes and hashes into the service worker."""
    files = [file for file in sorted(site.rglob("*")) if file.is_file() and file.name != "sw.js"]
    entries = [_file_entry(file.relative_to(site).as_posix(), file.read_bytes()) for file in files]
    version = sha256(json.dumps(entries).encode()).hexdigest()[:12]
    with app.test_request_context():
        page = render_template("pocket/shell.html", version=version, words=shell_words())
    (site / "index.html").write_text(page, "utf-8")
    entries.append(_file_entry("./", page.encode()))
    script = (SITE_FILES / "sw.js").read_text("utf-8")
    (site / "sw.js").write_text(f"const FILES = {json.dumps(entries)};\n{script}", "utf-8")


def _file_entry(name: str, content: bytes) -> tuple[str, int, str]:
    return name, len(content), integrity_hash(content)


def integrity_hash(content: bytes) -> str:
    """Return the hash of a file in the format of a browser's `integrity`."""
    return f"sha256-{b64encode(sha256(content).digest()).decode()}"


def shell_words() -> dict[str, object]:
    words_by_language: dict[str, object] = {}
    for code, language in available_languages().items():
        with use_language(language):
            sentences = json.loads(render_template("pocket/words.html"))
        words_by_language[code] = {"direction": language.direction, "sentences": sentences}
    return words_by_language
