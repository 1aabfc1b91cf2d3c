"""The pages of a season: its statistics, the choice of its span, and its files."""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import TypeVar

from flask import Response, render_template, request, url_for

from companion.circles.spreadsheet import MAX_ROWS
from companion.circles.statistics import (
    Column,
    GameTotals,
    PersonTotals,
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
from companion.store.evenings import CircleEvening, list_evenings_and_people
from companion.store.models import Circle, Person, utc_now
from companion.store.totals import SEPARATOR, YEAR, get_totals_and_people, list_months
from companion.tally.chart import Chart
from companion.tally.rows import PLACE, PLAYER, Cell, Row, render_csv
from companion.web.access import current_circle
from companion.web.base.guards import tag_view
from companion.web.circles import circle_blueprint, words
from companion.web.import_export import attachment
from companion.web.tally import default_paper, page_charts

span_pages = circle_blueprint("periods", "/span")

ALL_TIME = "all"

_MONTH = r"[0-9]{4}-(?:0[1-9]|1[0-2])"
_SPAN = re.compile(rf"[0-9]{{4}}|(?P<first>{_MONTH})(?:{re.escape(SEPARATOR)}(?P<last>{_MONTH}))?")


def parse_span(text: str | None) -> str | None:
    """Return the span in a query: `2026`, `2026-07`, `2026-03..2026-07`, or "" for `all`.

    None if it is missing or invalid.
    """
    if text in (ALL_TIME, ""):
        return ""
    match = _SPAN.fullmatch(text or "")
    if match is None or (match["last"] and match["first"] >= match["last"]):
        return None
    return text


@span_pages.get("")
@tag_view("look", "member")
def choose() -> str:
    """Show the months with evenings, to choose the first and the last month of a span."""
    first = request.args.get("first", "")
    months = list_months(current_circle().id)
    return render_template(
        "circles/period.html",
        first=first if re.fullmatch(_MONTH, first) else "",
        years=[(year, [*some]) for year, some in groupby(months, lambda month: month[:YEAR])],
        month_url=_month_url,
    )


def _month_url(first: str, month: str) -> str:
    """Return the link of a month: the choice of the last month, or the season of the span."""
    game, person = request.args.get("game"), request.args.get("person", type=int)
    if not first:
        return url_for("periods.choose", game=game, person=person, first=month)
    low, high = sorted((first, month))
    season = low if low == high else f"{low}{SEPARATOR}{high}"
    if person:
        return url_for("circle.person", number=person, season=season)
    if game:
        return url_for("circle.game", slug=game, season=season)
    return url_for("circle.show", season=season)


# How many people a chart shows, and how many are compared.
MAX_IN_CHART = 8


@dataclass(frozen=True)
class Season:
    """The statistics of a circle for one span, as its pages show them."""

    circle: Circle
    # a year, a month, a span from one month to another, or "" for all time
    span: str
    # the years with evenings, to choose from
    years: list[str]
    totals_by_game: Mapping[str, GameTotals]
    # the only game that is shown; None: all games, by points for places
    game: Game | None
    people: Mapping[int, Person]
    # changes with the statistics
    stamp: Hashable = None

    @property
    def key(self) -> Hashable:
        """The key of the rendered pages in the cache."""
        circle, slug = self.circle, self.game.slug if self.game else None
        # the columns that pages show: each request loads objects of its own
        columns = circle.id, circle.name, circle.scale, circle.shows_findings, circle.currency
        people = ((p.id, p.name, p.colour, p.symbol, p.hidden) for p in self.people.values())
        return *columns, self.span, self.stamp, slug, *people

    @property
    def shown_totals(self) -> Mapping[str, GameTotals]:
        """The totals of the games that are shown, by slug."""
        if self.game is None:
            return self.totals_by_game
        slug = self.game.slug
        return {slug: self.totals_by_game[slug]} if slug in self.totals_by_game else {}

    @cached_property
    def table(self) -> list[SeasonRow]:
        """The rows of the table, without hidden people."""
        rows = season_rows(self.shown_totals.values(), self.circle.scale, self.game)
        return [row for row in rows if not self.is_hidden(row.person)]

    @cached_property
    def columns(self) -> list[Column]:
        return list_columns(self.circle.scale, self.game)

    def is_hidden(self, who: int) -> bool:
        return who in self.people and self.people[who].hidden

    def name(self, who: int) -> str:
        return self._names[who]

    @cached_property
    def _names(self) -> Mapping[int, str]:
        return words.names_of(self.people.values())

    @property
    def game_totals(self) -> GameTotals:
        """The totals of the game that is shown; empty ones if it is not a single game."""
        return self.shown_totals.get(self.game.slug if self.game else "", GameTotals(self.game))

    def names(self, rows: Iterable[SeasonRow]) -> str:
        """Return the joined names of the people in several rows."""
        return join_list(self.name(row.person) for row in rows)

    @property
    def counts(self) -> tuple[int, int]:
        """The numbers of evenings and of hands."""
        parts = self.shown_totals.values()
        return sum(part.evenings for part in parts), sum(part.hands for part in parts)

    @cached_property
    def results_over_time(self) -> dict[str, list[int]]:
        """The results of the leading people, added up after each evening, from 0 on, by name."""
        lines = cumulative_results(self.game_totals.results_over_time)
        first = [row.person for row in self.table[:MAX_IN_CHART] if row.person in lines]
        return {self.name(who): lines[who] for who in first}

    @property
    def avatars(self) -> Mapping[str, tuple[int, int]]:
        return {self.name(p.id): (p.colour, p.symbol) for p in self.people.values()}

    @property
    def charts(self) -> list[tuple[str, Chart | None]]:
        return page_charts(self.results_over_time, self.avatars)

    @property
    def records(self) -> list[tuple[str, Game | None, str, SeasonRecord]]:
        """The records of the shown games, as (kind, game, slug, record)."""
        return [
            (kind, totals.game, slug, totals.records[kind])
            for slug, totals in self.shown_totals.items()
            for kind, highlight_kind in words.record_kinds(totals.game).items()
            if highlight_kind.record_title and kind in totals.records
        ]

    @property
    def seats(self) -> list[tuple[int, int, str]]:
        """Each seat's place from the dealer's left, its hands, and its average result per hand."""
        totals = self.game_totals
        results, seats = totals.seat_results, sorted(totals.seat_hands.items())
        return [(seat, n, average_text(results[seat], n, self.game)) for seat, n in seats]

    @property
    def pots(self) -> list[tuple[str, str, int, int]]:
        """Each pot with the person who won it most often, how often, and the chips won."""
        best: dict[str, tuple[int, int, int]] = {}
        for pot, who, times, chips in self.game_totals.list_pots():
            best[pot] = max(best.get(pot, (0, 0, 0)), (times, chips, who))
        rows = sorted(best.items(), key=lambda item: item[1], reverse=True)
        return [(pot, self.name(who), times, chips) for pot, (times, chips, who) in rows]

    def pots_of(self, who: int) -> list[tuple[str, int, int]]:
        """Return the pots that a person has won, as (pot, times won, chips won)."""
        pots = self.game_totals.list_pots()
        return [(pot, times, chips) for pot, winner, times, chips in pots if winner == who]

    def by_game(self, who: int) -> dict[str, "Season"]:
        """Return this season for each game that a person has played, by slug."""
        return {
            slug: replace(self, totals_by_game={slug: totals}, game=totals.game)
            for slug, totals in self.totals_by_game.items()
            if who in totals.people
        }

    def head_to_head(self, who: int, rival: int) -> tuple[int, int]:
        """Return how often a person finished ahead of a rival, and how often behind."""
        counts = [totals.ahead for totals in self.shown_totals.values()]
        return sum(of[who, rival] for of in counts), sum(of[rival, who] for of in counts)


def get_season(
    circle: Circle, text: str | None, game: Game | None, *, only: bool = False
) -> Season:
    """Return the season of the span in a query `text`, by default the latest year, for one `game`.

    With `only`, a season in which one game was played is shown as that game's.
    """
    span = parse_span(text)
    years = list(dict.fromkeys(month[:YEAR] for month in list_months(circle.id)))
    if span is None:
        span = years[-1] if years else ""
    totals, people = get_totals_and_people(circle.id, span)
    if game is None and only and len(totals.by_game) == 1:
        game = all_games().get(next(iter(totals.by_game)))
    people_by_id = {person.id: person for person in people}
    return Season(circle, span, years, totals.by_game, game, people_by_id, totals.stamp)


T = TypeVar("T")

# What heads the first columns of a table of evenings.
DAY, GAME = say("Date"), say("Game")

season_file_pages = circle_blueprint("season")


@season_file_pages.get("/season.csv")
@tag_view("look", "member")
def csv() -> Response:
    season = _season()
    heading = [season.circle.name, words.span_text(season.span)]
    text = render_csv([[heading], _table(season, lambda column, totals: column.figure(totals))])
    return attachment(text, "text/csv; charset=utf-8", _file_name(season, "csv"))


@season_file_pages.get("/evenings.csv")
@tag_view("look", "member")
def evenings() -> Response:
    """Return every finished evening as CSV, in the format that *Add past evenings* reads."""
    circle = current_circle()
    evenings, people = list_evenings_and_people(circle.id, MAX_ROWS)
    names = words.names_of(people)
    finished = [past for past in evenings if past.facts["over"]]
    head: Row = [str(DAY), str(GAME), *names.values()]
    text = render_csv([[head, *(_evening_row(past, names) for past in finished)]])
    return attachment(text, "text/csv; charset=utf-8", f"evenings-{utc_now():%Y-%m-%d}.csv")


def _evening_row(past: CircleEvening, names: Mapping[int, str]) -> Row:
    game = all_games().get(past.game)
    results = {past.people.get(player): n for player, n in past.facts["standing"].items()}
    name = game.name.template if game else past.game
    return [past.day, name, *(results.get(who, "") for who in names)]


@season_file_pages.get("/season.pdf")
@tag_view("look", "member")
def pdf() -> Response:
    season = _season()
    data = _render_file(season, default_paper(request.accept_languages.best))
    return attachment(data, "application/pdf", _file_name(season, "pdf"))


@season_file_pages.get("/season.png")
@tag_view("look", "member")
def picture() -> Response:
    season = _season()
    return attachment(_render_file(season, None), "image/png", _file_name(season, "png"))


def _season() -> Season:
    game = all_games().get(request.args.get("game", ""))
    return get_season(current_circle(), request.args.get("season"), game)


def _render_file(season: Season, paper: str | None) -> bytes:
    from companion.tally.pdf import render_season  # here, because few need its many megabytes

    title, subtitle, table = season.circle.name, _subtitle(season), _table(season, Column.text)
    return render_season(title, subtitle, table, season.results_over_time, season.avatars, paper)


def _subtitle(season: Season) -> str:
    game = [words.game_text(season.game.slug)] if season.game else []
    return " · ".join([words.span_text(season.span), *game])


def _table(season: Season, cell: Callable[[Column, PersonTotals], T]) -> list[list[Cell | T]]:
    """Return the table of a season: its heading, and a row of cells for each person."""
    titles = [str(column.title) for column in season.columns] if season.table else []
    rows: list[list[Cell | T]] = [[str(PLACE), str(PLAYER), *titles]]
    return rows + [
        [row.place, season.name(row.person), *(cell(c, row.counts) for c in season.columns)]
        for row in season.table
    ]


def _file_name(season: Season, extension: str) -> str:
    return f"season-{season.span or 'all'}.{extension}"
