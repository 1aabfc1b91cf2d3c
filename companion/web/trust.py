"""What HTTPS in the house brings: a certificate to trust, and a page without a connection."""

from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, render_template, request, url_for

from companion.core.sentences import say
from companion.machine.authority import authority_certificate

offline_pages = Blueprint("trust", __name__)

CACHED_FILES = (
    "css/companion.css",
    "css/pages.css",
    "css/panel.css",
    "css/table.css",
    "css/who.css",
    "img/icon.svg",
    "js/theme.js",
)
"""What the page without a connection is made of."""

ABOUT = say("Purses, pots and penalties for card games played with a real deck")


def init_app(app: Flask) -> None:
    """Let pages lead here where there is something to trust."""
    app.add_template_global(has_authority)


def has_authority() -> bool:
    """Say whether devices come by a certificate of this house."""
    return request.is_secure and _certificate() is not None


@offline_pages.get("/trust")
def show() -> str:
    """Tell how a device comes to trust this house."""
    if not has_authority():
        abort(404)
    return render_template("trust/page.html")


@offline_pages.get("/trust/companion-house.crt")
def authority() -> Response:
    """Give the certificate of this house's authority."""
    certificate = _certificate() if request.is_secure else None
    return Response(certificate or abort(404), mimetype="application/x-x509-ca-cert")


@offline_pages.get("/companion.webmanifest")
def manifest() -> Response:
    """Tell a device that puts the app on its home screen what it is."""
    said = render_template("companion.webmanifest", about=str(ABOUT))
    return Response(said, mimetype="application/manifest+json")


@offline_pages.get("/away")
def offline() -> str:
    """Say that there is no connection; a worker keeps this page."""
    return render_template("trust/away.html")


@offline_pages.get("/worker.js")
def worker() -> Response:
    """Serve the service worker; its address lies at the root, so that it covers all pages."""
    files = [url_for("static", filename=name) for name in CACHED_FILES]
    version = "".join(file.rpartition("=")[2][:4] for file in files)
    made = render_template("worker.js", files=files, version=version)
    return Response(made, mimetype="text/javascript")


def _certificate() -> str | None:
    return authority_certificate(Path(current_app.instance_path))
