"""`companion pocket FOLDER`: static files in which the whole program runs, named by content."""

import gzip
import json
import shutil
import tempfile
from collections.abc import Mapping
from hashlib import sha256
from importlib.metadata import distribution
from pathlib import Path

from flask import Flask, render_template

from companion.app import create_app
from companion.core.sentences import say
from companion.database.engine import close
from companion.database.migrating import upgrade
from companion.language import languages, speaking
from companion.machine.paths import STATIC
from companion.pocket import contents, engine

NOTHING = b"PK\5\6" + bytes(18)
"""An archive without a file: the engine's library lies in a pack instead."""

PACKS = ("libraries", "program")
"""What the engine unpacks once it runs, packed most tightly; its own library a browser unpacks."""

SCRIPTS = ("shell.js", "worker.js", "files.js", "shell.css")
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
    "full": say("This device has no room left. Make some before an evening begins."),
    "unfetched": say("Companion did not arrive whole. Check the connection, and open it again."),
    "failed": say("Companion could not start. What is on this device is untouched."),
    "rescue": say("Save a copy of all evenings"),
    "safari": say(
        "Put Companion on the home screen: Safari deletes what a page keeps after seven days "
        "without a visit."
    ),
}


def write_pocket(folder: Path) -> int:
    """Write the folder, or a newer version into it; give how many bytes a device gets of it.

    Files of an older version stay: a page that is just loading asks for them still. Raises
    CannotStart.
    """
    with tempfile.TemporaryDirectory() as work:
        made, site = Path(work, "made"), Path(work, "site")
        site.mkdir()
        got = engine.fetch(Path(work))
        app = _fill(got, made)
        names = _write_parts(got, made, site)
        with app.test_request_context():
            _write_shell(site, names)
        close(app)
        publish(site, folder)
        return sum(file.stat().st_size for file in site.rglob("*") if file.is_file())


def publish(site: Path, folder: Path) -> None:
    """Copy files to where a host, which is another user, may read them."""
    for file in (site, *site.rglob("*")):
        file.chmod(0o755 if file.is_dir() else 0o644)
    shutil.copytree(site, folder, dirs_exist_ok=True)


def _fill(got: Path, made: Path) -> Flask:
    """Gather and compile all that Python reads, an empty database of the newest kind too."""
    contents.place_python(got, made)
    contents.place_libraries(made)
    contents.place_program(made)
    app = create_app({"INSTANCE_PATH": made / "house", "PRAGMAS": ("foreign_keys=ON",)})
    upgrade(app)
    close(app)
    (made / "house" / "companion.sqlite").rename(made / contents.APP / "empty.sqlite")
    shutil.rmtree(made / "house")
    contents.place_templates(app, made)
    migrations = made / contents.APP / "migrations"
    aside = migrations.rename(made.with_name("migrations"))
    engine.compile_all(got, made)
    aside.rename(migrations)  # Alembic reads those as they are written
    return app


def _write_parts(got: Path, made: Path, site: Path) -> dict[str, str]:
    """Write the engine, the packs and the scripts; give their names."""
    packs = site.with_name("packs")
    packs.mkdir()
    parts: dict[str, list[Path]] = {"python": [], "libraries": [], "program": []}
    for file in sorted(file for file in made.rglob("*") if file.is_file()):
        parts[_part(file.relative_to(made).as_posix())].append(file)
    for name in PACKS:
        (packs / name).write_bytes(_pack(made, parts[name]))
    engine.squeeze(got, packs)
    names = {name: _put(site, f"{name}.zst", (packs / name).read_bytes()) for name in PACKS}
    python = gzip.compress(_pack(made, parts["python"]), 9, mtime=0)
    names["python"] = _put(site, "python.gz", python)
    scripts = [engine.SITE / name for name in SCRIPTS]
    for file in (*scripts, *(STATIC / "img" / name for name in ICONS)):
        names[file.name] = _put(site, file.name, file.read_bytes())
    names["engine"] = _put_engine(site, got)
    (site / "LICENCES.txt").write_text(_licences(), "utf-8")
    return names


