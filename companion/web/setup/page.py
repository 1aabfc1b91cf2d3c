"""Setting a table up: a new one, and one whose first hand has not been dealt yet."""

import secrets
from dataclasses import dataclass, replace

from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion import store
from companion.core.errors import Unfit
from companion.core.game import Game
from companion.core.log.record import FORMAT, SetupRecord
from companion.core.sentences import say
from companion.games import games
from companion.store.presets import presets_of
from companion.web.base.addresses import TABLE
from companion.web.base.device import device, once
from companion.web.base.extensions import htmx
from companion.web.circles.playing import circle_by
from companion.web.games import screen_of
from companion.web.parts.answers import Wrong, or_again, why
from companion.web.setup.edits import edit, game_named, game_of
from companion.web.setup.form import SetupForm, asks_board, form_of, next_setup, setup_fields
from companion.web.setup.search import found_games, found_rules, named_rules

pages = Blueprint("setup", __name__)


PARTS = {
    "seat": "players",
    "rules": "rules",
    "rules-keep": "naming",
    "board": "board",
    "pot": "board",
}
"""The part of the form that a tap belongs to, by its first word."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What a set-up is for: a new table, or one (``token``) as it stood at ``version``.

    ``once`` is drawn at random into the form of a new table, so that it is opened once. It is
    to belong to the ``circle`` of that address, if it is one's.
    """

    token: str = ""
    version: int = 0
    once: str = ""
    circle: str = ""

    @property
    def absent(self) -> list[str]:
        """Name the people of the circle, to seat those who are not there yet."""
        people = store.people_of(circle_by(self.circle)) if self.circle else []
        return [one.name for one in people if one.name is not None and not one.hidden]

    @property
    def address(self) -> str:
        """Where the form is sent."""
        return url_for("setup.change", token=self.token) if self.token else url_for("setup.new")


@dataclass(frozen=True, slots=True)
class Said:
    """What is said of the last tap: a sentence, and the part of the form that it is about."""

    part: str = ""
    error: str = ""


@pages.get("/new")
def new() -> ResponseReturnValue:
    """Show an empty set-up: a game's, that of another table (``like``), or of named ``rules``.

    A ``circle`` has ``like=last``: a member's link tells no table's own address.
    """
    like, circle = request.args.get("like"), request.args.get("circle", "")
    if circle:
        return _draw(_desk_of(circle), _form(_next_setup(circle, like)))
    if like:
        return _draw(_empty_desk(), _form(store.evening(store.admit(like).table).setup))
    game = game_of(request.args)
    named = {known.slug: known.options for known in game.known}
    options = dict(named.get(request.args.get("rules", ""), {}))
    return _draw(_empty_desk(), _form({**_unset(game), "options": options}, matches=bool(options)))


def _again(wrong: Wrong, token: str = "") -> str:
    """Show what was typed, and why it cannot be; to somebody who comes too late, the table."""
    said = Said("top", why(wrong))
    if isinstance(wrong, store.Stale):
        evening = store.evening(token)
        return _draw(Desk(token, evening.version), _form(evening.setup, matches=1), said)
    return _draw(_desk(token), form_of(game_of(request.form), request.form), said)


def _desk(token: str = "") -> Desk:
    """Give what the form that was sent is for."""
    if not token:
        return Desk(once=request.form.get("once", ""), circle=request.form.get("circle", ""))
    return Desk(token, request.form.get("version", -1, type=int))


@pages.post("/new")
@or_again(_again)
def create() -> ResponseReturnValue:
    """Change the form as tapped, or open the table."""
    return _answer(_desk())


@pages.get(TABLE + "/setup")
def change(token: str) -> ResponseReturnValue:
    """Show how a table is set up, to be changed before its first deal."""
    evening = store.evening(token)
    if evening.table.hand:
        return redirect(url_for("seats.show", token=token), 303)
    return _draw(Desk(token, evening.version), _form(evening.setup, matches=1))


