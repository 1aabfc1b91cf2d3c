"""The page of a circle: who leads, what is fun to look at, and the evenings behind it."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion import store
from companion.circles.facts import HandFacts, changes_of
from companion.circles.season import Standing, rounded, season_table
from companion.circles.sums import Best, Counts, Sums, running
from companion.core.game import Game
from companion.core.sentences import Sentence
from companion.core.words import listed, numeral, signed
from companion.games import games
from companion.language import spoken
from companion.tally import words as tally_words
from companion.tally.chart import NARROW, WIDE, Chart, chart_of
from companion.tally.summary import Tally
from companion.web.base.device import device
from companion.web.base.macros import Drawn
from companion.web.circles import words
from companion.web.circles.roles import CIRCLE, here
from companion.web.tally import shown_tally

pages = Blueprint("circle", __name__, url_prefix=CIRCLE)

LATEST, MANY = 5, 200
"""How many evenings are listed on a page of something else, and on their own."""

CHARTED = 8
"""How many people a chart shows, and how many are compared."""

ALL = "all"

_DRAWN = Drawn(64)
"""What the pages of circles show, as it was drawn lately."""


@dataclass(frozen=True)
class Season:
    """What a circle's pages show of a span: ``span`` is a year, or "" for all time.

    ``game`` is the one game that is looked at; None: all, counted by points for places.
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
        return words.person_named(self.people.get(str(who)))

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
        """Give what the table says of somebody, each number under its heading."""
        told: list[tuple[Sentence | str, str]] = []
        if line.result is not None and self.game is not None:
            by_points = self.game.unit == "points"
            result = numeral(line.result) if by_points else signed(line.result)
            told += [(words.RESULTS[self.game.unit], result)]
            average = words.tenths(line.tenths or 0, self.game.unit) if line.hands else "–"
            told += [(words.AVERAGE, average)]
        told += [(words.POINTS, numeral(line.points)), (words.EVENINGS, numeral(line.evenings))]
        told += [(words.HANDS, numeral(line.hands))]
        told += [(words.WON, numeral(line.won))] if self.game else []
        told += zip(words.PLACES, map(numeral, line.places), strict=True)
        told += zip(self.columns, map(numeral, line.feats), strict=True)
        return [(str(title), cell) for title, cell in told]

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
    def course_words(self) -> str:
        """Tell the course to who cannot see it."""
        return tally_words.course_words(self.course)

    @property
    def charts(self) -> list[tuple[str, Chart | None]]:
        """The course, once for a page and once for a phone."""
        return [
            (kind, chart_of(self.course, frame))
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
    """Give what is asked for: a year, all time, or else the latest year there is.

    ``only``: where no game is named and one alone was played, it is that one.
    """
    span = "" if wanted == ALL else wanted or ""
    if wanted is None or not (span == "" or is_span(span)):
        span = store.latest_year(circle.id)
    played = store.seasons(circle.id, span)
    people = {str(one.id): one for one in store.people_of(circle.id)}
    if game is None and only and len(played.sums) == 1:
        game = games().get(next(iter(played.sums)))
    return Season(circle, span, played.years, played.sums, game, people, played.stamp)


def is_span(text: str) -> bool:
    """Say whether a text names a year or a month: ``2026``, ``2026-07``."""
    year, _, month = text.partition("-")
    digits = text.isascii() and (year + month).isdecimal() and len(year) == 4
    return digits and (not month or (len(month) == 2 and "01" <= month <= "12"))


@pages.get("")
def show() -> str:
    """Show the circle: best first."""
    store.remember_circle(device(), here())
    return _draw(None)


@pages.get("/games/<slug>")
def game(slug: str) -> str:
    """Show one game of the circle."""
    return _draw(games().get(slug) or abort(404))


def _draw(game: Game | None) -> str:
    circle = here().circle
    season = season_of(circle, request.args.get("season"), game, only=True)
    latest = store.latest_evenings(circle.id, LATEST, game.slug if game else None)
    drawn = _drawn_once("circles/season.html", season, latest, own=game is not None)
    return render_template("circles/page.html", season=season, drawn=drawn)


def _drawn_once(
    template: str, season: Season, latest: list[store.PastEvening], **more: Hashable
) -> Markup:
    """Draw what is alike for all who come by an address, or give it as it was drawn before."""
    listed = tuple((past.id, past.day, past.game, *past.places.items()) for past in latest)
    key = (template, here(), spoken(), season.key, listed, *more.items())
    given: dict[str, object] = {
        "season": season,
        "latest": latest,
        "words": words,
        "told": tally_words,
        **more,
    }
    return _DRAWN.get(key, lambda: Markup(render_template(template, **given)))  # noqa: S704


@pages.get("/people/<int:number>")
def person(number: int) -> str:
    """Show somebody of the circle."""
    circle = here().circle
    season = season_of(circle, request.args.get("season"), None)
    somebody = season.people.get(str(number)) or abort(404)
    latest = store.evenings_of_person(number, LATEST * 2)
    drawn = _drawn_once("circles/somebody.html", season, latest, person=somebody)
    return render_template("circles/person.html", season=season, person=somebody, drawn=drawn)


@pages.get("/evenings")
def evenings() -> str:
    """List the evenings of the circle, the latest first."""
    circle = here().circle
    people = {str(one.id): one for one in store.people_of(circle.id)}
    return render_template(
        "circles/evenings.html",
        latest=store.latest_evenings(circle.id, MANY),
        season=Season(circle, "", [], {}, None, people),
        words=words,
        here=here(),
    )


@pages.get("/evenings/<int:number>")
def evening(number: int) -> str:
    """Show an evening as the circle remembers it."""
    circle = here().circle
    found = store.past_evening(circle.id, number) or abort(404)
    past, hands = found
    people = {one.id: one for one in store.people_of(circle.id)}
    names = {player: words.person_named(people.get(who)) for player, who in past.people.items()}
    return render_template(
        "circles/evening.html",
        past=past,
        shown=shown_tally(_tally(past, hands, names), words.date_of(past.day)),
        words=tally_words,
        here=here(),
    )


def _tally(past: store.PastEvening, hands: list[HandFacts], names: Mapping[str, str]) -> Tally:
    """Make a tally of what is remembered, with people as they are called now."""

    def renamed(numbers: Mapping[str, int]) -> dict[str, int]:
        return {names.get(player, player): number for player, number in numbers.items()}

    standings: list[dict[str, int]] = [dict.fromkeys(past.facts["standing"], 0)]
    standings += [hand["standing"] for hand in hands]
    return {
        "game": past.game,
        "over": past.facts["over"],
        "lines": [
            line | {"player": names.get(line["player"], line["player"])}
            for line in past.facts["lines"]
        ],
        "notes": [],
        "hands": [
            {
                "hand": hand["hand"],
                "dealer": names.get(hand["dealer"], hand["dealer"]),
                "winners": [names.get(winner, winner) for winner in hand["winners"]],
                "changes": renamed(changes),
            }
            for hand, changes in zip(hands, changes_of(hands), strict=True)
        ],
        "chart": {
            names.get(player, player): [standing.get(player, 0) for standing in standings]
            for player in past.facts["standing"]
        },
        "corrections": [],
        "proof": {"bought": 0, "corrections": 0, "purses": 0, "pots": 0},
    }


@pages.get("/again")
def again() -> ResponseReturnValue:
    """Set a table up as the last one of the circle was, for the next dealer."""
    like = store.last_table(here().circle.id)
    if like is None:
        return redirect(url_for("setup.new", circle=here().address), 303)
    return redirect(url_for("setup.new", like=like, circle=here().address), 303)
