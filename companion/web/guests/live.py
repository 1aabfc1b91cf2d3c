"""One stream for a browser: every table that it looks at, in the moment in which it changes.

The server in front of the app keeps the stream; the app only says what may be looked at. Where
the app is served otherwise there is no stream, and pages ask every few seconds.
"""

from flask import Blueprint, g, request, session, url_for

from companion import store
from companion.language import spoken
from companion.machine.ip import household
from companion.server.hub import WISHES, Wish
from companion.server.shares import Holder
from companion.web.guests import switches

pages = Blueprint("live", __name__)

TABLES = 20
"""How many addresses one browser may look at."""


@pages.get("/live")
def stream() -> tuple[str, int]:
    """Say what the boards named by ``at`` (address~version) are, to whoever keeps the stream.

    Raises UnknownTable where there is none of them.
    """
    wishes: list[Wish] | None = request.environ.get(WISHES)
    if wishes is not None:
        found = [_wish(*_parted(at)) for at in request.args.getlist("at")[:TABLES]]
        if not any(wish.table for wish in found):
            raise store.UnknownTable
        wishes += found
    return "", 204


def _parted(at: str) -> tuple[str, int]:
    address, _, version = at.rpartition("~")
    return address, int(version) if version.isascii() and version.isdecimal() else -1


def _wish(address: str, shows: int) -> Wish:
    """Tell the table of an address, and what its boards have in common that are drawn alike."""
    holder = Holder(household(request.remote_addr or ""), session.get("device", ""))
    try:
        g.guest = store.admit(address)
        version = store.version(g.guest.table)
    except (store.UnknownTable, store.Withdrawn):
        return Wish(address, holder)
    path = url_for("table.board", token=address).removeprefix(request.root_path)
    alike = f"{address} {spoken().locale} {spoken().court} {switches.chosen()}"
    return Wish(address, holder, g.guest.table, alike, path, shows, version)
