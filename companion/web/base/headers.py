"""What every response carries: security headers, and how long it may be kept."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from flask import Flask, Response

if TYPE_CHECKING:
    from _typeshed import OptExcInfo
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

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
            "media-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(
        f"{feature}=()"
        for feature in ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


class Secured:
    """A WSGI application all of whose answers carry the headers, as they are."""

    def __init__(self, app: "WSGIApplication") -> None:
        self._app = app

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer, with the headers."""

        def start(
            status: str, headers: list[tuple[str, str]], wrong: "OptExcInfo | None" = None
        ) -> Callable[[bytes], object]:
            return start_response(status, [*headers, *HEADERS.items()], wrong)

        return self._app(environ, start)


def init_app(app: Flask) -> None:
    """Put the headers on every response."""
    app.wsgi_app = Secured(app.wsgi_app)  # type: ignore[method-assign]
    app.after_request(_keep_not)


def _keep_not(response: Response) -> Response:
    response.headers.setdefault("Cache-Control", "no-store")
    return response
