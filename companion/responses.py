"""What every response carries: security headers, and how long it may be kept."""

from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from flask import Flask, Response, current_app, request

HEADERS = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "font-src 'self'",
            "manifest-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


def init_app(app: Flask) -> None:
    """Put the headers on every response, and the content's hash in the address of static files.

    To be called after the compressor's own `init_app`: what is added last runs first.
    """
    app.after_request(_add_headers)
    app.after_request(_read_static)
    app.url_defaults(_add_version)


def _add_headers(response: Response) -> Response:
    response.headers.extend(HEADERS)
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    elif _names_current_version():
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


def _read_static(response: Response) -> Response:
    """Read a static file at once: the compressor skips streams, or leaves their files open."""
    if request.endpoint == "static" and response.status_code == 200:
        response.direct_passthrough = False
        body = response.get_data()
        response.close()
        response.set_data(body)
    return response


def _add_version(endpoint: str, values: dict[str, object]) -> None:
    if endpoint == "static" and "v" not in values:
        version = _version(str(values.get("filename")))
        if version:
            values["v"] = version


def _names_current_version() -> bool:
    filename = (request.view_args or {}).get("filename", "")
    return bool(filename) and request.args.get("v") == _version(filename)


def _version(filename: str) -> str | None:
    path = Path(str(current_app.static_folder), filename)
    return _digest(path, path.stat().st_mtime_ns) if path.is_file() else None


@lru_cache(maxsize=256)
def _digest(path: Path, _modified: int) -> str:
    return blake2b(path.read_bytes(), digest_size=6).hexdigest()
