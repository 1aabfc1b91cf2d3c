"""The pages of a season: statistics of a span of evenings, its files, and one person."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from itertools import groupby

from flask import Blueprint, Response, render_template, request, url_for

from companion.circles.spreadsheet import MOST_ROWS
from companion.circles.statistics import (
    Column,
    GameTotals,
    SeasonRecord,
    SeasonRow,
    average_text,
    cumulative_results,
    list_columns,
    season_rows,
)
from companion.core.game import Game
from companion.core.sentences import say
from companion.core.words import join_list
from companion.games import all_games
from companion.store.circles import NAMELESS, Circle
from companion.store.evenings import CircleEvening, list_latest_evenings
from companion.store.models import utc_now
from companion.store.people import Person, list_people
from companion.store.totals import BETWEEN, YEAR, get_totals, list_months
from companion.tally import rows as tally_rows
from companion.tally.chart import NARROW, WIDE, Chart, layout_chart
from companion.tally.rows import PLACE, PLAYER, Cell, Row, render_csv
from companion.web.base.guards import tag_view
from companion.web.circles import words
from companion.web.circles.circle_access import CIRCLE, current_circle_access
from companion.web.tally import default_paper

span_pages = Blueprint("periods", __name__, url_prefix=CIRCLE + "/span")

ALL_TIME = "all"


def parse_span(text: str | None) -> str | None:
    """Read a span as it is asked for: ``2026``, ``2026-07``, ``2026-03..2026-07``, ``all``.

    None: nothing is asked for, or no span.
    """
    if text in (ALL_TIME, ""):
        return ""
    first, between, last = (text or "").partition(BETWEEN)
    if between:
        return text if is_month(first) and is_month(last) and first < last else None
    return first if _is_year(first) or is_month(first) else None


def is_month(text: str) -> bool:
    """Return whether a text names a month: ``2026-07``."""
    year, dash, month = text.partition("-")
    digits = month.isascii() and month.isdecimal() and len(month) == 2
    return bool(dash) and _is_year(year) and digits and "01" <= month <= "12"


def _is_year(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) == YEAR


@span_pages.get("")
@tag_view("look", "member")
def choose() -> str:
    """Show the months in which was played: a tap each on the first and the last of a span."""
    first = request.args.get("first", "")
    months = list_months(current_circle_access().circle.id)
    return render_template(
        "circles/period.html",
        circle=current_circle_access().circle,
        first=first if is_month(first) else "",
        years=[(year, [*some]) for year, some in groupby(months, lambda month: month[:YEAR])],
        onward=_onward,
        words=words,
    )


def _onward(first: str, month: str) -> str:
    """Return where a tap on a month leads: it is the first one, or the last."""
    game, person = request.args.get("game"), request.args.get("person", type=int)
    if not first:
        return url_for("periods.choose", game=game, person=person, first=month)
    low, high = sorted((first, month))
    season = low if low == high else f"{low}{BETWEEN}{high}"
    if person:
        return url_for("circle.person", number=person, season=season)
    if game:
        return url_for("circle.game", slug=game, season=season)
    return url_for("circle.show", season=season)


# How many people a chart shows, and how many are compared.
CHARTED = 8


@dataclass(frozen=True)
class Season:
    """What a circle's pages show of a span.

    ``span`` is a year, a month, from one month to another, or "" for all time; ``game`` is the one
    game that is looked at (None: all, counted by points for places).
    """

    circle: Circle
    span: str
    years: list[str]
    totals_by_game: Mapping[str, GameTotals]
    game: Game | None
    people: Mapping[int, Person]
    stamp: Hashable = None

    @property
    def key(self) -> Hashable:
        """Tell it from any other."""
        slug = self.game.slug if self.game else None
        return self.circle, self.span, self.stamp, slug, *self.people.values()

    @property
    def shown_totals(self) -> Mapping[str, GameTotals]:
        """What the games that are looked at come to."""
        if self.game is None:
            return self.totals_by_game
        game_totals = self.totals_by_game.get(self.game.slug)
        return {self.game.slug: game_totals} if game_totals else {}

    @cached_property
    def table(self) -> list[SeasonRow]:
        """The table of the season, without those who are hidden."""
        rows = season_rows(self.shown_totals.values(), self.circle.scale, self.game)
        return [row for row in rows if not self.is_hidden(row.person)]

    @cached_property
    def columns(self) -> list[Column]:
        """The columns of the table, besides place and player."""
        return list_columns(self.circle.scale, self.game)

    def is_hidden(self, who: int) -> bool:
        """Return whether somebody is left out of tables."""
        return who in self.people and self.people[who].hidden

    def name(self, who: int) -> str:
        """Return the name of somebody of the circle."""
        return self._names.get(who) or str(NAMELESS)

    @cached_property
    def _names(self) -> Mapping[int, str]:
        return words.names_of(self.people.values())

    @property
    def game_totals(self) -> GameTotals | None:
        """What the one game that is looked at comes to."""
        return self.shown_totals.get(self.game.slug) if self.game else None

    def names(self, rows: Iterable[SeasonRow]) -> str:
        """Return the name of several people."""
        return join_list(self.name(row.person) for row in rows)

    @property
    def counts(self) -> tuple[int, int]:
        """How many evenings and hands these are."""
        parts = self.shown_totals.values()
        return sum(part.evenings for part in parts), sum(part.hands for part in parts)

    @cached_property
    def results_over_time(self) -> dict[str, list[int]]:
        """The results of those who lead, after each evening, from 0 on, by name."""
        if self.game_totals is None:
            return {}
        lines = cumulative_results(self.game_totals.results_over_time)
        first = [row.person for row in self.table[:CHARTED] if row.person in lines]
        return {self.name(who): lines[who] for who in first}

    @property
    def looks(self) -> Mapping[str, tuple[int, int]]:
        """The colour and symbol of everybody, by name."""
        return {self.name(one.id): (one.colour, one.symbol) for one in self.people.values()}

    @property
    def course_words(self) -> str:
        """Return the course to who cannot see it."""
        return tally_rows.course_text(self.results_over_time)

    @property
    def charts(self) -> list[tuple[str, Chart | None]]:
        """The course, once for a page and once for a phone."""
        return [
            (kind, layout_chart(self.results_over_time, frame, self.looks))
            for kind, frame in (("wide", WIDE), ("narrow", NARROW))
        ]

    @property
    def records(self) -> list[tuple[str, Game | None, str, SeasonRecord]]:
        """The records of all games that are looked at: kind, game, slug, and the best."""
        return [
            (kind, totals.game, slug, totals.records[kind])
            for slug, totals in self.shown_totals.items()
            for kind, highlight_kind in words.record_kinds(totals.game).items()
            if highlight_kind.record_title and kind in totals.records
        ]

    @property
    def seats(self) -> list[tuple[int, int, str]]:
        """What each seat was worth: its place from the dealer's left, hands, average a hand."""
        if self.game_totals is None:
            return []
        results = self.game_totals.seat_results
        seats = sorted(self.game_totals.seat_hands.items())
        return [(at, hands, average_text(results[at], hands, self.game)) for at, hands in seats]

    @property
    def pots(self) -> list[tuple[str, str, int, int]]:
        """Who wins which pot most often: the pot, the person, how often, how many chips."""
        best: dict[str, tuple[int, int, int]] = {}
        for pot, who, times, chips in self.game_totals.list_pots() if self.game_totals else ():
            best[pot] = max(best.get(pot, (0, 0, 0)), (times, chips, who))
        rows = sorted(best.items(), key=lambda item: item[1], reverse=True)
        return [(pot, self.name(who), times, chips) for pot, (times, chips, who) in rows]

    def pots_of(self, who: int) -> list[tuple[str, int, int]]:
        """Return the pots that somebody has won: the pot, how often, how many chips."""
        pots = self.game_totals.list_pots() if self.game_totals else ()
        return [(pot, times, chips) for pot, winner, times, chips in pots if winner == who]

    def by_game(self, who: int) -> dict[str, "Season"]:
        """Return the season of each game that somebody has played, by itself."""
        return {
            slug: replace(self, totals_by_game={slug: totals}, game=totals.game)
            for slug, totals in self.totals_by_game.items()
            if who in totals.people
        }

    def head_to_head(self, who: int, rival: int) -> tuple[int, int]:
        """Count how often somebody was ahead of another, and how often behind."""
        counts = [totals.ahead for totals in self.shown_totals.values()]
        return sum(of[who, rival] for of in counts), sum(of[rival, who] for of in counts)


