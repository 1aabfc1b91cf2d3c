"""A picture of the pack whose cards are tapped: every card as often as there are packs."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.cards import JOKER, PACK, SUITS, suit_word


@dataclass(frozen=True, slots=True)
class Tile:
    """A card of the picture: tapped, or still free; neither: its place stays empty."""

    card: str
    free: bool
    tapped: bool


@dataclass(frozen=True, slots=True)
class TileRow:
    """A row of the picture: a suit of one pack, or the jokers."""

    label: str
    tiles: tuple[Tile, ...]


def picture(
    tapped: Iterable[str], packs: int = 1, jokers: int = 0, seen: Iterable[str] = ()
) -> tuple[TileRow, ...]:
    """Draw the pack by suits; ``seen`` are cards that lie elsewhere."""
    on, gone = Counter(tapped), Counter(seen)
    rows = [
        TileRow(
            suit_word(suit) + (f", pack {copy + 1}" if packs > 1 else ""),
            tuple(_tile(card, copy, packs, on, gone) for card in PACK if card[-1] == suit),
        )
        for suit in SUITS
        for copy in range(packs)
    ]
    if jokers:
        tiles = tuple(_tile(JOKER, copy, jokers, on, gone) for copy in range(jokers))
        rows.append(TileRow("jokers", tiles))
    return tuple(rows)


def _tile(card: str, copy: int, most: int, on: Counter[str], gone: Counter[str]) -> Tile:
    """Draw one of the copies of a card: the first ones tapped, the last ones gone."""
    return Tile(card, copy < most - gone[card], copy < on[card])


def tapped_on(rows: Iterable[TileRow]) -> tuple[str, ...]:
    """List the cards that are tapped on a picture."""
    return tuple(tile.card for row in rows for tile in row.tiles if tile.tapped and tile.free)
