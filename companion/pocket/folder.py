"""`companion pocket FOLDER`: static files in which the whole program runs, known by their sums."""

import gzip
import json
import shutil
import tempfile
from base64 import b64encode
from hashlib import sha256
from importlib.metadata import distribution
from pathlib import Path

from flask import Flask, render_template

from companion.app import create_app
from companion.core.sentences import say
from companion.database.engine import close_connections
from companion.database.migrating import upgrade_database
from companion.language import available_languages, use_language
from companion.machine.paths import STATIC
from companion.pocket import contents, engine

HERE = Path(__file__).parent
SITE = HERE / "site"
"""What comes as it lies there: scripts, style, and what a home screen wants to know."""

NOTHING = b"PK\5\6" + bytes(18)
"""An archive without a file: the engine's library lies in a pack instead."""

PACKED_FROM = 0.9
"""A file is packed for the wire that becomes smaller than this part of it."""

ICONS = ("icon.svg", "icon-180.png", "icon-192.png", "icon-512.png")

WORDS = {
    "fetching": say("Companion is being stored on this device. This happens only once."),
    "starting": say("The table is being laid."),
    "elsewhere": say(
        "Companion is open in another tab or window: the one whose title begins with ●. "
        "Close it, and go on here."
    ),
    "lacking": say(
        "This browser cannot run Companion by itself. Chrome 108, Firefox 114, Safari 17 and "
        "all newer ones can."
    ),
    "insecure": say("Companion runs in a browser by itself only at an address with https."),
    "refused": say(
        "This browser keeps nothing for this page, so no evening would be safe. Is it a private "
        "window?"
    ),
    "untrusted": say(
        "This device does not trust this house yet, so nothing could be kept here. Install its "
        "certificate first."
    ),
    "trust": say("How to make it trust this house"),
    "full": say("This device has no room left. Make some before an evening begins."),
    "unfetched": say("Companion did not arrive whole. Check the connection, and open it again."),
    "failed": say("Companion could not start. What is on this device is untouched."),
    "rescue": say("Save a copy of all evenings"),
    "safari": say(
        "Put Companion on the home screen: Safari deletes what a page keeps after seven days "
        "without a visit."
    ),
}


def build_site(folder: Path) -> int:
    """Write the folder, or a newer version into it; give how many bytes a device gets of it.

    Raises CannotStart.
    """
    with tempfile.TemporaryDirectory() as work:
        made, site = Path(work, "made"), Path(work, "site")
        shutil.copytree(SITE, site)
        got = engine.download_pyodide(Path(work))
        app = _fill(got, made)
        _write_parts(got, made, site)
        _write_page(app, site)
        close_connections(app)
        (site / "LICENCES.txt").write_text(_licences(), "utf-8")
        size = sum(file.stat().st_size for file in site.rglob("*") if file.is_file())
        pack_files(site)
        copy_published(site, folder)
        return size


def pack_files(site: Path) -> None:
    """Pack each file once for the wire, beside it, where that makes it smaller."""
    for file in [file for file in site.rglob("*") if file.is_file()]:
        packed = gzip.compress(file.read_bytes(), 9, mtime=0)
        if len(packed) < PACKED_FROM * file.stat().st_size:
            file.with_name(f"{file.name}.gz").write_bytes(packed)


def copy_published(site: Path, folder: Path) -> None:
    """Copy files to where a host, which is another user, may read them."""
    for file in (site, *site.rglob("*")):
        file.chmod(0o755 if file.is_dir() else 0o644)
    shutil.copytree(site, folder, dirs_exist_ok=True)


def _fill(got: Path, made: Path) -> Flask:
    """Gather and compile all that Python reads, an empty database of the newest kind too."""
    program = made / "program"
    contents.copy_python_library(got, made / "python")
    contents.copy_libraries(made / "libraries")
    contents.copy_program(program)
    app = create_app({"INSTANCE_PATH": made / "house", "PRAGMAS": ("foreign_keys=ON",)})
    upgrade_database(app)
    close_connections(app)
    (made / "house" / "companion.sqlite").rename(program / contents.APP / "empty.sqlite")
    shutil.rmtree(made / "house")
    contents.compile_templates(app, program)
    migrations = program / contents.APP / "migrations"
    aside = migrations.rename(made.with_name("migrations"))
    engine.compile_modules(got, made)
    aside.rename(migrations)  # Alembic reads those as they are written
    return app


def _write_parts(got: Path, made: Path, site: Path) -> None:
    """Write the icons, the engine, and in packs what it reads: what changes together is one."""
    for name in ICONS:
        shutil.copyfile(STATIC / "img" / name, site / name)
    (site / "engine").mkdir()
    (site / "engine" / "none.zip").write_bytes(NOTHING)
    for name in engine.FILES:
        shutil.copyfile(got / name, site / "engine" / name)
    (site / "python.gz").write_bytes(gzip.compress(_pack(made / "python"), 9, mtime=0))
    for name in ("libraries", "program"):
        (site / f"{name}.zst").write_bytes(_pack(made / name))
    engine.recompress(got, site)


def _pack(folder: Path) -> bytes:
    """Pack files as the worker unpacks them: a list of paths and lengths, then the contents."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    listed = [(f"/{file.relative_to(folder).as_posix()}", file.stat().st_size) for file in files]
    head = json.dumps(listed, separators=(",", ":")).encode()
    return b"".join((len(head).to_bytes(4, "little"), head, *(f.read_bytes() for f in files)))


def _licences() -> str:
    """Gather the licences of all that is handed on."""
    texts = [(HERE / "engine.LICENSE").read_text("utf-8")]
    for name in contents.LIBRARIES:
        found = distribution(name)
        paths = [file for file in found.files or () if "licen" in file.name.lower()]
        said = "\n".join(Path(str(file.locate())).read_text("utf-8") for file in paths)
        texts.append(f"{name} {found.version}\n\n{said}")
    return f"\n\n{'=' * 72}\n\n".join(texts)


def _write_page(app: Flask, site: Path) -> None:
    """Write the page that stays, and into the service worker what it fetches: name, size, sum."""
    files = [file for file in sorted(site.rglob("*")) if file.is_file() and file.name != "sw.js"]
    listed = [_known(file.relative_to(site).as_posix(), file.read_bytes()) for file in files]
    version = sha256(json.dumps(listed).encode()).hexdigest()[:12]
    with app.test_request_context():
        page = render_template("pocket/shell.html", version=version, words=shell_words())
    (site / "index.html").write_text(page, "utf-8")
    listed.append(_known("./", page.encode()))
    script = (SITE / "sw.js").read_text("utf-8")
    (site / "sw.js").write_text(f"const FILES = {json.dumps(listed)};\n{script}", "utf-8")


def _known(name: str, content: bytes) -> tuple[str, int, str]:
    return name, len(content), integrity_hash(content)


def integrity_hash(content: bytes) -> str:
    """Give the sum of a file, as a browser checks it."""
    return f"sha256-{b64encode(sha256(content).digest()).decode()}"


def shell_words() -> dict[str, object]:
    """Say the page's sentences in every language."""
    said: dict[str, object] = {}
    for code, language in available_languages().items():
        with use_language(language):
            sentences = {key: str(sentence) for key, sentence in WORDS.items()}
        said[code] = {"direction": language.direction, "sentences": sentences}
    return said
