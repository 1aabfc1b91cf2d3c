"""The page of a circle: who leads, what is fun to look at, and the same of a game or a person."""

from collections.abc import Hashable
from functools import partial

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion import store
from companion.core.game import Game
from companion.games import games
from companion.language import spoken
from companion.tally import words as tally_words
from companion.web.base.device import device
from companion.web.base.macros import Drawn
from companion.web.base.marks import mark
from companion.web.circles import words
from companion.web.circles.numbers import NUMBER
from companion.web.circles.roles import CIRCLE, here
from companion.web.circles.season import Season, season_of

pages = Blueprint("circle", __name__, url_prefix=CIRCLE)

LATEST = 5
"""How many evenings are listed here."""

_DRAWN = Drawn(64)
"""What the pages of circles show, as it was drawn lately."""


@pages.get("")
@mark("look", "member")
def show() -> str:
    """Show the circle: best first."""
    store.remember_circle(device(), here())
    return _draw(None)


@pages.get("/games/<slug>")
@mark("look", "member")
def game(slug: str) -> str:
    """Show one game of the circle."""
    return _draw(games().get(slug) or abort(404))


def _draw(game: Game | None) -> str:
    circle = here().circle
    season = season_of(circle, request.args.get("season"), game, only=True)
    latest = store.latest_evenings(circle.id, LATEST, game.slug if game else None)
    drawn = _drawn_once("circles/season.html", season, latest, own=game is not None)
    waiting = store.waiting_evenings(circle.id) if here().is_keeper else []
    return render_template("circles/page.html", season=season, drawn=drawn, waiting=waiting)


def _drawn_once(
    template: str, season: Season, latest: list[store.PastEvening], **more: Hashable
) -> Markup:
    """Draw what is alike for all who come by an address, or give it as it was drawn before."""
    listed = tuple(
        (past.id, past.day, past.game, past.waits, *past.places.items()) for past in latest
    )
    key = (template, here(), spoken(), season.key, listed, *more.items())
    given = {"words": words, "told": tally_words, **more}
    draw = partial(render_template, template, season=season, latest=latest, **given)
    return _DRAWN.get(key, lambda: Markup(draw()))  # noqa: S704  a template has escaped it


@pages.get(f"/people/{NUMBER}")
@mark("look", "member")
def person(number: int) -> str:
    """Show somebody of the circle."""
    circle = here().circle
    season = season_of(circle, request.args.get("season"), None)
    somebody = season.people.get(str(number)) or abort(404)
    latest = store.evenings_of_person(number, LATEST * 2)
    drawn = _drawn_once("circles/somebody.html", season, latest, person=somebody)
    return render_template("circles/person.html", season=season, person=somebody, drawn=drawn)


@pages.get("/again")
@mark("member")
def again() -> ResponseReturnValue:
    """Set a table up as the last one of the circle was, for the next dealer."""
    return redirect(url_for("setup.new", circle=here().address, like="last"), 303)
