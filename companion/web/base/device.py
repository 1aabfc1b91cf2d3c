"""Which device is asking: a random name in its cookie, so that it finds its tables again."""

import secrets
from hashlib import blake2b

from flask import request, session


def device() -> str:
    """Give the name of this device, made at its first visit."""
    if "device" not in session:
        session["device"] = secrets.token_urlsafe(16)
    name: str = session["device"]
    return name


def alias() -> str:
    """Give a short name of this device that all may see; its own name stays in its cookie."""
    return blake2b(device().encode(), digest_size=4).hexdigest()


def once() -> str | None:
    """Name a form that was drawn to be sent once; None for one that does not say."""
    drawn = request.form.get("once")
    if not drawn:
        return None
    return blake2b(f"{device()} {drawn}".encode(), digest_size=16).hexdigest()
