"""What a device remembers, in a cookie of its own that does not depend on the server's clock.

Flask's own sessions refuse a cookie that was signed in the future, and forget those of last
year: a clock that is put right would make every device a stranger.
"""

from datetime import UTC, datetime, timedelta

from flask import Flask, Request, Response
from flask import request as current
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

LIFETIME = timedelta(days=400)
"""How long a browser keeps the cookie after its last renewal; browsers allow no more."""

DAY = "day"
"""The key of the day on which the cookie was last renewed."""


class DeviceSessions(SecureCookieSessionInterface):
    """Reads a cookie of any age, and renews it on each day on which it is used."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Read the cookie; one that is missing or not ours is as good as empty."""
        serializer = self.get_signing_serializer(app)
        assert serializer is not None
        try:
            return self.session_class(serializer.loads(request.cookies.get(_name(app), "")))
        except (BadSignature, ValueError, TypeError):
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie where it changed, and where it is due; never with what did not ask."""
        if not session.accessed:
            return
        response.headers.add("Vary", "Cookie")
        today = datetime.now(UTC).date().toordinal()
        if session and session.get(DAY) != today:
            session[DAY] = today
        if session.modified:
            self._send(app, session, response)

    def _send(self, app: Flask, session: SessionMixin, response: Response) -> None:
        serializer = self.get_signing_serializer(app)
        assert serializer is not None
        response.set_cookie(
            _name(app),
            serializer.dumps(dict(session)),
            max_age=LIFETIME,
            path=self.get_cookie_path(app),
            secure=current.is_secure,
            httponly=True,
            samesite="Lax",
        )


def _name(app: Flask) -> str:
    """Name the cookie; over TLS another, which a page without TLS could neither read nor set."""
    name: str = app.config["SESSION_COOKIE_NAME"]
    return f"__Secure-{name}" if current.is_secure else name
