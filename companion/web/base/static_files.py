"""Static files, read and hashed once at the start.

Their URLs contain a hash of their content, so browsers may cache them for ever.
"""

import re
from dataclasses import dataclass
from hashlib import blake2b
from mimetypes import MimeTypes
from pathlib import Path

from flask import Flask, Response, abort, request

# Python's own types; those that `guess_type` finds on a computer may call a script a text.
TYPES = MimeTypes()
# Comments are not sent: only readers of the source need them.
COMMENTS = {".css": re.compile(rb"/\*.*?\*/\n?", re.DOTALL), ".js": re.compile(rb"(?m)^ *//.*\n")}

FOREVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file's content and type, and the hash of its content as its version."""

    body: bytes
    mimetype: str
    version: str


def init_app(app: Flask, folder: Path) -> None:
    """Serve the files of `folder` as the endpoint `static`, with their versions in the URLs."""
    files = read_folder(folder)

    def static(filename: str) -> Response:
        return _answer(files.get(filename) or abort(404))

    def add_version(endpoint: str, values: dict[str, object]) -> None:
        file = files.get(str(values.get("filename"))) if endpoint == "static" else None
        if file is not None:
            values.setdefault("v", file.version)

    app.add_url_rule("/static/<path:filename>", view_func=static)
    app.url_defaults(add_version)


def read_folder(folder: Path) -> dict[str, StaticFile]:
    """Return every readable file below `folder`, by its path in it."""
    files = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        try:
            files[path.relative_to(folder).as_posix()] = _read(path)
        except OSError:
            continue
    return files


def _read(path: Path) -> StaticFile:
    body = path.read_bytes()
    if path.suffix in COMMENTS:
        body = COMMENTS[path.suffix].sub(b"", body)
    kind = TYPES.guess_type(path.name)[0] or "application/octet-stream"
    return StaticFile(body, kind, blake2b(body, digest_size=6).hexdigest())


def _answer(file: StaticFile) -> Response:
    """Return a file, cached for ever if the URL has its version."""
    response = Response(file.body, mimetype=file.mimetype)
    response.headers["Cache-Control"] = (
        FOREVER if request.args.get("v") == file.version else "no-cache"
    )
    response.set_etag(file.version)
    response.make_conditional(request)
    response.headers.remove("Date")  # the server adds its own
    return response
