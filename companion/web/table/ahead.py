"""How a player may go on after an answer that is held: shown while the finger is down."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion import store
from companion.core.entry import Entry, read
from companion.core.errors import Refused
from companion.core.game import Game
from companion.core.incoming import Unreadable, read_json
from companion.web.addresses import TABLE
from companion.web.games import screen_of

pages = Blueprint("ahead", __name__, url_prefix=TABLE)


@pages.get("/ahead")
def show(token: str) -> ResponseReturnValue:
    """Draw how its player may go on after an entry; nothing (204) where nothing comes after it."""
    evening = store.evening(token)
    screen, entry = screen_of(evening.log.setup.game), _entry(evening.log.setup.game)
    shown = entry and screen.ahead(evening.table, entry)
    if not shown:
        return "", 204
    return render_template(f"games/{screen.folder}/ahead.html", token=token, **shown)


def _entry(game: Game) -> Entry | None:
    try:
        return read(read_json(request.args.get("entry", "")), game.kinds)
    except (Unreadable, Refused):
        return None