@pages.post(TABLE + "/setup")
@or_again(_again)
def save(token: str) -> ResponseReturnValue:
    """Change the form as tapped, or set the table up so."""
    evening = store.evening(token)
    if evening.table.hand:
        return redirect(url_for("seats.show", token=token), 303)
    return _answer(_desk(token))


def _empty_desk() -> Desk:
    return Desk(once=secrets.token_urlsafe(16))


def _desk_of(circle: str) -> Desk:
    circle_by(circle)
    return replace(_empty_desk(), circle=circle)


def _next_setup(circle: str, like: str | None) -> SetupRecord:
    """Give the set-up for the next evening of a circle: as the last one stood, the next to deal."""
    last = store.last_table(circle_by(circle))
    if last is None or like != "last":
        return _unset(game_of(request.args))
    evening = store.evening(last)
    return next_setup(evening.setup, evening.table)


def _unset(game: Game) -> SetupRecord:
    """Give the set-up of a game where nobody sits yet."""
    return {"format": FORMAT, "game": game.slug, "players": [], "dealer": ""}


def _form(setup: SetupRecord, matches: int = 0) -> SetupForm:
    game = game_named(setup["game"])
    fields = setup_fields(setup, game)
    fields["same_board"] = str(matches)
    return form_of(game, fields)


def _answer(desk: Desk) -> ResponseReturnValue:
    fields = MultiDict(request.form)
    do = fields.get("do", "next")
    game = game_of(fields)
    if do == "start":
        return _start(desk, form_of(game, fields))
    try:
        game = edit(fields, game, do)
    except Unfit as wrong:
        form = form_of(game, fields)
        return _draw(desk, form, Said(_part(do, form), str(wrong))), 422
    form = form_of(game, fields)
    return _draw(desk, form, Said(_part(do, form)))


def _part(do: str, form: SetupForm) -> str:
    """Say which part of the form a tap belongs to; the top of it where that is not drawn."""
    tapped = do.partition(":")[0]
    part = PARTS.get(tapped) or PARTS.get(tapped.partition("-")[0], "top")
    return part if part != "board" or form.board else "top"


def _start(desk: Desk, form: SetupForm) -> ResponseReturnValue:
    if not form.validate():
        return _draw(desk, form), 422
    return _go(url_for("table.show", token=_store(desk, form)))


def _store(desk: Desk, form: SetupForm) -> str:
    if not desk.token:
        circle = circle_by(desk.circle) if desk.circle else None
        return store.create(form.record, key=once(), circle=circle)
    store.change_setup(desk.token, desk.version, form.record)
    flash(str(say("The set-up is saved.")))
    return desk.token


def _go(address: str) -> ResponseReturnValue:
    """Lead on to another page, also from a form that htmx has sent."""
    if htmx:
        return Response(status=204, headers={"HX-Redirect": address})
    return redirect(address, 303)


def _draw(desk: Desk, form: SetupForm, said: Said | None = None) -> str:
    template = "setup/form.html" if htmx else "setup/page.html"
    game, sought = form.game, request.form.get("rules_search", "").strip()
    return render_template(
        template,
        desk=desk,
        form=form,
        game=game,
        games=games().values(),
        said=said or Said(),
        presets=presets_of(device(), game.slug),
        asks_board=asks_board(game),
        sought=sought,
        found_rules=found_rules(form.rules, sought),
        found=[*found_games(sought)] if sought else [named_rules(game)],
        **_board_view(game, form),
    )


def _board_view(game: Game, form: SetupForm) -> dict[str, object]:
    """Give the ready boards, the screen that draws the board, and what it draws."""
    if form.board is None:
        return {}
    screen = screen_of(game)
    desk = screen.board
    boards = {name: desk.names.get(name, game.name) for name in game.boards.ready}
    laid = desk.view(form.board.pots) if desk.view else None
    return {"boards": boards, "screen": screen, "laid": laid}
