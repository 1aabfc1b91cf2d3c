"""What every response carries: security headers, and how long it may be kept."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from flask import Flask, Response

if TYPE_CHECKING:
    from _typeshed import OptExcInfo
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

CONTENT = (
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
)
"""What pages may load, and from where; whose frames they may lie in is a setting."""

HEADERS = {
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
    """A WSGI application whose answers carry the headers, unless they bring their own."""

    def __init__(self, app: "WSGIApplication", framed_by: str) -> None:
        self._app = app
        policy = "; ".join((*CONTENT, f"frame-ancestors {framed_by}"))
        self._headers = {"Content-Security-Policy": policy, **HEADERS}

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer, with the headers."""

        def start(
            status: str, headers: list[tuple[str, str]], wrong: "OptExcInfo | None" = None
        ) -> Callable[[bytes], object]:
            own = {name for name, _ in headers}
            ours = [(name, text) for name, text in self._headers.items() if name not in own]
            return start_response(status, [*headers, *ours], wrong)

        return self._app(environ, start)


def init_app(app: Flask) -> None:
    """Put the headers on every response."""
    app.wsgi_app = Secured(app.wsgi_app, app.config["FRAMED_BY"])  # type: ignore[method-assign]
    app.after_request(_keep_not)


def _keep_not(response: Response) -> Response:
    response.headers.setdefault("Cache-Control", "no-store")
    return response