def get_season(
    circle: Circle, text: str | None, game: Game | None, *, only: bool = False
) -> Season:
    """Return the season of a span that is asked for, or else of the latest year there is.

    ``only``: where no game is named and one alone was played, it is that one.
    """
    span = parse_span(text)
    years = list(dict.fromkeys(month[:YEAR] for month in list_months(circle.id)))
    if span is None:
        span = years[-1] if years else ""
    totals = get_totals(circle.id, span)
    people = {one.id: one for one in list_people(circle.id)}
    if game is None and only and len(totals.by_game) == 1:
        game = all_games().get(next(iter(totals.by_game)))
    return Season(circle, span, years, totals.by_game, game, people, totals.stamp)


# What heads the first columns of a table of evenings.
DAY, GAME = say("Day"), say("Game")

season_file_pages = Blueprint("season", __name__, url_prefix=CIRCLE)


@season_file_pages.get("/season.csv")
@tag_view("look", "member")
def csv() -> Response:
    """Send the table of a season for a spreadsheet, its numbers as numbers."""
    season = _season()
    head, *_ = _table(season)
    rows: list[list[Cell | Decimal]] = [
        [row.place, season.name(row.person), *_figures(season, row)] for row in season.table
    ]
    text = render_csv([[[season.circle.name, words.span_text(season.span)]], [head, *rows]])
    return _file(text, "text/csv; charset=utf-8", _named(season, "csv"))


