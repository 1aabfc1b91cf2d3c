"""Pages without a connection: the certificate to trust, the service worker, the pocket."""

import mimetypes
from pathlib import Path

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    render_template,
    request,
    send_from_directory,
    url_for,
)

from companion.core.sentences import say
from companion.system.settings import authority_certificate, pocket_folder

pocket_pages = Blueprint("pocket", __name__, url_prefix="/pocket")

# The page there says itself what it may do; its workers take their policy from here.
POLICY = "script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'"


def init_pocket(app: Flask) -> None:
    """Let the first page lead here where there is something to hand out."""
    app.add_template_global(has_pocket)


def has_pocket() -> bool:
    """Return whether there is a pocket, and a browser could run it: that needs HTTPS."""
    return request.is_secure and (_folder() / "index.html").is_file()


@pocket_pages.get("/", defaults={"name": "index.html"})
@pocket_pages.get("/<path:name>")
def file(name: str) -> Response:
    """Send one of the files, packed as `companion pocket` left it where a browser takes that."""
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    packed = f"{name}.gz"
    sends_packed = request.accept_encodings.quality("gzip") and _has(packed)
    text = packed if sends_packed else name
    if not _has(text):
        abort(404)
    answer = send_from_directory(_folder(), text, max_age=0, mimetype=kind)
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


offline_pages = Blueprint("trust", __name__)

# What the page without a connection is made of.
CACHED_FILES = (
    "css/companion.css",
    "css/pages.css",
    "css/panel.css",
    "css/table.css",
    "css/who.css",
    "img/icon.svg",
    "js/theme.js",
)

ABOUT = say("Purses, pots and penalties for card games played with a real deck")


def init_app(app: Flask) -> None:
    """Let pages lead here where there is something to trust."""
    app.add_template_global(has_authority)


def has_authority() -> bool:
    """Return whether devices come by a certificate of this house."""
    return request.is_secure and _certificate() is not None


@offline_pages.get("/trust")
def show() -> str:
    """Return how a device comes to trust this house."""
    if not has_authority():
        abort(404)
    return render_template("trust/page.html")


@offline_pages.get("/trust/companion-house.crt")
def authority() -> Response:
    """Return the certificate of this house's authority."""
    certificate = _certificate() if request.is_secure else None
    return Response(certificate or abort(404), mimetype="application/x-x509-ca-cert")


@offline_pages.get("/companion.webmanifest")
def manifest() -> Response:
    """Tell a device that puts the app on its home screen what it is."""
    text = render_template("companion.webmanifest", about=str(ABOUT))
    return Response(text, mimetype="application/manifest+json")


@offline_pages.get("/away")
def offline() -> str:
    """Say that there is no connection; a worker keeps this page."""
    return render_template("trust/away.html")


@offline_pages.get("/worker.js")
def worker() -> Response:
    """Serve the service worker; its address lies at the root, so that it covers all pages."""
    files = [url_for("static", filename=name) for name in CACHED_FILES]
    version = "".join(file.rpartition("=")[2][:4] for file in files)
    text = render_template("worker.js", files=files, version=version)
    return Response(text, mimetype="text/javascript")


def _certificate() -> str | None:
    return authority_certificate(Path(current_app.instance_path))
