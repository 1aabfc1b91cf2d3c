"""The stream of boards for a browser, with a board for each change of a table.

The gateway in front of the app sends the stream; the app only decides which boards may be seen.
Without a gateway there is no stream, and pages poll every few seconds.
"""

from flask import Blueprint, g, request, session, url_for

from companion.language import current_language
from companion.server.live import (
    ANSWERS_KEY,
    STREAMS_PATH,
    SUBSCRIPTIONS_KEY,
    RenderedBoard,
    Subscription,
    TapAnswer,
)
from companion.store.access import InvitationWithdrawn, resolve_table_address
from companion.store.table_cache import LoadedTable
from companion.store.tables import UnknownTable, get_version
from companion.system.network import client_network
from companion.web.access import current_table_access
from companion.web.devices import settings

pages = Blueprint("live", __name__)

# The most addresses that one browser may follow.
MAX_TABLES = 20


@pages.get(STREAMS_PATH)
def stream() -> tuple[str, int]:
    """Store a `Subscription` for each board in the query, for the gateway's stream.

    The query has `at=address~version` for each. Raises UnknownTable if none of the boards exists.
    """
    subscriptions: list[Subscription] | None = request.environ.get(SUBSCRIPTIONS_KEY)
    if subscriptions is not None:
        new = [_subscription(at) for at in request.args.getlist("at")[:MAX_TABLES]]
        if not any(subscription.table for subscription in new):
            raise UnknownTable
        subscriptions += new
    return "", 204


def _subscription(at: str) -> Subscription:
    """Return the subscription to an address; without a table if there is none."""
    address, _, version_text = at.rpartition("~")
    shown_version = int(version_text) if version_text.isascii() and version_text.isdecimal() else -1
    holder = client_network(request.remote_addr or ""), session.get("device", "")
    try:
        access = g.table_access = resolve_table_address(address)
        version = get_version(access.table)
    except (UnknownTable, InvitationWithdrawn):
        return Subscription(address, *holder)
    path = url_for("table.board", token=address).removeprefix(request.root_path)
    return Subscription(address, *holder, access.table, _board_key(), path, shown_version, version)


def publish_board(evening: LoadedTable, board: str) -> str:
    """Send the board of an answer to all devices that see the same. Return the board."""
    answers: list[TapAnswer] | None = request.environ.get(ANSWERS_KEY)
    if answers is not None:
        rendered_board = RenderedBoard(evening.version, board)
        answers.append(
            TapAnswer(evening.token, _board_key(), session.get("device", ""), rendered_board)
        )
    return board


def _board_key() -> str:
    """Return a key that is equal for all devices whose boards look the same."""
    language = current_language()
    view = f"{current_table_access().address} {language.locale} {language.court}"
    return f"{view} {settings.get_device_settings()}"