def _figures(season: Season, row: SeasonRow) -> Iterator[Cell | Decimal]:
    for column in season.columns:
        figure = column.figure(row.counts)
        yield "" if figure is None else figure


@season_file_pages.get("/evenings.csv")
@tag_view("look", "member")
def evenings() -> Response:
    """Send every finished evening as *Add old evenings* reads it: a row each, a column a person."""
    circle = current_circle_access().circle
    names = words.names_of(list_people(circle.id))
    past = [one for one in list_latest_evenings(circle.id, MOST_ROWS) if one.facts["over"]]
    head: Row = [str(DAY), str(GAME), *names.values()]
    text = render_csv([[head, *(_evening(one, names) for one in past)]])
    return _file(text, "text/csv; charset=utf-8", f"evenings-{utc_now():%Y-%m-%d}.csv")


def _evening(past: CircleEvening, names: Mapping[int, str]) -> Row:
    game = all_games().get(past.game)
    results = {past.people[player]: at for player, at in past.facts["standing"].items()}
    name = game.name.template if game else past.game
    return [past.day, name, *(results.get(who, "") for who in names)]


@season_file_pages.get("/season.pdf")
@tag_view("look", "member")
def pdf() -> Response:
    """Return the season as a page to print or keep."""
    season = _season()
    data = _drawn(season, default_paper(request.accept_languages.best))
    return _file(data, "application/pdf", _named(season, "pdf"))


@season_file_pages.get("/season.png")
@tag_view("look", "member")
def picture() -> Response:
    """Return the season as a picture to send around."""
    season = _season()
    return _file(_drawn(season, None), "image/png", _named(season, "png"))


def _season() -> Season:
    game = all_games().get(request.args.get("game", ""))
    return get_season(current_circle_access().circle, request.args.get("season"), game)


def _drawn(season: Season, paper: str | None) -> bytes:
    from companion.tally.pdf import render_season  # here, because few need its many megabytes

    title, under = season.circle.name, _under(season)
    return render_season(
        title, under, _table(season), season.results_over_time, season.looks, paper
    )


def _under(season: Season) -> str:
    game = [words.game_text(season.game.slug)] if season.game else []
    return " · ".join([words.span_text(season.span), *game])


def _table(season: Season) -> list[Row]:
    titles = [str(column.title) for column in season.columns] if season.table else []
    rows: list[Row] = [[str(PLACE), str(PLAYER), *titles]]
    return rows + [
        [row.place, season.name(row.person), *(one.text(row.counts) for one in season.columns)]
        for row in season.table
    ]


def _named(season: Season, ending: str) -> str:
    return f"season-{season.span or 'all'}.{ending}"


def _file(content: bytes, kind: str, name: str) -> Response:
    answer = Response(content, content_type=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
