"""What a device sets for itself at a table, and what it puts out of sight on all of them."""

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from companion import store
from companion.web.base.addresses import TABLE
from companion.web.base.extensions import htmx
from companion.web.guests import switches
from companion.web.table.page import redirect_to_table, redraw

device_pages = Blueprint("devices", __name__, url_prefix=TABLE)


@device_pages.post("/memory")
def memory(token: str) -> ResponseReturnValue:
    """Switch the memory aid on or off."""
    store.get_version(token)
    switches.toggle_memory_aid()
    return redirect_to_table(token)


@device_pages.post("/memory/table")
def memory_at_table(token: str) -> ResponseReturnValue:
    """Permit the memory aid to all devices of the table, or forbid it."""
    store.set_permission(token, "memory_aid", on=request.form.get("aid") == "on")
    return redirect_to_table(token)


@device_pages.post("/side")
def turn_table(token: str) -> ResponseReturnValue:
    """Turn the table on this device."""
    store.get_version(token)
    switches.set_nearest_seat(request.form.get("player", ""))
    return redirect_to_table(token)


@device_pages.post("/noted")
def hide_finding(token: str) -> ResponseReturnValue:
    """Put a finding that was read out of sight, on every device."""
    store.dismiss_finding(token, request.form.get("finding", ""))
    return redraw(None, token) if htmx else redirect_to_table(token)
