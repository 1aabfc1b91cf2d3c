"""What the pages for rarer entries show; each sheet adds what its template draws."""

from dataclasses import dataclass

from companion.core.sentences import Sentence
from companion.web.parts.pack import TileRow


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetView:
    """What every sheet shows."""

    title: Sentence | str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersSheet(SheetView):
    """A sheet that is about one of several players, or asks which of them."""

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSheet(PlayersSheet):
    """The pack, to tap cards of a player; ``cards`` is how many there are, where that is known."""

    player: str
    rows: tuple[TileRow, ...]
    cards: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedPotSheet(PlayersSheet):
    """A pot that several of the ``players`` win: those ``tapped`` up to now."""

    pot: str | None
    tapped: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenSheet:
    """A sheet that is drawn: its template, and what that shows."""

    template: str
    view: SheetView
