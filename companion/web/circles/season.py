"""What the pages of a circle show of a span of its evenings: all games, or one of them."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

from companion import store
from companion.circles.season import Standing, rounded, season_table
from companion.circles.sums import Best, Counts, Sums, running
from companion.core.game import Game
from companion.core.sentences import Sentence
from companion.core.words import listed, numeral, signed
from companion.games import games
from companion.tally import words as tally_words
from companion.tally.chart import NARROW, WIDE, Chart, chart_of
from companion.web.circles import words
from companion.web.circles.spans import read_span

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
    played: Mapping[str, Sums]
    game: Game | None
    people: Mapping[str, store.Person]
    stamp: int = 0

    @property
    def key(self) -> Hashable:
        """Tell it from any other."""
        slug = self.game.slug if self.game else None
        return self.circle, self.span, self.stamp, slug, *self.people.values()

    @property
    def shown(self) -> Mapping[str, Sums]:
        """The sums of the games that are looked at."""
        if self.game is None:
            return self.played
        found = self.played.get(self.game.slug)
        return {self.game.slug: found} if found else {}

    @cached_property
    def table(self) -> list[Standing]:
        """The table of the season, without those who are hidden."""
        lines = season_table(self.shown, self.circle.scale, self.game)
        return [line for line in lines if not self.is_hidden(line.person)]

    def is_hidden(self, who: str) -> bool:
        """Say whether somebody is left out of tables."""
        return who in self.people and self.people[who].hidden

    def name(self, who: str | int) -> str:
        """Name somebody of the circle."""
        return self._names.get(int(who)) or str(store.UNNAMED)

    @cached_property
    def _names(self) -> Mapping[int, str]:
        return words.names_of(self.people.values())

    @property
    def sums(self) -> Sums | None:
        """The sums of the one game that is looked at."""
        return self.shown.get(self.game.slug) if self.game else None

    @property
    def columns(self) -> list[str]:
        """What the game counts besides."""
        kinds = self.game.feats.kinds.values() if self.game else ()
        return [str(kind.column) for kind in kinds if kind.column]

    @property
    def headings(self) -> list[str]:
        """Head the columns of the table, besides place and player."""
        return [title for title, _ in self.cells(self.table[0])] if self.table else []

    def cells(self, line: Standing) -> list[tuple[str, str]]:
        """Return what the table says of somebody, each number as a page writes it."""
        return [(str(title), self._written(title, at)) for title, at in self.figures(line)]

    def _written(self, title: Sentence | str, number: int | Decimal | None) -> str:
        if number is None:
            return "–"
        if isinstance(number, Decimal):
            return words.tenths(int(10 * number), self.game.unit if self.game else "chips")
        return signed(number) if title is words.RESULTS["chips"] else numeral(number)

    def figures(self, line: Standing) -> list[tuple[Sentence | str, int | Decimal | None]]:
        """Return the numbers of somebody, each under its heading."""
        told: list[tuple[Sentence | str, int | Decimal | None]] = []
        if line.result is not None and self.game is not None:
            average = None if line.tenths is None else Decimal(line.tenths) / 10
            told += [(words.RESULTS[self.game.unit], line.result), (words.AVERAGE, average)]
        told += [(words.POINTS, line.points), (words.EVENINGS, line.evenings)]
        told += [(words.HANDS, line.hands)]
        told += [(words.WON, line.won)] if self.game else []
        told += zip(words.PLACES, line.places, strict=True)
        told += zip(self.columns, line.feats, strict=True)
        return told

    def names(self, lines: Iterable[Standing]) -> str:
        """Name several people."""
        return listed(self.name(line.person) for line in lines)

    @property
    def counts(self) -> tuple[int, int]:
        """How many evenings and hands these are."""
        parts = [sums.counts for sums in self.shown.values()]
        return sum(part["evenings"] for part in parts), sum(part["hands"] for part in parts)

    @cached_property
    def course(self) -> dict[str, list[int]]:
        """The results of those who lead, after each evening, from 0 on, by name."""
        if self.sums is None:
            return {}
        lines = running(self.sums.course)
        first = [line.person for line in self.table[:CHARTED] if line.person in lines]
        return {self.name(who): lines[who] for who in first}

    @property
    def looks(self) -> Mapping[str, tuple[int, int]]:
        """The colour and symbol of everybody, by name."""
        return {self.name(one.id): (one.colour, one.symbol) for one in self.people.values()}

    @property
    def course_words(self) -> str:
        """Tell the course to who cannot see it."""
        return tally_words.course_words(self.course)

    @property
    def charts(self) -> list[tuple[str, Chart | None]]:
        """The course, once for a page and once for a phone."""
        return [
            (kind, chart_of(self.course, frame, self.looks))
            for kind, frame in (("wide", WIDE), ("narrow", NARROW))
        ]

    @property
    def records(self) -> list[tuple[str, Game | None, str, Best]]:
        """The records of all games that are looked at: kind, game, slug, and the best."""
        return [
            (kind, games().get(slug), slug, sums.records[kind])
            for slug, sums in self.shown.items()
            for kind, told in words.kinds_of(games().get(slug)).items()
            if told.record and kind in sums.records
        ]

    @property
    def seats(self) -> list[tuple[str, int, int]]:
        """What each seat was worth: its place from the dealer's left, hands, tenths a hand."""
        found: Counts = self.sums.counts.get("seats", {}) if self.sums else {}
        return [
            (at, seat["hands"], rounded(10 * seat["result"], seat["hands"]))
            for at, seat in sorted(found.items(), key=lambda item: int(item[0]))
        ]

    @property
    def pots(self) -> list[tuple[str, str, int, int]]:
        """Who wins which pot most often: the pot, the person, how often, how many chips."""
        people = self.sums.people if self.sums else {}
        best: dict[str, tuple[int, int, str]] = {}
        for who, counts in people.items():
            for pot, won in counts.get("pots", {}).items():
                best[pot] = max(best.get(pot, (0, 0, "")), (won["times"], won["chips"], who))
        rows = sorted(best.items(), key=lambda item: item[1], reverse=True)
        return [(pot, self.name(who), times, chips) for pot, (times, chips, who) in rows]

    def by_game(self, who: str) -> dict[str, "Season"]:
        """Give the season of each game that somebody has played, by itself."""
        return {
            slug: replace(self, played={slug: sums}, game=games().get(slug))
            for slug, sums in self.played.items()
            if who in sums.people
        }

    def duel(self, who: str, rival: str) -> tuple[int, int]:
        """Count how often somebody was ahead of another, and how often behind."""
        found = [sums.people.get(who, {}).get("duels", {}) for sums in self.shown.values()]
        met = [duels[rival] for duels in found if rival in duels]
        return sum(duel["ahead"] for duel in met), sum(duel["behind"] for duel in met)


def season_of(
    circle: store.Circle, wanted: str | None, game: Game | None, *, only: bool = False
) -> Season:
    """Give the season of a span that is asked for, or else of the latest year there is.

    ``only``: where no game is named and one alone was played, it is that one.
    """
    span = read_span(wanted)
    if span is None:
        span = store.latest_year(circle.id)
    played = store.seasons(circle.id, span)
    people = {str(one.id): one for one in store.people_of(circle.id)}
    if game is None and only and len(played.sums) == 1:
        game = games().get(next(iter(played.sums)))
    return Season(circle, span, played.years, played.sums, game, people, played.stamp)
