"""Laying a board of the stops family at set-up: its picture, and the pots that can be added."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.cards import BIT, PACK, RANKS, SUITS
from companion.core.errors import InvalidValue
from companion.core.game import Game
from companion.core.sentences import say
from companion.core.words import suit_name
from companion.games.stops.board import CUPS, JUDGED_POTS, OUT_POTS, is_pot, run_pot_name
from companion.games.stops.options import StopsOptions
from companion.web.games.stops.board import PotFace, faces_on_pot, layout_of, pot_faces
from companion.web.parts.forms import FormData
from companion.web.parts.pack import TileRow, offer_rows
from companion.web.parts.screen import BoardSetup

BOARD_NAMES = {"Hearts": say("Hearts"), "Classic": say("Classic"), "Tournament": say("Tournament")}
"""What ready boards are called that do not bear the name of their game."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """The board as it lies, and what could be laid beside it: cards, named pots, runs."""

    faces: tuple[PotFace, ...]
    layout: str
    pack: tuple[TileRow, ...]
    named: tuple[str, ...]
    suits: tuple[tuple[str, str], ...]
    ranks: Sequence[str] = RANKS


def board_view(pots: tuple[str, ...]) -> BoardView:
    """Give the board as it lies, and what could be laid beside it."""
    taken, known = set(pots), tuple(filter(is_pot, pots))
    return BoardView(
        faces=pot_faces(known),
        layout=layout_of(known),
        pack=offer_rows({card: f"pot-add:{card}" for card in PACK if card not in taken}),
        named=tuple(pot for pot in OUT_POTS + JUDGED_POTS + CUPS if pot not in taken),
        suits=tuple((suit, suit_name(suit)) for suit in SUITS),
    )


def run_from_form(fields: FormData) -> str:
    """Name the pot for the cards in a row that were chosen on the form. Raises Unfit."""
    try:
        return run_pot_name(*(fields.get(f"run_{part}", "") for part in ("from", "to", "suit")))
    except InvalidValue as wrong:
        raise InvalidValue(say("A combination needs {wanted}.", wanted=wrong.reason)) from None


def money_cards(game: Game) -> tuple[str, ...]:
    """Give the money cards that a game is known by."""
    board = game.defaults.board if isinstance(game.defaults, StopsOptions) else ()
    return tuple(face for pot in board for face in faces_on_pot(pot) if face in BIT)


BOARD = BoardSetup(board_view, BOARD_NAMES, run_from_form, money_cards)
