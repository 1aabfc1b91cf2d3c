"""Pages without a connection: the certificate, the service worker, the pocket."""

import mimetypes
from pathlib import Path

from flask import (
    Blueprint,
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

# For the workers; the page there sets its own.
CONTENT_POLICY = "script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'"


@pocket_pages.app_template_global()
def has_pocket() -> bool:
    """Return whether `companion pocket` has been run, and the page is served over HTTPS."""
    return request.is_secure and (_folder() / "index.html").is_file()


@pocket_pages.get("/", defaults={"name": "index.html"})
@pocket_pages.get("/<path:name>")
def file(name: str) -> Response:
    """Return a file of the pocket, the app in a browser; compressed if that is accepted."""
    mimetype = mimetypes.guess_type(name)[0] or "application/octet-stream"
    gzip_name = f"{name}.gz"
    is_compressed = request.accept_encodings.quality("gzip") and _is_servable(gzip_name)
    file_name = gzip_name if is_compressed else name
    if not _is_servable(file_name):
        abort(404)
    response = send_from_directory(_folder(), file_name, max_age=0, mimetype=mimetype)
    if is_compressed:
        response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    response.headers["Content-Security-Policy"] = CONTENT_POLICY
    return response


def _is_servable(name: str) -> bool:
    """Return whether a file exists in the folder, and no link leads out of it."""
    path = _folder() / name
    return path.is_file() and path.resolve().is_relative_to(_folder().resolve())


def _folder() -> Path:
    return pocket_folder(Path(current_app.instance_path))


offline_pages = Blueprint("trust", __name__)

# The static files of the page without a connection.
CACHED_FILES = (
    "css/companion.css",
    "css/pages.css",
    "css/panel.css",
    "css/table.css",
    "img/icon.svg",
    "js/theme.js",
)

ABOUT = say("Chips, pots, and penalties for card games played with a real deck")


@offline_pages.app_template_global()
def has_authority() -> bool:
    """Return whether this page was served with a certificate of the local authority."""
    return request.is_secure and _certificate() is not None


@offline_pages.get("/trust")
def show() -> str:
    if not has_authority():
        abort(404)
    return render_template("trust/page.html")


@offline_pages.get("/trust/companion-house.crt")
def authority() -> Response:
    certificate = _certificate() if request.is_secure else None
    return Response(certificate or abort(404), mimetype="application/x-x509-ca-cert")


@offline_pages.get("/companion.webmanifest")
def manifest() -> Response:
    text = render_template("companion.webmanifest", about=str(ABOUT))
    return Response(text, mimetype="application/manifest+json")


@offline_pages.get("/away")
def offline() -> str:
    return render_template("trust/away.html")


# At the root, as a worker controls only the pages below its own path.
@offline_pages.get("/worker.js")
def worker() -> Response:
    files = [url_for("static", filename=name) for name in CACHED_FILES]
    version = "".join(file.rpartition("=")[2][:4] for file in files)
    text = render_template("worker.js", files=files, version=version)
    return Response(text, mimetype="text/javascript")


def _certificate() -> str | None:
    return authority_certificate(Path(current_app.instance_path))
