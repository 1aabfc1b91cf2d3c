"""Only our own pages may send forms: each has a token of the device to which it was given."""

from flask import g, request, session
from flask_wtf import CSRFProtect
from typing_extensions import override

FIELD = "csrf_token"
"""What the token is called, on forms and where the device remembers its own."""

TOKENS = 1000
"""So many tokens are known to be good; then all are looked at anew."""

Shown = tuple[str | None, str | None, bool, str, str | None]
"""All that is looked at: a device's own token, the form's, and where the form was sent from."""


class Protection(CSRFProtect):  # type: ignore[misc]  # it has no types
    """Looks at the token of a form once: a device sends the same one with every tap of a page."""

    def __init__(self) -> None:
        """Begin with no token that is known."""
        super().__init__()
        self._good: set[Shown] = set()

    @override
    def protect(self, apply_exemptions: bool = False) -> None:
        """Refuse a form that is not of our pages (CSRFError)."""
        shown = _shown() if request.method == "POST" else None
        if shown in self._good:
            return
        super().protect(apply_exemptions)
        if shown is not None and g.get("csrf_valid"):
            self._know(shown)

    def _know(self, shown: Shown) -> None:
        if len(self._good) >= TOKENS:
            self._good.clear()
        self._good.add(shown)


def _shown() -> Shown:
    """Give what is shown; over TLS it matters from which page, too."""
    secure = request.is_secure
    sender = (request.host, request.referrer) if secure else ("", None)
    return session.get(FIELD), request.form.get(FIELD), secure, *sender
