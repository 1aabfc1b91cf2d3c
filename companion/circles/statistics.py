"""The statistics of a circle: sums over its evenings, records, and the season's table."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property, partial
from itertools import accumulate
from operator import itemgetter
from typing import Any, NamedTuple

from companion.circles.facts import EveningFacts, HandFacts, changes_by_hand
from companion.core.game import Game
from companion.core.review import POT_WON
from companion.core.sentences import Sentence, say
from companion.core.words import format_decimal, format_number, format_signed

# The records of every game: the highest loss in a hand, the shortest hand, the most pots.
DEAREST, QUICKEST, MOST_POTS = "dearest", "quickest", "pots"

# The most points in the results over time; with more, neighbours are merged.
MAX_POINTS = 60


@dataclass(frozen=True)
class PlayedEvening:
    """An evening to count: its facts, its hands, and the persons by their names at its table.

    `seconds` are the durations of hands by number, as far as they are known.
    """

    number: int
    day: str
    facts: EveningFacts
    hands: Sequence[HandFacts]
    people: Mapping[str, int]
    seconds: Mapping[int, int]

    @cached_property
    def places(self) -> Mapping[str, int]:
        return {line["player"]: line["place"] for line in self.facts["lines"]}

    @cached_property
    def hands_played(self) -> Counter[str]:
        return Counter(player for hand in self.hands for player in hand["order"])

    @cached_property
    def hands_won(self) -> Counter[str]:
        return Counter(player for hand in self.hands for player in hand["winners"])

    @cached_property
    def highlights(self) -> Counter[tuple[str, str | None]]:
        """The sum of the numbers of each kind of highlight, by kind and player."""
        numbers: Counter[tuple[str, str | None]] = Counter()
        for hand in self.hands:
            for kind, player, number, _ in hand["feats"]:
                numbers[kind, player] += number
        return numbers


# The number of a player at an evening.
PlayerNumber = Callable[[PlayedEvening, str], int]

# The numbers of a person by the keys of statistics, added up over evenings.
PersonTotals = Counter[str]


def _points_for(points: Mapping[int, int]) -> PlayerNumber:
    return lambda evening, player: points.get(evening.places.get(player, 0), 0)


def _players_beaten(evening: PlayedEvening, player: str) -> int:
    own = evening.places.get(player)
    return 0 if own is None else sum(place > own for place in evening.places.values())


def _findings(evening: PlayedEvening, player: str) -> int:
    return sum(hand["found"].get(player, 0) for hand in evening.hands)


# The statistics of every game. A new one is a line here and one in `list_columns`; pages and files
# show those columns.
STATISTICS: Mapping[str, PlayerNumber] = {
    "evenings": lambda evening, player: int(player in evening.places),
    "result": lambda evening, player: evening.facts["standing"].get(player, 0),
    "hands": lambda evening, player: evening.hands_played[player],
    "won": lambda evening, player: evening.hands_won[player],
    "first": _points_for({1: 1}),
    "second": _points_for({2: 1}),
    "third": _points_for({3: 1}),
    "found": _findings,
    # points, by the name of the scale
    "podium": _points_for({1: 3, 2: 2, 3: 1}),
    "beaten": _players_beaten,
    "wins": _points_for({1: 1}),
}


class Column(NamedTuple):
    """A column of a season's table: its title, what computes a person's figure, and its format."""

    title: Sentence
    figure: Callable[[PersonTotals], int | Decimal | None]
    to_text: Callable[[Any], str] = format_number

    def text(self, counts: PersonTotals) -> str:
        """Return the figure of a person with the totals `counts`, as text."""
        figure = self.figure(counts)
        return "–" if figure is None else self.to_text(figure)


def list_columns(scale: str, game: Game | None) -> list[Column]:
    """Return the columns of a season's table, for `game` or for all games together (None).

    `scale` is the way of counting whose points the column "Points" shows.
    """
    columns = [
        Column(say("Points"), itemgetter(scale)),
        Column(say("Evenings"), itemgetter("evenings")),
        Column(say("Hands"), itemgetter("hands")),
        Column(say("First"), itemgetter("first")),
        Column(say("Second"), itemgetter("second")),
        Column(say("Third"), itemgetter("third")),
    ]
    if game is not None:  # chips of different games are never added up
        columns.insert(3, Column(say("Hands won"), itemgetter("won")))
        titles = {key: kind.column_title for key, kind in game.highlights.kinds.items()}
        highlights = [Column(title, itemgetter(key)) for key, title in titles.items() if title]
        columns = [*_result_columns(game), *columns, *highlights]
    return columns


def _result_columns(game: Game) -> list[Column]:
    result, is_signed = itemgetter("result"), game.unit == "chips"
    heading = (
        Column(say("Result"), result, format_signed)
        if is_signed
        else Column(say("Points scored"), result)
    )
    return [heading, Column(say("Average per hand"), _result_per_hand, _decimal_text(game))]


def _result_per_hand(counts: PersonTotals) -> Decimal | None:
    return _average(counts["result"], counts["hands"]) if counts["hands"] else None


def _decimal_text(game: Game | None) -> Callable[[Decimal], str]:
    return partial(format_decimal, signed=game is None or game.unit == "chips")


def average_text(number: int, by: int, game: Game | None) -> str:
    """Return `number` divided by `by` as text, written as `game` writes results."""
    return _decimal_text(game)(_average(number, by))


def _average(number: int, by: int) -> Decimal:
    """Divide whole numbers, rounded to tenths, halves away from 0."""
    tenths = (20 * abs(number) + by) // (2 * by)
    return Decimal(tenths if number >= 0 else -tenths) / 10


class SeasonRecord(NamedTuple):
    """The best number of its kind, and the person, evening, hand, day and pot that it is from."""

    number: int
    person: int | None
    evening: int
    hand: int
    day: str
    pot: str = ""


# A day, and the change of each person's result.
Point = tuple[str, Mapping[int, int]]


@dataclass(slots=True)
class GameTotals:
    """The sums over evenings of one game, by person; over all games if `game` is None.

    `ahead` counts how often the first of two persons was placed before the second. `pots_won` and
    `pot_chips` are by pot and person. `seat_hands` and `seat_results` are by place from the
    dealer's left, where 0 is the dealer.
    """

    game: Game | None
    evenings: int = 0
    hands: int = 0
    people: defaultdict[int, PersonTotals] = field(default_factory=lambda: defaultdict(Counter))
    ahead: Counter[tuple[int, int]] = field(default_factory=Counter)
    pots_won: Counter[tuple[str, int]] = field(default_factory=Counter)
    pot_chips: Counter[tuple[str, int]] = field(default_factory=Counter)
    seat_hands: Counter[int] = field(default_factory=Counter)
    seat_results: Counter[int] = field(default_factory=Counter)
    records: dict[str, SeasonRecord] = field(default_factory=dict)
    results_over_time: list[Point] = field(default_factory=list)

    def add(self, later: "GameTotals") -> None:
        """Add the totals of later evenings."""
        self.evenings += later.evenings
        self.hands += later.hands
        for person, counts in later.people.items():
            self.people[person].update(counts)
        self.ahead.update(later.ahead)
        self.pots_won.update(later.pots_won)
        self.pot_chips.update(later.pot_chips)
        self.seat_hands.update(later.seat_hands)
        self.seat_results.update(later.seat_results)
        for kind, record in later.records.items():
            self._keep_better(kind, record)
        self.results_over_time += later.results_over_time

    def add_evening(self, evening: PlayedEvening) -> None:
        self.evenings += 1
        self.hands += evening.facts["hands"]
        people = evening.people
        for player, person in people.items():
            if player in evening.places or evening.hands_played[player]:
                self._add_person(evening, player, self.people[person])
        self.ahead.update(
            (people[player], people[rival])
            for player, place in evening.places.items()
            for rival, other in evening.places.items()
            if place < other and player in people and rival in people
        )
        standing = evening.facts["standing"].items()
        results = {people[player]: result for player, result in standing if player in people}
        self.results_over_time.append((evening.day, results))
        for hand, changes in zip(evening.hands, changes_by_hand([*evening.hands]), strict=True):
            self._add_hand(evening, hand, changes)

    def list_pots(self) -> Iterator[tuple[str, int, int, int]]:
        """Yield each pot and winner, as (pot, person, times won, chips won)."""
        for (pot, winner), times in self.pots_won.items():
            yield pot, winner, times, self.pot_chips[pot, winner]

    def _add_person(self, evening: PlayedEvening, player: str, counts: PersonTotals) -> None:
        for key, number_of in STATISTICS.items():
            counts[key] += number_of(evening, player)
        for kind in self.game.highlights.kinds if self.game else ():
            counts[kind] += evening.highlights[kind, player]

    def _add_hand(
        self, evening: PlayedEvening, hand: HandFacts, changes: Mapping[str, int]
    ) -> None:
        people, order = evening.people, hand["order"]
        for at, player in enumerate(order, 1):
            self.seat_hands[at % len(order)] += 1
            self.seat_results[at % len(order)] += changes[player]
        for kind, winner, chips, pot in hand["feats"]:
            if kind == POT_WON and winner is not None and winner in people:
                self.pots_won[pot, people[winner]] += 1
                self.pot_chips[pot, people[winner]] += chips
        for kind, number, who, pot in self._hand_records(evening, hand, changes):
            if number > 0:
                place = evening.number, hand["hand"], evening.day
                self._keep_better(kind, SeasonRecord(number, people.get(who or ""), *place, pot))

    def _hand_records(
        self, evening: PlayedEvening, hand: HandFacts, changes: Mapping[str, int]
    ) -> Iterator[tuple[str, int, str | None, str]]:
        """Yield candidates for records: the kind, the number, the player, the pot."""
        worse = 1 if self.game and self.game.highlights.fewer_is_better else -1
        loser = max(changes, key=lambda player: worse * changes[player], default="")
        yield DEAREST, worse * changes.get(loser, 0), loser, ""
        yield QUICKEST, evening.seconds.get(hand["hand"], 0), None, ""
        kinds = self.game.highlights.kinds if self.game else {}
        for kind, player, number, pot in hand["feats"]:
            if kind in kinds and kinds[kind].record_title:
                yield kind, number, player, pot
        pots = Counter(who for kind, who, *_ in hand["feats"] if kind == POT_WON and who)
        for winner, number in pots.items():
            yield MOST_POTS, number, winner, ""

    def _keep_better(self, kind: str, new: SeasonRecord) -> None:
        """Store a record if it is better than the stored one; of equals the earlier stays."""
        old = self.records.get(kind)
        sign = -1 if kind == QUICKEST else 1  # the shortest hand is the best
        if old is None or sign * new.number > sign * old.number:
            self.records[kind] = new


def cumulative_results(points: Sequence[Point]) -> dict[int, list[int]]:
    """Return each person's result, from 0 on, after each of `points`, or fewer after a merge."""
    changes = _merge_neighbours([change for _, change in points])
    people = sorted({person for change in changes for person in change})
    return {
        person: [*accumulate((change.get(person, 0) for change in changes), initial=0)]
        for person in people
    }


