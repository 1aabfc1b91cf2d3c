"""The pages that set up a new table, or one before its first deal."""

import secrets
from dataclasses import dataclass

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.core.errors import InvalidValue
from companion.core.game import Game
from companion.core.log.record import FORMAT, SetupRecord
from companion.core.sentences import Sentence, say
from companion.games import all_games
from companion.store.access import resolve_table_address
from companion.store.entries import StaleVersion, create_table, update_setup
from companion.store.evenings import get_latest_table_token, list_evenings_and_people
from companion.store.people import list_people
from companion.store.presets import list_presets
from companion.store.tables import load_table
from companion.web.access import circle_for_new_table
from companion.web.base.errors import TapError, error_text, redraw_on_error
from companion.web.base.security import device_id, htmx, idempotency_key
from companion.web.base.urls import TABLE
from companion.web.games import screen_of
from companion.web.language import use_terms
from companion.web.setup import actions
from companion.web.setup.form import SetupForm, build_form, fields_from_setup, setup_for_next_table
from companion.web.table.table import redirect_to_table

pages = Blueprint("setup", __name__)


# The part of the form that an action belongs to, by its verb.
PARTS = {
    "game": "game",
    "seat": "players",
    "rules": "rules",
    "rules-keep": "naming",
    "board": "board",
    "pot": "board",
}


@dataclass(frozen=True, slots=True)
class SetupPage:
    """The subject of a set-up: a new table, or that at `token`, shown at `version`.

    `once` is random, so that a form opens one table only. A new table belongs to the `circle` with
    that address, if there is one.
    """

    token: str = ""
    version: int = 0
    once: str = ""
    circle: str = ""

    @property
    def member_names(self) -> list[str]:
        """The names of all members of the circle who are not hidden; [] without a circle."""
        people = list_people(circle_for_new_table(self.circle)) if self.circle else []
        return [person.name for person in people if person.name is not None and not person.hidden]

    @property
    def address(self) -> str:
        return url_for("setup.change", token=self.token) if self.token else url_for("setup.new")


@pages.get("/new")
def new() -> ResponseReturnValue:
    """Show an empty set-up, or one `like` another table, or with the house rules of a variant."""
    like, circle = request.args.get("like"), request.args.get("circle", "")
    page = SetupPage(once=secrets.token_urlsafe(16), circle=circle)
    if circle:
        # Here ``like`` is ``last``: a member's link must not reveal the address of a table.
        return _render(page, _form(_next_setup(circle, like)))
    if like:
        return _render(page, _form(load_table(resolve_table_address(like).table).setup_record))
    game = actions.game_from_form(request.args)
    options_by_variant = {variant.slug: variant.options for variant in game.variants}
    options = dict(options_by_variant.get(request.args.get("rules", ""), {}))
    setup: SetupRecord = {**_empty_setup(game), "options": options}
    return _render(page, _form(setup, same_board=bool(options)))


def _redraw(error: TapError, token: str = "") -> str:
    """Show the form with the error; after a stale version, the present set-up."""
    if isinstance(error, StaleVersion):
        evening = load_table(token)
        page, form = SetupPage(token, evening.version), _form(evening.setup_record, same_board=1)
        return _render(page, form, "top", error_text(error))
    form = build_form(actions.game_from_form(request.form), request.form)
    return _render(_page_from_form(token), form, "top", error_text(error))


def _page_from_form(token: str = "") -> SetupPage:
    if not token:
        return SetupPage(once=request.form.get("once", ""), circle=request.form.get("circle", ""))
    return SetupPage(token, request.form.get("version", -1, type=int))


@pages.post("/new")
@redraw_on_error(_redraw)
def create() -> ResponseReturnValue:
    return _handle_post(_page_from_form())


@pages.get(TABLE + "/setup")
def change(token: str) -> ResponseReturnValue:
    """Show the set-up of a table; after its first deal redirect to the order of its seats."""
    evening = load_table(token)
    if evening.table.hand:
        return redirect(url_for("seats.show"), 303)
    return _render(SetupPage(token, evening.version), _form(evening.setup_record, same_board=1))


