"""One stream for a browser: every table that it looks at, in the moment in which it changes.

The server in front of the app keeps the stream; the app only says what may be looked at. Where
the app is served otherwise there is no stream, and pages ask every few seconds.
"""

from flask import Blueprint, g, request, session, url_for

from companion import store
from companion.language import spoken
from companion.machine.ip import household
from companion.server.streams import ANSWERS, STREAMS, WISHES, DrawnBoard, TapAnswer, Wish
from companion.web.guests import switches
from companion.web.guests.roles import guest

pages = Blueprint("live", __name__)

TABLES = 20
"""How many addresses one browser may look at."""


@pages.get(STREAMS)
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
    holder = household(request.remote_addr or ""), session.get("device", "")
    try:
        g.guest = store.admit(address)
        version = store.version(g.guest.table)
    except (store.UnknownTable, store.Withdrawn):
        return Wish(address, *holder)
    path = url_for("table.board", token=address).removeprefix(request.root_path)
    return Wish(address, *holder, g.guest.table, _alike(), path, shows, version)


def hand_on(evening: store.Evening, board: str) -> str:
    """Let all who see this device's board alike have it as it was drawn for the answer."""
    answers: list[TapAnswer] | None = request.environ.get(ANSWERS)
    if answers is not None:
        drawn = DrawnBoard(evening.version, board)
        answers.append(TapAnswer(evening.token, _alike(), session.get("device", ""), drawn))
    return board


def _alike() -> str:
    """Name all on which the board depends that this device is shown of the table at hand."""
    return f"{guest().address} {spoken().locale} {spoken().court} {switches.switches_of()}"
