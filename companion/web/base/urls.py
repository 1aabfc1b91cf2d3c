"""URLs of tables and circles, and the static files with their versions."""

import re
from collections.abc import Iterable
from hashlib import blake2b
from mimetypes import MimeTypes
from pathlib import Path
from urllib.parse import urlencode

from flask import Flask, Response, abort, current_app, request, url_for

# The prefixes of all pages of a table, and of a circle.
TABLE = "/t/<token>"
CIRCLE = "/c/<circle>"


def page_path(endpoint: str, **values: str) -> str:
    """Return the path of a page. No request is needed."""
    root = str(current_app.config["APPLICATION_ROOT"])
    return current_app.url_map.bind("", root).build(endpoint, values)


def parse_circle_token(address: str) -> str | None:
    """Return the token in the address of a circle's page; None for any other address."""
    _, circle, after = address.strip().partition("/c/")
    return re.split("[/?#]", after, maxsplit=1)[0] if circle else None


def with_query(address: str, fields: Iterable[tuple[str, object]]) -> str:
    """Return the URL of the page `address` with its form filled in with `fields`."""
    return f"{address}?{urlencode([*fields], doseq=True, safe=':')}"


def parse_table_token(address: str) -> str:
    """Return the token in the address of a table's page; the token may also stand alone."""
    path = re.split("[?#]", address.strip(), maxsplit=1)[0]
    prefix = TABLE.partition("<")[0]
    return (path.rpartition(prefix)[2] or path).strip("/").partition("/")[0]


def referrer_or_home() -> str:
    """Return the other page of this app that led to the request, or the home page."""
    referrer = request.referrer or ""
    is_reload = request.method == "GET" and referrer == request.url
    is_own = referrer.startswith(request.root_url) and not is_reload
    return referrer if is_own else url_for("home.tables")


MAX_ROW_ID_DIGITS = 9

# The converter for the id of a row in a path.
ROW_ID = f"<int(max={10**MAX_ROW_ID_DIGITS - 1}):number>"


def is_row_id(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= MAX_ROW_ID_DIGITS


def parse_row_id(text: str) -> int:
    """Return the id of a row. Raises ValueError if the text is none."""
    if not is_row_id(text):
        raise ValueError
    return int(text)


# Static files are read and hashed once at the start. Their URLs contain a hash of their content, so
# browsers may cache them for ever.

# Python's own types; those that `guess_type` finds on a computer may call a script a text.
MIME_TYPES = MimeTypes()
# Comments are not sent: only readers of the source need them.
COMMENTS = {".css": re.compile(rb"/\*.*?\*/\n?", re.DOTALL), ".js": re.compile(rb"(?m)^ *//.*\n")}

CACHED_FOREVER = "max-age=31536000, immutable"


class StaticFile:
    """A file's content and type, and the hash of its content as its version."""

    def __init__(self, path: Path) -> None:
        body = path.read_bytes()
        self.body = COMMENTS[path.suffix].sub(b"", body) if path.suffix in COMMENTS else body
        self.mimetype = MIME_TYPES.guess_type(path.name)[0] or "application/octet-stream"
        self.version = blake2b(self.body, digest_size=6).hexdigest()


def init_static_files(app: Flask, folder: Path) -> None:
    """Serve the files of `folder` as the endpoint `static`, with their versions in the URLs."""
    files = read_folder(folder)

    def static(filename: str) -> Response:
        return _file_response(files.get(filename) or abort(404))

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
            files[path.relative_to(folder).as_posix()] = StaticFile(path)
        except OSError:
            continue
    return files


def _file_response(file: StaticFile) -> Response:
    """Return a file, cached for ever if the URL has its version."""
    response = Response(file.body, mimetype=file.mimetype)
    is_current = request.args.get("v") == file.version
    response.headers["Cache-Control"] = CACHED_FOREVER if is_current else "no-cache"
    response.set_etag(file.version)
    response.make_conditional(request)
    response.headers.remove("Date")  # the server adds its own
    return response
