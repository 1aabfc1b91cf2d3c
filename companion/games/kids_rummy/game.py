"""Kids Rummy: rounds are scored by the cards left in hand; there are no chips."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import gcd
from typing import Literal

from typing_extensions import override

from companion.core.cards import JOKER, PACK
from companion.core.entries import standard as e
from companion.core.entries.fields import CardsByPlayer, NumberByPlayer, Player, entry_field
from companion.core.entries.parsing import MAX_NUMBER, check_players
from companion.core.entries.schema import Entry, Raw, entry_class
from companion.core.errors import Refused
from companion.core.game import ResultLine, Setup, Table
from companion.core.handlers import begin_hand, check_answers, rank_lines, table_json
from companion.core.ledger import Ledger
from companion.core.options import (
    Options,
    choice_option,
    optional_number_option,
    options_class,
)
from companion.core.sentences import Fact, Sentence, say
from companion.core.words import Card, Cards, Points, player_series, with_unit_once


@entry_class("score", say("Score a round"))
class Score(Entry):
    """Who went out (None: the round is blocked), and the points or the cards left of the others."""

    out: Player | None = entry_field(say("Who went out?"), none=say("Nobody"))
    points: NumberByPlayer | None = entry_field(say("Points"), check=check_players, default=None)
    cards: CardsByPlayer | None = None

    def __post_init__(self) -> None:
        """Raise Refused (`bad-entry`) for a score with both points and cards, or neither."""
        if (self.points is None) == (self.cards is None):
            raise Refused("bad-entry", "Enter either the points or the cards.")

    @property
    def scored(self) -> Mapping[str, Fact]:
        if self.cards is None:
            return with_unit_once(self.points or {}, Points)
        return {player: Cards(cards) for player, cards in self.cards.items()}

    @override
    def describe(self) -> Sentence:
        series = player_series(self.scored)
        if self.out is None:
            return say("Nobody goes out ({scored})", scored=series)
        return say("{player} goes out ({scored})", player=self.out, scored=series)


# The usual target of two players, and of more, in points.
TARGET_OF_TWO, TARGET_OF_MORE = 100, 300

# What an ace left in hand may count, in points.
ACES = (1, 5, 11, 15)

# The most jokers in use.
MAX_JOKERS = 8


@options_class
class RummyOptions(Options):
    mode: Literal["target", "single", "elimination"] = choice_option(
        say("The game ends"),
        (
            ("target", say("when a player reaches the target (the lowest score wins)")),
            ("single", say("after one round (going out wins)")),
            ("elimination", say("when all but one player are out")),
        ),
        default="target",
    )
    target: int | None = optional_number_option(
        say("Target in points"),
        say("{two} for two players, {more} for more", two=TARGET_OF_TWO, more=TARGET_OF_MORE),
        say("a whole number of points above 0, or left empty"),
        default=None,
    )
    target_at: Literal["reached", "exceeded"] = choice_option(
        say("A player meets the target"),
        (("reached", say("when they reach it")), ("exceeded", say("only when they go over it"))),
        default="reached",
    )
    ace: int = choice_option(
        say("An ace left in hand counts"),
        tuple((n, Points.words.with_facts(n=n)) for n in ACES),
        default=5,
    )
    jokers: int = choice_option(
        say("Jokers in use"),
        tuple((n, say("{n}", n=n)) for n in range(MAX_JOKERS + 1)),
        default=0,
    )
    packs: int = choice_option(say("Decks"), tuple((n, say("{n}", n=n)) for n in (1, 2)), default=1)


# Cards that each is dealt of two players, and of more.
CARDS_OF_TWO, CARDS_OF_MORE = 10, 7

HIGH = ("10", "J", "Q", "K")
# What a card left in hand counts: ace to 9, the high ranks, a joker.
LOW_POINTS, HIGH_POINTS, JOKER_POINTS = 5, 10, 20

# Every card but an ace counts a multiple of this.
STEP = 5


@dataclass(frozen=True, slots=True)
class ScoreLine(ResultLine):
    """One player's line of the tally; the fewer points, the better."""

    score: int


@dataclass(slots=True)
class RummyTable(Table[RummyOptions]):
    scores: Mapping[str, int] = field(default_factory=dict)
    # who ended the round just scored
    went_out: str | None = None
    # the rounds in which players were eliminated
    elimination_rounds: Mapping[str, int] = field(default_factory=dict)

    @property
    def target(self) -> int:
        """The points that end the game, or eliminate a player."""
        number = self.options.target
        if number is None:
            return TARGET_OF_TWO if len(self.setup.players) == 2 else TARGET_OF_MORE
        return number

    def meets_target(self, player: str) -> bool:
        """Return whether a player has the points that end the game, or eliminate."""
        is_exceeded = self.options.target_at == "exceeded"
        return self.scores[player] >= self.target + is_exceeded  # points are whole numbers

    @property
    def step(self) -> int:
        """The number that divides the points of every card."""
        return gcd(STEP, self.options.ace)

    @property
    def is_decided(self) -> bool:
        """Whether no further round can be dealt."""
        if self.options.mode == "single":
            return self.went_out is not None
        if self.options.mode == "target":
            return any(map(self.meets_target, self.scores))
        return len(self.active_players) < 2


# what the screen asks


def cards_to_deal(table: RummyTable) -> int:
    return CARDS_OF_TWO if len(table.setup.players) == 2 else CARDS_OF_MORE


def points_left(options: RummyOptions, cards: Iterable[str]) -> int:
    return sum(_card_points(options, card) for card in cards)


