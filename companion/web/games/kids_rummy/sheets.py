"""The sheet of Kids Rummy: the cards left of everybody, added up while they are tapped."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.errors import InvalidValue, Refused
from companion.core.handlers import refusal_sentence
from companion.core.sentences import Sentence, say
from companion.games.kids_rummy.game import RummyTable, points_left, scores_in_points
from companion.web.parts.by_keys import KEY, form_value
from companion.web.parts.fields import NOBODY, entry_from_form
from companion.web.parts.forms import FormData, parse_typed_number
from companion.web.parts.pack import TileRow, card_grid
from companion.web.parts.screen import BuildSheet
from companion.web.parts.sheet import SheetView

CARDS, POINTS = f"{KEY}cards:", f"{KEY}points:"


@dataclass(frozen=True, slots=True)
class LeftCards:
    """What a player has left: the picture to tap, what was typed, and what it counts."""

    number: int
    player: str
    cards_field: str
    points_field: str
    rows: tuple[TileRow, ...]
    typed: str
    points: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet(SheetView):
    """The cards left of everybody: of whom they are tapped now, and what is wrong with them."""

    out: str
    hands: tuple[LeftCards, ...]
    at: int
    wrong: Sentence | None
    ready: bool


def score_sheet(table: RummyTable, fields: FormData) -> ScoreSheet | None:
    """Ask for the cards left of everybody but the one who went out; a blocked round: of all."""
    named = form_value(fields, "out")
    out = None if named in ("", NOBODY) else named
    if table.phase != "play" or named is None or (out and out not in table.active_players):
        return None
    others = [player for player in table.active_players if player != out]
    hands = tuple(_hand(table, fields, n, player) for n, player in enumerate(others, 1))
    ready = all(hand.points for hand in hands)
    missing = next((hand.number for hand in hands if hand.points is None), None)
    return ScoreSheet(
        title=say("{player} went out", player=out) if out else say("Nobody went out"),
        out=out or NOBODY,
        hands=hands,
        at=missing or min(max(fields.get("at", 1, int), 1), len(hands)),
        wrong=_wrong(table, fields) if ready else None,
        ready=ready,
    )


def _hand(table: RummyTable, fields: FormData, number: int, player: str) -> LeftCards:
    cards, typed = fields.getlist(CARDS + player), fields.get(POINTS + player, "")
    return LeftCards(
        number,
        player,
        CARDS + player,
        POINTS + player,
        card_grid(cards, table.options.packs, table.options.jokers),
        typed,
        _points(table, typed, [card for card in cards if card in table.cards]),
    )


def _points(table: RummyTable, typed: str, cards: list[str]) -> int | None:
    """Give what a hand counts so far; what was typed, if it can be read, goes before cards."""
    try:
        points = parse_typed_number(typed)
    except InvalidValue:
        points = None
    if points is None and cards:
        return points_left(table.options, cards)
    return points


def _wrong(table: RummyTable, fields: FormData) -> Sentence | None:
    """Say what would be wrong with the round as it is entered so far."""
    try:
        return refusal_sentence(
            table, scores_in_points(table, entry_from_form(table, {"do": "score"}, fields, KEY))
        )
    except Refused as wrong:
        return wrong.sentence


SHEETS: Mapping[str, BuildSheet[RummyTable]] = {"score": score_sheet}
"""The sheets by name."""
