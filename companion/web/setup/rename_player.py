"""The page that renames a player, at any time."""

from flask import Blueprint, flash, render_template, request
from flask.typing import ResponseReturnValue

from companion.core.sentences import say
from companion.store.names import rename_player
from companion.store.tables import load_table
from companion.web.base.errors import TapError, error_text, redraw_on_error
from companion.web.base.urls import TABLE
from companion.web.table.table import redirect_to_table

pages = Blueprint("rename_player", __name__, url_prefix=TABLE + "/name")


@pages.get("")
def show(token: str) -> str:
    return _draw(token, request.args.get("player", ""))


def _again(error: TapError, token: str) -> str:
    player, text = request.form.get("player", ""), request.form.get("name", "")
    return _draw(token, player, text, error_text(error))


@pages.post("")
@redraw_on_error(_again)
def save(token: str) -> ResponseReturnValue:
    """Rename a player in the whole table."""
    version = request.form.get("version", -1, type=int)
    player, name = request.form.get("player", ""), request.form.get("name", "").strip()
    rename_player(token, version, player, name)
    flash(str(say("{player} is called {name} now.", player=player, name=name)))
    return redirect_to_table(token)


def _draw(token: str, player: str, text: str = "", error: str = "") -> str:
    evening = load_table(token)
    return render_template(
        "setup/name.html",
        version=evening.version,
        player=player,
        typed=text or player,
        error=error,
    )
