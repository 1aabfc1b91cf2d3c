"""CSRF protection, the security headers of every response, and the signed session of a device."""

import secrets
from datetime import UTC, datetime, timedelta
from hashlib import blake2b

from flask import Flask, Request, Response, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_htmx import HTMX
from flask_wtf import CSRFProtect
from itsdangerous import BadSignature

csrf = CSRFProtect()
htmx = HTMX()


# The Content-Security-Policy without `frame-ancestors`, which is a setting.
CONTENT_POLICY = (
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
    """Add the security headers to every response of `app`, except those that a page has set."""
    policy = "; ".join((*CONTENT_POLICY, f"frame-ancestors {app.config['FRAMED_BY']}"))
    headers = {"Content-Security-Policy": policy, "Cache-Control": "no-store", **HEADERS}

    def add_headers(response: Response) -> Response:
        is_file = request.endpoint == "static" and response.mimetype != "text/html"
        for name, text in (FILE_HEADERS if is_file else headers).items():
            response.headers.setdefault(name, text)
        return response

    app.after_request(add_headers)


# How many renewed addresses a device remembers; cookies are small.
MAX_RENEWED = 20


def device_id() -> str:
    """Return the id of this device, a new one at its first visit."""
    if "device" not in session:
        session["device"] = secrets.token_urlsafe(16)
    device: str = session["device"]
    return device


def public_device_id() -> str:
    """Return a short id of this device that others may see."""
    # A hash, as the id itself must stay in its cookie.
    return blake2b(device_id().encode(), digest_size=4).hexdigest()


def redirect_bookmarks(old: str, new: str) -> None:
    """Remember that a table at the address `old` is now at `new`, for bookmarks on this device."""
    # A bookmark of an address that was renewed twice leads to the newest one.
    pairs = [(was, new if now == old else now) for was, now in session.get("renewed", ())]
    session["renewed"] = [*pairs, (old, new)][-MAX_RENEWED:]


def current_address(address: str) -> str | None:
    """Return the new address of a table that this device renewed; None if it did not."""
    new_address: str | None = dict(session.get("renewed", ())).get(address)
    return new_address


def idempotency_key() -> str | None:
    """Return the key of a form that may be sent only once; None for any other form."""
    once = request.form.get("once")
    if not once:
        return None
    return blake2b(f"{device_id()} {once}".encode(), digest_size=16).hexdigest()


# The lifetime of the cookie after its last renewal; browsers allow no more.
COOKIE_LIFETIME = timedelta(days=400)

# The session key of the day on which the cookie was last renewed.
RENEWAL_DAY = "day"


class DeviceSessions(SecureCookieSessionInterface):
    """A session interface that accepts cookies of any age, and renews them once a day."""

    def get_cookie_name(self, app: Flask) -> str:
        # A page without TLS can neither read nor set a cookie with this prefix.
        return f"{'__Secure-' if request.is_secure else ''}{super().get_cookie_name(app)}"

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        serializer = self.get_signing_serializer(app)
        assert serializer is not None
        try:
            text = request.cookies.get(self.get_cookie_name(app), "")
            return self.session_class(serializer.loads(text))
        except (BadSignature, ValueError, TypeError):
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie if it has changed or is due, but only if the session was used."""
        if not session.accessed:
            return
        response.headers.add("Vary", "Cookie")
        today = datetime.now(UTC).date().toordinal()
        if session and session.get(RENEWAL_DAY) != today:
            session[RENEWAL_DAY] = today
        if session.modified:
            self._send(app, session, response)

    def _send(self, app: Flask, session: SessionMixin, response: Response) -> None:
        serializer = self.get_signing_serializer(app)
        assert serializer is not None
        response.set_cookie(
            self.get_cookie_name(app),
            serializer.dumps(dict(session)),
            # Unlike a date it also holds on a device whose clock is wrong.
            max_age=COOKIE_LIFETIME,
            path=self.get_cookie_path(app),
            secure=request.is_secure,
            httponly=True,
            samesite="Lax",
        )
