"""The statistics of a circle: totals of its evenings, their records, and the season table."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from companion.circles.facts import EveningFacts, HandFacts, changes_by_hand
from companion.core.game import Game
from companion.core.highlights import POT_WON

# Whole numbers by names, or such counts again, as deep as one likes.
Counts = dict[str, Any]

# The records that every game has: what one hand cost somebody, its seconds, pots of a player.
DEAREST, QUICKEST, MOST_POTS = "dearest", "quickest", "pots"

# The records in which less is more.
LEAST = frozenset((QUICKEST,))

# How many points the course has at most; with more, neighbours become one.
MOST_POINTS = 60


class SeasonRecord(NamedTuple):
    """The best of a kind: how much, by whom, in which hand of which evening, and of which pot."""

    number: int
    person: str | None
    evening: int
    hand: int
    day: str
    pot: str = ""


# A day, and what it changed by person.
Point = tuple[str, dict[str, int]]


@dataclass(slots=True)
class GameTotals:
    """What some evenings come to; persons are keyed by their numbers as text."""

    counts: Counts = field(default_factory=dict)
    records: dict[str, SeasonRecord] = field(default_factory=dict)
    results_over_time: list[Point] = field(default_factory=list)

    @property
    def people(self) -> dict[str, Counts]:
        """The counts of each person."""
        people_counts: dict[str, Counts] = self.counts.get("people", {})
        return people_counts

    def to_json(self) -> dict[str, object]:
        """Return it as plain data."""
        return {"counts": self.counts, "records": self.records, "course": self.results_over_time}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "GameTotals":
        """Read what `to_json` gave."""
        records = {kind: SeasonRecord(*best) for kind, best in data["records"].items()}
        return cls(data["counts"], records, [(day, change) for day, change in data["course"]])


@dataclass(frozen=True, slots=True)
class EveningInput:
    """An evening to be summed up: its facts, the persons by the names at its table.

    ``seconds`` tells how long hands took, by number, where that is known.
    """

    number: int
    day: str
    facts: EveningFacts
    hands: Sequence[HandFacts]
    people: Mapping[str, int]
    seconds: Mapping[int, int]


def combine_totals(parts: Iterable[GameTotals]) -> GameTotals:
    """Add sums up, the earliest first."""
    game_totals = GameTotals()
    for part in parts:
        _add(game_totals.counts, part.counts)
        for kind, best in part.records.items():
            _hold(game_totals.records, kind, best)
        game_totals.results_over_time += part.results_over_time
    game_totals.results_over_time = _thinned(game_totals.results_over_time)
    return game_totals


def _add(into: Counts, more: Counts) -> None:
    for name, value in more.items():
        if isinstance(value, dict):
            _add(into.setdefault(name, {}), value)
        else:
            into[name] = into.get(name, 0) + value


def _hold(records: dict[str, SeasonRecord], kind: str, new: SeasonRecord) -> None:
    """Keep the better one; of equals the earlier."""
    old = records.get(kind)
    sign = -1 if kind in LEAST else 1
    if old is None or sign * new.number > sign * old.number:
        records[kind] = new


def _thinned(course: list[Point]) -> list[Point]:
    """Make one point of two neighbours, until there are few enough."""
    while len(course) > MOST_POINTS:
        odd = [course[-1]] if len(course) % 2 else []
        pairs = zip(course[::2], course[1::2], strict=False)
        course = [(day, _both(one, other)) for (_, one), (day, other) in pairs] + odd
    return course


def _both(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {who: one.get(who, 0) + other.get(who, 0) for who in {**one, **other}}


def evening_totals(evening: EveningInput, game: Game | None) -> GameTotals:
    """Sum up one evening of a game; None: a game that is played no more."""
    people = {player: str(person) for player, person in evening.people.items()}
    standing = {people[p]: result for p, result in evening.facts["standing"].items() if p in people}
    game_totals = GameTotals(results_over_time=[(evening.day, standing)])
    game_totals.counts = {"evenings": 1, "hands": evening.facts["hands"], "people": {}}
    for who, counts in _placed(evening.facts, people).items():
        game_totals.people[who] = counts | {"evenings": 1, "result": standing.get(who, 0)}
    _count_hands(game_totals, evening, people, game)
    return game_totals


def _placed(facts: EveningFacts, people: Mapping[str, str]) -> dict[str, Counts]:
    """Count places, those who were left behind, and who was ahead of whom."""
    places = {people[line["player"]]: line["place"] for line in facts["lines"]}
    return {
        who: {
            "places": {str(place): 1},
            "beaten": sum(other > place for other in places.values()),
            "duels": {
                rival: {"ahead": int(place < other), "behind": int(place > other), "together": 1}
                for rival, other in places.items()
                if rival != who
            },
        }
        for who, place in places.items()
    }


def _count_hands(
    game_totals: GameTotals, evening: EveningInput, people: Mapping[str, str], game: Game | None
) -> None:
    worse = 1 if game and game.highlights.fewer_is_better else -1
    hands = [*evening.hands]
    for hand, changes in zip(hands, changes_by_hand(hands), strict=True):
        mine = {people[player]: change for player, change in changes.items()}
        _add(
            game_totals.counts, {"people": _of_hand(hand, people), "seats": _by_seat(hand, changes)}
        )
        loser = max(mine, key=lambda who: worse * mine[who], default=None)
        if loser is not None:
            _hold_if(game_totals, evening, hand, DEAREST, worse * mine[loser], loser)
        _hold_if(game_totals, evening, hand, QUICKEST, evening.seconds.get(hand["hand"], 0), None)
        _hold_feats(game_totals, evening, hand, people, game)


def _of_hand(hand: HandFacts, people: Mapping[str, str]) -> dict[str, Counts]:
    """Count what a hand was for each person."""
    counts: dict[str, Counts] = {people[player]: {"hands": 1} for player in hand["order"]}
    for winner in hand["winners"]:
        _add(counts, {people[winner]: {"won": 1}})
    for offender, finding_count in hand["found"].items():
        _add(counts, {people[offender]: {"found": finding_count}})
    for kind, player, number, pot in hand["feats"]:
        if player is not None and kind == POT_WON:
            _add(counts, {people[player]: {"pots": {pot: {"times": 1, "chips": number}}}})
        elif player is not None:
            _add(counts, {people[player]: {"feats": {kind: number}}})
    return counts


def _by_seat(hand: HandFacts, changes: Mapping[str, int]) -> Counts:
    """Count what each seat was worth: 1 is on the dealer's left, 0 deals."""
    order = hand["order"]
    return {
        str(at % len(order)): {"hands": 1, "result": changes[player]}
        for at, player in enumerate(order, 1)
    }


