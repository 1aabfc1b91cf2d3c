"""The screen of Kids Rummy."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.cards import JOKER
from companion.core.errors import InvalidValue, Refused
from companion.core.handlers import refusal_sentence
from companion.core.sentences import Sentence, say
from companion.games.kids_rummy import game
from companion.games.kids_rummy.game import RummyOptions, RummyTable
from companion.games.kids_rummy.prompts import goal_sentence
from companion.web.components.card_picker import SheetView, card_grid
from companion.web.components.entry_form import (
    KEY,
    NOBODY,
    FormData,
    entry_from_form,
    form_value,
    parse_typed_number,
)
from companion.web.components.screen import GlossaryWord, Screen, TableView
from companion.web.components.seats_and_pots import LastChange

HINTS = {
    "between-hands": say(
        "Deal the cards; the rest are the stock. Turn its top card face up beside it."
    ),
    "play": say(
        "Draw a card. Then you may lay down three or four of one rank, and add cards to sets "
        "on the table. Discard one card face up."
    ),
}
STOCK = GlossaryWord(
    say("Stock"),
    say("The stock is the face-down pile that everybody draws from."),
    ("9H",),
)
SET = GlossaryWord(say("Set"), say("A set is three or four cards of one rank."), ("8C", "8D", "8S"))
DISCARD = GlossaryWord(
    say("Discard"),
    say("To discard is to lay one card face up beside the stock, which ends your turn."),
    ("QH",),
)
JOKERS = GlossaryWord(
    say("Joker"), say("A joker stands for any card of a set."), ("5C", "5D", JOKER)
)


def rummy_glossary(table: RummyTable) -> Mapping[str, tuple[GlossaryWord, ...]]:
    """Return the glossary of the hints, with the joker if the table has any."""
    jokers = (JOKERS,) if table.options.jokers else ()
    return {"between-hands": (STOCK,), "play": (SET, DISCARD, *jokers)}


def facts(options: RummyOptions) -> Mapping[str, object]:
    return {
        "cards_of_two": game.CARDS_OF_TWO,
        "cards_of_more": game.CARDS_OF_MORE,
        "target_of_two": game.TARGET_OF_TWO,
        "target_of_more": game.TARGET_OF_MORE,
        "low": game.points_left(options, ["9S"]),
        "high": game.points_left(options, ["KS"]),
        "joker": game.points_left(options, [JOKER]),
    }


@dataclass(frozen=True, slots=True)
class PlayerLane:
    """A player's lane in the race for points; `length` is in per cent."""

    player: str
    points: int
    length: int
    is_out: bool


class KidsRummyView(TableView):
    def __init__(self, table: RummyTable, last_change: LastChange) -> None:
        super().__init__(table, last_change)
        self.lanes = _lanes(table)
        self.goal = goal_sentence(table)


def _lanes(table: RummyTable) -> tuple[PlayerLane, ...]:
    goal = max(*table.scores.values(), 1 if table.options.mode == "single" else table.target)
    return tuple(
        PlayerLane(player, points, 100 * points // goal, player in table.eliminated)
        for player, points in table.scores.items()
    )


CARDS, POINTS = f"{KEY}cards:", f"{KEY}points:"


class LeftCards:
    """A player's remaining cards: the grid to tap, the typed points, and their value."""

    def __init__(self, table: RummyTable, fields: FormData, number: int, player: str) -> None:
        self.number, self.player = number, player
        self.cards_field, self.points_field = CARDS + player, POINTS + player
        cards = fields.getlist(self.cards_field)
        self.rows = card_grid(cards, table.options.packs, table.options.jokers)
        self.typed_points = fields.get(self.points_field, "")
        known_cards = [card for card in cards if card in table.cards]
        self.points = _points(table, self.typed_points, known_cards)


class ScoreSheet(SheetView):
    """A sheet for the cards left of all players but `out`; the hand `current` is tapped next."""

    def __init__(self, table: RummyTable, fields: FormData, out: str | None) -> None:
        super().__init__(
            title=say("{player} went out", player=out) if out else say("Nobody went out")
        )
        self.out = out or NOBODY
        others = [player for player in table.active_players if player != out]
        self.hands = [LeftCards(table, fields, n, player) for n, player in enumerate(others, 1)]
        missing = next((hand.number for hand in self.hands if hand.points is None), None)
        self.current = missing or min(max(fields.get("at", 1, int), 1), len(others))
        self.is_complete = all(hand.points for hand in self.hands)
        self.problem = _problem_sentence(table, fields) if self.is_complete else None


def score_sheet(table: RummyTable, fields: FormData) -> ScoreSheet | None:
    """Return a sheet for the cards of all players but the one who went out, if one did."""
    name = form_value(fields, "out")
    out = None if name in ("", NOBODY) else name
    if table.phase != "play" or name is None or (out and out not in table.active_players):
        return None
    return ScoreSheet(table, fields, out)


def _points(table: RummyTable, text: str, cards: list[str]) -> int | None:
    """Return the value of a hand; typed points count more than cards. None if there are neither."""
    try:
        points = parse_typed_number(text)
    except InvalidValue:
        points = None
    if points is None and cards:
        return game.points_left(table.options, cards)
    return points


def _problem_sentence(table: RummyTable, fields: FormData) -> Sentence | None:
    """Return the error in the round as entered so far."""
    try:
        raw = entry_from_form(table, {"do": "score"}, fields, KEY)
    except Refused as error:
        return error.sentence
    return refusal_sentence(table, game.scores_in_points(table, raw))


SCREEN = Screen(
    "kids-rummy",
    KidsRummyView,
    {"score": score_sheet},
    rule_facts=facts,
    hints=lambda _: HINTS,
    glossary=rummy_glossary,
    complete_entry=game.scores_in_points,
)
