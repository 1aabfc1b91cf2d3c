"""The season as files to take away: for a spreadsheet, on paper, and as a picture."""

from collections.abc import Mapping
from decimal import Decimal

from flask import Blueprint, Response, request

from companion import store
from companion.circles.results import MOST_ROWS
from companion.core.sentences import say
from companion.database.models import utc_now
from companion.games import all_games
from companion.tally.rows import Cell, Row, render_csv
from companion.tally.words import PLACE, PLAYER
from companion.web.base.marks import tag_view
from companion.web.circles import words
from companion.web.circles.roles import CIRCLE, current_circle_access
from companion.web.circles.season import Season, get_season
from companion.web.tally import default_paper

DAY, GAME = say("Day"), say("Game")
"""What heads the first columns of a table of evenings."""

season_file_pages = Blueprint("season", __name__, url_prefix=CIRCLE)


@season_file_pages.get("/season.csv")
@tag_view("look", "member")
def csv() -> Response:
    """Send the table of a season for a spreadsheet, its numbers as numbers."""
    season = _season()
    head, *_ = _table(season)
    rows = [
        [line.place, season.name(line.person), *(_cell(at) for _, at in season.figures(line))]
        for line in season.table
    ]
    text = render_csv([[[season.circle.name, words.span_text(season.span)]], [head, *rows]])
    return _file(text, "text/csv; charset=utf-8", _named(season, "csv"))


def _cell(number: int | Decimal | None) -> Cell | Decimal:
    return "" if number is None else number


@season_file_pages.get("/evenings.csv")
@tag_view("look", "member")
def evenings() -> Response:
    """Send every finished evening as *Add old evenings* reads it: a row each, a column a person."""
    circle = current_circle_access().circle
    names = words.names_of(store.list_people(circle.id))
    past = [one for one in store.list_latest_evenings(circle.id, MOST_ROWS) if one.facts["over"]]
    head: Row = [str(DAY), str(GAME), *names.values()]
    text = render_csv([[head, *(_evening(one, names) for one in past)]])
    return _file(text, "text/csv; charset=utf-8", f"evenings-{utc_now():%Y-%m-%d}.csv")


def _evening(past: store.CircleEvening, names: Mapping[int, str]) -> Row:
    game = all_games().get(past.game)
    results = {past.people[player]: at for player, at in past.facts["standing"].items()}
    name = game.name.template if game else past.game
    return [past.day, name, *(results.get(who, "") for who in names)]


@season_file_pages.get("/season.pdf")
@tag_view("look", "member")
def pdf() -> Response:
    """Give the season as a page to print or keep."""
    season = _season()
    made = _drawn(season, default_paper(request.accept_languages.best))
    return _file(made, "application/pdf", _named(season, "pdf"))


@season_file_pages.get("/season.png")
@tag_view("look", "member")
def picture() -> Response:
    """Give the season as a picture to send around."""
    season = _season()
    return _file(_drawn(season, None), "image/png", _named(season, "png"))


def _season() -> Season:
    game = all_games().get(request.args.get("game", ""))
    return get_season(current_circle_access().circle, request.args.get("season"), game)


def _drawn(season: Season, paper: str | None) -> bytes:
    from companion.tally.paper import render_season  # here, because few need its many megabytes

    title, under = season.circle.name, _under(season)
    return render_season(
        title, under, _table(season), season.results_over_time, season.looks, paper
    )


def _under(season: Season) -> str:
    game = [words.game_text(season.game.slug)] if season.game else []
    return " · ".join([words.span_text(season.span), *game])


def _table(season: Season) -> list[Row]:
    rows: list[Row] = [[str(PLACE), str(PLAYER), *season.headings]]
    return rows + [
        [line.place, season.name(line.person), *(cell for _, cell in season.cells(line))]
        for line in season.table
    ]


def _named(season: Season, ending: str) -> str:
    return f"season-{season.span or 'all'}.{ending}"


def _file(content: bytes, kind: str, name: str) -> Response:
    answer = Response(content, content_type=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