def _hold_feats(
    game_totals: GameTotals,
    evening: EveningInput,
    hand: HandFacts,
    people: Mapping[str, str],
    game: Game | None,
) -> None:
    kinds = game.highlights.kinds if game else {}
    for kind, player, number, pot in hand["feats"]:
        if kind in kinds and kinds[kind].record_title:
            _hold_if(game_totals, evening, hand, kind, number, people.get(player or ""), pot)
    pots = Counter(who for kind, who, _, _ in hand["feats"] if kind == POT_WON and who)
    for winner, count in pots.items():
        _hold_if(game_totals, evening, hand, MOST_POTS, count, people[winner])


def _hold_if(
    game_totals: GameTotals,
    evening: EveningInput,
    hand: HandFacts,
    kind: str,
    number: int,
    person: str | None,
    pot: str = "",
) -> None:
    if number > 0:
        best = SeasonRecord(number, person, evening.number, hand["hand"], evening.day, pot)
        _hold(game_totals.records, kind, best)


def cumulative_results(course: Sequence[Point]) -> dict[str, list[int]]:
    """Return everybody's result after each point of a course, from 0 on."""
    people = {who for _, changes in course for who in changes}
    lines = {who: [0] for who in sorted(people, key=int)}
    for _, changes in course:
        for who, line in lines.items():
            line.append(line[-1] + changes.get(who, 0))
    return lines


