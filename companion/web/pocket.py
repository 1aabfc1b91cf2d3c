"""Companion without a server, as this house hands it to its tablets; see `companion pocket`."""

import mimetypes
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, request, send_from_directory

from companion.machine.paths import pocket_folder

pocket_pages = Blueprint("pocket", __name__, url_prefix="/pocket")

POLICY = "script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'"
"""The page there says itself what it may do; its workers take their policy from here."""


def init_pocket(app: Flask) -> None:
    """Let the first page lead here where there is something to hand out."""
    app.add_template_global(has_pocket)


def has_pocket() -> bool:
    """Say whether there is a pocket, and a browser could run it: that needs HTTPS."""
    return request.is_secure and (_folder() / "index.html").is_file()


@pocket_pages.get("/", defaults={"name": "index.html"})
@pocket_pages.get("/<path:name>")
def file(name: str) -> Response:
    """Send one of the files, packed as `companion pocket` left it where a browser takes that."""
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    packed = f"{name}.gz"
    sends_packed = request.accept_encodings.quality("gzip") and _has(packed)
    sent = packed if sends_packed else name
    if not _has(sent):
        abort(404)
    answer = send_from_directory(_folder(), sent, max_age=0, mimetype=kind)
    if sends_packed:
        answer.headers["Content-Encoding"] = "gzip"
    answer.vary.add("Accept-Encoding")
    answer.headers["Content-Security-Policy"] = POLICY
    return answer


def _has(name: str) -> bool:
    """Return whether there is such a file, and no link leads out of the folder to it."""
    path = _folder() / name
    return path.is_file() and path.resolve().is_relative_to(_folder().resolve())


def _folder() -> Path:
    return pocket_folder(Path(current_app.instance_path))
