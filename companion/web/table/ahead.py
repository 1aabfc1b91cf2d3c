"""What comes after an answer that is held: shown while the finger is down."""

import json
from urllib.parse import urlencode

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import store
from companion.core.entries.entry import Entry, parse_entry
from companion.core.entries.incoming import InvalidJson, parse_json
from companion.core.errors import Refused
from companion.core.game import Game
from companion.web.base.addresses import TABLE
from companion.web.games import screen_of
from companion.web.parts.by_keys import KEY
from companion.web.parts.pack import free_cards, offer_rows
from companion.web.parts.sheet import CardSheet
from companion.web.table import sheets

lookahead_pages = Blueprint("ahead", __name__, url_prefix=TABLE)


@lookahead_pages.get("/ahead")
def show(token: str) -> ResponseReturnValue:
    """Draw how its player may go on after an entry; nothing (204) where nothing comes after it."""
    evening = store.load_table(token)
    screen, entry = screen_of(evening.log.setup.game), _entry(evening.log.setup.game)
    ways = entry and screen.next_plays(evening.table, entry)
    if ways is None:
        return "", 204
    return render_template(f"games/{screen.folder}/ahead.html", token=token, ways=ways)


@lookahead_pages.get("/ahead/player")
def player(token: str) -> ResponseReturnValue:
    """Draw what a player may do besides playing: a loan at once, all else on the player's sheet."""
    sheet = sheets.player_sheet(store.load_table(token).table, request.args)
    if sheet is None or not sheet.likely_lender:
        return "", 204
    return render_template("table/ahead.html", token=token, sheet=sheet)


@lookahead_pages.get("/ahead/<sheet>")
def first(token: str, sheet: str) -> ResponseReturnValue:
    """Draw the pack of a player's sheet, to slide to the first card; nothing (204) without one.

    That card leads on to the sheet; where it is the only one, it makes the entry.
    """
    opened = sheets.open_sheet(store.load_table(token).table, sheet, request.args)
    view = opened and opened.view
    if not isinstance(view, CardSheet) or not free_cards(view.rows):
        return "", 204
    enters = view.cards == 1
    way = _entered if enters else _begun
    rows = offer_rows({card: way(sheet, view.player, card) for card in free_cards(view.rows)})
    return render_template("games/first.html", said=view.title, rows=rows, enters=enters)


def _entered(do: str, player: str, card: str) -> str:
    return json.dumps({"do": do, "player": player, "cards": [card]})


def _begun(sheet: str, player: str, card: str) -> str:
    chosen = {KEY + "player": player, KEY + "cards": card}
    return f"{url_for('table.more', sheet=sheet)}?{urlencode(chosen)}"


def _entry(game: Game) -> Entry | None:
    try:
        return parse_entry(parse_json(request.args.get("entry", "")), game.kinds)
    except (InvalidJson, Refused):
        return None
