"""What a device sets for itself at a table, and the way for a second one to it."""

import io
from urllib.parse import urlsplit, urlunsplit

import segno
from flask import Blueprint, Response, request, url_for
from flask.typing import ResponseReturnValue

from companion import store
from companion.addresses import lan_address
from companion.extensions import htmx
from companion.web.addresses import TABLE
from companion.web.table import switches
from companion.web.table.page import drawn, to_table

pages = Blueprint("devices", __name__, url_prefix=TABLE)


@pages.post("/memory")
def memory(token: str) -> ResponseReturnValue:
    """Switch the memory aid on or off."""
    store.version(token)
    switches.turn_memory(token)
    return to_table(token)


@pages.post("/side")
def side(token: str) -> ResponseReturnValue:
    """Turn the table on this device."""
    store.version(token)
    switches.turn(token, request.form.get("player", ""))
    return to_table(token)


@pages.post("/noted")
def noted(token: str) -> ResponseReturnValue:
    """Put a finding that was read out of sight, on every device."""
    store.note(token, request.form.get("finding", ""))
    return drawn(None, token) if htmx else to_table(token)


@pages.get("/qr.svg")
def qr(token: str) -> Response:
    """Draw the table's address for the camera of a second tablet."""
    store.version(token)
    picture = io.BytesIO()
    code = segno.make(house_address(url_for("table.show", token=token, _external=True)), error="m")
    code.save(picture, kind="svg", scale=6, border=3, dark="#111", light="#fff", xmldecl=False)
    return Response(picture.getvalue(), mimetype="image/svg+xml")


def house_address(address: str) -> str:
    """Give an address that other devices of the house can reach instead of one of this machine."""
    parts = urlsplit(address)
    if parts.hostname not in ("localhost", "127.0.0.1", "::1"):
        return address
    port = f":{parts.port}" if parts.port else ""
    return urlunsplit(parts._replace(netloc=f"{lan_address()}{port}"))