# Points for the first three places.
PODIUM = (3, 2, 1)


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """Somebody's line in the table of a season.

    ``places`` are how often the first, second and third. ``result`` is None where several games
    are counted, whose chips are not the same; ``tenths`` is the average a hand, in tenths.
    ``feats`` are what a game counts besides, in the order of its kinds.
    """

    person: str
    place: int
    evenings: int
    hands: int
    points: int
    places: tuple[int, int, int]
    hands_won: int
    findings: int
    result: int | None = None
    tenths: int | None = None
    feats: tuple[int, ...] = ()


def scale_points(counts: Counts, scale: str) -> int:
    """Count the points for somebody's places by a scale."""
    places: Mapping[str, int] = counts.get("places", {})
    if scale == "beaten":
        return int(counts.get("beaten", 0))
    if scale == "wins":
        return places.get("1", 0)
    return sum(points * places.get(str(at), 0) for at, points in enumerate(PODIUM, 1))


def season_rows(
    by_game: Mapping[str, GameTotals], scale: str, game: Game | None
) -> list[SeasonRow]:
    """Rank all who played: by result in a game of chips, else by points. Best first."""
    lines: dict[str, SeasonRow] = {}
    for sums in by_game.values():
        for who, counts in sums.people.items():
            line = _line(who, counts, scale)
            lines[who] = _together(lines[who], line) if who in lines else line
    if game is not None and game.slug in by_game:
        people = by_game[game.slug].people
        lines = {who: _with_result(line, people[who], game) for who, line in lines.items()}
    return _ranked(lines, game)


def _line(who: str, counts: Counts, scale: str) -> SeasonRow:
    places = counts.get("places", {})
    first, second, third = (places.get(str(place), 0) for place in (1, 2, 3))
    return SeasonRow(
        who,
        0,
        counts.get("evenings", 0),
        counts.get("hands", 0),
        scale_points(counts, scale),
        (first, second, third),
        counts.get("won", 0),
        counts.get("found", 0),
    )


def _together(one: SeasonRow, other: SeasonRow) -> SeasonRow:
    first, second, third = map(sum, zip(one.places, other.places, strict=True))
    return replace(
        one,
        evenings=one.evenings + other.evenings,
        hands=one.hands + other.hands,
        points=one.points + other.points,
        places=(first, second, third),
        hands_won=one.hands_won + other.hands_won,
        findings=one.findings + other.findings,
    )


def _with_result(line: SeasonRow, counts: Counts, game: Game) -> SeasonRow:
    result = counts.get("result", 0)
    tenths = divide_to_nearest(10 * result, line.hands) if line.hands else None
    columns = [
        kind
        for kind, highlight_kind in game.highlights.kinds.items()
        if highlight_kind.column_title
    ]
    feats = tuple(counts.get("feats", {}).get(kind, 0) for kind in columns)
    return replace(line, result=result, tenths=tenths, feats=feats)


def divide_to_nearest(number: int, by: int) -> int:
    """Divide whole numbers, to the nearest; halves away from nought."""
    whole = (2 * abs(number) + by) // (2 * by)
    return whole if number >= 0 else -whole


def _ranked(lines: Mapping[str, SeasonRow], game: Game | None) -> list[SeasonRow]:
    by_result = game is not None and not game.highlights.fewer_is_better
    merits = {
        who: (line.result or 0, line.places) if by_result else (line.points, line.places)
        for who, line in lines.items()
    }
    order = sorted(merits.values(), reverse=True)
    rows = [replace(line, place=order.index(merits[who]) + 1) for who, line in lines.items()]
    return sorted(rows, key=lambda line: (line.place, int(line.person)))
