"""What the pages of a circle show of a span of its evenings: all games, or one of them."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

from companion import store
from companion.circles.season import SeasonRow, divide_to_nearest, season_rows
from companion.circles.sums import Counts, GameTotals, SeasonRecord, cumulative_results
from companion.core.game import Game
from companion.core.sentences import Sentence
from companion.core.words import format_number, format_signed, join_list
from companion.games import all_games
from companion.tally import words as tally_words
from companion.tally.chart import NARROW, WIDE, Chart, layout_chart
from companion.web.circles import words
from companion.web.circles.spans import parse_span

CHARTED = 8
"""How many people a chart shows, and how many are compared."""


@dataclass(frozen=True)
class Season:
    """What a circle's pages show of a span.

    ``span`` is a year, a month, from one month to another, or "" for all time; ``game`` is the one
    game that is looked at (None: all, counted by points for places).
    """

    circle: store.Circle
    span: str
    years: list[str]
    totals_by_game: Mapping[str, GameTotals]
    game: Game | None
    people: Mapping[str, store.Person]
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
        found = self.totals_by_game.get(self.game.slug)
        return {self.game.slug: found} if found else {}

    @cached_property
    def table(self) -> list[SeasonRow]:
        """The table of the season, without those who are hidden."""
        lines = season_rows(self.shown_totals, self.circle.scale, self.game)
        return [line for line in lines if not self.is_hidden(line.person)]

    def is_hidden(self, who: str) -> bool:
        """Say whether somebody is left out of tables."""
        return who in self.people and self.people[who].hidden

    def name(self, who: str | int) -> str:
        """Name somebody of the circle."""
        return self._names.get(int(who)) or str(store.NAMELESS)

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
        """Name several people."""
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
        """Tell the course to who cannot see it."""
        return tally_words.course_text(self.results_over_time)

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
            for kind, told in words.record_kinds(all_games().get(slug)).items()
            if told.record_title and kind in sums.records
        ]

    @property
    def seats(self) -> list[tuple[str, int, int]]:
        """What each seat was worth: its place from the dealer's left, hands, tenths a hand."""
        found: Counts = self.game_totals.counts.get("seats", {}) if self.game_totals else {}
        return [
            (at, seat["hands"], divide_to_nearest(10 * seat["result"], seat["hands"]))
            for at, seat in sorted(found.items(), key=lambda item: int(item[0]))
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
        """Give the season of each game that somebody has played, by itself."""
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
    circle: store.Circle, wanted: str | None, game: Game | None, *, only: bool = False
) -> Season:
    """Give the season of a span that is asked for, or else of the latest year there is.

    ``only``: where no game is named and one alone was played, it is that one.
    """
    span = parse_span(wanted)
    if span is None:
        span = store.get_latest_year(circle.id)
    played = store.get_totals(circle.id, span)
    people = {str(one.id): one for one in store.list_people(circle.id)}
    if game is None and only and len(played.totals_by_game) == 1:
        game = all_games().get(next(iter(played.totals_by_game)))
    return Season(circle, span, played.years, played.totals_by_game, game, people, played.stamp)
