"""CSRF protection and the security headers of every response."""

from flask import Flask, Response, request
from flask_htmx import HTMX
from flask_wtf import CSRFProtect

csrf = CSRFProtect()
htmx = HTMX()


# The Content-Security-Policy, without `frame-ancestors`, which is a setting.
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

FILE_HEADERS = {
    # A worker and a picture that is opened by itself have the policy of their file, not of a page.
    "Content-Security-Policy": "default-src 'self'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


def init_app(app: Flask) -> None:
    """Add the headers to every response, except those that it sets itself."""
    policy = "; ".join((*CONTENT, f"frame-ancestors {app.config['FRAMED_BY']}"))
    headers = {"Content-Security-Policy": policy, "Cache-Control": "no-store", **HEADERS}

    def complete(response: Response) -> Response:
        is_file = request.endpoint == "static" and response.mimetype != "text/html"
        for name, text in (FILE_HEADERS if is_file else headers).items():
            response.headers.setdefault(name, text)
        return response

    app.after_request(complete)