@pages.post(TABLE + "/setup")
@redraw_on_error(_redraw)
def save(token: str) -> ResponseReturnValue:
    evening = load_table(token)
    if evening.table.hand:
        return redirect(url_for("seats.show"), 303)
    return _handle_post(_page_from_form(token))


def _next_setup(circle: str, like: str | None) -> SetupRecord:
    """Return a circle's next set-up; if `like` is "last", one like that of the latest table.

    Without a table it is for the people of the latest evening.
    """
    number, empty = circle_for_new_table(circle), _empty_setup(actions.game_from_form(request.args))
    if like != "last":
        return empty
    last = get_latest_table_token(number)
    if last is not None:
        evening = load_table(last)
        return setup_for_next_table(evening.setup_record, evening.table)
    evenings, people = list_evenings_and_people(number, 1)
    if not evenings:
        return empty
    present = evenings[0].people.values()
    players = [person.name for person in people if person.id in present and person.name is not None]
    setup = _empty_setup(actions.game_or_default(evenings[0].game))
    return {**setup, "players": players, "dealer": next(iter(players), "")}


def _empty_setup(game: Game) -> SetupRecord:
    return {"format": FORMAT, "game": game.slug, "players": [], "dealer": ""}


def _form(setup: SetupRecord, same_board: int = 0) -> SetupForm:
    game = actions.game_or_default(setup["game"])
    fields = fields_from_setup(setup, game)
    fields["same_board"] = str(same_board)
    return build_form(game, fields)


def _handle_post(page: SetupPage) -> ResponseReturnValue:
    fields = MultiDict(request.form)
    do = fields.get("do", "next")
    game = actions.game_from_form(fields)
    if do == "start":
        form = build_form(game, fields)
        if not form.validate():
            return _render(page, form), 422
        return redirect_to_table(_save(page, form))
    try:
        game = actions.apply_action(fields, game, do)
    except InvalidValue as error:
        form = build_form(game, fields)
        return _render(page, form, _part_of_form(do, form), error.reason), 422
    form = build_form(game, fields)
    return _render(page, form, _part_of_form(do, form))


def _part_of_form(do: str, form: SetupForm) -> str:
    verb = do.partition(":")[0]
    part = PARTS.get(verb) or PARTS.get(verb.partition("-")[0], "top")
    return part if part != "board" or form.board else "top"


def _save(page: SetupPage, form: SetupForm) -> str:
    if not page.token:
        circle = circle_for_new_table(page.circle) if page.circle else None
        return create_table(form.record, key=idempotency_key(), circle=circle)
    update_setup(page.token, page.version, form.record)
    flash(str(say("The setup has been saved.")))
    return page.token


def _render(page: SetupPage, form: SetupForm, part: str = "", error: str | Sentence = "") -> str:
    """Render a set-up after a tap on a part of the form, with the error of that tap."""
    template = "setup/form.html" if htmx else "setup/page.html"
    game, search = form.game, request.form.get("rules_search", "").strip()
    # a search goes by the words of the app
    matches = [*actions.search_games(search)] if search else [actions.game_with_variants(game)]
    use_terms(game)
    return render_template(
        template,
        setup=page,
        form=form,
        game=game,
        games=all_games().values(),
        message={"part": part, "error": error},
        presets=list_presets(device_id(), game.slug),
        asks_board=game.boards.has_printed_boards,
        rules_search=search,
        matching_rules=actions.search_rules(form.rules, search),
        matches=matches,
        **_board_view(game, form),
    )


def _board_view(game: Game, form: SetupForm) -> dict[str, object]:
    if form.board is None:
        return {}
    screen = screen_of(game)
    names, view = screen.board.names, screen.board.view
    boards = {name: names.get(name, game.name) for name in game.boards.named_boards}
    board = view(form.board.pots) if view else None
    return {"boards": boards, "screen": screen, "board": board}
