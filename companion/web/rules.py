"""The rules of a game in words, with the house rules of a table filled in."""

from flask import Blueprint, abort, render_template

from companion import store
from companion.core.game import Game
from companion.core.options import Options, values_of
from companion.games import games
from companion.web.base.addresses import TABLE
from companion.web.base.marks import mark
from companion.web.games import screen_of

pages = Blueprint("rules", __name__)


@pages.get("/rules/<slug>")
def of_game(slug: str) -> str:
    """Show the rules of a game by its own values."""
    game = games().get(slug)
    if game is None:
        abort(404)
    return page_of_rules(game, game.defaults, [game.chips])


@pages.get(TABLE + "/rules")
@mark("watch", "seat")
def of_table(token: str) -> str:
    """Show the rules that a table plays by."""
    evening = store.evening(token)
    setup = evening.log.setup
    chips = sorted(set(setup.chips.values())) if setup.game.chips else [0]
    return page_of_rules(setup.game, setup.options, chips, token)


def page_of_rules(game: Game, options: Options, chips: list[int], token: str = "") -> str:
    """Write the rules of a game by the house rules in force."""
    usual, now, screen = values_of(game.defaults), values_of(options), screen_of(game)
    return render_template(
        f"rules/{screen.folder}.html",
        game=game,
        options=options,
        chips=chips,
        sections=game.rule_sheet(options),
        changed=[o for o in game.options if now[o.name] != usual[o.name]],
        **screen.facts(options),
        token=token,
    )
