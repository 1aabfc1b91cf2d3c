"""Laying a board of the stops family at set-up: its picture, and the pots that can be added."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.cards import BIT, PACK, RANKS, SUITS
from companion.core.errors import Unfit
from companion.core.game import Game
from companion.core.sentences import say
from companion.core.words import suit_name
from companion.games.stops.board import CUPS, JUDGED_POTS, OUT_POTS, is_pot, run_pot
from companion.games.stops.options import StopsOptions
from companion.web.games.stops.board import PotFace, faces_on_pot, layout_of, pot_faces
from companion.web.parts.forms import Fields
from companion.web.parts.pack import TileRow, offered
from companion.web.parts.screen import BoardDesk

NAMES = {"Hearts": say("Hearts"), "Classic": say("Classic"), "Tournament": say("Tournament")}
"""What ready boards are called that do not bear the name of their game."""


@dataclass(frozen=True, slots=True)
class LaidBoard:
    """The board as it lies, and what could be laid beside it: cards, named pots, runs."""

    faces: tuple[PotFace, ...]
    layout: str
    pack: tuple[TileRow, ...]
    named: tuple[str, ...]
    suits: tuple[tuple[str, str], ...]
    ranks: Sequence[str] = RANKS


def laid(pots: tuple[str, ...]) -> LaidBoard:
    """Give the board as it lies, and what could be laid beside it."""
    taken, known = set(pots), tuple(filter(is_pot, pots))
    return LaidBoard(
        faces=pot_faces(known),
        layout=layout_of(known),
        pack=offered({card: f"pot-add:{card}" for card in PACK if card not in taken}),
        named=tuple(pot for pot in OUT_POTS + JUDGED_POTS + CUPS if pot not in taken),
        suits=tuple((suit, suit_name(suit)) for suit in SUITS),
    )


def typed_run(fields: Fields) -> str:
    """Name the pot for the cards in a row that were chosen on the form. Raises Unfit."""
    try:
        return run_pot(*(fields.get(f"run_{part}", "") for part in ("from", "to", "suit")))
    except Unfit as wrong:
        raise Unfit(say("A combination needs {wanted}.", wanted=wrong.why)) from None


def money_cards(game: Game) -> tuple[str, ...]:
    """Give the money cards that a game is known by."""
    board = game.defaults.board if isinstance(game.defaults, StopsOptions) else ()
    return tuple(face for pot in board for face in faces_on_pot(pot) if face in BIT)


BOARD = BoardDesk(laid, NAMES, typed_run, money_cards)
