"""Companion without a server, as this house hands it to its tablets; see `companion pocket`."""

from pathlib import Path

from flask import Blueprint, Flask, Response, current_app, request, send_from_directory

from companion.machine.paths import pocket_folder

pages = Blueprint("pocket", __name__, url_prefix="/pocket")

POLICY = "script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'"
"""The page there says itself what it may do; its workers take their policy from here."""


def init_app(app: Flask) -> None:
    """Let the first page lead here where there is something to hand out."""
    app.add_template_global(has_pocket)


def has_pocket() -> bool:
    """Say whether there is a pocket, and a browser could run it: that needs HTTPS."""
    return request.is_secure and (_folder() / "index.html").is_file()


@pages.get("/", defaults={"name": "index.html"})
@pages.get("/<path:name>")
def file(name: str) -> Response:
    """Give one of the files."""
    answer = send_from_directory(_folder(), name, max_age=0)
    answer.headers["Content-Security-Policy"] = POLICY
    return answer


def _folder() -> Path:
    return pocket_folder(Path(current_app.instance_path))
