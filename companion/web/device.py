"""Which device is asking: a random name in its cookie, so that it finds its tables again."""

import secrets

from flask import session


def device() -> str:
    """Give the name of this device, made at its first visit."""
    if "device" not in session:
        session["device"] = secrets.token_urlsafe(16)
    name: str = session["device"]
    return name