def _merge_neighbours(changes: list[Mapping[int, int]]) -> list[Mapping[int, int]]:
    """Merge neighbouring changes until there are at most `MAX_POINTS`."""
    while len(changes) > MAX_POINTS:
        odd = [changes[-1]] if len(changes) % 2 else []
        changes = [_add(*pair) for pair in zip(changes[::2], changes[1::2], strict=False)] + odd
    return changes


def _add(one: Mapping[int, int], other: Mapping[int, int]) -> dict[int, int]:
    return {who: one.get(who, 0) + other.get(who, 0) for who in {**one, **other}}


class SeasonRow(NamedTuple):
    """A person's row in a season's table."""

    person: int
    place: int
    counts: PersonTotals


def season_rows(parts: Iterable[GameTotals], scale: str, game: Game | None) -> list[SeasonRow]:
    """Return a row for each person in any of `parts`, which are added up; the best first.

    One game is ranked by result. All games (`game` is None), and a game where a low result is good,
    are ranked by the points of `scale`. First, second and third places break ties.
    """
    people: defaultdict[int, PersonTotals] = defaultdict(Counter)
    for totals in parts:
        for who, counts in totals.people.items():
            people[who].update(counts)
    merit = scale if game is None or game.highlights.fewer_is_better else "result"
    figures = itemgetter(merit, "first", "second", "third")
    order = sorted(map(figures, people.values()), reverse=True)
    rows = [SeasonRow(who, order.index(figures(of)) + 1, of) for who, of in people.items()]
    return sorted(rows, key=lambda row: (row.place, row.person))
