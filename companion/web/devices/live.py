"""The stream of boards for a browser, with a board for each change of a table.

The gateway in front of the app keeps the stream; the app only decides which boards may be seen.
Without a gateway there is no stream, and pages poll every few seconds.
"""

from flask import Blueprint, g, request, session, url_for

from companion.language import current_language
from companion.server.live import (
    ANSWERS,
    STREAMS,
    SUBSCRIPTIONS,
    RenderedBoard,
    Subscription,
    TapAnswer,
)
from companion.store.access import resolve_table_address
from companion.store.invitations import InvitationWithdrawn
from companion.store.table_cache import LoadedTable
from companion.store.tables import UnknownTable, get_version
from companion.system.network import client_network
from companion.web.access import current_table_access
from companion.web.devices import settings

pages = Blueprint("live", __name__)

# How many addresses one browser may look at.
TABLES = 20


@pages.get(STREAMS)
def stream() -> tuple[str, int]:
    """Store a `Subscription` for each board in the query, in the stream that the gateway keeps.

    The query has `at=address~version` for each. Raises UnknownTable if none of the boards exists.
    """
    wishes: list[Subscription] | None = request.environ.get(SUBSCRIPTIONS)
    if wishes is not None:
        subscriptions = [_wish(at) for at in request.args.getlist("at")[:TABLES]]
        if not any(wish.table for wish in subscriptions):
            raise UnknownTable
        wishes += subscriptions
    return "", 204


def _wish(at: str) -> Subscription:
    """Return the subscription to an address; without a table if there is none."""
    address, _, version_text = at.rpartition("~")
    shows = int(version_text) if version_text.isascii() and version_text.isdecimal() else -1
    holder = client_network(request.remote_addr or ""), session.get("device", "")
    try:
        g.guest = resolve_table_address(address)
        version = get_version(g.guest.table)
    except (UnknownTable, InvitationWithdrawn):
        return Subscription(address, *holder)
    path = url_for("table.board", token=address).removeprefix(request.root_path)
    return Subscription(address, *holder, g.guest.table, _alike(), path, shows, version)


def publish_board(evening: LoadedTable, board: str) -> str:
    """Send the board of an answer to all devices that see the same. Return the board."""
    answers: list[TapAnswer] | None = request.environ.get(ANSWERS)
    if answers is not None:
        rendered_board = RenderedBoard(evening.version, board)
        answers.append(
            TapAnswer(evening.token, _alike(), session.get("device", ""), rendered_board)
        )
    return board


def _alike() -> str:
    """Return a key that is equal for all devices whose boards look the same."""
    language = current_language()
    view = f"{current_table_access().address} {language.locale} {language.court}"
    return f"{view} {settings.get_device_settings()}"