def _put(site: Path, name: str, content: bytes) -> str:
    """Write a file, its content's sum in its name, which is given."""
    stem, _, ending = name.rpartition(".")
    named = f"{stem}.{sha256(content).hexdigest()[:12]}.{ending}"
    (site / named).write_bytes(content)
    return named


def _put_engine(site: Path, got: Path) -> str:
    """Write the engine's files, which name each other, into a folder named by their content."""
    files = {name: (got / name).read_bytes() for name in engine.FILES} | {"none.zip": NOTHING}
    folder = f"engine.{sha256(b''.join(files.values())).hexdigest()[:12]}/"
    (site / folder).mkdir()
    for name, content in files.items():
        (site / folder / name).write_bytes(content)
    return folder


def _part(path: str) -> str:
    """Name the pack of a file: what changes together comes together."""
    if path.startswith(contents.SITE):
        return "libraries"
    return "python" if path.startswith(contents.LIBRARY) else "program"


def _pack(made: Path, files: list[Path]) -> bytes:
    """Pack files as the worker unpacks them: a list of paths and lengths, then the contents."""
    listed = [(f"/{file.relative_to(made).as_posix()}", file.stat().st_size) for file in files]
    head = json.dumps(listed, separators=(",", ":")).encode()
    return b"".join((len(head).to_bytes(4, "little"), head, *(f.read_bytes() for f in files)))


def _licences() -> str:
    """Gather the licences of all that is handed on."""
    texts = [(engine.SITE / "engine.LICENSE").read_text("utf-8")]
    for name in contents.LIBRARIES:
        found = distribution(name)
        paths = [file for file in found.files or () if "licen" in file.name.lower()]
        said = "\n".join(Path(str(file.locate())).read_text("utf-8") for file in paths)
        texts.append(f"{name} {found.version}\n\n{said}")
    return f"\n\n{'=' * 72}\n\n".join(texts)


def _write_shell(site: Path, names: Mapping[str, str]) -> None:
    """Write what has names that stay: the page, and the service worker, which knows all others."""
    build = {
        "engine": names["engine"],
        "python": names["python"],
        "packs": [names[name] for name in PACKS],
        "worker": names["worker.js"],
        "files": names["files.js"],
        "version": sha256(json.dumps(dict(names)).encode()).hexdigest()[:12],
    }
    linked = {
        "script": names["shell.js"],
        "style": names["shell.css"],
        "icon": names["icon.svg"],
        "touch": names["icon-180.png"],
        "manifest": _put(site, "app.webmanifest", _manifest(names)),
    }
    page = render_template("pocket/shell.html", build=build, names=linked, words=_words())
    (site / "index.html").write_text(page, "utf-8")
    _write_worker(site)


def _manifest(names: Mapping[str, str]) -> bytes:
    icons = [
        {"src": names[f"icon-{size}.png"], "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    colour = "#1b4831"
    said = {"name": "Companion", "short_name": "Companion", "start_url": "./", "scope": "./"}
    look = {"display": "standalone", "background_color": colour, "theme_color": colour}
    return json.dumps({**said, **look, "icons": icons}).encode()


def _words() -> dict[str, object]:
    """Say the page's sentences in every language."""
    said: dict[str, object] = {}
    for code, language in languages().items():
        with speaking(language):
            sentences = {key: str(sentence) for key, sentence in WORDS.items()}
        said[code] = {"direction": language.direction, "sentences": sentences}
    return said


def _write_worker(site: Path) -> None:
    page = (site / "index.html").read_bytes()
    files = [("./", len(page))]
    for file in sorted(site.rglob("*")):
        if file.is_file() and file.name not in ("index.html", "LICENCES.txt"):
            files.append((file.relative_to(site).as_posix(), file.stat().st_size))
    version = sha256(page).hexdigest()[:12]
    known = f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(files)};\n"
    script = (engine.SITE / "sw.js").read_text("utf-8")
    (site / "sw.js").write_text(f"{known}{script}", "utf-8")
