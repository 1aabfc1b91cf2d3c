"""The rules of a game in words, with the house rules of a table filled in."""

from flask import Blueprint, abort, render_template

from companion import store
from companion.core.game import Game
from companion.core.options import Options, values_of
from companion.core.words import pot_name
from companion.games import games
from companion.games.stops.board import Board, make_board
from companion.games.stops.options import StopsOptions
from companion.web.addresses import TABLE
from companion.web.games import screen_of
from companion.web.games.stops.board import pot_faces

pages = Blueprint("rules", __name__)
pages.add_app_template_filter(pot_name)


@pages.get("/rules/<slug>")
def of_game(slug: str) -> str:
    """Show the rules of a game by its own values."""
    game = games().get(slug)
    if game is None:
        abort(404)
    return _draw(game, game.defaults)


@pages.get(TABLE + "/rules")
def of_table(token: str) -> str:
    """Show the rules that a table plays by."""
    evening = store.evening(token)
    setup = evening.log.setup
    return _draw(setup.game, setup.options, token)


def _draw(game: Game, options: Options, token: str = "") -> str:
    usual, now = values_of(game.defaults), values_of(options)
    return render_template(
        f"rules/{screen_of(game).folder}.html",
        game=game,
        options=options,
        sections=game.rule_sheet(options),
        changed=[o for o in game.options if now[o.name] != usual[o.name]],
        board=_board(options),
        pot_faces=pot_faces,
        token=token,
    )


def _board(options: Options) -> Board | None:
    """Give the board of the table, where its pots are a house rule."""
    return make_board(options.board) if isinstance(options, StopsOptions) else None
