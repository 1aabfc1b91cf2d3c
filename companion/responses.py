"""What every response carries: security headers, and how long it may be kept."""

from flask import Flask, Response

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


def init_app(app: Flask) -> None:
    """Put the headers on every response."""
    app.after_request(_add_headers)


def _add_headers(response: Response) -> Response:
    response.headers.extend(HEADERS)
    response.headers.setdefault("Cache-Control", "no-store")
    return response
