"""The pages that change the order of the seats, if all hands still replay, and rename a player."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.core.errors import Refused
from companion.core.log.log import Log
from companion.core.sentences import EntryNumber, Sentence, say
from companion.store.entries import StaleVersion, update_setup
from companion.store.names import rename_player
from companion.store.tables import load_table
from companion.web.base.errors import TapError, error_text, redraw_on_error
from companion.web.base.guards import tag_view
from companion.web.base.urls import TABLE
from companion.web.table.table import redirect_to_table

pages = Blueprint("seats", __name__, url_prefix=TABLE)


@pages.get("/seats")
def show(
    token: str, error: TapError | None = None, order: tuple[list[str], str] | None = None
) -> str:
    """Show the order of the seats, or the typed `order`: the players and the first dealer."""
    evening = load_table(token)
    setup, sentence = evening.setup_record, error_text(error)
    if isinstance(error, Refused):
        order, sentence = _read_order(), str(seat_order_refusal(evening.log, error))
    players, dealer = order or (setup["players"], setup["dealer"])
    return render_template(
        "setup/seats.html",
        version=evening.version,
        game=evening.log.setup.game,
        players=players,
        others=[name for name in evening.table.seats if name not in players],
        dealer=dealer,
        dealt=bool(evening.table.hand),
        error=sentence,
    )


@pages.post("/seats")
@redraw_on_error(show)
@tag_view("long")
def save_order(token: str) -> ResponseReturnValue:
    """Move a name in the form, or store the order and replay all hands."""
    players, dealer = _read_order()
    do, version = request.form.get("do", ""), request.form.get("version", -1, type=int)
    evening = load_table(token)
    others = sorted(players) != sorted(evening.setup_record["players"])
    if others or (do != "save" and version != evening.version):
        raise StaleVersion
    if do != "save":
        return show(token, order=(_move_name(players, do), dealer))
    update_setup(token, version, {**evening.setup_record, "players": players, "dealer": dealer})
    flash(str(say("The seating order has been saved.")))
    return redirect(url_for("table.show"), 303)


def _read_order() -> tuple[list[str], str]:
    return request.form.getlist("players"), request.form.get("dealer", "")


def _move_name(players: list[str], do: str) -> list[str]:
    """Return the order after the action ``up:2`` or ``down:2``; others change nothing."""
    verb, _, argument = do.partition(":")
    step = {"up": -1, "down": 1}.get(verb, 0)
    if argument in map(str, range(len(players))):
        index, target = int(argument), (int(argument) + step) % len(players)
        players[index], players[target] = players[target], players[index]
    return players


def seat_order_refusal(log: Log, error: Refused) -> Sentence:
    """Return which entry would be impossible in a new order, and the reason."""
    if error.entry is None:
        return error.sentence
    game, raw = log.setup.game, log.raw_entries[error.entry]
    number = EntryNumber(error.entry)
    if raw["do"] not in game.kinds:
        template = say("With this change, entry {number} would no longer be valid: {why}")
        return template.with_facts(number=number, why=error.reason)
    template = say("With this change, entry {number} ({entry}) would no longer be valid: {why}")
    return template.with_facts(number=number, entry=game.entry_sentence(raw), why=error.reason)


@pages.get("/name")
def show_name(token: str, error: TapError | None = None) -> str:
    player = request.values.get("player", "")
    return render_template(
        "setup/name.html",
        version=load_table(token).version,
        player=player,
        typed=request.form.get("name") or player,
        error=error_text(error),
    )


@pages.post("/name")
@redraw_on_error(show_name)
def save_name(token: str) -> ResponseReturnValue:
    version = request.form.get("version", -1, type=int)
    player, name = request.form.get("player", ""), request.form.get("name", "").strip()
    rename_player(token, version, player, name)
    flash(str(say("{player} is now called {name}.", player=player, name=name)))
    return redirect_to_table(token)
