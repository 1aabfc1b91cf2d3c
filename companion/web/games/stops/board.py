"""How a board of the stops family lies on the table: which pot where, with what on it."""

from dataclasses import dataclass
from functools import lru_cache

from companion.core.accounts import pot_name
from companion.core.cards import BIT
from companion.games.stops.board import OUT_POTS, combination_cards
from companion.language import Language, current_language

CUPS_FROM = 9
"""Boards of nine pots are laid out as eight cups round the one for going out."""


@dataclass(frozen=True, slots=True)
class PotFace:
    """A pot without its chips: its name, the cards or ranks shown on it, and its shape."""

    pot: str
    label: str
    faces: tuple[str, ...]
    kind: str

    @property
    def combination(self) -> bool:
        """Say whether several cards win this pot together."""
        return bool(combination_cards(self.pot))

    @property
    def any_suit(self) -> bool:
        """Say whether a combination may be of any one suit."""
        return len(combination_cards(self.pot)) > 1


def layout_of(pots: tuple[str, ...]) -> str:
    """Say how pots lie: as a ring of saucers, as cards in the middle, or as cups."""
    if len(pots) == CUPS_FROM and any(pot in OUT_POTS for pot in pots):
        return "cups"
    return "cards" if len(pots) <= 4 and all(pot in BIT for pot in pots) else "ring"


def pot_faces(pots: tuple[str, ...]) -> tuple[PotFace, ...]:
    """Give the pots in the order in which they are drawn."""
    return _pot_faces(pots, current_language())


@lru_cache(maxsize=256)
def _pot_faces(pots: tuple[str, ...], _: Language) -> tuple[PotFace, ...]:
    layout, order = layout_of(pots), list(pots)
    if layout == "cups":
        centre = next(pot for pot in order if pot in OUT_POTS)
        order.remove(centre)
        order.insert(CUPS_FROM // 2, centre)
    return tuple(
        PotFace(pot, pot_name(pot), faces_on_pot(pot), _kind(pot, layout)) for pot in order
    )


def faces_on_pot(pot: str) -> tuple[str, ...]:
    """Give the cards or ranks shown on a pot."""
    if pot in BIT:
        return (pot,)
    runs = combination_cards(pot)
    return tuple(pot.split("-")) if len(runs) > 1 else runs[0] if runs else ()


def _kind(pot: str, layout: str) -> str:
    if pot in (*OUT_POTS, "poker"):
        return pot
    return {"cups": "cup", "cards": "card"}.get(layout, "saucer")
