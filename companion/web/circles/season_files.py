"""The season as files to take away: for a spreadsheet, on paper, and as a picture."""

from flask import Blueprint, Response, request

from companion.games import games
from companion.tally.rows import Row, written_csv
from companion.tally.words import PLACE, PLAYER
from companion.web.base.marks import mark
from companion.web.circles import words
from companion.web.circles.roles import CIRCLE, here
from companion.web.circles.season import Season, season_of
from companion.web.tally import usual_paper

pages = Blueprint("season", __name__, url_prefix=CIRCLE)


@pages.get("/season.csv")
@mark("look", "member")
def csv() -> Response:
    """Give the table of a season, and the results of its evenings, for a spreadsheet."""
    season = _season()
    text = written_csv([[[season.circle.name, words.span_named(season.span)]], _table(season)])
    return _file(text, "text/csv; charset=utf-8", "csv", season)


@pages.get("/season.pdf")
@mark("look", "member")
def pdf() -> Response:
    """Give the season as a page to print or keep."""
    season = _season()
    made = _drawn(season, usual_paper(request.accept_languages.best))
    return _file(made, "application/pdf", "pdf", season)


@pages.get("/season.png")
@mark("look", "member")
def picture() -> Response:
    """Give the season as a picture to send around."""
    season = _season()
    return _file(_drawn(season, None), "image/png", "png", season)


def _season() -> Season:
    game = games().get(request.args.get("game", ""))
    return season_of(here().circle, request.args.get("season"), game)


def _drawn(season: Season, paper: str | None) -> bytes:
    from companion.tally.paper import season_on_paper  # here, because few need its many megabytes

    title, under = season.circle.name, _under(season)
    return season_on_paper(title, under, _table(season), season.course, paper)


def _under(season: Season) -> str:
    game = [words.circle_game(season.game.slug)] if season.game else []
    return " · ".join([words.span_named(season.span), *game])


def _table(season: Season) -> list[Row]:
    rows: list[Row] = [[str(PLACE), str(PLAYER), *season.headings]]
    return rows + [
        [line.place, season.name(line.person), *(cell for _, cell in season.cells(line))]
        for line in season.table
    ]


def _file(content: bytes, kind: str, ending: str, season: Season) -> Response:
    answer = Response(content, content_type=kind)
    name = f"season-{season.span or 'all'}.{ending}"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
