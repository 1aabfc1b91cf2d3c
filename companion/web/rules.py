"""The rules of a game in words, with the house rules of a table."""

import re

from flask import Blueprint, abort, render_template
from markupsafe import Markup

from companion.core.game import Game
from companion.core.options import Options, option_values
from companion.games import all_games
from companion.store.tables import load_table
from companion.web.base.guards import tag_view
from companion.web.base.urls import TABLE
from companion.web.games import screen_of
from companion.web.language import use_terms

pages = Blueprint("rules", __name__)

# How long rules may be to fit on one page, A4 or Letter, in type of which size, in tenths of a
# point, as measured with house rules of all kinds in seven languages. Longer ones take two pages.
TYPE_SIZES = (
    (4250, 120),
    (4700, 110),
    (6150, 100),
    (7450, 90),
    (8450, 85),
    (9150, 80),
    (10410, 75),
    (11550, 70),
    (13200, 65),
)
TYPE_SIZE_ON_TWO_PAGES = 80
# The room that the last line of a paragraph leaves and the gap below it, in characters.
PARAGRAPH_END = 40

_PARAGRAPH = re.compile("</(?:p|li|tr|h2)>")


@pages.get("/rules/<slug>")
def of_game(slug: str) -> str:
    game = all_games().get(slug) or abort(404)
    return render_rules(game, game.defaults, [game.starting_chips])


@pages.get(TABLE + "/rules")
@tag_view("watch", "seat")
def of_table(token: str) -> str:
    evening = load_table(token)
    setup = evening.log.setup
    chips = sorted(set(setup.chips.values())) if setup.game.starting_chips else [0]
    return render_rules(setup.game, setup.options, chips, token)


def render_rules(game: Game, options: Options, chips: list[int], token: str = "") -> str:
    use_terms(game)
    defaults, values, screen = option_values(game.defaults), option_values(options), screen_of(game)
    return render_template(
        f"rules/{screen.folder}.html",
        game=game,
        options=options,
        chips=chips,
        sections=game.rule_sheet(options),
        changed=[o for o in game.options if values[o.name] != defaults[o.name]],
        **screen.rule_facts(options),
        choose_type_size=choose_type_size,
        token=token,
    )


def choose_type_size(words: Markup) -> int:
    """Return the size of the type in which these rules are printed, in tenths of a point."""
    length = len(words.striptags()) + PARAGRAPH_END * len(_PARAGRAPH.findall(words))
    return next((size for most, size in TYPE_SIZES if length <= most), TYPE_SIZE_ON_TWO_PAGES)