def _card_points(options: RummyOptions, card: str) -> int:
    if card[:-1] == "A":
        return options.ace
    return JOKER_POINTS if card == JOKER else HIGH_POINTS if card[:-1] in HIGH else LOW_POINTS


def scores_in_points(table: RummyTable, raw: Raw) -> Raw:
    """Return a score entry in which cards are replaced by their points, if it has both.

    Where both are given for a player, the typed points count.
    """
    if "points" not in raw or "cards" not in raw:
        return raw
    points = {p: points_left(table.options, cards) for p, cards in raw["cards"].items()}
    others = {key: value for key, value in raw.items() if key != "cards"}
    return {**others, "points": points | raw["points"]}


def ranking_by_points(table: RummyTable) -> tuple[ScoreLine, ...]:
    """Return the ranked tally as if the evening ended now. Equal players share a place."""
    scores = table.scores
    return rank_lines((_merit(table, p), ScoreLine(p, scores[p])) for p in table.seats)


def _merit(table: RummyTable, player: str) -> tuple[int, int]:
    """Return a player's merit: the last round that they played, then the fewest points."""
    score, still = -table.scores[player], table.hand + 1
    if table.options.mode == "single" and player == table.went_out:
        return still + 1, score
    if player not in table.present:
        return 0, score
    return table.elimination_rounds.get(player, still), score


def round_winner(table: RummyTable) -> tuple[str, ...]:
    """Return who went out in the round just ended, as a tuple; () if the round was blocked."""
    return () if table.went_out is None else (table.went_out,)


# entries


def deal(table: RummyTable, entry: e.Deal) -> None:
    """Deal the next round. Raises Refused (`unknown-player`, `wrong-phase`, `last-hand-played`)."""
    begin_hand(table, entry.dealer)
    if table.is_decided:
        raise Refused("last-hand-played", "The game is decided. End the game, or undo a score.")
    table.phase, table.went_out = "play", None


def score(table: RummyTable, entry: Score) -> None:
    """Score a round: who went out, and the cards or points of the others.

    Raises Refused (`wrong-phase`, `bad-count`).
    """
    table.require_phase("play")
    _check_players(table, entry.out, entry.scored)
    _check_pack(table, entry.cards or {})
    hands = (entry.cards or {}).items()
    points = entry.points or {p: points_left(table.options, cards) for p, cards in hands}
    for player, number in points.items():
        _check_points(player, number, table.step)
    table.scores = {p: old + points.get(p, 0) for p, old in table.scores.items()}
    table.phase, table.went_out = "between-hands", entry.out
    if table.options.mode == "elimination":
        fell = set(filter(table.meets_target, table.active_players))
        table.elimination_rounds = {**table.elimination_rounds, **dict.fromkeys(fell, table.hand)}
        table.eliminated |= fell


def _check_players(table: RummyTable, out: str | None, values: Mapping[str, object]) -> None:
    if out is not None and out not in table.active_players:
        raise Refused(
            "bad-count", "{player} is no longer in the game and cannot go out.", player=out
        )
    others = [player for player in table.active_players if player != out]
    missing = say("Enter a score for {player}.")
    nobody_else = say("Enter a score only for {players}.")
    check_answers(values, others, "bad-count", missing, nobody_else)


def _check_pack(table: RummyTable, hands: Mapping[str, tuple[str, ...]]) -> None:
    counts = Counter(card for cards in hands.values() for card in cards)
    for card, number in counts.items():
        most = table.options.jokers if card == JOKER else table.options.packs
        if number > most:
            raise Refused(
                "bad-count",
                "{card} was entered {number} times, but there can be only {most}.",
                number=number,
                card=Card(card),
                most=most,
            )


def _check_points(player: str, points: int, step: int) -> None:
    if not 0 <= points <= MAX_NUMBER:
        raise Refused(
            "bad-count", "{player} cannot score {points}.", player=player, points=Points(points)
        )
    if points == 0:
        raise Refused(
            "bad-count",
            "{player} did not go out, so their score must be more than 0 points.",
            player=player,
        )
    if points % step:
        raise Refused(
            "bad-count",
            "The score for {player} must be a multiple of {step}, not {points}.",
            player=player,
            points=points,
            step=step,
        )


# corrections of earlier scores


def without_eliminated(table: RummyTable, entry: Entry, raw: Raw) -> Raw | None:
    """Return a score without players who were eliminated before; None if it has no such player."""
    players = table.eliminated
    if not isinstance(entry, Score) or entry.out in players or players.isdisjoint(entry.scored):
        return None
    left = {
        key: {p: value for p, value in raw[key].items() if p not in players}
        for key in raw.keys() & {"points", "cards"}
    }
    return {**raw, **left}


def absent_player(table: RummyTable, entry: Entry) -> str | None:
    """Return the active player whom a score omits; None if it omits none, or several."""
    if not isinstance(entry, Score):
        return None
    players = [p for p in table.active_players if p not in (entry.out, *entry.scored)]
    return players[0] if len(players) == 1 else None


# the game


def new_table(setup: Setup[RummyOptions]) -> RummyTable:
    players = setup.players
    table = RummyTable(setup, players, players, setup.dealer, Ledger())
    table.scores = dict.fromkeys(players, 0)
    if setup.options.jokers:
        table.cards = frozenset((*PACK, JOKER))
    return table


def result(table: RummyTable) -> dict[str, object]:
    return {**table_json(table), "scores": dict(table.scores), "out": table.list_eliminated()}
