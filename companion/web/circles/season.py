"""The pages of a season: statistics of a span of evenings, its files, and one person."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from itertools import groupby

from flask import Blueprint, Response, render_template, request, url_for

from companion.circles.spreadsheet import MOST_ROWS
from companion.circles.statistics import (
    Counts,
    GameTotals,
    SeasonRecord,
    SeasonRow,
    cumulative_results,
    divide_to_nearest,
    season_rows,
)
from companion.core.game import Game
from companion.core.sentences import Sentence, say
from companion.core.words import format_number, format_signed, join_list
from companion.games import all_games
from companion.store.circles import NAMELESS, Circle
from companion.store.evenings import CircleEvening, list_latest_evenings
from companion.store.models import utc_now
from companion.store.people import Person, list_people
from companion.store.totals import BETWEEN, YEAR, get_latest_year, get_totals, list_months
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
    people: Mapping[str, Person]
    stamp: int = 0

    @property
    def key(self) -> Hashable:
        """Tell it from any other."""
        slug = self.game.slug if self.game else None
        return self.circle, self.span, self.stamp, slug, *self.people.values()

    @property
    def shown_totals(self) -> Mapping[str, GameTotals]:
        """The sums of the games that are looked at."""
        if self.game is None:
            return self.totals_by_game
        game_totals = self.totals_by_game.get(self.game.slug)
        return {self.game.slug: game_totals} if game_totals else {}

    @cached_property
    def table(self) -> list[SeasonRow]:
        """The table of the season, without those who are hidden."""
        lines = season_rows(self.shown_totals, self.circle.scale, self.game)
        return [line for line in lines if not self.is_hidden(line.person)]

    def is_hidden(self, who: str) -> bool:
        """Return whether somebody is left out of tables."""
        return who in self.people and self.people[who].hidden

    def name(self, who: str | int) -> str:
        """Return the name of somebody of the circle."""
        return self._names.get(int(who)) or str(NAMELESS)

    @cached_property
    def _names(self) -> Mapping[int, str]:
        return words.names_of(self.people.values())

    @property
    def game_totals(self) -> GameTotals | None:
        """The sums of the one game that is looked at."""
        return self.shown_totals.get(self.game.slug) if self.game else None

    @property
    def columns(self) -> list[str]:
        """What the game counts besides."""
        kinds = self.game.highlights.kinds.values() if self.game else ()
        return [str(kind.column_title) for kind in kinds if kind.column_title]

    @property
    def headings(self) -> list[str]:
        """Head the columns of the table, besides place and player."""
        return [title for title, _ in self.cells(self.table[0])] if self.table else []

    def cells(self, line: SeasonRow) -> list[tuple[str, str]]:
        """Return what the table says of somebody, each number as a page writes it."""
        return [(str(title), self._written(title, at)) for title, at in self.figures(line)]

    def _written(self, title: Sentence | str, number: int | Decimal | None) -> str:
        if number is None:
            return "–"
        if isinstance(number, Decimal):
            return words.format_tenths(int(10 * number), self.game.unit if self.game else "chips")
        return format_signed(number) if title is words.RESULTS["chips"] else format_number(number)

    def figures(self, line: SeasonRow) -> list[tuple[Sentence | str, int | Decimal | None]]:
        """Return the numbers of somebody, each under its heading."""
        told: list[tuple[Sentence | str, int | Decimal | None]] = []
        if line.result is not None and self.game is not None:
            average = None if line.tenths is None else Decimal(line.tenths) / 10
            told += [(words.RESULTS[self.game.unit], line.result), (words.AVERAGE, average)]
        told += [(words.POINTS, line.points), (words.EVENINGS, line.evenings)]
        told += [(words.HANDS, line.hands)]
        told += [(words.WON, line.hands_won)] if self.game else []
        told += zip(words.PLACES, line.places, strict=True)
        told += zip(self.columns, line.feats, strict=True)
        return told

    def names(self, lines: Iterable[SeasonRow]) -> str:
        """Return the name of several people."""
        return join_list(self.name(line.person) for line in lines)

    @property
    def counts(self) -> tuple[int, int]:
        """How many evenings and hands these are."""
        parts = [sums.counts for sums in self.shown_totals.values()]
        return sum(part["evenings"] for part in parts), sum(part["hands"] for part in parts)

    @cached_property
    def results_over_time(self) -> dict[str, list[int]]:
        """The results of those who lead, after each evening, from 0 on, by name."""
        if self.game_totals is None:
            return {}
        lines = cumulative_results(self.game_totals.results_over_time)
        first = [line.person for line in self.table[:CHARTED] if line.person in lines]
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
            (kind, all_games().get(slug), slug, sums.records[kind])
            for slug, sums in self.shown_totals.items()
            for kind, highlight_kind in words.record_kinds(all_games().get(slug)).items()
            if highlight_kind.record_title and kind in sums.records
        ]

    @property
    def seats(self) -> list[tuple[str, int, int]]:
        """What each seat was worth: its place from the dealer's left, hands, tenths a hand."""
        counts: Counts = self.game_totals.counts.get("seats", {}) if self.game_totals else {}
        return [
            (at, seat["hands"], divide_to_nearest(10 * seat["result"], seat["hands"]))
            for at, seat in sorted(counts.items(), key=lambda item: int(item[0]))
        ]

    @property
    def pots(self) -> list[tuple[str, str, int, int]]:
        """Who wins which pot most often: the pot, the person, how often, how many chips."""
        people = self.game_totals.people if self.game_totals else {}
        best: dict[str, tuple[int, int, str]] = {}
        for who, counts in people.items():
            for pot, won in counts.get("pots", {}).items():
                best[pot] = max(best.get(pot, (0, 0, "")), (won["times"], won["chips"], who))
        rows = sorted(best.items(), key=lambda item: item[1], reverse=True)
        return [(pot, self.name(who), times, chips) for pot, (times, chips, who) in rows]

    def by_game(self, who: str) -> dict[str, "Season"]:
        """Return the season of each game that somebody has played, by itself."""
        return {
            slug: replace(self, totals_by_game={slug: sums}, game=all_games().get(slug))
            for slug, sums in self.totals_by_game.items()
            if who in sums.people
        }

    def head_to_head(self, who: str, rival: str) -> tuple[int, int]:
        """Count how often somebody was ahead of another, and how often behind."""
        found = [sums.people.get(who, {}).get("duels", {}) for sums in self.shown_totals.values()]
        met = [duels[rival] for duels in found if rival in duels]
        return sum(duel["ahead"] for duel in met), sum(duel["behind"] for duel in met)


def get_season(
    circle: Circle, text: str | None, game: Game | None, *, only: bool = False
) -> Season:
    """Return the season of a span that is asked for, or else of the latest year there is.

    ``only``: where no game is named and one alone was played, it is that one.
    """
    span = parse_span(text)
    if span is None:
        span = get_latest_year(circle.id)
    span_totals = get_totals(circle.id, span)
    people = {str(one.id): one for one in list_people(circle.id)}
    if game is None and only and len(span_totals.totals_by_game) == 1:
        game = all_games().get(next(iter(span_totals.totals_by_game)))
    return Season(
        circle, span, span_totals.years, span_totals.totals_by_game, game, people, span_totals.stamp
    )


# What heads the first columns of a table of evenings.
DAY, GAME = say("Day"), say("Game")

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
