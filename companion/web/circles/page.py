"""The page of a circle: who leads, what is fun to look at, and the same of a game or a person."""

from collections.abc import Hashable
from functools import partial

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion import store
from companion.core.game import Game
from companion.games import all_games
from companion.language import current_language
from companion.tally import words as tally_words
from companion.web.base.device import device_id
from companion.web.base.macros import RenderCache
from companion.web.base.marks import tag_view
from companion.web.circles import words
from companion.web.circles.numbers import ROW_ID
from companion.web.circles.roles import CIRCLE, current_circle_access
from companion.web.circles.season import Season, get_season

pages = Blueprint("circle", __name__, url_prefix=CIRCLE)

LATEST = 5
"""How many evenings are listed here."""

_DRAWN = RenderCache(64)
"""What the pages of circles show, as it was drawn lately."""


@pages.get("")
@tag_view("look", "member")
def show() -> str:
    """Show the circle: best first."""
    store.record_circle_visit(device_id(), current_circle_access())
    return _draw(None)


@pages.get("/games/<slug>")
@tag_view("look", "member")
def game(slug: str) -> str:
    """Show one game of the circle."""
    return _draw(all_games().get(slug) or abort(404))


def _draw(game: Game | None) -> str:
    circle = current_circle_access().circle
    season = get_season(circle, request.args.get("season"), game, only=True)
    latest = store.list_latest_evenings(circle.id, LATEST, game.slug if game else None)
    drawn = _drawn_once("circles/season.html", season, latest, own=game is not None)
    waiting = store.waiting_evenings(circle.id) if current_circle_access().is_keeper else []
    return render_template("circles/page.html", season=season, drawn=drawn, waiting=waiting)


def _drawn_once(
    template: str, season: Season, latest: list[store.CircleEvening], **more: Hashable
) -> Markup:
    """Draw what is alike for all who come by an address, or give it as it was drawn before."""
    listed = tuple(
        (past.id, past.day, past.game, past.waits, *past.places.items()) for past in latest
    )
    key = (template, current_circle_access(), current_language(), season.key, listed, *more.items())
    given = {"words": words, "told": tally_words, **more}
    draw = partial(render_template, template, season=season, latest=latest, **given)
    return _DRAWN.get(key, lambda: Markup(draw()))  # noqa: S704  a template has escaped it


@pages.get(f"/people/{ROW_ID}")
@tag_view("look", "member")
def person(number: int) -> str:
    """Show somebody of the circle."""
    circle = current_circle_access().circle
    season = get_season(circle, request.args.get("season"), None)
    somebody = season.people.get(str(number)) or abort(404)
    latest = store.list_evenings_of_person(number, LATEST * 2)
    drawn = _drawn_once("circles/somebody.html", season, latest, person=somebody)
    return render_template("circles/person.html", season=season, person=somebody, drawn=drawn)


@pages.get("/again")
@tag_view("member")
def again() -> ResponseReturnValue:
    """Set a table up as the last one of the circle was, for the next dealer."""
    return redirect(url_for("setup.new", circle=current_circle_access().address, like="last"), 303)
