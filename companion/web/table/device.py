"""What a device sets for itself at a table, and what it puts out of sight on all of them."""

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from companion import store
from companion.web.base.addresses import TABLE
from companion.web.base.extensions import htmx
from companion.web.guests import switches
from companion.web.table.page import drawn, to_table

pages = Blueprint("devices", __name__, url_prefix=TABLE)


@pages.post("/memory")
def memory(token: str) -> ResponseReturnValue:
    """Switch the memory aid on or off."""
    store.version(token)
    switches.turn_memory()
    return to_table(token)


@pages.post("/memory/table")
def memory_at_table(token: str) -> ResponseReturnValue:
    """Permit the memory aid to all devices of the table, or forbid it."""
    store.permit(token, "memory_aid", on=request.form.get("aid") == "on")
    return to_table(token)


@pages.post("/side")
def side(token: str) -> ResponseReturnValue:
    """Turn the table on this device."""
    store.version(token)
    switches.turn_table(request.form.get("player", ""))
    return to_table(token)


@pages.post("/noted")
def noted(token: str) -> ResponseReturnValue:
    """Put a finding that was read out of sight, on every device."""
    store.note(token, request.form.get("finding", ""))
    return drawn(None, token) if htmx else to_table(token)
