"""Which device is asking: a random name in its cookie, so that it finds its tables again."""

import secrets
from hashlib import blake2b

from flask import request, session

RENEWED = 20
"""How many addresses a device remembers that it renewed; cookies are small."""


def device_id() -> str:
    """Give the name of this device, made at its first visit."""
    if "device" not in session:
        session["device"] = secrets.token_urlsafe(16)
    name: str = session["device"]
    return name


def public_device_id() -> str:
    """Give a short name of this device that all may see; its own name stays in its cookie."""
    return blake2b(device_id().encode(), digest_size=4).hexdigest()


def redirect_bookmarks(old: str, new: str) -> None:
    """Note that a table has another address now, to which this device's bookmarks lead on."""
    pairs = [(was, new if now == old else now) for was, now in session.get("renewed", ())]
    session["renewed"] = [*pairs, (old, new)][-RENEWED:]


def current_address(address: str) -> str | None:
    """Give the address that a table has now, if this device renewed it."""
    found: str | None = dict(session.get("renewed", ())).get(address)
    return found


def idempotency_key() -> str | None:
    """Name a form that was drawn to be sent once; None for one that does not say."""
    drawn = request.form.get("once")
    if not drawn:
        return None
    return blake2b(f"{device_id()} {drawn}".encode(), digest_size=16).hexdigest()
